/* Extractor: the options of extract_json, read once. The Python package derives its class from it. */
#include "native.h"
#include "docs.h"

typedef struct {
	PyObject_HEAD
	PyObject *schema, *registry; /* NULL: none */
	struct options options;      /* schema and registry are borrowed from above */
} Extractor;

static PyObject *extractor_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
	static const struct function f = { "Extractor", ALL_OPTIONS };
	native_state *state = state_of_type(type);
	struct options options = DEFAULT_OPTIONS;
	Extractor *self = NULL;
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
			goto out;
	if (options.schema && resolve_schema(state, &options))
		goto out;
	if ((self = (Extractor *)type->tp_alloc(type, 0))) {
		self->options = options;
		self->schema = Py_XNewRef(options.schema);
		self->registry = Py_XNewRef(options.registry);
		options.tags = options.resolved = NULL; /* are the object's now */
	}
out:
	clear_options(&options);
	return (PyObject *)self;
}

static int extractor_traverse(Extractor *self, visitproc visit, void *arg) {
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(self->schema);
	Py_VISIT(self->registry);
	Py_VISIT(self->options.resolved);
	return 0;
}

static int extractor_clear(Extractor *self) {
	self->options.schema = self->options.registry = NULL;
	Py_CLEAR(self->schema);
	Py_CLEAR(self->registry);
	Py_CLEAR(self->options.resolved);
	return 0;
}

static void extractor_dealloc(Extractor *self) {
	PyTypeObject *type = Py_TYPE(self);
	PyObject_GC_UnTrack(self);
	extractor_clear(self);
	clear_options(&self->options);
	type->tp_free(self);
	Py_DECREF(type);
}

const struct options *extractor_options(PyObject *object) {
	PyTypeObject *type = Py_TYPE(object);
	while (type && type->tp_dealloc != (destructor)extractor_dealloc)
		type = type->tp_base;
	return type ? &((Extractor *)object)->options : NULL;
}

typedef PyObject *(*extraction_function)(native_state *, PyObject *, const struct options *);

static PyObject *apply(Extractor *self, PyTypeObject *class, const struct function *f, PyObject *const *args,
	Py_ssize_t nargs, PyObject *kwnames, extraction_function function) {
	native_state *state = PyType_GetModuleState(class);
	struct options none = DEFAULT_OPTIONS, options = self->options;
	PyObject *argument, *text, *schema, *resolved, *tags, *result;

	if (read_arguments(state, f, args, nargs, kwnames, &argument, &none) || !(text = text_of(state, f->name, argument)))
		return NULL;
	schema = Py_XNewRef(options.schema); /* the check may let go of this object */
	resolved = Py_XNewRef(options.resolved);
	tags = Py_XNewRef(options.tags);
	result = function(state, text, &options);
	Py_XDECREF(tags);
	Py_XDECREF(resolved);
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

static PyObject *extractor_all(
	Extractor *self, PyTypeObject *class, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames) {
	static const struct function f = { "all", 0 };
	return apply(self, class, &f, args, nargs, kwnames, extract_every);
}

static PyObject *extractor_option(Extractor *self, void *option) {
	native_state *state = state_of_type(Py_TYPE(self));
	return state ? show_option(state, &self->options, (int)(intptr_t)option) : NULL;
}

/* For pickle and copy: the object is made anew from its options. */
static PyObject *extractor_getnewargs(Extractor *self, PyObject *unused) {
	native_state *state = state_of_type(Py_TYPE(self));
	PyObject *options = state ? PyDict_New() : NULL, *result;
	(void)unused;
	for (int i = 0; options && i < OPTION_LEVEL; i++) {
		PyObject *value = show_option(state, &self->options, i);
		if (!value || PyDict_SetItem(options, state->option_names[i], value))
			Py_CLEAR(options);
		Py_XDECREF(value);
	}
	if (!options)
		return NULL;
	result = Py_BuildValue("()O", options);
	Py_DECREF(options);
	return result;
}

#define METHOD(f) (PyCFunction)(void (*)(void))(f), METH_METHOD | METH_FASTCALL | METH_KEYWORDS

static PyMethodDef methods[] = {
	{ "extract", METHOD(extractor_extract), extractor_extract_doc },
	{ "detailed", METHOD(extractor_detailed), extractor_detailed_doc },
	{ "all", METHOD(extractor_all), extractor_all_doc },
	{ "__getnewargs_ex__", (PyCFunction)extractor_getnewargs, METH_NOARGS, NULL },
	{ NULL },
};

#define ATTRIBUTE(name, option) { name, (getter)extractor_option, NULL, NULL, (void *)(intptr_t)(option) }

static PyGetSetDef attributes[] = {
	ATTRIBUTE("schema", OPTION_SCHEMA),
	ATTRIBUTE("select", OPTION_SELECT),
	ATTRIBUTE("kind", OPTION_KIND),
	ATTRIBUTE("required", OPTION_REQUIRED),
	ATTRIBUTE("tags", OPTION_TAGS),
	ATTRIBUTE("reasoning", OPTION_REASONING),
	ATTRIBUTE("fallthrough", OPTION_FALLTHROUGH),
	ATTRIBUTE("repair", OPTION_REPAIR),
	ATTRIBUTE("invisible", OPTION_INVISIBLE),
	ATTRIBUTE("blank", OPTION_BLANK),
	ATTRIBUTE("sources", OPTION_SOURCES),
	ATTRIBUTE("max_length", OPTION_MAX_LENGTH),
	ATTRIBUTE("formats", OPTION_FORMATS),
	ATTRIBUTE("schema_registry", OPTION_SCHEMA_REGISTRY),
	{ NULL },
};

static PyType_Slot slots[] = {
	{ Py_tp_doc, (void *)extractor_doc },
	{ Py_tp_new, extractor_new },
	{ Py_tp_traverse, extractor_traverse },
	{ Py_tp_clear, extractor_clear },
	{ Py_tp_dealloc, extractor_dealloc },
	{ Py_tp_methods, methods },
	{ Py_tp_getset, attributes },
	{ 0, NULL },
};

PyType_Spec extractor_spec = {
	.name = "jsonbeacon._native.Extractor",
	.basicsize = sizeof(Extractor),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
	.slots = slots,
};
