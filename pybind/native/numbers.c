/* Integers beyond 64 bits. */
#include "numbers.h"

/* Up to here CPython's own reading is quick, and its limit on digits cannot be lower than 640. A
 * longer one is turned into hexadecimal by the engine, in subquadratic time; there the limit does
 * not apply. */
enum { CPYTHON_DIGITS = 600 };

static int interrupted(void *unused) {
	(void)unused;
	return PyOS_InterruptOccurred();
}

PyObject *big_integer(const void *text, int width, Py_ssize_t offset, Py_ssize_t n, int *status) {
	char room[CPYTHON_DIGITS + 1], *digits = n <= CPYTHON_DIGITS ? room : PyMem_Malloc((size_t)n + 1);
	PyObject *integer = NULL;
	int64_t length = n;
	int base = 10;

	if (!digits)
		return PyErr_NoMemory();
	for (Py_ssize_t i = 0; i < n; i++)
		digits[i] = (char)PyUnicode_READ(width, text, offset + i);
	if (n > CPYTHON_DIGITS) {
		base = 16;
		length = jsonbeacon_decimal_to_hex(digits, n, interrupted, NULL);
	}
	if (length == -1) {
		*status = NUMBER_INTERRUPTED;
	} else if (length < 0 || length > n) {
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine could not read an integer");
	} else {
		digits[length] = 0;
		integer = PyLong_FromString(digits, NULL, base);
	}
	if (digits != room)
		PyMem_Free(digits);
	return integer;
}
