/* Arguments. This is on the path of every call, so names and choices are compared by pointer
 * first: those written in a program are interned, as ours are. */
#include "native.h"

struct option {
	const char *name;
	const char *choices[MOST_CHOICES + 1]; /* in the order of the engine's constants */
};

static const struct option table[OPTION_COUNT] = {
	[OPTION_SCHEMA] = { "schema", { NULL } },
	[OPTION_SELECT] = { "select", { "first", "last", "largest", "only" } },
	[OPTION_KIND] = { "kind", { "auto", "object", "array", "any" } },
	[OPTION_REQUIRED] = { "required", { NULL } },
};

int names_init(native_state *state) {
	if (!(state->text_name = PyUnicode_InternFromString("text")))
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

static void wrong_choice(int option, PyObject *value) {
	const char *const *c = table[option].choices;
	PyErr_Format(PyExc_ValueError, "%s must be one of '%s', '%s', '%s', '%s', not %R", table[option].name, c[0], c[1],
		c[2], c[3], value);
}

/* Which of names value is, or -1; -2 with an exception set. */
static int index_of(PyObject *const *names, int count, PyObject *value) {
	for (int i = 0; i < count; i++)
		if (names[i] == value)
			return i;
	if (!PyUnicode_Check(value))
		return -1;
	for (int i = 0; i < count; i++) {
		int order = PyUnicode_Compare(names[i], value);
		if (order == 0)
			return i;
		if (order == -1 && PyErr_Occurred())
			return -2;
	}
	return -1;
}

static int set(native_state *state, int option, PyObject *value, struct options *options) {
	int choice;

	switch (option) {
	case OPTION_SCHEMA:
		options->schema = value == Py_None ? NULL : value;
		return 0;
	case OPTION_REQUIRED:
		if (value != Py_True && value != Py_False) {
			PyErr_Format(PyExc_ValueError, "required must be one of True, False, not %R", value);
			return -1;
		}
		options->required = value == Py_True;
		return 0;
	}
	choice = index_of(state->choices[option], MOST_CHOICES, value);
	if (UNLIKELY(choice < 0)) {
		if (choice == -1)
			wrong_choice(option, value);
		return -1;
	}
	*(option == OPTION_SELECT ? &options->select : &options->kind) = choice;
	return 0;
}

int set_option(
	native_state *state, const struct function *f, PyObject *name, PyObject *value, struct options *options) {
	int option = index_of(state->option_names, f->options, name);
	if (LIKELY(option >= 0))
		return set(state, option, value, options);
	if (option == -1)
		PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", f->name, name);
	return -1;
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
			int option = index_of(state->option_names, f->options, name);
			if (LIKELY(option >= 0)) {
				if (UNLIKELY(set(state, option, value, options)))
					return -1;
				continue;
			}
			if (option == -2)
				return -1;
			if ((option = index_of(&state->text_name, 1, name)) == 0) {
				if (given) {
					PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument 'text'", f->name);
					return -1;
				}
				given = value;
			} else {
				if (option == -1)
					PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", f->name, name);
				return -1;
			}
		}
	}
	if (UNLIKELY(!given)) {
		PyErr_Format(PyExc_TypeError, "%s() missing 1 required positional argument: 'text'", f->name);
		return -1;
	}
	*text = given;
	return 0;
}
