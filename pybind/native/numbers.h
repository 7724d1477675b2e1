#ifndef JSONBEACON_NUMBERS_H
#define JSONBEACON_NUMBERS_H
#include "native.h"

enum { NUMBER_INTERRUPTED = 1 };

/* The integer, of any size, that n units of the text from offset on spell; NULL with an exception,
 * or, with *status NUMBER_INTERRUPTED, because the user wants the program to stop. */
PyObject *big_integer(const void *text, int width, Py_ssize_t offset, Py_ssize_t n, int *status);
#endif
