/* Columns of texts from objects with Arrow's PyCapsule interface. */
#ifndef JSONBEACON_SOURCE_H
#define JSONBEACON_SOURCE_H
#include "native.h" /* first: Python.h is to be the first header of a file */

#include "arrow.h"

#define ARROW_SCHEMA "arrow_schema"
#define ARROW_ARRAY "arrow_array"
#define ARROW_STREAM "arrow_array_stream"

/* What a producer frees may be Python's: no exception is set meanwhile. */
#define WITHOUT_EXCEPTION(free)                                                                                        \
	do {                                                                                                               \
		PyObject *type, *error, *traceback;                                                                            \
		PyErr_Fetch(&type, &error, &traceback);                                                                        \
		free;                                                                                                          \
		PyErr_Restore(type, error, traceback);                                                                         \
	} while (0)

/* Takes the texts of each array as it comes; -1 with an exception. */
struct reading {
	struct layout layout;
	int (*take)(struct reading *, jsonbeacon_texts *);
};
int read_source(PyObject *source, struct reading *reading);

/* ---- types.c ---- */

/* The type of an object with __arrow_c_schema__ as nested tuples. */
PyObject *describe_type(PyObject *module, PyObject *source);
/* The type that a tuple of types in preorder is, NULL for None. 0, or -1 with an exception. */
int type_from(PyObject *list, struct column_type **out);
#endif
