/* Calls with options that widen the strict default: several outcomes, tried in order. */
#include "session.h"

/* The outcome after so many others: the next one, or, where a fork has taken the session away, the
 * same one of a new session. */
static enum outcome next(native_state *state, struct workspace *w, PyObject *text, Py_ssize_t tried, PyObject **value) {
	enum outcome outcome;

	if (tried && w->job.session) {
		outcome = attempt(state, w, text, jsonbeacon_next, value);
		if (outcome == STOPPED) {
			PyErr_SetInterrupt();
			if (PyErr_CheckSignals())
				return FAILED;
		} else if (outcome != AGAIN && outcome != CAREFULLY) {
			return outcome;
		}
		jsonbeacon_release(&w->job);
	}
	outcome = run(state, w, text, value);
	for (Py_ssize_t i = 0; i < tried && (outcome == VALUE || outcome == REFUSED); i++) {
		Py_CLEAR(*value);
		outcome = attempt(state, w, text, jsonbeacon_next, value);
	}
	return outcome;
}

/* Whether the exception that is set leaves the next outcome to be tried. */
static int gives_way(native_state *state, const jsonbeacon_job *job, const struct options *options) {
	return options->widening.fall_through && !job->final &&
		(PyErr_ExceptionMatches(state->malformed) || PyErr_ExceptionMatches(state->violation));
}

/* The first error, with the rest listed. */
static void raise_first(PyObject *errors) {
	PyObject *first = PyList_GET_ITEM(errors, 0), *rest = PyList_GetSlice(errors, 1, PyList_GET_SIZE(errors));
	if (rest && !PyObject_SetAttrString(first, "rest", rest))
		PyErr_SetObject((PyObject *)Py_TYPE(first), first);
	Py_XDECREF(rest);
}

PyObject *try_in_turn(native_state *state, struct workspace *w, PyObject *text, const struct options *options) {
	PyObject *value, *error, *errors = NULL;
	int resting = 0;

	for (Py_ssize_t tried = 0;; tried++) {
		if (tried && (check_signals(&resting) || ensure_engine()))
			break;
		enum outcome outcome = next(state, w, text, tried, &value);
		if (outcome == VALUE && options->schema)
			value = checked(state, w, options, text, value);
		if (outcome == VALUE && value)
			break;
		if (outcome == NO_MORE) {
			if (errors)
				raise_first(errors);
			break;
		}
		if (outcome == REFUSED) {
			if (!options->required && is_not_found(state, &w->job))
				break;
			raise_fault(state, &w->job, text);
		}
		if (!gives_way(state, &w->job, options))
			break;
		error = fetched();
		if (!error || (!errors && !(errors = PyList_New(0))) || PyList_Append(errors, error)) {
			Py_XDECREF(error);
			break;
		}
		Py_DECREF(error);
	}
	Py_XDECREF(errors);
	if (resting)
		PyGC_Enable();
	return value;
}

/* One outcome for extract_all: an Extraction, or the error that choosing it would be. */
static PyObject *shown(native_state *state, struct workspace *w, PyObject *text, const struct options *options,
	enum outcome outcome, PyObject *value) {
	PyObject *object = NULL;
	if (outcome == VALUE && options->schema)
		value = checked(state, w, options, text, value);
	if (outcome == REFUSED)
		raise_fault(state, &w->job, text);
	if (value) {
		int collecting = PyGC_Disable(); /* as in build.c, and for the same reason */
		object = extraction_new(state, &w->job, w->edits, text, value);
		if (collecting)
			PyGC_Enable();
		Py_DECREF(value);
	} else if (outcome == REFUSED && w->job.start < 0) {
		return NULL; /* of the text as a whole */
	} else if (PyErr_ExceptionMatches(state->malformed) || PyErr_ExceptionMatches(state->violation)) {
		object = fetched();
	}
	return object;
}

PyObject *extract_every(native_state *state, PyObject *text, const struct options *options) {
	struct options every = *options;
	struct workspace *w;
	PyObject *list, *value, *object;

	every.widened = every.widening.all = 1;
	if (ensure_engine() || !(w = workspace_take(state)))
		return NULL;
	prepare(w, text, JB_EXTRACT, &every, 1);
	list = PyList_New(0);
	for (Py_ssize_t tried = 0; list; tried++) {
		int resting = 0;
		if (check_signals(&resting) || ensure_engine()) {
			Py_CLEAR(list);
			if (resting)
				PyGC_Enable();
			break;
		}
		enum outcome outcome = next(state, w, text, tried, &value);
		if (outcome == NO_MORE)
			break;
		object = outcome == FAILED ? NULL : shown(state, w, text, &every, outcome, value);
		if (!object || PyList_Append(list, object))
			Py_CLEAR(list);
		Py_XDECREF(object);
	}
	if (w->job.session)
		jsonbeacon_release(&w->job);
	workspace_give_back(state, w);
	return list;
}

PyObject *repair(native_state *state, PyObject *text, const struct options *options) {
	struct workspace *w;
	PyObject *value = NULL, *repaired = NULL;

	if (ensure_engine() || !(w = workspace_take(state)))
		return NULL;
	prepare(w, text, JB_REPAIR, options, 1);
	w->job.widening = &options->widening;
	enum outcome outcome = run(state, w, text, &value);
	if (outcome == REFUSED)
		raise_fault(state, &w->job, text);
	if (value)
		repaired = repaired_new(state, &w->job, w->edits, text, value);
	Py_XDECREF(value);
	if (w->job.session)
		jsonbeacon_release(&w->job);
	workspace_give_back(state, w);
	return repaired;
}
