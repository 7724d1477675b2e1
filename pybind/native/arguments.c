/* Arguments. This is on the path of every call, so names and choices are compared by pointer
 * first: those written in a program are interned, as ours are. */
#include "native.h"

struct option {
	const char *name;
	const char *choices[MOST_CHOICES + 1]; /* in the order of the engine's constants; none: no choice */
	int first;                             /* choices before it have no name */
	int or_none;                           /* None stands for choice 0 */
};

static const struct option table[OPTION_COUNT] = {
	[OPTION_SCHEMA] = { .name = "schema" },
	[OPTION_SELECT] = { "select", { "first", "last", "largest", "only" }, 0, 0 },
	[OPTION_KIND] = { "kind", { "auto", "object", "array", "any" }, 0, 0 },
	[OPTION_REQUIRED] = { .name = "required" },
	[OPTION_TAGS] = { .name = "tags" },
	[OPTION_REASONING] = { "reasoning", { "keep", "skip" }, 0, 0 },
	[OPTION_FALLTHROUGH] = { .name = "fallthrough" },
	[OPTION_REPAIR] = { "repair", { "", "syntax", "guess", "all" }, 1, 1 },
	[OPTION_INVISIBLE] = { "invisible", { "keep", "syntax", "strip" }, 0, 0 },
	[OPTION_BLANK] = { "blank", { "allow", "reject" }, 0, 0 },
	[OPTION_SOURCES] = { "sources", { "fence", "inline" }, 0, 0 },
	[OPTION_MAX_LENGTH] = { .name = "max_length" },
	[OPTION_FORMATS] = { .name = "formats" },
	[OPTION_SCHEMA_REGISTRY] = { .name = "schema_registry" },
	[OPTION_LEVEL] = { "level", { "", "syntax", "guess", "all" }, 1, 0 },
};

/* The choices of sources, in their order, as the engine's bits. */
static const int32_t source_bits[] = { 1 << JB_SOURCE_FENCE, 1 << JB_SOURCE_INLINE };

int names_init(native_state *state) {
	if (!(state->text_name = PyUnicode_InternFromString("text")) ||
		!(state->int_from_bytes = PyObject_GetAttrString((PyObject *)&PyLong_Type, "from_bytes")))
		return -1;
	for (int i = 0; i < OPTION_COUNT; i++) {
		if (!(state->option_names[i] = PyUnicode_InternFromString(table[i].name)))
			return -1;
		for (int j = 0; table[i].choices[j]; j++)
			if (!(state->choices[i][j] = PyUnicode_InternFromString(table[i].choices[j])))
				return -1;
	}
	return 0;
}

void clear_options(struct options *options) {
	Py_CLEAR(options->tags);
	Py_CLEAR(options->resolved);
}

static int wrong(int option, const char *choices, PyObject *value) {
	PyErr_Format(PyExc_ValueError, "%s must be %s, not %R", table[option].name, choices, value);
	return -1;
}

static int wrong_choice(int option, PyObject *value) {
	char choices[96] = "";
	size_t n = 0;
	const struct option *o = &table[option];
	n += (size_t)snprintf(choices, sizeof choices, "one of %s", o->or_none ? "None" : "");
	for (int i = o->first; o->choices[i]; i++)
		n += (size_t)snprintf(
			choices + n, sizeof choices - n, "%s'%s'", i > o->first || o->or_none ? ", " : "", o->choices[i]);
	return wrong(option, choices, value);
}

/* Which of names value is, or -1; -2 with an exception set. Names may have gaps. */
static int index_of(PyObject *const *names, int count, PyObject *value) {
	for (int i = 0; i < count; i++)
		if (names[i] == value)
			return i;
	if (!PyUnicode_Check(value))
		return -1;
	for (int i = 0; i < count && names[i]; i++) {
		int order = PyUnicode_Compare(names[i], value);
		if (order == 0)
			return i;
		if (order == -1 && PyErr_Occurred())
			return -2;
	}
	return -1;
}

/* The index of the choice, or -1 with an exception set. */
static int choice_of(native_state *state, int option, PyObject *value) {
	const struct option *o = &table[option];
	if (o->or_none && value == Py_None)
		return 0;
	int choice = index_of(state->choices[option] + o->first, MOST_CHOICES - o->first, value);
	if (choice == -1)
		wrong_choice(option, value);
	return choice < 0 ? -1 : choice + o->first;
}

/* 0, 1, or -1 with an exception set. */
static int truth_of(int option, PyObject *value) {
	if (value == Py_True || value == Py_False)
		return value == Py_True;
	return wrong(option, "one of True, False", value);
}

static int is_tag_name(const char *name, Py_ssize_t n) {
	for (Py_ssize_t i = 0; i < n; i++)
		if (!Py_ISALNUM(name[i]) && !strchr("_-.:", name[i]) && (unsigned char)name[i] < 0x80)
			return 0;
	return n > 0 && !memchr(name, 0, (size_t)n);
}

static int set_tags(PyObject *value, struct options *options) {
	static const char expected[] = "None, or names of tags such as 'json' or ('json', 'result')";
	PyObject *names, *joined = NULL;

	options->widening.tags = NULL;
	Py_CLEAR(options->tags);
	if (value == Py_None)
		return 0;
	names = PyUnicode_Check(value) ? PyTuple_Pack(1, value) : PySequence_Tuple(value);
	if (!names && PyErr_ExceptionMatches(PyExc_TypeError)) {
		PyErr_Clear();
		return wrong(OPTION_TAGS, expected, value);
	}
	if (names && PyTuple_GET_SIZE(names) == 0)
		wrong(OPTION_TAGS, expected, value);
	else if (names)
		joined = PyBytes_FromStringAndSize(NULL, 0);
	for (Py_ssize_t i = 0; joined && i < PyTuple_GET_SIZE(names); i++) {
		PyObject *name = PyTuple_GET_ITEM(names, i);
		Py_ssize_t n = 0;
		const char *utf8 = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &n) : NULL;
		if (!utf8 || !is_tag_name(utf8, n)) {
			if (!utf8)
				PyErr_Clear();
			wrong(OPTION_TAGS, expected, value);
			Py_CLEAR(joined);
			break;
		}
		PyBytes_ConcatAndDel(&joined, PyBytes_FromStringAndSize(utf8, n + 1)); /* with its NUL */
	}
	Py_XDECREF(names);
	if (!joined)
		return -1;
	options->tags = joined;
	options->widening.tags = PyBytes_AS_STRING(joined);
	options->widening.tags_length = PyBytes_GET_SIZE(joined);
	return 0;
}

static int set_sources(native_state *state, PyObject *value, struct options *options) {
	static const char expected[] = "'fence', 'inline' or both of them";
	PyObject *names = PyUnicode_Check(value) ? PyTuple_Pack(1, value) : PySequence_Tuple(value);
	int32_t bits = 0;

	if (!names && PyErr_ExceptionMatches(PyExc_TypeError)) {
		PyErr_Clear();
		return wrong(OPTION_SOURCES, expected, value);
	}
	if (!names)
		return -1;
	for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
		int choice = index_of(state->choices[OPTION_SOURCES], 2, PyTuple_GET_ITEM(names, i));
		if (choice < 0) {
			bits = 0;
			break;
		}
		bits |= source_bits[choice];
	}
	Py_DECREF(names);
	if (!bits)
		return PyErr_Occurred() ? -1 : wrong(OPTION_SOURCES, expected, value);
	/* Both is the default. */
	options->widening.sources = bits == (source_bits[0] | source_bits[1]) ? 0 : bits;
	return 0;
}

static int set_max_length(PyObject *value, struct options *options) {
	long long n;

	if (value == Py_None) {
		options->max_length = 0;
		return 0;
	}
	if (!PyLong_Check(value) || PyBool_Check(value))
		return wrong(OPTION_MAX_LENGTH, "None or a number of characters from 1 on", value);
	n = PyLong_AsLongLong(value);
	if (n == -1 && PyErr_Occurred()) {
		PyErr_Clear();
		n = Py_SIZE(value) < 0 ? 0 : JB_MAX_LENGTH;
	}
	if (n < 1)
		return wrong(OPTION_MAX_LENGTH, "None or a number of characters from 1 on", value);
	options->max_length = n;
	return 0;
}

/* What an int option is kept in. */
static int *place_of(struct options *o, int option) {
	switch (option) {
	case OPTION_SELECT:
		return &o->select;
	case OPTION_KIND:
		return &o->kind;
	case OPTION_REQUIRED:
		return &o->required;
	case OPTION_FORMATS:
		return &o->formats;
	case OPTION_REASONING:
		return &o->widening.skip_reasoning;
	case OPTION_FALLTHROUGH:
		return &o->widening.fall_through;
	case OPTION_REPAIR:
	case OPTION_LEVEL:
		return &o->widening.repair;
	case OPTION_INVISIBLE:
		return &o->widening.invisible;
	default:
		return &o->widening.reject_blank;
	}
}

static int set(native_state *state, int option, PyObject *value, struct options *options) {
	int n = 0, failed = 0;

	switch (option) {
	case OPTION_SCHEMA:
		options->schema = value == Py_None ? NULL : value;
		return 0;
	case OPTION_TAGS:
		failed = set_tags(value, options);
		break;
	case OPTION_SOURCES:
		failed = set_sources(state, value, options);
		break;
	case OPTION_MAX_LENGTH:
		return set_max_length(value, options);
	case OPTION_SCHEMA_REGISTRY:
		options->registry = value == Py_None ? NULL : value;
		return value == Py_None || PyDict_Check(value) ? 0
													   : wrong(option, "None or a dict of JSON Schemas by URI", value);
	default:
		n = table[option].choices[0] ? choice_of(state, option, value) : truth_of(option, value);
		*place_of(options, option) = n;
	}
	if (UNLIKELY(failed || n < 0))
		return -1;
	if (option > OPTION_REQUIRED) {
		const jsonbeacon_widening *w = &options->widening;
		options->widened = options->tags || w->skip_reasoning || w->fall_through || w->reject_blank || w->repair ||
			w->invisible || w->sources;
	}
	return 0;
}

static PyObject *show_tags(PyObject *joined) {
	PyObject *list = PyList_New(0), *names;
	const char *name = PyBytes_AS_STRING(joined), *end = name + PyBytes_GET_SIZE(joined);
	for (; list && name < end; name += strlen(name) + 1) {
		PyObject *string = PyUnicode_FromString(name);
		if (!string || PyList_Append(list, string))
			Py_CLEAR(list);
		Py_XDECREF(string);
	}
	if (!list)
		return NULL;
	names = PyList_AsTuple(list);
	Py_DECREF(list);
	return names;
}

PyObject *show_option(native_state *state, const struct options *options, int option) {
	PyObject *const *sources = state->choices[OPTION_SOURCES];
	int n;

	switch (option) {
	case OPTION_SCHEMA:
		return Py_NewRef(options->schema ? options->schema : Py_None);
	case OPTION_SCHEMA_REGISTRY:
		return Py_NewRef(options->registry ? options->registry : Py_None);
	case OPTION_TAGS:
		return options->tags ? show_tags(options->tags) : Py_NewRef(Py_None);
	case OPTION_SOURCES:
		n = options->widening.sources;
		return n ? PyTuple_Pack(1, sources[n != source_bits[0]]) : PyTuple_Pack(2, sources[0], sources[1]);
	case OPTION_MAX_LENGTH:
		return options->max_length ? PyLong_FromLongLong(options->max_length) : Py_NewRef(Py_None);
	}
	n = *place_of((struct options *)options, option);
	if (!table[option].choices[0])
		return PyBool_FromLong(n);
	return Py_NewRef(n == 0 && table[option].or_none ? Py_None : state->choices[option][n]);
}

/* Which option of a function a name is, or -1; -2 with an exception set. */
static int option_of(native_state *state, const struct function *f, PyObject *name) {
	int option = index_of(state->option_names, OPTION_COUNT, name);
	return option >= 0 && !(f->options >> option & 1) ? -1 : option;
}

static int unexpected(const struct function *f, PyObject *name) {
	PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", f->name, name);
	return -1;
}

int set_option(
	native_state *state, const struct function *f, PyObject *name, PyObject *value, struct options *options) {
	int option = option_of(state, f, name);
	if (LIKELY(option >= 0))
		return set(state, option, value, options);
	return option == -1 ? unexpected(f, name) : -1;
}

int read_arguments(native_state *state, const struct function *f, PyObject *const *args, Py_ssize_t nargs,
	PyObject *kwnames, PyObject **text, struct options *options) {
	PyObject *given = nargs > 0 ? args[0] : NULL;

	if (UNLIKELY(nargs > 1)) {
		PyErr_Format(PyExc_TypeError, "%s() takes 1 positional argument but %zd were given", f->name, nargs);
		return -1;
	}
	if (kwnames) {
		Py_ssize_t n = PyTuple_GET_SIZE(kwnames);
		for (Py_ssize_t i = 0; i < n; i++) {
			PyObject *name = PyTuple_GET_ITEM(kwnames, i), *value = args[nargs + i];
			int option = option_of(state, f, name);
			if (LIKELY(option >= 0)) {
				if (UNLIKELY(set(state, option, value, options)))
					return -1;
				continue;
			}
			if (option == -2)
				return -1;
			if ((option = index_of(&state->text_name, 1, name)) < 0)
				return option == -1 ? unexpected(f, name) : -1;
			if (given) {
				PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument 'text'", f->name);
				return -1;
			}
			given = value;
		}
	}
	if (UNLIKELY(!given)) {
		PyErr_Format(PyExc_TypeError, "%s() missing 1 required positional argument: 'text'", f->name);
		return -1;
	}
	*text = given;
	return 0;
}
