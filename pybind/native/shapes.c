#include "shapes.h"

enum { SHAPE_SLOTS = 256, SMALLEST_SHAPE = 2, LARGEST_SHAPE = 64 };

struct shape {
	uint64_t signature;
	PyObject *template; /* NULL: this shape was seen once */
	PyObject **keys;    /* what template holds, in order; the objects themselves are compared */
	Py_ssize_t count;
};

struct shape_cache {
	struct shape slots[SHAPE_SLOTS];
};

struct shape_cache *shape_cache_new(void) { return PyMem_RawCalloc(1, sizeof(struct shape_cache)); }

static void shape_forget(struct shape *shape) {
	struct shape old = *shape;
	*shape = (struct shape){ 0 };
	Py_XDECREF(old.template);
	PyMem_Free(old.keys);
}

void shape_cache_free(struct shape_cache *cache) {
	if (!cache)
		return;
	for (int i = 0; i < SHAPE_SLOTS; i++)
		shape_forget(&cache->slots[i]);
	PyMem_RawFree(cache);
}

int shape_cache_traverse(struct shape_cache *cache, visitproc visit, void *arg) {
	for (int i = 0; cache && i < SHAPE_SLOTS; i++)
		Py_VISIT(cache->slots[i].template);
	return 0;
}

static PyObject *dict_plain(PyObject *const *members, Py_ssize_t n) {
	PyObject *dict = dict_new(n);
	if (UNLIKELY(!dict))
		return NULL;
	for (Py_ssize_t i = 0; i < n; i++)
		if (UNLIKELY(dict_set(dict, members[2 * i], members[2 * i + 1]) < 0))
			goto fail;
	if (UNLIKELY(PyDict_GET_SIZE(dict) != n))
		goto fail;
	for (Py_ssize_t i = 0; i < 2 * n; i++)
		Py_DECREF(members[i]);
	return dict;
fail:
	Py_DECREF(dict);
	return NULL;
}

#ifdef FILLS_DICT_TABLES
/* 0: a key that nobody else holds, so it was not met before, nor was the shape. */
static inline uint64_t signature_of(PyObject *const *members, Py_ssize_t n) {
	uint64_t signature = (uint64_t)n;
	for (Py_ssize_t i = 0; i < n; i++) {
		if (Py_REFCNT(members[2 * i]) == 1)
			return 0;
		signature = (signature ^ (uintptr_t)members[2 * i] >> 4) * 0x9E3779B97F4A7C15u;
	}
	return signature | 1;
}

static inline int same_keys(const struct shape *shape, PyObject *const *members, Py_ssize_t n) {
	if (shape->count != n)
		return 0;
	for (Py_ssize_t i = 0; i < n; i++)
		if (shape->keys[i] != members[2 * i])
			return 0;
	return 1;
}

/* On its second sighting. Without memory for it there is no template, and no error. */
static void make_template(struct shape *shape, PyObject *const *members, Py_ssize_t n) {
	PyObject **keys = PyMem_Malloc((size_t)n * sizeof *keys), *template = keys ? PyDict_New() : NULL, *copy = NULL;
	if (!template)
		goto fail;
	for (Py_ssize_t i = 0; i < n; i++) {
		keys[i] = members[2 * i]; /* the template keeps it alive */
		if (PyDict_SetItem(template, keys[i], Py_None) < 0)
			goto fail;
	}
	/* Seen in a copy, since copies are what will be written to. */
	if (!(copy = PyDict_Copy(template)) || !dict_is_plain_table(copy, n))
		goto fail;
	Py_DECREF(copy);
	shape->template = template;
	shape->keys = keys;
	shape->count = n;
	return;
fail:
	PyErr_Clear();
	Py_XDECREF(copy);
	Py_XDECREF(template);
	PyMem_Free(keys);
}

PyObject *dict_from_members(struct shape_cache *cache, PyObject *const *members, Py_ssize_t n) {
	if (n < SMALLEST_SHAPE || n > LARGEST_SHAPE)
		return dict_plain(members, n);
	uint64_t signature = signature_of(members, n);
	if (!signature)
		return dict_plain(members, n);
	struct shape *shape = &cache->slots[(signature >> 40) & (SHAPE_SLOTS - 1)];
	if (LIKELY(shape->signature == signature && same_keys(shape, members, n))) {
		PyObject *dict = PyDict_Copy(shape->template);
		if (UNLIKELY(!dict))
			return NULL;
		if (LIKELY(dict_is_plain_table(dict, n))) {
			dict_fill(dict, members + 1, n, 2);
			for (Py_ssize_t i = 0; i < n; i++)
				Py_DECREF(members[2 * i]); /* the copy has its own */
			return dict;
		}
		Py_DECREF(dict);
		return dict_plain(members, n);
	}
	if (shape->signature == signature && !shape->template) {
		make_template(shape, members, n);
	} else if (shape->signature != signature) {
		shape_forget(shape);
		shape->signature = signature;
	}
	return dict_plain(members, n);
}
#else
/* Through the public API a copy has to be filled key by key, and then gains nothing. */
PyObject *dict_from_members(struct shape_cache *cache, PyObject *const *members, Py_ssize_t n) {
	(void)cache;
	return dict_plain(members, n);
}
#endif
