/* The one file that knows how CPython is made. Each thing here has a way through the public API,
 * which JSONBEACON_PUBLIC_API chooses, and which versions that are not known yet get. */
#ifndef JSONBEACON_INTERNALS_H
#define JSONBEACON_INTERNALS_H
#define PY_SSIZE_T_CLEAN
#include <patchlevel.h>

#if !defined(JSONBEACON_PUBLIC_API) && (PY_VERSION_HEX >= 0x030E0000 || defined(Py_GIL_DISABLED))
#define JSONBEACON_PUBLIC_API
#endif
#if !defined(JSONBEACON_PUBLIC_API) && PY_VERSION_HEX >= 0x030B0000
#define FILLS_DICT_TABLES 1
#define Py_BUILD_CORE_MODULE 1
#endif

#include <Python.h>

#ifdef FILLS_DICT_TABLES
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include "internal/pycore_dict.h"
#pragma GCC diagnostic pop
#endif

/* The hash of a str that has been asked for it before. */
static inline Py_hash_t known_hash(PyObject *string) {
#ifdef JSONBEACON_PUBLIC_API
	return PyObject_Hash(string);
#else
	return ((PyASCIIObject *)string)->hash;
#endif
}

/* A dict that will get n members. */
static inline PyObject *dict_new(Py_ssize_t n) {
#ifdef JSONBEACON_PUBLIC_API
	(void)n;
	return PyDict_New();
#else
	return n > 5 ? _PyDict_NewPresized(n) : PyDict_New();
#endif
}

static inline int dict_set(PyObject *dict, PyObject *key, PyObject *value) {
#ifdef JSONBEACON_PUBLIC_API
	return PyDict_SetItem(dict, key, value);
#else
	return _PyDict_SetItem_KnownHash(dict, key, value, known_hash(key));
#endif
}

#ifdef FILLS_DICT_TABLES
/* Whether dict's table is n entries in order, all with str keys, that belong to dict alone. */
static inline int dict_is_plain_table(PyObject *dict, Py_ssize_t n) {
	PyDictObject *d = (PyDictObject *)dict;
	return d->ma_values == NULL && DK_IS_UNICODE(d->ma_keys) && d->ma_keys->dk_nentries == n && d->ma_used == n;
}

/* Puts values where a copy of a template, unseen by anyone yet, holds None. Takes the n references;
 * step is the distance from one value to the next. */
static inline void dict_fill(PyObject *dict, PyObject *const *values, Py_ssize_t n, int step) {
	PyDictUnicodeEntry *entries = DK_UNICODE_ENTRIES(((PyDictObject *)dict)->ma_keys);
	int tracked = 0;
	for (Py_ssize_t i = 0; i < n; i++) {
		PyObject *value = values[i * step];
		entries[i].me_value = value;
		tracked |= PyType_IS_GC(Py_TYPE(value));
	}
#if PY_VERSION_HEX < 0x030C0000 /* from 3.12 on None is immortal */
	Py_SET_REFCNT(Py_None, Py_REFCNT(Py_None) - n);
#endif
	if (tracked)
		PyObject_GC_Track(dict);
}
#endif
#endif
