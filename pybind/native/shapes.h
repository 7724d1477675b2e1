/* Dicts from the members of an object. Objects with the same names in the same order repeat in real
 * JSON: from its second sighting on, such a shape has a template, and a new dict is one copy of its
 * table, without growth or probing, with the values written in. */
#ifndef JSONBEACON_SHAPES_H
#define JSONBEACON_SHAPES_H
#include "native.h"

struct shape_cache *shape_cache_new(void);
void shape_cache_free(struct shape_cache *);
int shape_cache_traverse(struct shape_cache *, visitproc visit, void *arg);

/* Takes the references of the n keys and values, which alternate in members. With NULL nothing is
 * taken; if no exception is set then, a key is there twice. */
PyObject *dict_from_members(struct shape_cache *cache, PyObject *const *members, Py_ssize_t n);
#endif
