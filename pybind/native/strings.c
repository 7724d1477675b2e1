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

__attribute__((always_inline)) static inline void decode(
	const void *text, int width, Py_ssize_t i, Py_ssize_t end, void *to, int kind, Py_ssize_t room) {
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

/* The top bit of each byte of a word that is a backslash; above the lowest one there can be others. */
static inline uint64_t backslashes(uint64_t word) {
	uint64_t x = word ^ 0x5C5C5C5C5C5C5C5Cu;
	return (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
}

/* The same from bytes to bytes, which most texts are: what lies between escapes is copied by the word. */
static void decode_bytes(
	const unsigned char *s, const unsigned char *end, unsigned char *to, const unsigned char *limit) {
	while (s < end && to < limit) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
		while (end - s >= 8 && limit - to >= 8) {
			uint64_t word = load64(s), marks = backslashes(word);
			int n = marks ? __builtin_ctzll(marks) >> 3 : 8;
			memcpy(to, &word, 8);
			s += n;
			to += n;
			if (marks)
				break;
		}
		if (s == end || to == limit)
			return;
#endif
		if (*s != '\\') {
			*to++ = *s++;
		} else if (s[1] != 'u') {
			*to++ = (unsigned char)short_escape(s[1]);
			s += 2;
		} else {
			*to++ = (unsigned char)hex4(s, 1, 2);
			s += 6;
		}
	}
}

PyObject *string_escaped(
	const void *text, int width, Py_ssize_t offset, Py_ssize_t n, Py_ssize_t length, Py_UCS4 bits) {
	PyObject *string = PyUnicode_New(length, widest(bits));
	if (!string || !length)
		return string;
	void *to = PyUnicode_DATA(string);
	int kind = (int)PyUnicode_KIND(string);
	if (width == 1 && kind == 1)
		decode_bytes((const Py_UCS1 *)text + offset, (const Py_UCS1 *)text + offset + n, to, (Py_UCS1 *)to + length);
	else
		decode(text, width, offset, offset + n, to, kind, length);
	return string;
}
