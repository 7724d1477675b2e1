/* The texts of an Arrow column as Python objects. */
#include "source.h"

struct rows {
	struct reading reading; /* first: it is handed back */
	PyObject *list;
};

static int is_set(const void *bitmap, int64_t i) { return !bitmap || ((const uint8_t *)bitmap)[i >> 3] >> (i & 7) & 1; }

static int64_t index_at(const jsonbeacon_texts *texts, int64_t i) {
	switch (texts->index_width) {
	case 1:
		return ((const uint8_t *)texts->indices)[i];
	case 2:
		return ((const uint16_t *)texts->indices)[i];
	case 4:
		return ((const uint32_t *)texts->indices)[i];
	default:
		return ((const int64_t *)texts->indices)[i];
	}
}

static int64_t offset_at(const jsonbeacon_texts *texts, int64_t i) {
	return texts->layout == JB_OFFSETS_32 ? ((const int32_t *)texts->offsets)[i] : ((const int64_t *)texts->offsets)[i];
}

static PyObject *corrupt(int64_t row) {
	PyErr_Format(PyExc_ValueError, "the Arrow array is corrupt: row %lld", (long long)row);
	return NULL;
}

/* A str, or, where the bytes are no UTF-8, bytes, which are an error of that row. */
static PyObject *text_from(const char *p, int64_t n) {
	PyObject *text = PyUnicode_DecodeUTF8(p, (Py_ssize_t)n, "strict");
	if (text || !PyErr_ExceptionMatches(PyExc_UnicodeDecodeError))
		return text;
	PyErr_Clear();
	return PyBytes_FromStringAndSize(p, (Py_ssize_t)n);
}

/* A view is a length, and the bytes, or a buffer and a place in it. */
static PyObject *viewed(const jsonbeacon_texts *texts, int64_t row) {
	enum { INLINE = 12 };
	const int32_t *view = (const int32_t *)texts->offsets + 4 * row;
	int64_t n = view[0], buffer = view[2], start = view[3];

	if (n >= 0 && n <= INLINE)
		return text_from((const char *)(view + 1), n);
	if (n < 0 || buffer < 0 || buffer >= texts->buffer_count || start < 0 || start + n > texts->sizes[buffer])
		return corrupt(row);
	return text_from((const char *)texts->buffers[buffer] + start, n);
}

static PyObject *row_of(const jsonbeacon_texts *texts, int64_t row) {
	int64_t i = row + texts->offset, start, end;

	if (texts->layout == JB_NO_TEXTS || !is_set(texts->outer, row + texts->outer_offset) || !is_set(texts->validity, i))
		return Py_NewRef(Py_None);
	if (texts->dictionary) {
		int64_t index = index_at(texts, i);
		return index < 0 || index >= texts->dictionary->length ? corrupt(row) : row_of(texts->dictionary, index);
	}
	if (texts->layout == JB_VIEWS)
		return viewed(texts, i);
	start = offset_at(texts, i);
	end = offset_at(texts, i + 1);
	/* Where the last text ends, the data does. */
	if (start < 0 || start > end || end > offset_at(texts, texts->offset + texts->length))
		return corrupt(row);
	return text_from((const char *)texts->data + start, end - start);
}

static int take(struct reading *reading, jsonbeacon_texts *texts) {
	PyObject *list = ((struct rows *)reading)->list;
	for (int64_t row = 0; row < texts->length; row++) {
		PyObject *text = row_of(texts, row);
		int failed = !text || PyList_Append(list, text);
		Py_XDECREF(text);
		if (failed)
			return -1;
	}
	return 0;
}

PyObject *column_texts(PyObject *module, PyObject *source) {
	struct rows rows = { .reading.take = take, .list = PyList_New(0) };
	(void)module;
	if (rows.list && read_source(source, &rows.reading))
		Py_CLEAR(rows.list);
	return rows.list;
}
