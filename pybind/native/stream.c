/* Stream: what Extractor.stream() gives. The Python package derives its class from it. */
#include "stream.h"
#include "docs.h"
#include "keys.h"

static PyObject *stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
	static char *names[] = { "extractor", NULL };
	native_state *state = state_of_type(type);
	PyObject *extractor;
	Stream *self;

	if (LIKELY(!kwargs && PyTuple_GET_SIZE(args) == 1)) /* as Extractor.stream() does it */
		extractor = PyTuple_GET_ITEM(args, 0);
	else if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O:Stream", names, &extractor))
		return NULL;
	if (!state)
		return NULL;
	if (!extractor_options(extractor)) {
		PyErr_Format(
			PyExc_TypeError, "Stream() argument must be an Extractor, not %.200s", Py_TYPE(extractor)->tp_name);
		return NULL;
	}
	if ((self = (Stream *)type->tp_alloc(type, 0))) {
		self->state = state;
		self->module = Py_NewRef(state->module);
		self->extractor = Py_NewRef(extractor);
		gathered_init(&self->text);
	}
	return (PyObject *)self;
}

static int stream_traverse(Stream *self, visitproc visit, void *arg) {
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(self->module);
	Py_VISIT(self->extractor);
	Py_VISIT(self->watch);
	Py_VISIT(self->error);
	Py_VISIT(self->outcomes[0]);
	Py_VISIT(self->outcomes[1]);
	return self->snapshot ? snapshot_traverse(self->snapshot, visit, arg) : 0;
}

static int stream_clear(Stream *self) {
	struct snapshot *snapshot = self->snapshot;
	Py_CLEAR(self->watch);
	Py_CLEAR(self->error);
	Py_CLEAR(self->outcomes[0]);
	Py_CLEAR(self->outcomes[1]);
	self->snapshot = NULL;
	if (snapshot)
		snapshot_free(snapshot);
	return 0;
}

static void stream_dealloc(Stream *self) {
	PyTypeObject *type = Py_TYPE(self);
	PyObject_GC_UnTrack(self);
	stream_clear(self);
	Py_CLEAR(self->extractor); /* behind the rest: its options are looked at until the end */
	Py_CLEAR(self->whole);
	gathered_clear(&self->text);
	PyMem_RawFree(self->reader);
	Py_XDECREF(self->module);
	type->tp_free(self);
	Py_DECREF(type);
}

/* ---- One call at a time --------------------------------------------------------------------- */

void stream_is_busy(void) {
	PyErr_SetString(PyExc_RuntimeError, "this stream is in another call, of another thread or further up");
}

static int enter(Stream *self) {
	if (UNLIKELY(self->busy || self->reading)) {
		stream_is_busy();
		return -1;
	}
	if (UNLIKELY(self->error != NULL)) {
		PyErr_SetObject((PyObject *)Py_TYPE(self->error), self->error);
		return -1;
	}
	self->busy = 1;
	return 0;
}

static PyObject *leave(Stream *self, PyObject *result) {
	self->busy = 0;
	return result;
}

/* What is raised stays what the stream raises. */
static void keep_error(Stream *self) {
	PyObject *type, *error, *traceback;
	PyErr_Fetch(&type, &error, &traceback);
	PyErr_NormalizeException(&type, &error, &traceback);
	Py_XSETREF(self->error, Py_XNewRef(error));
	PyErr_Restore(type, error, traceback);
}

/* ---- Feeding -------------------------------------------------------------------------------- */

void stream_prepare(Stream *self, jsonbeacon_stream *reader) {
	const struct options *options = extractor_options(self->extractor);
	reader->text = stream_units(self);
	reader->length = self->text.length;
	reader->width = self->text.width;
	reader->kind = options->kind;
	reader->sources = options->widening.sources;
	reader->skip_reasoning = options->widening.skip_reasoning;
	reader->ignore_invisible = options->widening.invisible != JB_INVISIBLE_KEEP;
	reader->tags = options->widening.tags;
	reader->tags_length = options->widening.tags_length;
	reader->resumed = 0;
}

/* The text so far is longer than is allowed: the error is that of a text of this length. */
static void refuse_length(Stream *self) {
	PyObject *text = gathered_str(&self->text), *value = NULL;
	if (text)
		value = extract(self->state, text, extractor_options(self->extractor));
	Py_XDECREF(text);
	if (value) {
		Py_DECREF(value);
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: a text is too long, and is not");
	}
	if (PyErr_Occurred())
		keep_error(self);
}

/* Tells the watch of the events, if there are any. */
static int tell_watch(Stream *self, struct events *events) {
	Py_ssize_t count = events_length(events);
	if (count <= 0)
		return (int)count;
	PyObject *watch = Py_NewRef(self->watch), *answer = PyObject_CallOneArg(watch, (PyObject *)events);
	Py_DECREF(watch);
	Py_XDECREF(answer);
	return answer ? 0 : -1;
}

static PyObject *stream_feed(Stream *self, PyObject *chunk) {
	const struct options *options;
	struct events *events;
	Py_ssize_t before = self->text.length;
	int64_t most;

	if (UNLIKELY(self->whole != NULL)) {
		PyErr_SetString(PyExc_ValueError, "feed() of a stream that is closed");
		return NULL;
	}
	if (UNLIKELY(ensure_engine() || enter(self)))
		return NULL;
	/* First, so that a chunk that was taken has its events. */
	if (UNLIKELY(!(events = events_new(self)) || gather(&self->text, chunk))) {
		Py_XDECREF(events);
		return leave(self, NULL);
	}
	options = extractor_options(self->extractor);
	most = options->max_length && options->max_length < JB_MAX_LENGTH ? options->max_length : JB_MAX_LENGTH;
	if (UNLIKELY(self->text.length > most && self->text.invalid < 0)) {
		Py_DECREF(events);
		refuse_length(self);
		return leave(self, NULL);
	}
	if (UNLIKELY(self->text.length == before || self->text.invalid >= 0 || self->text.length > most)) {
		Py_DECREF(events);
		return leave(self, Py_NewRef(self->state->empty_tuple));
	}
	reading_await(events, before);
	leave(self, NULL);
	if (UNLIKELY(self->watch != NULL) && tell_watch(self, events)) {
		Py_DECREF(events);
		return NULL;
	}
	return (PyObject *)events;
}

/* The whole text, borrowed; the stream takes no more. Called inside enter and leave. */
static PyObject *finish(Stream *self) {
	PyObject *whole = self->whole;
	if (whole)
		return whole;
	if (!(whole = gathered_str(&self->text)))
		return NULL;
	self->whole = whole;
	if (!self->oldest)
		gathered_clear(&self->text);
	if (self->text.invalid < 0)
		return whole;
	raise_invalid_utf8(self->state, whole, self->text.invalid);
	keep_error(self);
	return NULL;
}

/* What the extractor gives for the whole text, the same each time. */
static PyObject *outcome(Stream *self, int detailed) {
	struct options options;
	PyObject *schema, *tags, *text, *value = NULL;

	if (self->outcomes[detailed]) {
		value = self->outcomes[detailed];
		if (!self->raised[detailed])
			return Py_NewRef(value);
		PyErr_SetObject((PyObject *)Py_TYPE(value), value);
		return NULL;
	}
	if (ensure_engine() || enter(self))
		return NULL;
	if (!(text = finish(self)))
		return leave(self, NULL);
	options = *extractor_options(self->extractor);
	schema = Py_XNewRef(options.schema);
	tags = Py_XNewRef(options.tags);
	value = detailed ? extract_detailed(self->state, text, &options) : extract(self->state, text, &options);
	Py_XDECREF(tags);
	Py_XDECREF(schema);
	leave(self, NULL);
	if (value) {
		Py_XSETREF(self->outcomes[detailed], Py_NewRef(value));
	} else if (PyErr_ExceptionMatches(PyExc_Exception)) { /* no Ctrl-C is an outcome */
		PyObject *type, *error, *traceback;
		PyErr_Fetch(&type, &error, &traceback);
		PyErr_NormalizeException(&type, &error, &traceback);
		Py_XSETREF(self->outcomes[detailed], Py_XNewRef(error));
		self->raised[detailed] = 1;
		PyErr_Restore(type, error, traceback);
	}
	return value;
}

static PyObject *stream_close(Stream *self, PyObject *unused) {
	(void)unused;
	return outcome(self, 0);
}

static PyObject *stream_close_detailed(Stream *self, PyObject *unused) {
	(void)unused;
	return outcome(self, 1);
}

/* ---- Looking -------------------------------------------------------------------------------- */

/* Where invisible characters count for nothing, the engine has to know it: it reads the value as an
 * array's element, for a value may be a scalar. */
static PyObject *value_ignoring(Stream *self, PyObject *span, int invisible) {
	struct options options = DEFAULT_OPTIONS;
	PyObject *text, *list, *value = NULL;

	options.widened = 1;
	options.kind = JB_KIND_ANY;
	options.widening.invisible = invisible;
	if (!(text = PyUnicode_FromFormat("[%U]", span)))
		return NULL;
	list = extract(self->state, text, &options);
	Py_DECREF(text);
	if (list && PyList_CheckExact(list) && PyList_GET_SIZE(list) == 1)
		value = Py_NewRef(PyList_GET_ITEM(list, 0));
	else if (list)
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: a value is not the element that it was");
	Py_XDECREF(list);
	return value;
}

PyObject *stream_value(Stream *self, Py_ssize_t start, Py_ssize_t end) {
	int invisible = extractor_options(self->extractor)->widening.invisible;
	struct options options = DEFAULT_OPTIONS;
	PyObject *span, *value;

	if (ensure_engine())
		return NULL;
	span = PyUnicode_FromKindAndData(
		self->text.width, (const char *)stream_units(self) + start * self->text.width, end - start);
	if (!span)
		return NULL;
	value = invisible == JB_INVISIBLE_KEEP ? parse(self->state, span, &options) : value_ignoring(self, span, invisible);
	Py_DECREF(span);
	return value;
}

PyObject *stream_key(Stream *self, const jsonbeacon_record *r) {
	if (r->key_length == JB_NO_KEY)
		return PyLong_FromUnsignedLong(r->key);
	const void *units = stream_units(self);
	int width = self->text.width, escaped = 0;
	Py_ssize_t offset = (Py_ssize_t)r->key, n = (Py_ssize_t)r->key_length;
	if (width == 1) {
		escaped = memchr((const char *)units + offset, '\\', (size_t)n) != NULL;
		if (!escaped && self->text.widest < 128)
			return ascii_key(self->state->keys, (const char *)units + offset, n);
	} else {
		for (Py_ssize_t i = offset; !escaped && i < offset + n; i++)
			escaped = PyUnicode_READ(width, units, i) == '\\';
	}
	if (escaped)
		return stream_value(self, offset - 1, offset + n + 1);
	return wide_key(self->state->keys, units, width, offset, n);
}

/* For what events hold: any place that they name is in the text. */
static PyObject *stream_value_at(Stream *self, PyObject *args) {
	Py_ssize_t start, end;
	if (!PyArg_ParseTuple(args, "nn:_value", &start, &end))
		return NULL;
	if (start < 0 || end < start || end > self->text.length) {
		PyErr_SetString(PyExc_IndexError, "beyond the text");
		return NULL;
	}
	return stream_value(self, start, end);
}

static PyObject *stream_snapshot(Stream *self, PyObject *open_strings) {
	int open = PyObject_IsTrue(open_strings);
	if (open < 0 || ensure_engine() || enter(self))
		return NULL;
	return leave(self, snapshot_take(self, open));
}

static PyObject *get_closed(Stream *self, void *unused) {
	(void)unused;
	return PyBool_FromLong(self->whole != NULL);
}

static PyObject *get_length(Stream *self, void *unused) {
	(void)unused;
	return PyLong_FromSsize_t(self->text.length);
}

static PyObject *get_extractor(Stream *self, void *unused) {
	(void)unused;
	return Py_NewRef(self->extractor);
}

static PyObject *get_watch(Stream *self, void *unused) {
	(void)unused;
	return Py_NewRef(self->watch ? self->watch : Py_None);
}

static int set_watch(Stream *self, PyObject *value, void *unused) {
	(void)unused;
	Py_XSETREF(self->watch, value && value != Py_None ? Py_NewRef(value) : NULL);
	return 0;
}

static PyMethodDef methods[] = {
	{ "feed", (PyCFunction)stream_feed, METH_O, stream_feed_doc },
	{ "close", (PyCFunction)stream_close, METH_NOARGS, stream_close_doc },
	{ "close_detailed", (PyCFunction)stream_close_detailed, METH_NOARGS, stream_close_detailed_doc },
	{ "_value", (PyCFunction)stream_value_at, METH_VARARGS, NULL },
	{ "_snapshot", (PyCFunction)stream_snapshot, METH_O, NULL },
	{ NULL },
};

static PyGetSetDef attributes[] = {
	{ "closed", (getter)get_closed, NULL, "Whether ``close`` was called.", NULL },
	{ "length", (getter)get_length, NULL, "How much of the text there is, in code points.", NULL },
	{ "extractor", (getter)get_extractor, NULL, "Whose stream it is.", NULL },
	{ "_watch", (getter)get_watch, (setter)set_watch, NULL, NULL },
	{ NULL },
};

static PyType_Slot slots[] = {
	{ Py_tp_doc, (void *)stream_doc },
	{ Py_tp_new, stream_new },
	{ Py_tp_traverse, stream_traverse },
	{ Py_tp_clear, stream_clear },
	{ Py_tp_dealloc, stream_dealloc },
	{ Py_tp_methods, methods },
	{ Py_tp_getset, attributes },
	{ 0, NULL },
};

PyType_Spec stream_spec = {
	.name = "jsonbeacon._native.Stream",
	.basicsize = sizeof(Stream),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
	.slots = slots,
};
