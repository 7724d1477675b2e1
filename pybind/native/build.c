/* One pass over the tape, without recursion: it is in post-order, so a container closes over what lies
 * on top of the stack. The cyclic collector rests meanwhile: all it could look at is what is being
 * made, and in a large build it would look at that again and again. (No Python code runs either: a
 * collection could have run some.) */
#include "build.h"
#include "keys.h"
#include "numbers.h"
#include "shapes.h"
#include "strings.h"

static inline PyObject *list_of(PyObject *const *elements, Py_ssize_t n) {
	PyObject *list = PyList_New(n);
	if (LIKELY(list) && n) /* an empty list has no place to copy to */
		memcpy(((PyListObject *)list)->ob_item, elements, (size_t)n * sizeof *elements);
	return list;
}

/* Width and ascii are constants in each of the four calls below. */
__attribute__((always_inline)) static inline enum built walk(
	struct builder *b, const uint64_t *tape, const uint64_t *end, const int width, const int ascii) {
	native_state *state = b->state;
	const void *text = b->text;
	PyObject **top = b->top, *object;
	enum built result = BUILT;

	while (tape < end) {
		uint64_t word = *tape++;
		Py_ssize_t n = (Py_ssize_t)(word >> 4 & 0xFFFFFFF), offset = (Py_ssize_t)(word >> 32);
		switch (word & 15) {
		case JB_STRING:
			object = ascii ? ascii_string((const char *)text + offset, n) : string_span(text, width, offset, n);
			break;
		case JB_KEY:
			object = ascii ? ascii_key(state->keys, (const char *)text + offset, n)
						   : wide_key(state->keys, text, width, offset, n);
			break;
		case JB_INT:
			object = PyLong_FromLong((long)((int64_t)word >> 4));
			break;
		case JB_FLOAT: {
			double value;
			memcpy(&value, tape, sizeof value);
			tape += 3;
			object = PyFloat_FromDouble(value);
			break;
		}
		case JB_OBJECT:
			n = (Py_ssize_t)(word >> 4);
			object = dict_from_members(state->shapes, top - 2 * n, n);
			if (UNLIKELY(!object)) {
				result = PyErr_Occurred() ? BUILD_FAILED : BUILD_REPEATED_KEY;
				goto out;
			}
			top -= 2 * n;
			break;
		case JB_ARRAY:
			n = (Py_ssize_t)(word >> 4);
			object = list_of(top - n, n);
			if (LIKELY(object))
				top -= n;
			break;
		case JB_TRUE:
			object = Py_NewRef(Py_True);
			break;
		case JB_FALSE:
			object = Py_NewRef(Py_False);
			break;
		case JB_NULL:
			object = Py_NewRef(Py_None);
			break;
		case JB_STRING_ESC:
		case JB_KEY_ESC: {
			uint64_t decoded = *tape++;
			object = string_escaped(b, width, offset, n, (Py_ssize_t)(decoded >> 32), (Py_UCS4)decoded, &result);
			if (UNLIKELY(result == BUILD_INTERRUPTED))
				goto out;
			if ((word & 15) == JB_KEY_ESC)
				object = key_new(object);
			break;
		}
		case JB_INT64:
			object = PyLong_FromLongLong((int64_t)*tape++);
			break;
		case JB_UINT64:
			object = PyLong_FromUnsignedLongLong(*tape++);
			break;
		case JB_BIG:
			object = big_integer(b, offset, n, &result);
			if (UNLIKELY(result == BUILD_INTERRUPTED))
				goto out;
			break;
		default:
			PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine wrote an unknown word");
			object = NULL;
		}
		if (UNLIKELY(!object)) {
			result = BUILD_FAILED;
			break;
		}
		*top++ = object;
	}
out:
	b->top = top;
	return result;
}

static enum built walk_ascii(struct builder *b, const uint64_t *tape, const uint64_t *end) {
	return walk(b, tape, end, 1, 1);
}

static enum built walk_ucs1(struct builder *b, const uint64_t *tape, const uint64_t *end) {
	return walk(b, tape, end, 1, 0);
}

static enum built walk_ucs2(struct builder *b, const uint64_t *tape, const uint64_t *end) {
	return walk(b, tape, end, 2, 0);
}

static enum built walk_ucs4(struct builder *b, const uint64_t *tape, const uint64_t *end) {
	return walk(b, tape, end, 4, 0);
}

enum built build(struct builder *b, const uint64_t *tape, const uint64_t *end) {
	enum built result;

	b->collecting = PyGC_Disable();

	if (b->ascii)
		result = walk_ascii(b, tape, end);
	else if (b->width == 1)
		result = walk_ucs1(b, tape, end);
	else if (b->width == 2)
		result = walk_ucs2(b, tape, end);
	else
		result = walk_ucs4(b, tape, end);
	if (b->collecting)
		PyGC_Enable();
	return result;
}
