/* jsonbeacon._native: the documented functions themselves, no Python frame around them, and what the
 * Python package needs of the engine beside. No Go is in this library, and a reset of the engine in
 * a forked child touches nothing here. */
#include "docs.h"
#include "keys.h"
#include "native.h"
#include "pieces.h"
#include "shapes.h"
#include "source.h"
#include "stream.h"
#include "workspace.h"

extern PyMethodDef *const gopy_functions; /* gopy.c */

#define STATE(module) ((native_state *)PyModule_GetState(module))
#define FASTCALL METH_FASTCALL | METH_KEYWORDS
#define FUNCTION(f) ((PyCFunction)(void (*)(void))(f))

/* A documented function: its arguments read, its text taken, what it does done. */
__attribute__((always_inline)) static inline PyObject *apply(PyObject *module, const struct function *f,
	PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames, int level,
	PyObject *(*function)(native_state *, PyObject *, const struct options *)) {
	native_state *state = STATE(module);
	struct options options = DEFAULT_OPTIONS;
	PyObject *argument, *text, *value = NULL;

	options.widening.repair = level;
	if (LIKELY(!read_arguments(state, f, args, nargs, kwnames, &argument, &options)) &&
		LIKELY((text = text_of(state, f->name, argument)) != NULL)) {
		if (LIKELY(!options.schema) || !resolve_schema(state, &options))
			value = function(state, text, &options);
		Py_DECREF(text);
	}
	clear_options(&options);
	return value;
}

static PyObject *extract_json(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "extract_json", ALL_OPTIONS };
	return apply(module, &f, args, nargs, kwnames, JB_REPAIR_OFF, extract);
}

static PyObject *extract_json_detailed(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "extract_json_detailed", ALL_OPTIONS & WITHOUT(OPTION_REQUIRED) };
	return apply(module, &f, args, nargs, kwnames, JB_REPAIR_OFF, extract_detailed);
}

static PyObject *extract_all(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "extract_all",
		ALL_OPTIONS & WITHOUT(OPTION_SELECT) & WITHOUT(OPTION_KIND) & WITHOUT(OPTION_REQUIRED) &
			WITHOUT(OPTION_FALLTHROUGH) };
	return apply(module, &f, args, nargs, kwnames, JB_REPAIR_OFF, extract_every);
}

static PyObject *repair_json(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "repair_json", 1u << OPTION_LEVEL };
	return apply(module, &f, args, nargs, kwnames, JB_REPAIR_ALL, repair);
}

static PyObject *parse_json(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "parse_json", 0 };
	return apply(module, &f, args, nargs, kwnames, JB_REPAIR_OFF, parse);
}

static PyObject *configure(PyObject *module, PyObject *args, PyObject *kwargs) {
	static char *names[] = { "malformed", "not_found", "multiple", "violation", "resolve", "refuse", "load_repaired",
		"extraction", NULL };
	native_state *state = STATE(module);
	PyObject *malformed, *not_found, *multiple, *violation, *resolve, *refuse, *load_repaired, *extraction;

	if (!PyArg_ParseTupleAndKeywords(args, kwargs, "$OOOOOOOO:configure", names, &malformed, &not_found, &multiple,
			&violation, &resolve, &refuse, &load_repaired, &extraction) ||
		extraction_configure(state, extraction))
		return NULL;
	Py_XSETREF(state->malformed, Py_NewRef(malformed));
	Py_XSETREF(state->not_found, Py_NewRef(not_found));
	Py_XSETREF(state->multiple, Py_NewRef(multiple));
	Py_XSETREF(state->violation, Py_NewRef(violation));
	Py_XSETREF(state->resolve, Py_NewRef(resolve));
	Py_XSETREF(state->refuse, Py_NewRef(refuse));
	Py_XSETREF(state->load_repaired, Py_NewRef(load_repaired));
	Py_RETURN_NONE;
}

static PyObject *configure_stream(PyObject *module, PyObject *classes) {
	return events_configure(STATE(module), classes) ? NULL : Py_NewRef(Py_None);
}

static PyObject *explain_error(PyObject *module, PyObject *const *args, Py_ssize_t nargs) {
	if (nargs == 4)
		return explain(STATE(module), args[0], args[1], args[2], args[3]);
	PyErr_Format(PyExc_TypeError, "explain() takes 4 positional arguments but %zd were given", nargs);
	return NULL;
}

static PyObject *column(PyObject *module, PyObject *args) {
	const struct options *options;
	PyObject *extractor, *source, *type, *result;
	int threads;
	if (!PyArg_ParseTuple(args, "OOiO:extract_column", &extractor, &source, &threads, &type))
		return NULL;
	if (!(options = extractor_options(extractor))) {
		PyErr_SetString(PyExc_TypeError, "extract_column() takes an Extractor");
		return NULL;
	}
	Py_INCREF(extractor);
	result = extract_column(STATE(module), source, options, threads, type);
	Py_DECREF(extractor);
	return result;
}

static PyObject *epoch(PyObject *module, PyObject *unused) {
	(void)module, (void)unused;
	return PyLong_FromUnsignedLong(jsonbeacon_epoch());
}

#ifdef JSONBEACON_PUBLIC_API
#define INTERNALS Py_False
#else
#define INTERNALS Py_True
#endif

static PyObject *about(PyObject *module, PyObject *unused) {
	(void)module, (void)unused;
	return Py_BuildValue("{sOsOsksz}", "internals", INTERNALS, "running", jsonbeacon_running() ? Py_True : Py_False,
		"epoch", jsonbeacon_epoch(), "fork_fault", jsonbeacon_fork_fault());
}

/* Of the package's own: they say that they are jsonbeacon's, so pickle finds them there. */
static PyMethodDef documented[] = {
	{ "extract_json", FUNCTION(extract_json), FASTCALL, extract_json_doc },
	{ "extract_json_detailed", FUNCTION(extract_json_detailed), FASTCALL, extract_json_detailed_doc },
	{ "extract_all", FUNCTION(extract_all), FASTCALL, extract_all_doc },
	{ "parse_json", FUNCTION(parse_json), FASTCALL, parse_json_doc },
	{ "repair_json", FUNCTION(repair_json), FASTCALL, repair_json_doc },
	{ NULL },
};

static PyMethodDef internal[] = {
	{ "configure", FUNCTION(configure), METH_VARARGS | METH_KEYWORDS, configure_doc },
	{ "configure_stream", configure_stream, METH_O, configure_stream_doc },
	{ "explain", FUNCTION(explain_error), METH_FASTCALL, explain_doc },
	{ "column_texts", column_texts, METH_O, column_texts_doc },
	{ "describe_type", describe_type, METH_O, describe_type_doc },
	{ "extract_column", column, METH_VARARGS, extract_column_doc },
	{ "epoch", epoch, METH_NOARGS, epoch_doc },
	{ "about", about, METH_NOARGS, about_doc },
	{ NULL },
};

static int add_documented(PyObject *module) {
	PyObject *package = PyUnicode_InternFromString("jsonbeacon");
	for (PyMethodDef *m = documented; package && m->ml_name; m++) {
		PyObject *function = PyCFunction_NewEx(m, module, package);
		if (!function || PyModule_AddObjectRef(module, m->ml_name, function))
			Py_CLEAR(package);
		Py_XDECREF(function);
	}
	Py_XDECREF(package);
	return package ? 0 : -1;
}

/* Gives the type, borrowed, or NULL. */
static PyObject *add_type(PyObject *module, PyType_Spec *spec, const char *name) {
	PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
	int failed = !type || PyModule_AddObjectRef(module, name, type);
	Py_XDECREF(type);
	return failed ? NULL : type;
}

static int add_types(PyObject *module) {
	native_state *state = STATE(module);
	PyObject *events = add_type(module, &events_spec, "Events"), *schema = add_type(module, &schema_spec, "Schema");
	PyObject *column = add_type(module, &column_spec, "Column");
	state->events = (PyTypeObject *)Py_XNewRef(events);
	state->schema = (PyTypeObject *)Py_XNewRef(schema);
	state->column = (PyTypeObject *)Py_XNewRef(column);
	if (!events || !schema || !column || !add_type(module, &extractor_spec, "Extractor") ||
		!add_type(module, &stream_spec, "Stream") || !add_type(module, &batch_spec, "Batch"))
		return -1;
	return 0;
}

static int native_exec(PyObject *module) {
	native_state *state = STATE(module);

	state->module = module;
	if (names_init(state) || extraction_init(state))
		return -1;
	state->malformed = Py_NewRef(PyExc_ValueError); /* until configure() is called */
	state->not_found = Py_NewRef(PyExc_ValueError);
	state->multiple = Py_NewRef(PyExc_ValueError);
	state->violation = Py_NewRef(PyExc_ValueError);
	state->keys = key_cache_new();
	state->shapes = shape_cache_new();
	if (!state->keys || !state->shapes) {
		PyErr_NoMemory();
		return -1;
	}
	if (add_documented(module) || add_types(module))
		return -1;
	return PyModule_AddFunctions(module, gopy_functions);
}

static int native_traverse(PyObject *module, visitproc visit, void *arg) {
	native_state *state = STATE(module);
	Py_VISIT(state->malformed);
	Py_VISIT(state->not_found);
	Py_VISIT(state->multiple);
	Py_VISIT(state->violation);
	Py_VISIT(state->resolve);
	Py_VISIT(state->refuse);
	Py_VISIT(state->load_repaired);
	Py_VISIT(state->schema);
	Py_VISIT(state->column);
	Py_VISIT(state->extraction.class);
	Py_VISIT(state->repaired.class);
	Py_VISIT(state->events);
	Py_VISIT(state->event_classes);
	return shape_cache_traverse(state->shapes, visit, arg);
}

/* What can be part of a cycle. */
static int native_clear(PyObject *module) {
	native_state *state = STATE(module);
	Py_CLEAR(state->malformed);
	Py_CLEAR(state->not_found);
	Py_CLEAR(state->multiple);
	Py_CLEAR(state->violation);
	Py_CLEAR(state->resolve);
	Py_CLEAR(state->refuse);
	Py_CLEAR(state->load_repaired);
	Py_CLEAR(state->schema);
	Py_CLEAR(state->column);
	Py_CLEAR(state->extraction.class);
	Py_CLEAR(state->repaired.class);
	Py_CLEAR(state->events);
	Py_CLEAR(state->event_classes);
	return 0;
}

static void native_free(void *module) {
	native_state *state = STATE((PyObject *)module);
	native_clear(module);
	Py_CLEAR(state->text_name);
	Py_CLEAR(state->int_from_bytes);
	for (int i = 0; i < OPTION_COUNT; i++) {
		Py_CLEAR(state->option_names[i]);
		for (int j = 0; j < MOST_CHOICES; j++)
			Py_CLEAR(state->choices[i][j]);
	}
	for (int i = 0; i < 4; i++)
		Py_CLEAR(state->sources[i]);
	for (int i = 0; i < MOST_CAUSES; i++)
		Py_CLEAR(state->causes[i]);
	Py_CLEAR(state->empty_tuple);
	Py_CLEAR(state->codes);
	Py_CLEAR(state->reasons);
	key_cache_free(state->keys);
	shape_cache_free(state->shapes);
	PyMem_RawFree(state->records);
	if (state->spare_events)
		PyObject_GC_Del(state->spare_events);
	workspaces_free(state);
	idle_pieces_free(state);
}

static PyModuleDef_Slot slots[] = {
	{ Py_mod_exec, native_exec },
#if PY_VERSION_HEX >= 0x030C0000
	{ Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED },
#endif
	{ 0, NULL },
};

struct PyModuleDef native_module = {
	PyModuleDef_HEAD_INIT,
	.m_name = "jsonbeacon._native",
	.m_size = sizeof(native_state),
	.m_methods = internal,
	.m_slots = slots,
	.m_traverse = native_traverse,
	.m_clear = native_clear,
	.m_free = native_free,
};

native_state *state_of_type(PyTypeObject *type) {
	PyObject *bases = type->tp_mro; /* PyType_GetModuleByDef is of 3.11 */
	for (Py_ssize_t i = 0; bases && i < PyTuple_GET_SIZE(bases); i++) {
		PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(bases, i);
		if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE))
			continue;
		PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
		if (module && PyModule_Check(module) && PyModule_GetDef(module) == &native_module)
			return STATE(module);
	}
	PyErr_SetString(PyExc_SystemError, "jsonbeacon: a class of another module");
	return NULL;
}

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&native_module); }
