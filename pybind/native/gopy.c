/* The functions that pybindgen wrapped for gopy. Only their table is used: a second module, made in
 * a single phase as pybindgen does, would be refused by sub-interpreters. */
#pragma GCC diagnostic ignored "-Wcast-function-type" /* METH_KEYWORDS functions */
#include "pybind.c"

extern PyMethodDef *const gopy_functions;
PyMethodDef *const gopy_functions = _pybind_functions;
