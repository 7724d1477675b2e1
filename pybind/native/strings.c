/* Strings with escapes. */
#include "strings.h"

static inline Py_UCS4 hex_digit(Py_UCS4 c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; }

static inline Py_UCS4 hex4(const void *text, int width, Py_ssize_t i) {
	return hex_digit(PyUnicode_READ(width, text, i)) << 12 | hex_digit(PyUnicode_READ(width, text, i + 1)) << 8 |
	       hex_digit(PyUnicode_READ(width, text, i + 2)) << 4 | hex_digit(PyUnicode_READ(width, text, i + 3));
}

static inline Py_UCS4 short_escape(Py_UCS4 c) {
	switch (c) {
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	}
	return c; /* a quote, a backslash or a slash stands for itself */
}

__attribute__((always_inline)) static inline void decode(const void *text, int width, Py_ssize_t i, Py_ssize_t end,
                                                         void *to, int kind, Py_ssize_t room) {
	Py_ssize_t n = 0;
	while (i < end && n < room) {
		Py_UCS4 c = PyUnicode_READ(width, text, i);
		i++;
		if (c == '\\') {
			c = PyUnicode_READ(width, text, i);
			i++;
			if (c != 'u') {
				c = short_escape(c);
			} else {
				c = hex4(text, width, i);
				i += 4;
				if (Py_UNICODE_IS_HIGH_SURROGATE(c)) { /* the engine has seen to its low half */
					c = Py_UNICODE_JOIN_SURROGATES(c, hex4(text, width, i + 2));
					i += 6;
				}
			}
		}
		PyUnicode_WRITE(kind, to, n, c);
		n++;
	}
}

PyObject *string_escaped(const void *text, int width, Py_ssize_t offset, Py_ssize_t n, Py_ssize_t length,
                         Py_UCS4 bits) {
	PyObject *string = PyUnicode_New(length, widest(bits));
	if (!string || !length)
		return string;
	void *to = PyUnicode_DATA(string);
	int kind = (int)PyUnicode_KIND(string);
	if (width == 1 && kind == 1)
		decode(text, 1, offset, offset + n, to, 1, length);
	else
		decode(text, width, offset, offset + n, to, kind, length);
	return string;
}
