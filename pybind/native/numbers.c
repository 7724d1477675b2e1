/* Integers beyond 64 bits. */
#include "numbers.h"
#include "poll.h"

enum {
	/* Up to here CPython's own reading is quick, and its limit on digits cannot be lower than 640. A
	 * longer one is made binary by the engine, in subquadratic time; there the limit does not apply. */
	CPYTHON_DIGITS = 600,
	/* From here on others may run meanwhile: it takes a millisecond or more. */
	WITHOUT_GIL_DIGITS = 20000,
	PIECE = 1 << 20 /* digits copied before a look at whether to stop */
};

/* Copies the digits; -1 if interrupted. */
static int copy(struct builder *b, Py_ssize_t offset, Py_ssize_t n, char *digits) {
	for (Py_ssize_t i = 0; i < n;) {
		Py_ssize_t end = LIKELY(n - i <= PIECE) ? n : i + PIECE;
		for (; i < end; i++)
			digits[i] = (char)PyUnicode_READ(b->width, b->text, offset + i);
		if (UNLIKELY(end < n) && poll_interrupted(b->poll))
			return -1;
	}
	return 0;
}

/* Other threads run meanwhile, and may do to the collector what they like, so it is as it was. */
static int64_t convert(struct builder *b, char *digits, Py_ssize_t n) {
	int64_t length;
	if (n < WITHOUT_GIL_DIGITS)
		return jsonbeacon_decimal_to_bytes(digits, n, NULL, NULL);
	if (b->collecting)
		PyGC_Enable();
	b->poll->without_gil = PyEval_SaveThread();
	length = jsonbeacon_decimal_to_bytes(digits, n, poll_interrupted, b->poll);
	PyEval_RestoreThread(b->poll->without_gil);
	b->poll->without_gil = NULL;
	b->collecting = PyGC_Disable();
	return length;
}

static PyObject *from_bytes(native_state *state, const char *bytes, Py_ssize_t length, int negative) {
	PyObject *integer = PyObject_CallFunction(state->int_from_bytes, "y#s", bytes, length, "big");
	if (integer && negative)
		Py_SETREF(integer, PyNumber_Negative(integer));
	return integer;
}

PyObject *big_integer(struct builder *b, Py_ssize_t offset, Py_ssize_t n, enum built *status) {
	char room[CPYTHON_DIGITS + 1], *digits = n <= CPYTHON_DIGITS ? room : PyMem_Malloc((size_t)n + 1);
	PyObject *integer = NULL;

	if (!digits)
		return PyErr_NoMemory();
	int64_t length = copy(b, offset, n, digits);
	if (n <= CPYTHON_DIGITS) {
		digits[n] = 0;
		return PyLong_FromString(digits, NULL, 10);
	}
	int negative = digits[0] == '-';
	if (!length)
		length = convert(b, digits, n);
	if (length == -1)
		*status = BUILD_INTERRUPTED;
	else if (length < 0 || length > n)
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine could not read an integer");
	else
		integer = from_bytes(b->state, digits, (Py_ssize_t)length, negative);
	PyMem_Free(digits);
	return integer;
}
