/* Spans of the text as str objects, each of the narrowest kind that holds it, as CPython demands.
 * Inline, with the text's width a constant wherever build.c calls. */
#ifndef JSONBEACON_STRINGS_H
#define JSONBEACON_STRINGS_H
#include "build.h"
#include <string.h>

static inline uint64_t load64(const void *p) {
	uint64_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline uint32_t load32(const void *p) {
	uint32_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

/* memcpy without the call, which for a few bytes costs more than they do. */
static inline void copy_bytes(char *to, const char *from, size_t n) {
	if (n >= 16) {
		if (n > 64) {
			memcpy(to, from, n);
			return;
		}
		for (size_t i = 0; i + 16 <= n; i += 16)
			memcpy(to + i, from + i, 16);
		memcpy(to + n - 16, from + n - 16, 16);
	} else if (n >= 8) {
		uint64_t a = load64(from), b = load64(from + n - 8);
		memcpy(to, &a, 8);
		memcpy(to + n - 8, &b, 8);
	} else if (n >= 4) {
		uint32_t a = load32(from), b = load32(from + n - 4);
		memcpy(to, &a, 4);
		memcpy(to + n - 4, &b, 4);
	} else if (n) {
		to[0] = from[0];
		to[n >> 1] = from[n >> 1];
		to[n - 1] = from[n - 1];
	}
}

static inline PyObject *ascii_string(const char *s, Py_ssize_t n) {
	PyObject *string = PyUnicode_New(n, 127);
	if (LIKELY(string))
		copy_bytes((char *)PyUnicode_1BYTE_DATA(string), s, (size_t)n);
	return string;
}

/* The largest code point of a kind, from the OR of a string's code points. */
static inline Py_UCS4 widest(Py_UCS4 bits) {
	return bits < 0x80 ? 0x7F : bits < 0x100 ? 0xFF : bits < 0x10000 ? 0xFFFF : 0x10FFFF;
}

static inline PyObject *string_from_ucs1(const Py_UCS1 *s, Py_ssize_t n) {
	uint64_t bits = 0;
	Py_ssize_t i = 0;
	for (; i + 8 <= n; i += 8)
		bits |= load64(s + i);
	for (; i < n; i++)
		bits |= s[i];
	if (!(bits & 0x8080808080808080u))
		return ascii_string((const char *)s, n);
	PyObject *string = PyUnicode_New(n, 0xFF);
	if (LIKELY(string))
		copy_bytes((char *)PyUnicode_1BYTE_DATA(string), (const char *)s, (size_t)n);
	return string;
}

static inline PyObject *string_from_ucs2(const Py_UCS2 *s, Py_ssize_t n) {
	Py_UCS2 bits = 0;
	for (Py_ssize_t i = 0; i < n; i++)
		bits |= s[i];
	PyObject *string = PyUnicode_New(n, widest(bits));
	if (UNLIKELY(!string))
		return NULL;
	if (bits < 0x100) {
		Py_UCS1 *to = PyUnicode_1BYTE_DATA(string);
		for (Py_ssize_t i = 0; i < n; i++)
			to[i] = (Py_UCS1)s[i];
	} else {
		copy_bytes((char *)PyUnicode_2BYTE_DATA(string), (const char *)s, (size_t)n * sizeof *s);
	}
	return string;
}

static inline PyObject *string_from_ucs4(const Py_UCS4 *s, Py_ssize_t n) {
	Py_UCS4 bits = 0;
	for (Py_ssize_t i = 0; i < n; i++)
		bits |= s[i];
	PyObject *string = PyUnicode_New(n, widest(bits));
	if (UNLIKELY(!string))
		return NULL;
	if (bits < 0x100) {
		Py_UCS1 *to = PyUnicode_1BYTE_DATA(string);
		for (Py_ssize_t i = 0; i < n; i++)
			to[i] = (Py_UCS1)s[i];
	} else if (bits < 0x10000) {
		Py_UCS2 *to = PyUnicode_2BYTE_DATA(string);
		for (Py_ssize_t i = 0; i < n; i++)
			to[i] = (Py_UCS2)s[i];
	} else {
		copy_bytes((char *)PyUnicode_4BYTE_DATA(string), (const char *)s, (size_t)n * sizeof *s);
	}
	return string;
}

/* The n units of the text from offset on. */
static inline PyObject *string_span(const void *text, int width, Py_ssize_t offset, Py_ssize_t n) {
	if (width == 1)
		return string_from_ucs1((const Py_UCS1 *)text + offset, n);
	if (width == 2)
		return string_from_ucs2((const Py_UCS2 *)text + offset, n);
	return string_from_ucs4((const Py_UCS4 *)text + offset, n);
}

/* ---- strings.c ---- */
/* The same for a span with escapes, which the engine has found to be well-formed: length code points
 * when decoded, whose OR is bits. NULL with an exception, or with *status BUILD_INTERRUPTED. */
PyObject *string_escaped(
	struct builder *b, int width, Py_ssize_t offset, Py_ssize_t n, Py_ssize_t length, Py_UCS4 bits, enum built *status);
#endif
