/* Columns of texts from objects with Arrow's PyCapsule interface. */
#ifndef JSONBEACON_SOURCE_H
#define JSONBEACON_SOURCE_H
#include "native.h" /* first: Python.h is to be the first header of a file */

#include "arrow.h"

#define ARROW_SCHEMA "arrow_schema"
#define ARROW_ARRAY "arrow_array"
#define ARROW_STREAM "arrow_array_stream"

/* Takes the texts of each array as it comes; -1 with an exception. */
struct reading {
	struct layout layout;
	int (*take)(struct reading *, jsonbeacon_texts *);
};
int read_source(PyObject *source, struct reading *reading);
#endif
