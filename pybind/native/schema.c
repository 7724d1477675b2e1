/* Schemas: compiled JSON Schemas, which the engine checks on the text itself, and all others, which
 * are called with the value. */
#include "docs.h"
#include "workspace.h"
#include <stdlib.h>

enum { CHECKED_WITHOUT_GIL_FROM = 1 << 14 /* characters */ };

typedef struct {
	PyObject_HEAD
	PyObject *request; /* str: what it is compiled from, again after a fork */
	int64_t id;        /* the engine's */
	unsigned long epoch;
} Schema;

int resolve_schema(native_state *state, struct options *options) {
	if (!state->resolve) {
		PyErr_SetString(PyExc_RuntimeError, "jsonbeacon._native has not been configured");
		return -1;
	}
	Py_XSETREF(options->resolved,
		PyObject_CallFunctionObjArgs(state->resolve, options->schema, options->formats ? Py_True : Py_False,
			options->registry ? options->registry : Py_None, NULL));
	return options->resolved ? 0 : -1;
}

/* What the engine handed over, as a str; nothing, where it had no memory for it. */
static PyObject *taken(char *json, int64_t length) {
	PyObject *string = json ? PyUnicode_DecodeUTF8(json, (Py_ssize_t)length, "strict") : PyErr_NoMemory();
	free(json);
	return string;
}

static int defect(void) {
	PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine panicked; please report it");
	return -1;
}

/* Compiles the schema, unless this runtime has done so; -1 with an exception. */
static int compiled(Schema *self) {
	char *json = NULL;
	int64_t length;
	Py_ssize_t n;
	const char *request;

	if (ensure_engine())
		return -1;
	if (LIKELY(self->id > 0 && self->epoch == jsonbeacon_epoch()))
		return 0;
	if (!(request = PyUnicode_AsUTF8AndSize(self->request, &n)))
		return -1;
	self->epoch = jsonbeacon_epoch();
	self->id = jsonbeacon_schema_compile((void *)request, n, &json, &length);
	if (self->id > 0)
		return 0;
	if (self->id < 0)
		return defect();
	PyObject *fault = taken(json, length);
	if (fault)
		PyErr_SetObject(PyExc_ValueError, fault);
	Py_XDECREF(fault);
	return -1;
}

int64_t schema_number(native_state *state, const struct options *options) {
	if (!options->resolved)
		return 0;
	if (Py_IS_TYPE(options->resolved, state->schema))
		return compiled((Schema *)options->resolved) ? -1 : ((Schema *)options->resolved)->id;
	PyErr_SetString(PyExc_TypeError,
		"the schema of a column must be a JSON Schema (dict, bool or text): others take Python objects, which a "
		"column has none of. A pydantic model has its model_json_schema().");
	return -1;
}

/* Checks text[start:end]: 0 with *violations set to a str, or NULL where there are none, or to an
 * empty one where checking takes too many steps; -1 with an exception. */
static int check(Schema *self, struct poll *poll, const void *text, int64_t length, int32_t width, int64_t start,
	int64_t end, PyObject **violations) {
	*violations = NULL;
	for (;;) {
		char *json = NULL;
		int64_t n = 0;
		int32_t verdict;

		if (compiled(self))
			return -1;
		if (end - start >= CHECKED_WITHOUT_GIL_FROM)
			poll->without_gil = PyEval_SaveThread();
		verdict =
			jsonbeacon_validate(self->id, (void *)text, length, width, start, end, poll_interrupted, poll, &json, &n);
		if (poll->without_gil) {
			PyEval_RestoreThread(poll->without_gil);
			poll->without_gil = NULL;
		}
		switch (verdict) {
		case JB_VALID:
			return 0;
		case JB_INVALID:
			return (*violations = taken(json, n)) ? 0 : -1;
		case JB_OVERLOAD:
			return (*violations = PyUnicode_FromStringAndSize(NULL, 0)) ? 0 : -1;
		case JB_CHECK_INTERRUPTED:
			PyErr_SetInterrupt();
			if (PyErr_CheckSignals())
				return -1;
			break;
		case JB_NO_SCHEMA:
			self->id = 0;
			break;
		default:
			return defect();
		}
	}
}

/* Whether the exception that is set says something of the value. */
static int is_verdict(void) {
	return PyErr_ExceptionMatches(PyExc_Exception) && !PyErr_ExceptionMatches(PyExc_MemoryError);
}

/* The exception that is set, as an object whose traceback is its own. */
static PyObject *caught(void) {
	PyObject *type, *error, *traceback;
	PyErr_Fetch(&type, &error, &traceback);
	PyErr_NormalizeException(&type, &error, &traceback);
	if (traceback && error)
		PyException_SetTraceback(error, traceback);
	Py_XDECREF(type);
	Py_XDECREF(traceback);
	return error;
}

/* Raises for what a schema raised or found. */
static void refuse(native_state *state, const jsonbeacon_job *job, PyObject *cause, PyObject *text, PyObject *value) {
	PyObject *changed, *result = NULL;

	changed = job->value_text == job->text
		? Py_NewRef(Py_None)
		: PyUnicode_FromKindAndData(job->value_width, job->value_text, (Py_ssize_t)job->value_length);
	if (changed)
		result = PyObject_CallFunction(state->refuse, "OOOLLOs#", cause, value, text, (long long)job->start,
			(long long)job->end, changed, job->edits, (Py_ssize_t)job->edits_length);
	Py_XDECREF(changed);
	if (result)
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: a refusal has not been raised");
	Py_XDECREF(result);
}

PyObject *checked(
	native_state *state, struct workspace *w, const struct options *options, PyObject *text, PyObject *value) {
	const jsonbeacon_job *job = &w->job;
	PyObject *resolved = options->resolved, *result = NULL, *cause = NULL;

	if (Py_IS_TYPE(resolved, state->schema)) {
		int own = job->value_text == job->text;
		if (!check((Schema *)resolved, &w->poll, job->value_text, own ? job->length : job->value_length,
				job->value_width, own ? job->start : 0, own ? job->end : job->value_length, &cause) &&
			LIKELY(!cause))
			return value;
	} else if (UNLIKELY(!(result = PyObject_CallOneArg(resolved, value))) && is_verdict()) {
		cause = caught();
	}
	if (UNLIKELY(cause)) {
		refuse(state, job, cause, text, value);
		Py_DECREF(cause);
	}
	Py_DECREF(value);
	return result;
}

/* ---- The type ---- */

static PyObject *schema_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
	PyObject *request;
	Schema *self;
	if (kwargs || !PyArg_ParseTuple(args, "U:Schema", &request))
		return NULL;
	if (!(self = (Schema *)type->tp_alloc(type, 0)))
		return NULL;
	self->request = Py_NewRef(request);
	if (compiled(self))
		Py_CLEAR(self);
	return (PyObject *)self;
}

static void schema_dealloc(Schema *self) {
	PyTypeObject *type = Py_TYPE(self);
	if (self->id > 0 && !jsonbeacon_ensure() && self->epoch == jsonbeacon_epoch())
		jsonbeacon_schema_release(self->id);
	Py_XDECREF(self->request);
	type->tp_free(self);
	Py_DECREF(type);
}

static PyObject *schema_validate(Schema *self, PyObject *text) {
	struct poll poll = { 0 };
	PyObject *violations;
	if (!PyUnicode_Check(text)) {
		PyErr_SetString(PyExc_TypeError, "text must be str");
		return NULL;
	}
#if PY_VERSION_HEX < 0x030C0000
	if (PyUnicode_READY(text))
		return NULL;
#endif
	Py_ssize_t n = PyUnicode_GET_LENGTH(text);
	if (check(self, &poll, PyUnicode_DATA(text), n, (int32_t)PyUnicode_KIND(text), 0, n, &violations))
		return NULL;
	return violations ? violations : Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
	{ "validate", (PyCFunction)schema_validate, METH_O, schema_validate_doc },
	{ NULL },
};

static PyType_Slot slots[] = {
	{ Py_tp_doc, (void *)schema_doc },
	{ Py_tp_new, schema_new },
	{ Py_tp_dealloc, schema_dealloc },
	{ Py_tp_methods, methods },
	{ 0, NULL },
};

PyType_Spec schema_spec = {
	.name = "jsonbeacon._native.Schema",
	.basicsize = sizeof(Schema),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
	.slots = slots,
};
