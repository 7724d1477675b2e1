/* Arrow types from Python: those of other libraries as tuples, and tuples as what a typed column has. */
#include "docs.h"
#include "source.h"

/* ---- Of other libraries ---- */

/* The value of a key in ArrowSchema.metadata: a new reference, None where there is none. */
static PyObject *metadata_of(const struct ArrowSchema *schema, const char *key) {
	const char *p = schema->metadata;
	int32_t pairs, lengths[2];

	if (!p)
		return Py_NewRef(Py_None);
	memcpy(&pairs, p, sizeof pairs);
	for (p += sizeof pairs; pairs > 0; pairs--) {
		const char *texts[2];
		for (int i = 0; i < 2; i++) {
			memcpy(&lengths[i], p, sizeof *lengths);
			texts[i] = p + sizeof *lengths;
			p = texts[i] + lengths[i];
		}
		if ((size_t)lengths[0] == strlen(key) && memcmp(texts[0], key, strlen(key)) == 0)
			return PyUnicode_DecodeUTF8(texts[1], lengths[1], "replace");
	}
	return Py_NewRef(Py_None);
}

/* (format, extension or None, name, nullable, has a dictionary, children) */
static PyObject *described(const struct ArrowSchema *schema) {
	PyObject *children, *extension;

	if (Py_EnterRecursiveCall(" in an Arrow type"))
		return NULL;
	children = PyTuple_New((Py_ssize_t)schema->n_children);
	for (int64_t i = 0; children && i < schema->n_children; i++) {
		PyObject *child = described(schema->children[i]);
		if (!child)
			Py_CLEAR(children);
		else
			PyTuple_SET_ITEM(children, (Py_ssize_t)i, child);
	}
	Py_LeaveRecursiveCall();
	if (!children)
		return NULL;
	if (!(extension = metadata_of(schema, "ARROW:extension:name"))) {
		Py_DECREF(children);
		return NULL;
	}
	return Py_BuildValue("(sNsOON)", schema->format, extension, schema->name ? schema->name : "",
		schema->flags & ARROW_FLAG_NULLABLE ? Py_True : Py_False, schema->dictionary ? Py_True : Py_False, children);
}

PyObject *describe_type(PyObject *module, PyObject *source) {
	PyObject *capsule = PyObject_CallMethod(source, "__arrow_c_schema__", NULL), *result = NULL;
	struct ArrowSchema *schema = capsule ? PyCapsule_GetPointer(capsule, ARROW_SCHEMA) : NULL;
	(void)module;
	if (schema && !schema->release)
		PyErr_SetString(PyExc_ValueError, "the Arrow schema has been used");
	else if (schema)
		result = described(schema);
	WITHOUT_EXCEPTION(Py_XDECREF(capsule));
	return result;
}

/* ---- For a column ---- */

static int32_t kind_of(const char *format, int json) {
	for (int32_t kind = 0; kind < JB_TYPES; kind++)
		if (strcmp(arrow_kinds[kind].format, format) == 0 && arrow_kinds[kind].json == json)
			return kind;
	return -1;
}

/* Whether all children that are announced are there, and no type is left. */
static int complete(const jsonbeacon_type *types, int64_t n) {
	int64_t due = 1;
	for (int64_t i = 0; i < n; i++) {
		due += types[i].children - 1;
		if (types[i].children < 0 || (due <= 0 && i + 1 < n))
			return 0;
	}
	return due == 0;
}

/* One of (format, JSON, name, nullable, how many children); the texts are borrowed. */
static int read_type(PyObject *tuple, jsonbeacon_type *type) {
	int json, nullable, children, precision = 0, scale = 0, end = 0;

	if (!PyArg_ParseTuple(tuple, "spspi", &type->format, &json, &type->name, &nullable, &children))
		return -1;
	if (sscanf(type->format, "d:%2d,%2d%n", &precision, &scale, &end) == 2 && !type->format[end])
		type->kind = JB_TYPE_DECIMAL;
	else
		type->kind = kind_of(type->format, json);
	type->nullable = nullable;
	type->precision = precision;
	type->scale = scale;
	type->children = children;
	if (type->kind >= 0)
		return 0;
	PyErr_Format(PyExc_TypeError, "a column cannot have the Arrow type '%s'", type->format);
	return -1;
}

/* Puts a text where there is room, and moves the room behind it. */
static void keep(const char **text, char **room) {
	size_t length = strlen(*text) + 1;
	*text = memcpy(*room, *text, length);
	*room += length;
}

int type_from(PyObject *list, struct column_type **out) {
	struct column_type *type;
	Py_ssize_t n;
	size_t texts = 0;

	*out = NULL;
	if (list == Py_None)
		return 0;
	if (!PyTuple_Check(list) || !(n = PyTuple_GET_SIZE(list))) {
		PyErr_SetString(PyExc_TypeError, "a column's type must be a tuple of types");
		return -1;
	}
	for (Py_ssize_t i = 0; i < n; i++) {
		jsonbeacon_type each;
		if (read_type(PyTuple_GET_ITEM(list, i), &each))
			return -1;
		texts += strlen(each.name) + strlen(each.format) + 2;
	}
	if (!(type = type_new(n, texts))) {
		PyErr_NoMemory();
		return -1;
	}
	char *room = type_texts(type);
	for (Py_ssize_t i = 0; i < n; i++) {
		jsonbeacon_type *each = &type_list(type)[i];
		if (read_type(PyTuple_GET_ITEM(list, i), each)) {
			type_release(type);
			return -1;
		}
		keep(&each->name, &room);
		keep(&each->format, &room);
	}
	if (!complete(type_list(type), n)) {
		type_release(type);
		PyErr_SetString(PyExc_TypeError, "a column's type has not the types in it that it is to have");
		return -1;
	}
	*out = type;
	return 0;
}
