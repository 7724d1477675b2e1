/* Batch: the values of many texts, built in order while the engine finds those that follow. What is
 * found is what a call for the text alone begins with; where it would go on, it is made. */
#include "docs.h"
#include "pieces.h"

typedef struct {
	PyObject_HEAD
	native_state *state;
	PyObject *module; /* whose state that is */
	PyObject *extractor;
	struct options options; /* borrowed from the extractor */
	int detailed;
	int busy; /* in a call, of another thread or further up */
	struct pieces pieces;
} Batch;

/* ---- One value ---- */

static PyObject *called(Batch *self, PyObject *object) {
	PyObject *text = text_of(self->state, self->detailed ? "detailed" : "extract", object), *value;
	if (!text)
		return NULL;
	value = (self->detailed ? extract_detailed : extract)(self->state, text, &self->options);
	Py_DECREF(text);
	return value;
}

/* Makes a job what it is after a call for the text. */
static void set_job(Batch *self, struct workspace *w, PyObject *text, const jsonbeacon_found *found) {
	jsonbeacon_job *job = &w->job;
	prepare(w, text, JB_EXTRACT, &self->options, self->detailed);
	job->source = found->source;
	job->start = found->start;
	job->end = found->end;
	job->candidates = found->candidates;
	job->position = found->position;
	job->related = found->related;
	job->code = found->code;
	job->reason = found->reason;
}

static enum outcome built(
	Batch *self, struct workspace *w, PyObject *text, const struct piece *p, int i, PyObject **value) {
	const jsonbeacon_found *found = &p->found[i];
	struct builder b = { .state = self->state,
		.poll = &w->poll,
		.text = PyUnicode_DATA(text),
		.width = (int)PyUnicode_KIND(text),
		.ascii = PyUnicode_IS_ASCII(text),
		.top = w->stack };
	if (found->tape_start + found->tape_used > p->engine.tape_words + JB_TAPE_SLACK) {
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine wrote beyond its tape");
		return FAILED;
	}
	w->poll.asked = 0;
	return built_whole(w, &b, build_words(w, &b, p->engine.tape + found->tape_start, (size_t)found->tape_used), value);
}

/* What was found of a text, as a call gives it; AGAIN: it takes the call. */
static enum outcome settled(
	Batch *self, struct workspace *w, PyObject *text, const struct piece *p, int i, PyObject **value) {
	const jsonbeacon_found *found = &p->found[i];
	const struct options *options = &self->options;
	enum outcome outcome = REFUSED;

	if (found->status == JB_VALUE) {
		outcome = built(self, w, text, p, i, value);
		if (UNLIKELY(outcome == FAILED))
			return FAILED;
		if (UNLIKELY(outcome != VALUE))
			return AGAIN;
		if (LIKELY(!self->detailed && (!options->schema || found->fits)))
			return VALUE;
	}
	set_job(self, w, text, found);
	if (!found->fits)
		*value = judged(self->state, w, text, options, outcome, *value);
	if (*value && self->detailed)
		Py_SETREF(*value, extraction_new(self->state, &w->job, w->edits, text, *value));
	if (!*value && !PyErr_Occurred())
		*value = Py_NewRef(Py_None);
	return *value ? VALUE : FAILED;
}

static PyObject *value_of(Batch *self, PyObject *text, const struct piece *p, int i) {
	const jsonbeacon_found *found = &p->found[i];
	struct workspace *w;
	PyObject *value = NULL;

	if (text == Py_None)
		return Py_NewRef(Py_None);
	/* Of a session, what a schema refuses is not the last word. */
	if (found->status == JB_UNSETTLED || (self->options.widened && self->options.schema && !found->fits))
		return called(self, text);
	if (!(w = workspace_take(self->state)))
		return NULL;
	enum outcome outcome = settled(self, w, text, p, i, &value);
	workspace_give_back(self->state, w);
	return LIKELY(outcome != AGAIN) ? value : called(self, text);
}

/* The value of the next text; NULL with an exception, or, at the end, without. */
static PyObject *next_value(Batch *self) {
	struct piece *p = pieces_first(&self->pieces);
	if (!p)
		return NULL;
	int i = p->at++;
	PyObject *text = p->texts[i];
	p->texts[i] = NULL;
	PyObject *value = value_of(self, text, p, i);
	if (p->at == p->engine.count)
		pieces_next(&self->pieces);
	Py_DECREF(text);
	return value;
}

/* ---- The type ---- */

static int begin(Batch *self) {
	if (self->busy) {
		PyErr_SetString(PyExc_RuntimeError, "the batch is in another call");
		return -1;
	}
	self->busy = 1;
	return 0;
}

static PyObject *batch_next(Batch *self) {
	if (begin(self))
		return NULL;
	PyObject *value = next_value(self);
	self->busy = 0;
	return value;
}

/* As long as one piece lasts, so that Python can look at signals, and let other threads run. */
static PyObject *batch_extend(Batch *self, PyObject *list) {
	int more, failed;

	if (!PyList_Check(list)) {
		PyErr_SetString(PyExc_TypeError, "extend() takes a list");
		return NULL;
	}
	if (begin(self))
		return NULL;
	do {
		PyObject *value = next_value(self);
		more = value != NULL;
		failed = value ? PyList_Append(list, value) : PyErr_Occurred() != NULL;
		Py_XDECREF(value);
	} while (more && !failed && pieces_within(&self->pieces));
	self->busy = 0;
	return failed ? NULL : PyBool_FromLong(more);
}

static PyObject *batch_close(Batch *self, PyObject *unused) {
	(void)unused;
	if (begin(self))
		return NULL;
	PyObject *failure = self->pieces.failure;
	self->pieces.failure = NULL;
	pieces_clear(&self->pieces);
	self->busy = 0;
	return failure ? failure : Py_NewRef(Py_None);
}

static PyObject *batch_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
	native_state *state = state_of_type(type);
	PyObject *extractor, *texts;
	const struct options *options;
	int threads, detailed, crew_from;

	(void)kwargs;
	if (!state || !PyArg_ParseTuple(args, "OOipi:Batch", &extractor, &texts, &threads, &detailed, &crew_from))
		return NULL;
	if (!(options = extractor_options(extractor)) || !PyIter_Check(texts)) {
		PyErr_SetString(PyExc_TypeError, "Batch() takes an Extractor and an iterator");
		return NULL;
	}
	Batch *self = (Batch *)type->tp_alloc(type, 0);
	if (!self)
		return NULL;
	self->state = state;
	self->module = Py_NewRef(state->module);
	self->extractor = Py_NewRef(extractor);
	self->options = *options;
	self->options.required |= detailed; /* there is no Extraction of nothing */
	self->detailed = detailed;
	struct pieces *pieces = &self->pieces;
	pieces->source = Py_NewRef(texts);
	pieces->ahead = 1;
	pieces->threads = threads;
	pieces->crew_from = crew_from;
	pieces->state = state;
	pieces->options = &self->options;
	pieces->compiled = options->schema && Py_IS_TYPE(options->resolved, state->schema);
	pieces->helpful = !options->widened || !options->schema;
	pieces->useful = pieces->helpful || (pieces->compiled && threads > 1);
	pieces->settings = (jsonbeacon_settings){
		.widening = options->widened ? &self->options.widening : NULL,
		.max_length = options->max_length,
		.select = options->select,
		.kind = options->kind,
		.count = detailed,
	};
	return (PyObject *)self;
}

static int batch_traverse(Batch *self, visitproc visit, void *arg) {
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(self->module);
	Py_VISIT(self->extractor);
	return pieces_traverse(&self->pieces, visit, arg);
}

static int batch_clear(Batch *self) {
	pieces_clear(&self->pieces);
	return 0;
}

static void batch_dealloc(Batch *self) {
	PyTypeObject *type = Py_TYPE(self);
	PyObject_GC_UnTrack(self);
	batch_clear(self);
	pieces_free(&self->pieces);
	Py_XDECREF(self->extractor);
	Py_XDECREF(self->module);
	type->tp_free(self);
	Py_DECREF(type);
}

static PyMethodDef methods[] = {
	{ "extend", (PyCFunction)batch_extend, METH_O, batch_extend_doc },
	{ "close", (PyCFunction)batch_close, METH_NOARGS, batch_close_doc },
	{ NULL },
};

static PyType_Slot slots[] = {
	{ Py_tp_doc, (void *)batch_doc },
	{ Py_tp_new, batch_new },
	{ Py_tp_traverse, batch_traverse },
	{ Py_tp_clear, batch_clear },
	{ Py_tp_dealloc, batch_dealloc },
	{ Py_tp_iter, PyObject_SelfIter },
	{ Py_tp_iternext, batch_next },
	{ Py_tp_methods, methods },
	{ 0, NULL },
};

PyType_Spec batch_spec = {
	.name = "jsonbeacon._native.Batch",
	.basicsize = sizeof(Batch),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
	.slots = slots,
};
