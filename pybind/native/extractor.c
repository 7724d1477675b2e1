/* Extractor: the options of extract_json, read once. The Python package derives its class from it. */
#include "native.h"
#include "docs.h"
#include <structmember.h>

typedef struct {
	PyObject_HEAD
	PyObject *schema; /* None: none */
	PyObject *select, *kind;
	char required;
	struct options options; /* the same for C; schema is borrowed from above */
} Extractor;

static PyObject *extractor_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
	static const struct function f = { "Extractor", OPTION_COUNT };
	native_state *state = state_of_type(type);
	struct options options = DEFAULT_OPTIONS;
	PyObject *name, *value;
	Py_ssize_t i = 0;

	if (!state)
		return NULL;
	if (PyTuple_GET_SIZE(args)) {
		PyErr_Format(
			PyExc_TypeError, "Extractor() takes 0 positional arguments but %zd were given", PyTuple_GET_SIZE(args));
		return NULL;
	}
	while (kwargs && PyDict_Next(kwargs, &i, &name, &value))
		if (set_option(state, &f, name, value, &options))
			return NULL;
	Extractor *self = (Extractor *)type->tp_alloc(type, 0);
	if (!self)
		return NULL;
	self->options = options;
	self->schema = Py_NewRef(options.schema ? options.schema : Py_None);
	self->select = Py_NewRef(state->choices[OPTION_SELECT][options.select]);
	self->kind = Py_NewRef(state->choices[OPTION_KIND][options.kind]);
	self->required = (char)options.required;
	return (PyObject *)self;
}

static int extractor_traverse(Extractor *self, visitproc visit, void *arg) {
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(self->schema);
	return 0;
}

static int extractor_clear(Extractor *self) {
	self->options.schema = NULL;
	Py_CLEAR(self->schema);
	return 0;
}

static void extractor_dealloc(Extractor *self) {
	PyTypeObject *type = Py_TYPE(self);
	PyObject_GC_UnTrack(self);
	extractor_clear(self);
	Py_XDECREF(self->select);
	Py_XDECREF(self->kind);
	type->tp_free(self);
	Py_DECREF(type);
}

typedef PyObject *(*extraction_function)(native_state *, PyObject *, const struct options *);

static PyObject *apply(Extractor *self, PyTypeObject *class, const struct function *f, PyObject *const *args,
	Py_ssize_t nargs, PyObject *kwnames, extraction_function function) {
	native_state *state = PyType_GetModuleState(class);
	struct options none, options = self->options;
	PyObject *argument, *text, *schema, *result;

	if (read_arguments(state, f, args, nargs, kwnames, &argument, &none) || !(text = text_of(state, f->name, argument)))
		return NULL;
	schema = Py_XNewRef(options.schema); /* the check may let go of this object */
	result = function(state, text, &options);
	Py_XDECREF(schema);
	Py_DECREF(text);
	return result;
}

static PyObject *extractor_extract(
	Extractor *self, PyTypeObject *class, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "extract", 0 };
	return apply(self, class, &f, args, nargs, kwnames, extract);
}

static PyObject *extractor_detailed(
	Extractor *self, PyTypeObject *class, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "detailed", 0 };
	return apply(self, class, &f, args, nargs, kwnames, extract_detailed);
}

/* For pickle and copy: the object is made anew from its options. */
static PyObject *extractor_getnewargs(Extractor *self, PyObject *unused) {
	(void)unused;
	return Py_BuildValue("(){s:O,s:O,s:O,s:O}", "schema", self->schema, "select", self->select, "kind", self->kind,
		"required", self->required ? Py_True : Py_False);
}

static PyMethodDef methods[] = {
	{ "extract", (PyCFunction)(void (*)(void))extractor_extract, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
		extractor_extract_doc },
	{ "detailed", (PyCFunction)(void (*)(void))extractor_detailed, METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
		extractor_detailed_doc },
	{ "__getnewargs_ex__", (PyCFunction)extractor_getnewargs, METH_NOARGS, NULL },
	{ NULL },
};

static PyMemberDef members[] = {
	{ "schema", T_OBJECT_EX, offsetof(Extractor, schema), READONLY, NULL },
	{ "select", T_OBJECT_EX, offsetof(Extractor, select), READONLY, NULL },
	{ "kind", T_OBJECT_EX, offsetof(Extractor, kind), READONLY, NULL },
	{ "required", T_BOOL, offsetof(Extractor, required), READONLY, NULL },
	{ NULL },
};

static PyType_Slot slots[] = {
	{ Py_tp_doc, (void *)extractor_doc },
	{ Py_tp_new, extractor_new },
	{ Py_tp_traverse, extractor_traverse },
	{ Py_tp_clear, extractor_clear },
	{ Py_tp_dealloc, extractor_dealloc },
	{ Py_tp_methods, methods },
	{ Py_tp_members, members },
	{ 0, NULL },
};

PyType_Spec extractor_spec = {
	.name = "jsonbeacon._native.Extractor",
	.basicsize = sizeof(Extractor),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
	.slots = slots,
};
