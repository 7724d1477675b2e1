#ifndef JSONBEACON_NUMBERS_H
#define JSONBEACON_NUMBERS_H
#include "build.h"

/* The integer, of any size, that n units of the text from offset on spell; NULL with an exception,
 * or, with *status BUILD_INTERRUPTED, because the user wants the program to stop. A long one is
 * worked out without the GIL. */
PyObject *big_integer(struct builder *b, Py_ssize_t offset, Py_ssize_t n, enum built *status);
#endif
