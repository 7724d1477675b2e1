/* The text of a call as a str whose own buffer the engine reads. */
#include "native.h"

/* Characters in well-formed UTF-8: the bytes that do not continue one. */
static Py_ssize_t characters(const char *p, Py_ssize_t n) {
	Py_ssize_t count = 0;
	for (Py_ssize_t i = 0; i < n; i++)
		count += ((unsigned char)p[i] & 0xC0) != 0x80;
	return count;
}

/* In place of the UnicodeDecodeError that is set. */
static void refuse(native_state *state, const char *bytes, Py_ssize_t n) {
	PyObject *type, *error, *traceback, *text;
	Py_ssize_t bad = -1;

	if (!PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
		return;
	PyErr_Fetch(&type, &error, &traceback);
	PyErr_NormalizeException(&type, &error, &traceback);
	if (PyUnicodeDecodeError_GetStart(error, &bad))
		bad = -1;
	Py_XDECREF(type);
	Py_XDECREF(error);
	Py_XDECREF(traceback);
	if (bad < 0)
		return;
	/* Bytes that are no UTF-8 become lone surrogates, one each, so positions hold in this text. */
	if (!(text = PyUnicode_DecodeUTF8(bytes, n, "surrogateescape")))
		return;
	raise_invalid_utf8(state, text, characters(bytes, bad));
	Py_DECREF(text);
}

static PyObject *decode(native_state *state, const char *bytes, Py_ssize_t n) {
	PyObject *text = PyUnicode_DecodeUTF8(bytes, n, "strict");
	if (UNLIKELY(!text))
		refuse(state, bytes, n);
	return text;
}

/* A memoryview that skips bytes, such as view[::2]. */
static PyObject *decode_scattered(native_state *state, Py_buffer *buffer) {
	char *bytes = PyMem_Malloc((size_t)buffer->len + 1);
	PyObject *text = NULL;
	if (!bytes)
		return PyErr_NoMemory();
	if (PyBuffer_ToContiguous(bytes, buffer, buffer->len, 'C') == 0)
		text = decode(state, bytes, buffer->len);
	PyMem_Free(bytes);
	return text;
}

PyObject *text_of(native_state *state, const char *function, PyObject *argument) {
	if (LIKELY(PyUnicode_Check(argument))) {
#if PY_VERSION_HEX < 0x030C0000
		if (PyUnicode_READY(argument))
			return NULL;
#endif
		return Py_NewRef(argument);
	}
	if (!PyBytes_Check(argument) && !PyByteArray_Check(argument) && !PyMemoryView_Check(argument)) {
		PyErr_Format(PyExc_TypeError, "%s() argument 'text' must be str, bytes, bytearray or memoryview, not %.200s",
			function, Py_TYPE(argument)->tp_name);
		return NULL;
	}
	Py_buffer buffer;
	if (PyObject_GetBuffer(argument, &buffer, PyBUF_FULL_RO)) /* a released view is a ValueError, as everywhere */
		return NULL;
	PyObject *text = NULL;
	if (buffer.itemsize != 1)
		PyErr_Format(PyExc_TypeError, "%s() argument 'text' must be a memoryview of bytes, not of items of %zd bytes",
			function, buffer.itemsize);
	else if (PyBuffer_IsContiguous(&buffer, 'C'))
		text = decode(state, buffer.buf, buffer.len);
	else
		text = decode_scattered(state, &buffer);
	PyBuffer_Release(&buffer);
	return text;
}
