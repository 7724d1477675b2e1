/* The engine's faults as Python exceptions.
 *
 * The classes are written in Python but have no __init__: their arguments are the facts, and what is
 * shown (message, line, column) is worked out when someone asks (explain). So raising one costs little
 * more than raising a ValueError. */
#include "native.h"

enum { NAME_ROOM = 64, MESSAGE_ROOM = 4096 };

typedef int32_t (*name_of)(int32_t, char *, size_t);

static PyObject *names(name_of get) {
	char name[NAME_ROOM];
	PyObject *list = PyList_New(0), *tuple;

	for (int32_t i = 0; list && get(i, name, sizeof name); i++) {
		PyObject *string = PyUnicode_InternFromString(name);
		if (!string || PyList_Append(list, string))
			Py_CLEAR(list);
		Py_XDECREF(string);
	}
	if (!list)
		return NULL;
	tuple = PyList_AsTuple(list);
	Py_DECREF(list);
	return tuple;
}

static int names_ready(native_state *state) {
	if (LIKELY(state->codes && state->reasons))
		return 0;
	if (ensure_engine())
		return -1;
	if (!state->codes && !(state->codes = names(jsonbeacon_code_name)))
		return -1;
	if (!state->reasons && !(state->reasons = names(jsonbeacon_reason_name)))
		return -1;
	return 0;
}

static PyObject *name_at(PyObject *table, int32_t i) {
	if (i >= 0 && i < PyTuple_GET_SIZE(table))
		return PyTuple_GET_ITEM(table, i);
	PyErr_Format(PyExc_SystemError, "jsonbeacon: the engine gave a code without a name: %d", (int)i);
	return NULL;
}

PyObject *code_name(native_state *state, int32_t code) {
	return names_ready(state) ? NULL : Py_XNewRef(name_at(state->codes, code));
}

/* Without a word on defects: raise_fault comes next and says it. */
int is_not_found(native_state *state, const jsonbeacon_job *job) {
	if (names_ready(state) || job->code < 0 || job->code >= PyTuple_GET_SIZE(state->codes)) {
		PyErr_Clear();
		return 0;
	}
	return PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(state->codes, job->code), "json.not_found") == 0;
}

static PyObject *place(int64_t offset) { return offset < 0 ? Py_NewRef(Py_None) : PyLong_FromLongLong(offset); }

struct fault {
	PyObject *class, *code, *reason, *text;
	int64_t position, start, end, related;
};

static void raise_facts(const struct fault *f) {
	enum { COUNT = 7 };
	PyObject *args[COUNT] = {
		Py_NewRef(f->code),
		Py_NewRef(f->text),
		place(f->position),
		place(f->start),
		place(f->end),
		place(f->related),
		Py_NewRef(f->reason),
	};
	int complete = 1;
	for (int i = 0; i < COUNT; i++)
		complete &= args[i] != NULL;
	PyObject *error = complete ? PyObject_Vectorcall(f->class, args, COUNT, NULL) : NULL;
	for (int i = 0; i < COUNT; i++)
		Py_XDECREF(args[i]);
	if (error) {
		PyErr_SetObject((PyObject *)Py_TYPE(error), error);
		Py_DECREF(error);
	}
}

void raise_fault(native_state *state, const jsonbeacon_job *job, PyObject *text) {
	struct fault f = {
		.text = text, .position = job->position, .start = job->start, .end = job->end, .related = job->related
	};

	if (names_ready(state) || !(f.code = name_at(state->codes, job->code)) ||
		!(f.reason = name_at(state->reasons, job->reason)))
		return;
	if (PyUnicode_CompareWithASCIIString(f.code, "json.not_found") == 0)
		f.class = state->not_found;
	else if (PyUnicode_CompareWithASCIIString(f.code, "extract_json.multiple_candidates") == 0)
		f.class = state->multiple;
	else
		f.class = state->malformed;
	raise_facts(&f);
}

/* Ill-formed bytes never reach the engine, which reads characters. */
void raise_invalid_utf8(native_state *state, PyObject *text, Py_ssize_t position) {
	struct fault f = { .class = state->malformed,
		.text = text,
		.position = position,
		.start = 0,
		.end = PyUnicode_GET_LENGTH(text),
		.related = -1 };

	f.code = PyUnicode_InternFromString("json.invalid_utf8");
	f.reason = PyUnicode_InternFromString("malformed");
	if (f.code && f.reason)
		raise_facts(&f);
	Py_XDECREF(f.code);
	Py_XDECREF(f.reason);
}

/* None is "no such place". */
static int read_place(PyObject *object, int64_t *offset) {
	*offset = -1;
	if (object == Py_None)
		return 0;
	*offset = PyLong_AsLongLong(object);
	return *offset == -1 && PyErr_Occurred() ? -1 : 0;
}

PyObject *fetched(void) {
	PyObject *type, *error, *traceback;
	PyErr_Fetch(&type, &error, &traceback);
	PyErr_NormalizeException(&type, &error, &traceback);
	if (traceback && error)
		PyException_SetTraceback(error, traceback);
	Py_XDECREF(type);
	Py_XDECREF(traceback);
	return error;
}

PyObject *explain(native_state *state, PyObject *text, PyObject *code, PyObject *position, PyObject *related) {
	char message[MESSAGE_ROOM];
	int64_t at, other, line = 0, column = 0;

	if (!PyUnicode_Check(text) || !PyUnicode_Check(code)) {
		PyErr_SetString(PyExc_TypeError, "explain() takes a text and a code, both str");
		return NULL;
	}
#if PY_VERSION_HEX < 0x030C0000
	if (PyUnicode_READY(text))
		return NULL;
#endif
	if (read_place(position, &at) || read_place(related, &other) || names_ready(state) || ensure_engine())
		return NULL;
	Py_ssize_t index = PySequence_Index(state->codes, code);
	if (index < 0)
		return NULL;
	int64_t n = jsonbeacon_explain(PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text), (int32_t)PyUnicode_KIND(text),
		(int32_t)index, at, other, message, sizeof message, &line, &column);
	if (n < 0 || n > MESSAGE_ROOM) {
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine could not explain an error");
		return NULL;
	}
	return Py_BuildValue("s#LL", message, (Py_ssize_t)n, (long long)line, (long long)column);
}
