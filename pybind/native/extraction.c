/* Extraction and Repaired are written in Python, with __slots__. Running an __init__ would cost more
 * than most extractions, so their slots are filled from here. */
#include "native.h"
#include <structmember.h>

static const char *const extraction_fields[EXTRACTION_FIELDS] = {
	[FIELD_VALUE] = "value",
	[FIELD_SOURCE] = "source",
	[FIELD_START] = "start",
	[FIELD_END] = "end",
	[FIELD_CANDIDATES] = "candidates",
	[FIELD_REPAIRS] = "_edits",
	[FIELD_TRUNCATED] = "truncated",
	[FIELD_TEXT] = "_text",
	[FIELD_CHANGED] = "_changed",
};

static const char *const repaired_fields[REPAIRED_FIELDS] = {
	[REPAIRED_VALUE] = "value",
	[REPAIRED_TEXT] = "text",
	[REPAIRED_REPAIRS] = "_edits",
	[REPAIRED_TRUNCATED] = "truncated",
	[REPAIRED_START] = "_start",
};

int extraction_init(native_state *state) {
	static const char *const sources[] = {
		[JB_SOURCE_WHOLE] = "whole", [JB_SOURCE_FENCE] = "fence", [JB_SOURCE_INLINE] = "inline", [JB_SOURCE_TAG] = "tag"
	};
	for (int i = 0; i < 4; i++)
		if (!(state->sources[i] = PyUnicode_InternFromString(sources[i])))
			return -1;
	return (state->empty_tuple = PyTuple_New(0)) ? 0 : -1;
}

Py_ssize_t slot_offset(PyObject *class, const char *name) {
	Py_ssize_t offset = -1;
	PyObject *descriptor = PyObject_GetAttrString(class, name);
	if (!descriptor)
		return -1;
	if (Py_IS_TYPE(descriptor, &PyMemberDescr_Type)) {
		PyMemberDef *member = ((PyMemberDescrObject *)descriptor)->d_member;
		if (member->type == T_OBJECT_EX)
			offset = member->offset;
	}
	Py_DECREF(descriptor);
	if (offset < 0)
		PyErr_Format(PyExc_TypeError, "%R has no slot '%s'", class, name);
	return offset;
}

/* Finds where the class keeps its fields. */
static int record_configure(struct record *record, PyObject *class, const char *const *fields, int n) {
	Py_ssize_t offsets[MOST_FIELDS];

	if (!PyType_Check(class)) {
		PyErr_SetString(PyExc_TypeError, "a record must be a class");
		return -1;
	}
	for (int i = 0; i < n; i++)
		if ((offsets[i] = slot_offset(class, fields[i])) < 0)
			return -1;
	memcpy(record->slots, offsets, sizeof offsets);
	Py_XSETREF(record->class, (PyTypeObject *)Py_NewRef(class));
	return 0;
}

int extraction_configure(native_state *state, PyObject *class) {
	return record_configure(&state->extraction, class, extraction_fields, EXTRACTION_FIELDS);
}

/* A new object with these values, which are taken; NULL where one of them is. */
static PyObject *record_new(const struct record *record, PyObject *const *values, int n) {
	PyObject *object = record->class->tp_alloc(record->class, 0);
	int complete = object != NULL;

	for (int i = 0; i < n; i++)
		complete &= values[i] != NULL;
	for (int i = 0; i < n; i++) {
		if (complete)
			*(PyObject **)((char *)object + record->slots[i]) = values[i];
		else
			Py_XDECREF(values[i]);
	}
	if (!complete)
		Py_CLEAR(object);
	return object;
}

/* The text of a value that an option has changed. */
static PyObject *changed(const jsonbeacon_job *job) {
	if (LIKELY(job->value_text == job->text))
		return Py_NewRef(Py_None);
	return PyUnicode_FromKindAndData(job->value_width, job->value_text, (Py_ssize_t)job->value_length);
}

PyObject *extraction_new(
	native_state *state, const jsonbeacon_job *job, PyObject *edits, PyObject *text, PyObject *value) {
	if (!state->extraction.class) {
		PyErr_SetString(PyExc_RuntimeError, "jsonbeacon._native has not been configured");
		return NULL;
	}
	if (job->source < JB_SOURCE_WHOLE || job->source > JB_SOURCE_TAG) {
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine named an unknown source");
		return NULL;
	}
	PyObject *values[EXTRACTION_FIELDS] = {
		[FIELD_VALUE] = Py_NewRef(value),
		[FIELD_SOURCE] = Py_NewRef(state->sources[job->source]),
		[FIELD_START] = PyLong_FromLongLong(job->start),
		[FIELD_END] = PyLong_FromLongLong(job->end),
		[FIELD_CANDIDATES] = PyLong_FromLongLong(job->candidates),
		[FIELD_REPAIRS] = Py_NewRef(edits ? edits : state->empty_tuple),
		[FIELD_TRUNCATED] = PyBool_FromLong(job->truncated),
		[FIELD_TEXT] = Py_NewRef(text),
		[FIELD_CHANGED] = changed(job),
	};
	return record_new(&state->extraction, values, EXTRACTION_FIELDS);
}

/* Few programs repair: the class is imported when it is needed. */
static int load_repaired(native_state *state) {
	if (!state->load_repaired) {
		PyErr_SetString(PyExc_RuntimeError, "jsonbeacon._native has not been configured");
		return -1;
	}
	PyObject *class = PyObject_CallNoArgs(state->load_repaired);
	int status = class ? record_configure(&state->repaired, class, repaired_fields, REPAIRED_FIELDS) : -1;
	Py_XDECREF(class);
	return status;
}

PyObject *repaired_new(
	native_state *state, const jsonbeacon_job *job, PyObject *edits, PyObject *text, PyObject *value) {
	if (!state->repaired.class && load_repaired(state))
		return NULL;
	PyObject *values[REPAIRED_FIELDS] = {
		[REPAIRED_VALUE] = Py_NewRef(value),
		[REPAIRED_TEXT] = job->value_text == job->text
			? PyUnicode_Substring(text, (Py_ssize_t)job->start, (Py_ssize_t)job->end)
			: changed(job),
		[REPAIRED_REPAIRS] = Py_NewRef(edits ? edits : state->empty_tuple),
		[REPAIRED_TRUNCATED] = PyBool_FromLong(job->truncated),
		[REPAIRED_START] = PyLong_FromLongLong(job->start),
	};
	return record_new(&state->repaired, values, REPAIRED_FIELDS);
}
