/* Strings with escapes, and very long ones. */
#include "strings.h"
#include "poll.h"

enum { PIECE = 1 << 20 }; /* units decoded before a look at whether to stop */

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

/* How far a decoding has come: units read, characters written. */
struct progress {
	Py_ssize_t read, written;
};

/* Each of the two below goes on to end, which may be inside an escape: then behind that. */

__attribute__((always_inline)) static inline void decode(
	const void *text, int width, Py_ssize_t end, void *to, int kind, Py_ssize_t room, struct progress *at) {
	Py_ssize_t i = at->read, n = at->written;
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
	*at = (struct progress){ i, n };
}

/* The top bit of each byte of a word that is a backslash; above the lowest one there can be others. */
static inline uint64_t backslashes(uint64_t word) {
	uint64_t x = word ^ 0x5C5C5C5C5C5C5C5Cu;
	return (x - 0x0101010101010101u) & ~x & 0x8080808080808080u;
}

/* The same from bytes to bytes, which most texts are: what lies between escapes is copied by the word. */
static void decode_bytes(
	const unsigned char *text, Py_ssize_t stop, unsigned char *string, Py_ssize_t room, struct progress *at) {
	const unsigned char *s = text + at->read, *end = text + stop;
	unsigned char *to = string + at->written, *limit = string + room;
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
			break;
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
	*at = (struct progress){ s - text, to - string };
}

PyObject *string_escaped(struct builder *b, int width, Py_ssize_t offset, Py_ssize_t n, Py_ssize_t length, Py_UCS4 bits,
	enum built *status) {
	PyObject *string = PyUnicode_New(length, widest(bits));
	if (!string || !length)
		return string;
	const char *text = (const char *)b->text + offset * width;
	void *to = PyUnicode_DATA(string);
	int kind = (int)PyUnicode_KIND(string);
	struct progress at = { 0, 0 };
	for (;;) {
		Py_ssize_t end = LIKELY(n - at.read <= PIECE) ? n : at.read + PIECE;
		if (length == n && kind == width) { /* no escapes: it is very long */
			Py_ssize_t from = at.read * width;
			memcpy((char *)to + from, text + from, (size_t)(end * width - from));
			at.read = at.written = end;
		} else if (width == 1 && kind == 1)
			decode_bytes((const Py_UCS1 *)text, end, to, length, &at);
		else
			decode(text, width, end, to, kind, length, &at);
		if (LIKELY(end == n))
			return string;
		if (poll_interrupted(b->poll)) {
			*status = BUILD_INTERRUPTED;
			Py_DECREF(string);
			return NULL;
		}
	}
}
