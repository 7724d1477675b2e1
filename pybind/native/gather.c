/* The text of a stream, from chunks that are cut anywhere. The first is held as it is: a text that comes
 * in one chunk is never copied. */
#include "stream.h"

void gathered_init(struct gathered *text) {
	memset(text, 0, sizeof *text);
	text->width = 1;
	text->widest = 127;
	text->invalid = -1;
}

void gathered_clear(struct gathered *text) {
	PyMem_RawFree(text->units);
	Py_CLEAR(text->only);
	text->units = NULL;
	text->room = 0;
}

/* A loop for each pair of widths, of which the compiler makes one that takes many units at a time. */
static void copy_units(char *to, int width, const void *from, int from_width, Py_ssize_t n) {
	if (width == from_width) {
		memcpy(to, from, (size_t)n * (size_t)width);
	} else if (width == 2) {
		for (Py_ssize_t i = 0; i < n; i++)
			((Py_UCS2 *)to)[i] = ((const Py_UCS1 *)from)[i];
	} else if (from_width == 1) {
		for (Py_ssize_t i = 0; i < n; i++)
			((Py_UCS4 *)to)[i] = ((const Py_UCS1 *)from)[i];
	} else {
		for (Py_ssize_t i = 0; i < n; i++)
			((Py_UCS4 *)to)[i] = ((const Py_UCS2 *)from)[i];
	}
}

/* Makes room for n more units, of at least this width. */
static int reserve(struct gathered *text, Py_ssize_t n, int width) {
	if (n > PY_SSIZE_T_MAX / 16 - text->length) {
		PyErr_NoMemory();
		return -1;
	}
	Py_ssize_t needed = text->length + n, room = text->room;
	if (width < text->width)
		width = text->width;
	if (needed <= room && width == text->width)
		return 0;
	if (needed > room)
		room = needed + needed / 2 + 64;
	int anew = text->only || width != text->width;
	size_t size = ((size_t)room + 1) * (size_t)width;
	char *units = anew ? PyMem_RawMalloc(size) : PyMem_RawRealloc(text->units, size);
	if (!units) {
		PyErr_NoMemory();
		return -1;
	}
	if (anew) {
		copy_units(units, width, gathered_units(text), text->width, text->length);
		PyMem_RawFree(text->units);
		Py_CLEAR(text->only);
	}
	text->units = units;
	text->room = room;
	text->width = width;
	return 0;
}

static int append(struct gathered *text, PyObject *chunk) {
	Py_ssize_t n = PyUnicode_GET_LENGTH(chunk);
	int width = (int)PyUnicode_KIND(chunk);
	Py_UCS4 widest = PyUnicode_MAX_CHAR_VALUE(chunk);

	if (!n)
		return 0;
	if (!text->length && PyUnicode_CheckExact(chunk)) {
		text->only = Py_NewRef(chunk);
		text->length = n;
		text->width = width;
		text->widest = widest;
		return 0;
	}
	if (reserve(text, n, width))
		return -1;
	copy_units(text->units + text->length * text->width, text->width, PyUnicode_DATA(chunk), width, n);
	text->length += n;
	memset(text->units + text->length * text->width, 0, (size_t)text->width);
	if (widest > text->widest)
		text->widest = widest;
	return 0;
}

/* Appends what bytes stand for. From the first that are not UTF-8 on, these become lone surrogates,
 * one each, as in the text of the error that the whole will be. */
static int append_utf8(struct gathered *text, const char *bytes, Py_ssize_t n, int final) {
	Py_ssize_t consumed = n, *stateful = final ? NULL : &consumed;
	PyObject *chunk = NULL;

	if (text->invalid < 0) {
		chunk = PyUnicode_DecodeUTF8Stateful(bytes, n, "strict", stateful);
		if (!chunk) {
			PyObject *type, *error, *traceback;
			Py_ssize_t bad = 0;
			if (!PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
				return -1;
			PyErr_Fetch(&type, &error, &traceback);
			PyErr_NormalizeException(&type, &error, &traceback);
			int failed = PyUnicodeDecodeError_GetStart(error, &bad);
			Py_XDECREF(type);
			Py_XDECREF(error);
			Py_XDECREF(traceback);
			PyObject *good = failed ? NULL : PyUnicode_DecodeUTF8(bytes, bad, "strict");
			if (!good)
				return -1;
			text->invalid = text->length + PyUnicode_GET_LENGTH(good);
			Py_DECREF(good);
		}
	}
	if (!chunk && !(chunk = PyUnicode_DecodeUTF8Stateful(bytes, n, "surrogateescape", stateful))) {
		text->invalid = -1;
		return -1;
	}
	if (append(text, chunk)) {
		Py_DECREF(chunk);
		return -1;
	}
	Py_DECREF(chunk);
	text->pending_count = (int)(n - consumed);
	memmove(text->pending, bytes + consumed, (size_t)text->pending_count);
	return 0;
}

/* Bytes that do not continue the character that is pending. */
static int flush_pending(struct gathered *text) {
	unsigned char pending[4];
	memcpy(pending, text->pending, sizeof pending);
	return text->pending_count ? append_utf8(text, (const char *)pending, text->pending_count, 1) : 0;
}

static int gather_bytes(struct gathered *text, Py_buffer *buffer) {
	Py_ssize_t n = buffer->len + text->pending_count;
	int contiguous = PyBuffer_IsContiguous(buffer, 'C'), failed;

	if (contiguous && !text->pending_count)
		return append_utf8(text, buffer->buf, n, 0);
	char *bytes = PyMem_Malloc((size_t)n + 1);
	if (!bytes) {
		PyErr_NoMemory();
		return -1;
	}
	memcpy(bytes, text->pending, (size_t)text->pending_count);
	failed =
		PyBuffer_ToContiguous(bytes + text->pending_count, buffer, buffer->len, 'C') || append_utf8(text, bytes, n, 0);
	PyMem_Free(bytes);
	return failed ? -1 : 0;
}

int gather(struct gathered *text, PyObject *chunk) {
	Py_buffer buffer;
	int failed = -1;

	if (LIKELY(PyUnicode_Check(chunk))) {
#if PY_VERSION_HEX < 0x030C0000
		if (PyUnicode_READY(chunk))
			return -1;
#endif
		return (text->pending_count && PyUnicode_GET_LENGTH(chunk) && flush_pending(text)) || append(text, chunk) ? -1
																												  : 0;
	}
	if (!PyBytes_Check(chunk) && !PyByteArray_Check(chunk) && !PyMemoryView_Check(chunk)) {
		PyErr_Format(PyExc_TypeError, "feed() argument must be str, bytes, bytearray or memoryview, not %.200s",
			Py_TYPE(chunk)->tp_name);
		return -1;
	}
	if (PyObject_GetBuffer(chunk, &buffer, PyBUF_FULL_RO))
		return -1;
	if (buffer.itemsize != 1)
		PyErr_Format(PyExc_TypeError, "feed() argument must be a memoryview of bytes, not of items of %zd bytes",
			buffer.itemsize);
	else
		failed = gather_bytes(text, &buffer);
	PyBuffer_Release(&buffer);
	return failed;
}

PyObject *gathered_str(struct gathered *text) {
	if (flush_pending(text))
		return NULL;
	if (text->only)
		return Py_NewRef(text->only);
	PyObject *whole = PyUnicode_New(text->length, text->widest);
	if (whole && text->length)
		memcpy(PyUnicode_DATA(whole), text->units, (size_t)text->length * (size_t)text->width);
	return whole;
}
