/* Members' names that were met before: str objects with their hashes, found by their bytes. */
#ifndef JSONBEACON_KEYS_H
#define JSONBEACON_KEYS_H
#include "strings.h"

enum {
	KEY_SLOTS = 2048,
	LONGEST_KEY = 64, /* units; a longer one is made anew each time */
	WIDE_SLOTS = 512,
	LONGEST_WIDE_KEY = 32
};

/* An ASCII key. The first 8 and last 8 bytes are all of a short one; of a longer one, the rest is
 * compared with the object. */
struct key_slot {
	uint64_t head, tail;
	int32_t length;
	uint32_t seen; /* of the hash of the last key that was met here and not kept */
	PyObject *key;
};

/* A key of a text that is not ASCII, by its units as they stand there. */
struct wide_slot {
	uint64_t hash;
	Py_ssize_t length;
	int width;
	PyObject *key;
	char raw[LONGEST_WIDE_KEY * sizeof(Py_UCS4)];
};

struct key_cache {
	struct key_slot ascii[KEY_SLOTS];
	struct wide_slot wide[WIDE_SLOTS];
};

#define KEY_MULTIPLIER 0x9E3779B97F4A7C15u /* 2^64 / the golden ratio */

/* ---- keys.c ---- */
struct key_cache *key_cache_new(void);
void key_cache_free(struct key_cache *);
PyObject *key_new(PyObject *string); /* takes the reference, sees to the hash */
PyObject *ascii_key_miss(struct key_slot *slot, struct key_slot met, const char *s);
PyObject *wide_key(struct key_cache *cache, const void *text, int width, Py_ssize_t offset, Py_ssize_t n);

static inline PyObject *ascii_key(struct key_cache *cache, const char *s, Py_ssize_t n) {
	uint64_t head, tail = 0;
	if (UNLIKELY((size_t)n - 1 >= LONGEST_KEY))
		return key_new(ascii_string(s, n));
	if (n >= 8) {
		head = load64(s);
		tail = load64(s + n - 8);
	} else if (n >= 4) {
		head = (uint64_t)load32(s) << 32 | load32(s + n - 4);
	} else {
		head = (uint64_t)(unsigned char)s[0] | (uint64_t)(unsigned char)s[n >> 1] << 8 |
			(uint64_t)(unsigned char)s[n - 1] << 16;
	}
	uint64_t hash = (head ^ (tail << 7 | tail >> 57) ^ (uint64_t)n << 59) * KEY_MULTIPLIER;
	struct key_slot *slot = &cache->ascii[((hash ^ hash >> 32) >> 21) & (KEY_SLOTS - 1)];
	if (LIKELY(slot->head == head && slot->tail == tail && slot->length == n &&
			(n <= 16 || !memcmp((char *)PyUnicode_1BYTE_DATA(slot->key) + 8, s + 8, (size_t)n - 16))))
		return Py_NewRef(slot->key);
	return ascii_key_miss(slot, (struct key_slot){ head, tail, (int32_t)n, (uint32_t)(hash >> 32) | 1, NULL }, s);
}
#endif
