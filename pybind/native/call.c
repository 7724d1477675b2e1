/* One call: the engine reads the text and writes the tape in parts; each is built as it comes. */
#include "build.h"
#include "session.h"
#include "workspace.h"

enum { POLLED_FROM = 1 << 20 }; /* characters: what takes shorter than a millisecond is not interrupted */

/* Called by the engine in the midst of a long text. */
static int interrupted(jsonbeacon_job *job) { return poll_interrupted(&((struct workspace *)job)->poll); }

int ensure_engine(void) {
	const char *fault = jsonbeacon_ensure();
	if (LIKELY(!fault))
		return 0;
	PyErr_Format(PyExc_RuntimeError,
		"jsonbeacon cannot work in this forked process: %s. Start it with the 'spawn' or 'forkserver' "
		"method, or do not call jsonbeacon before the fork.",
		fault);
	return -1;
}

void prepare(struct workspace *w, PyObject *text, int operation, const struct options *options, int count) {
	jsonbeacon_job *job = &w->job;
	w->poll.asked = 0;
	job->text = PyUnicode_DATA(text);
	job->length = PyUnicode_GET_LENGTH(text);
	job->width = (int32_t)PyUnicode_KIND(text);
	job->tape = w->tape;
	job->tape_words = TAPE_WORDS;
	job->max_length = options->max_length;
	job->interrupted = job->length >= POLLED_FROM ? interrupted : NULL;
	job->operation = operation;
	job->select = options->select;
	job->kind = options->kind;
	job->count = count;
	job->careful = 0;
	job->widening = options->widened ? &options->widening : NULL;
	job->session = 0;
	job->value_text = job->text;
	job->value_width = job->width;
	job->truncated = 0;
	job->edits_wanted = count || options->schema;
	job->edits_length = 0;
}

static int32_t entered(struct workspace *w, engine_entry enter) {
	int32_t status;
	if (w->job.length < WITHOUT_GIL_FROM)
		return enter(&w->job);
	w->poll.without_gil = PyEval_SaveThread();
	status = enter(&w->job);
	PyEval_RestoreThread(w->poll.without_gil);
	w->poll.without_gil = NULL;
	return status;
}

enum outcome build_words(struct workspace *w, struct builder *b, const uint64_t *tape, size_t words) {
	size_t used = (size_t)(b->top - w->stack);

	if (UNLIKELY(workspace_reserve(w, used, words)))
		return FAILED;
	b->top = w->stack + used;
	switch (build(b, tape, tape + words)) {
	case BUILT:
		return VALUE;
	case BUILD_REPEATED_KEY:
		return CAREFULLY;
	case BUILD_INTERRUPTED:
		return STOPPED;
	default:
		return FAILED;
	}
}

/* Builds the part of the value that is on the tape. */
static enum outcome build_part(struct workspace *w, struct builder *b) {
	size_t words = (size_t)w->job.tape_used;

	if (UNLIKELY(words > TAPE_WORDS + JB_TAPE_SLACK)) {
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine wrote beyond its tape");
		return FAILED;
	}
	return build_words(w, b, w->tape, words);
}

static enum outcome panicked(void) {
	PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine panicked; please report it");
	return FAILED;
}

int check_signals(int *resting) {
	int collecting = PyGC_Disable();
	int raised = PyErr_CheckSignals();
	*resting = raised && collecting;
	if (!raised && collecting)
		PyGC_Enable();
	return raised;
}

/* Lets signals be handled; VALUE: nothing has come of it. */
static enum outcome handled(struct workspace *w, unsigned long epoch) {
	if (check_signals(&w->resting) || ensure_engine())
		return FAILED;
	return epoch == jsonbeacon_epoch() ? VALUE : AGAIN; /* a handler forked, and this is the child */
}

/* Takes what repair did, in as many parts as the engine gives it. */
static enum outcome take_edits(struct workspace *w, unsigned long epoch) {
	enum outcome outcome;
	PyObject *list = NULL, *part;

	for (;;) {
		part = PyUnicode_DecodeUTF8(w->job.edits, (Py_ssize_t)w->job.edits_length, "strict");
		if (!list && !w->job.more_edits) {
			w->edits = part;
			return part ? VALUE : FAILED;
		}
		if (!list)
			list = w->edits = PyList_New(0);
		int appended = list && part && !PyList_Append(list, part);
		Py_XDECREF(part);
		if (!appended)
			return FAILED;
		if (!w->job.more_edits)
			return VALUE;
		if ((outcome = handled(w, epoch)) != VALUE)
			return outcome;
		switch (entered(w, jsonbeacon_edits)) {
		case JB_DONE:
			break;
		case JB_RETRY:
			return CAREFULLY;
		case JB_INTERRUPTED:
			return STOPPED;
		default:
			return panicked();
		}
	}
}

/* Takes parts of the value until it is whole. */
static enum outcome take(
	native_state *state, struct workspace *w, PyObject *text, engine_entry enter, struct builder *b) {
	unsigned long epoch = jsonbeacon_epoch();
	int32_t status = entered(w, enter);
	enum outcome outcome;

	if (UNLIKELY(w->edits != NULL))
		Py_CLEAR(w->edits);
	*b = (struct builder){ .state = state,
		.poll = &w->poll,
		.text = w->job.value_text,
		.width = w->job.value_width,
		.ascii = PyUnicode_IS_ASCII(text), /* repair puts ASCII in */
		.top = w->stack };
	if (UNLIKELY(w->job.edits_length > 0) && (status == JB_DONE || status == JB_MORE) &&
		(outcome = take_edits(w, epoch)) != VALUE)
		return outcome;
	for (;;) {
		switch (status) {
		case JB_DONE:
			return build_part(w, b);
		case JB_MORE:
			if ((outcome = build_part(w, b)) != VALUE)
				return outcome;
			if ((outcome = handled(w, epoch)) != VALUE)
				return outcome;
			status = jsonbeacon_resume(&w->job);
			break;
		case JB_ERROR:
			return REFUSED;
		case JB_RETRY:
			return CAREFULLY;
		case JB_INTERRUPTED:
			return STOPPED;
		case JB_END:
			return NO_MORE;
		default:
			return panicked();
		}
	}
}

enum outcome built_whole(struct workspace *w, struct builder *b, enum outcome outcome, PyObject **value) {
	*value = NULL;
	if (LIKELY(outcome == VALUE && b->top == w->stack + 1)) {
		*value = *--b->top;
	} else if (outcome == VALUE) {
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine's tape is not one value");
		outcome = FAILED;
	}
	while (b->top > w->stack)
		Py_DECREF(*--b->top);
	if (UNLIKELY(w->resting)) {
		w->resting = 0;
		PyGC_Enable();
	}
	return outcome;
}

enum outcome attempt(native_state *state, struct workspace *w, PyObject *text, engine_entry enter, PyObject **value) {
	struct builder b;
	enum outcome outcome = take(state, w, text, enter, &b);
	return built_whole(w, &b, outcome, value);
}

enum outcome run(native_state *state, struct workspace *w, PyObject *text, PyObject **value) {
	for (;;) {
		enum outcome outcome = attempt(state, w, text, jsonbeacon_run, value);
		if (LIKELY(outcome == VALUE) || outcome == FAILED || outcome == REFUSED || outcome == NO_MORE)
			return outcome;
		if (w->job.session)
			jsonbeacon_release(&w->job);
		if (outcome == CAREFULLY && w->job.careful) {
			PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine does not settle");
			return FAILED;
		}
		if (outcome == CAREFULLY)
			w->job.careful = 1;
		if (outcome == STOPPED) {
			PyErr_SetInterrupt(); /* asking whether it was there took the signal away */
			if (PyErr_CheckSignals())
				return FAILED;
		}
	}
}

PyObject *judged(native_state *state, struct workspace *w, PyObject *text, const struct options *options,
	enum outcome outcome, PyObject *value) {
	if (UNLIKELY(outcome == REFUSED) && (options->required || !is_not_found(state, &w->job)))
		raise_fault(state, &w->job, text);
	if (value && UNLIKELY(options->schema != NULL))
		value = checked(state, w, options, text, value);
	return value;
}

static PyObject *call(native_state *state, PyObject *text, int operation, const struct options *options, int detailed) {
	if (UNLIKELY(ensure_engine()))
		return NULL;
	struct workspace *w = workspace_take(state);
	if (UNLIKELY(!w))
		return NULL;
	PyObject *value = NULL;
	prepare(w, text, operation, options, detailed);
	if (UNLIKELY(w->job.widening != NULL)) {
		value = try_in_turn(state, w, text, options);
	} else {
		enum outcome outcome = run(state, w, text, &value);
		value = judged(state, w, text, options, outcome, value);
	}
	if (value && detailed)
		Py_SETREF(value, extraction_new(state, &w->job, w->edits, text, value));
	if (UNLIKELY(w->job.session != 0))
		jsonbeacon_release(&w->job);
	workspace_give_back(state, w);
	return value;
}

PyObject *extract(native_state *state, PyObject *text, const struct options *options) {
	PyObject *value = call(state, text, JB_EXTRACT, options, 0);
	if (UNLIKELY(!value) && !options->required && !PyErr_Occurred())
		return Py_NewRef(Py_None);
	return value;
}

PyObject *extract_detailed(native_state *state, PyObject *text, const struct options *options) {
	struct options required = *options;
	required.required = 1; /* there is no Extraction of nothing */
	return call(state, text, JB_EXTRACT, &required, 1);
}

PyObject *parse(native_state *state, PyObject *text, const struct options *options) {
	return call(state, text, JB_PARSE, options, 0);
}
