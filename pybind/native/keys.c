#include "keys.h"

/* Room for the slots only: pages are touched as keys come. */
struct key_cache *key_cache_new(void) { return PyMem_RawCalloc(1, sizeof(struct key_cache)); }

void key_cache_free(struct key_cache *cache) {
	if (!cache)
		return;
	for (int i = 0; i < KEY_SLOTS; i++)
		Py_XDECREF(cache->ascii[i].key);
	for (int i = 0; i < WIDE_SLOTS; i++)
		Py_XDECREF(cache->wide[i].key);
	PyMem_RawFree(cache);
}

PyObject *key_new(PyObject *string) {
	if (LIKELY(string != NULL) && UNLIKELY(PyObject_Hash(string) == -1))
		Py_CLEAR(string);
	return string;
}

/* A key is kept from its second sighting on: those that come once would only drive out others. */
PyObject *ascii_key_miss(struct key_slot *slot, struct key_slot met, const char *s) {
	PyObject *old = slot->key;

	met.key = key_new(ascii_string(s, met.length));
	if (UNLIKELY(!met.key))
		return NULL;
	if (slot->seen != met.seen) {
		slot->seen = met.seen;
		return met.key;
	}
	*slot = met;
	Py_INCREF(met.key);
	Py_XDECREF(old);
	return met.key;
}

/* An ASCII name gets the object that ASCII texts get for it: same objects make same shapes. */
static PyObject *wide_key_miss(struct key_cache *cache, const void *text, int width, Py_ssize_t offset, Py_ssize_t n) {
	char narrow[LONGEST_WIDE_KEY];
	Py_UCS4 bits = 0;
	for (Py_ssize_t i = 0; i < n; i++) {
		Py_UCS4 c = PyUnicode_READ(width, text, offset + i);
		bits |= c;
		narrow[i] = (char)c;
	}
	return bits < 0x80 ? ascii_key(cache, narrow, n) : key_new(string_span(text, width, offset, n));
}

PyObject *wide_key(struct key_cache *cache, const void *text, int width, Py_ssize_t offset, Py_ssize_t n) {
	const char *raw = (const char *)text + offset * width;
	size_t size = (size_t)n * (size_t)width, i = 0;

	if ((size_t)n - 1 >= LONGEST_WIDE_KEY)
		return key_new(string_span(text, width, offset, n));
	uint64_t hash = size;
	for (; i + 8 <= size; i += 8)
		hash = ((hash << 5 | hash >> 59) ^ load64(raw + i)) * KEY_MULTIPLIER;
	for (; i < size; i++)
		hash = ((hash << 5 | hash >> 59) ^ (unsigned char)raw[i]) * KEY_MULTIPLIER;
	struct wide_slot *slot = &cache->wide[(hash >> 40) & (WIDE_SLOTS - 1)];
	if (LIKELY(slot->hash == hash && slot->width == width && slot->length == n && !memcmp(slot->raw, raw, size)))
		return Py_NewRef(slot->key);
	PyObject *key = wide_key_miss(cache, text, width, offset, n), *old = slot->key;
	if (UNLIKELY(!key))
		return NULL;
	slot->hash = hash;
	slot->width = width;
	slot->length = n;
	slot->key = Py_NewRef(key);
	memcpy(slot->raw, raw, size);
	Py_XDECREF(old);
	return key;
}
