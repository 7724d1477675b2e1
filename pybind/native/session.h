/* Calls with options that widen the strict default: several outcomes, tried in order. */
#ifndef JSONBEACON_SESSION_H
#define JSONBEACON_SESSION_H
#include "workspace.h"

/* The first outcome that is a value, and one that the schema takes; NULL with the first one's
 * exception, or without where there is nothing and nothing is required. */
PyObject *try_in_turn(native_state *state, struct workspace *w, PyObject *text, const struct options *options);
#endif
