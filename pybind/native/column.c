/* Column: what is extracted from a column of texts, for others to take by Arrow's PyCapsule interface. */
#include "docs.h"
#include "poll.h"
#include "source.h"
#include <stdlib.h>

typedef struct {
	PyObject_HEAD
	int wide;
	struct column_type *type; /* of the typed column; NULL: there is none */
	int64_t rows;
	size_t n, room;
	struct chunk **chunks;
} Column;

/* ---- Making one ---- */

static int append(Column *self, const jsonbeacon_column *job) {
	struct chunk *chunk = chunk_new(job, self->type), **chunks;
	if (chunk && self->n == self->room) {
		size_t room = self->room ? 2 * self->room : 4;
		if (!(chunks = PyMem_Realloc(self->chunks, room * sizeof *chunks))) {
			chunk_release(chunk);
			chunk = NULL;
		} else {
			self->chunks = chunks;
			self->room = room;
		}
	}
	if (!chunk) {
		PyErr_NoMemory();
		return -1;
	}
	self->chunks[self->n++] = chunk;
	self->rows += job->rows;
	return 0;
}

static int refused(int32_t status, const jsonbeacon_column *job, int64_t before) {
	switch (status) {
	case JB_COLUMN_BAD:
		PyErr_Format(PyExc_ValueError, "the Arrow array is corrupt: row %lld has %s",
			(long long)(before + job->bad_row), job->fault);
		break;
	case JB_COLUMN_NO_MEMORY:
		PyErr_NoMemory();
		break;
	case JB_COLUMN_TOO_LARGE:
		PyErr_SetString(PyExc_OverflowError,
			"a result is longer than strings with 32-bit offsets can be: use large_utf8, and large types in into");
		break;
	default:
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine panicked; please report it");
	}
	return -1;
}

struct extraction {
	struct reading reading; /* first: it is handed back */
	Column *column;
	native_state *state;
	const struct options *options;
	int threads;
};

/* Extracts from all texts of an array. */
static int take(struct reading *reading, jsonbeacon_texts *texts) {
	const struct extraction *e = (struct extraction *)reading;
	const struct options *options = e->options;
	Column *self = e->column;
	int64_t before = self->rows;

	do {
		struct poll poll = { 0 };
		jsonbeacon_column job = {
			.texts = texts,
			.widening = options->widened ? &options->widening : NULL,
			.max_length = options->max_length,
			.interrupted = poll_interrupted,
			.arg = &poll,
			.select = options->select,
			.kind = options->kind,
			.required = options->required,
			.threads = e->threads,
			.wide = reading->layout.wide,
			.types = self->type ? type_list(self->type) : NULL,
			.type_count = type_count(self->type),
		};
		/* Anew each time: a signal handler may have forked, and this be the child. */
		if (ensure_engine() || (job.schema = schema_number(e->state, options)) < 0)
			return -1;
		if (self->type && !(job.typed = calloc((size_t)job.type_count, sizeof *job.typed))) {
			PyErr_NoMemory();
			return -1;
		}
		poll.without_gil = PyEval_SaveThread();
		int32_t status = jsonbeacon_extract_column(&job);
		PyEval_RestoreThread(poll.without_gil);
		if (status != JB_COLUMN_DONE && status != JB_COLUMN_INTERRUPTED) {
			free(job.typed);
			return refused(status, &job, before);
		}
		if (append(self, &job))
			return -1;
		texts->offset += job.rows;
		texts->outer_offset += job.rows;
		texts->length -= job.rows;
		if (status == JB_COLUMN_INTERRUPTED)
			PyErr_SetInterrupt(); /* asking whether it was there took the signal away */
		if (PyErr_CheckSignals())
			return -1;
	} while (texts->length > 0);
	return 0;
}

PyObject *extract_column(
	native_state *state, PyObject *source, const struct options *options, int threads, PyObject *type) {
	Column *self = (Column *)state->column->tp_alloc(state->column, 0);
	struct extraction e = {
		.reading.take = take,
		.column = self,
		.state = state,
		.options = options,
		.threads = threads,
	};
	if (self && (type_from(type, &self->type) || schema_number(state, options) < 0 || read_source(source, &e.reading)))
		Py_CLEAR(self);
	else if (self)
		self->wide = e.reading.layout.wide;
	return (PyObject *)self;
}

/* ---- Giving it away ---- */

/* A struct that has been moved away has no release left. */
#define CAPSULE_DESTRUCTOR(name, type, label)                                                                          \
	static void name(PyObject *capsule) {                                                                              \
		type *p = PyCapsule_GetPointer(capsule, label);                                                                \
		if (p && p->release)                                                                                           \
			p->release(p);                                                                                             \
		free(p);                                                                                                       \
	}
CAPSULE_DESTRUCTOR(drop_schema, struct ArrowSchema, ARROW_SCHEMA)
CAPSULE_DESTRUCTOR(drop_array, struct ArrowArray, ARROW_ARRAY)
CAPSULE_DESTRUCTOR(drop_stream, struct ArrowArrayStream, ARROW_STREAM)

/* The capsule of a new struct that is empty, and so releases nothing yet. */
static PyObject *capsule_of(void *p, const char *label, PyCapsule_Destructor drop) {
	PyObject *capsule = p ? PyCapsule_New(p, label, drop) : PyErr_NoMemory();
	if (!capsule)
		free(p);
	return capsule;
}

/* The same, if its struct could be filled. */
static PyObject *filled(PyObject *capsule, int failed) {
	if (!failed)
		return capsule;
	Py_DECREF(capsule);
	return PyErr_NoMemory();
}

static PyObject *column_schema(Column *self, PyObject *unused) {
	struct ArrowSchema *schema = calloc(1, sizeof *schema);
	PyObject *capsule = capsule_of(schema, ARROW_SCHEMA, drop_schema);
	(void)unused;
	return capsule ? filled(capsule, export_schema(self->wide, self->type, schema)) : NULL;
}

/* The request for another schema is one that a producer may leave unanswered. */
static int no_request(PyObject *args, PyObject *kwargs, const char *format) {
	static char *names[] = { "requested_schema", NULL };
	PyObject *requested;
	return PyArg_ParseTupleAndKeywords(args, kwargs, format, names, &requested) ? 0 : -1;
}

static PyObject *column_array(Column *self, PyObject *args, PyObject *kwargs) {
	struct ArrowArray *array;
	PyObject *first, *second;

	if (no_request(args, kwargs, "|O:__arrow_c_array__"))
		return NULL;
	if (self->n != 1) {
		PyErr_Format(
			PyExc_ValueError, "the column has %zu chunks, and not one: take it by __arrow_c_stream__", self->n);
		return NULL;
	}
	if (!(first = column_schema(self, NULL)))
		return NULL;
	array = calloc(1, sizeof *array);
	if ((second = capsule_of(array, ARROW_ARRAY, drop_array)))
		second = filled(second, export_chunk(self->chunks[0], array));
	return second ? Py_BuildValue("NN", first, second) : (Py_DECREF(first), NULL);
}

static PyObject *column_stream(Column *self, PyObject *args, PyObject *kwargs) {
	struct ArrowArrayStream *stream;
	PyObject *capsule;

	if (no_request(args, kwargs, "|O:__arrow_c_stream__"))
		return NULL;
	stream = calloc(1, sizeof *stream);
	capsule = capsule_of(stream, ARROW_STREAM, drop_stream);
	return capsule ? filled(capsule, export_stream(self->wide, self->type, self->chunks, self->n, stream)) : NULL;
}

static Py_ssize_t column_length(Column *self) { return (Py_ssize_t)self->rows; }

static PyObject *column_chunks(Column *self, void *unused) {
	(void)unused;
	return PyLong_FromSize_t(self->n);
}

static PyObject *column_repr(Column *self) {
	return PyUnicode_FromFormat("<jsonbeacon.arrow.Column of %lld rows>", (long long)self->rows);
}

static void column_dealloc(Column *self) {
	PyTypeObject *type = Py_TYPE(self);
	for (size_t i = 0; i < self->n; i++)
		chunk_release(self->chunks[i]);
	PyMem_Free(self->chunks);
	type_release(self->type);
	type->tp_free(self);
	Py_DECREF(type);
}

#define KEYWORDS METH_VARARGS | METH_KEYWORDS
#define METHOD(f) (PyCFunction)(void (*)(void))(f)

static PyMethodDef methods[] = {
	{ "__arrow_c_schema__", (PyCFunction)column_schema, METH_NOARGS, column_schema_doc },
	{ "__arrow_c_array__", METHOD(column_array), KEYWORDS, column_array_doc },
	{ "__arrow_c_stream__", METHOD(column_stream), KEYWORDS, column_stream_doc },
	{ NULL },
};

static PyGetSetDef attributes[] = {
	{ "num_chunks", (getter)column_chunks, NULL, column_chunks_doc, NULL },
	{ NULL },
};

static PyType_Slot slots[] = {
	{ Py_tp_doc, (void *)column_doc },
	{ Py_tp_dealloc, column_dealloc },
	{ Py_tp_repr, column_repr },
	{ Py_sq_length, column_length },
	{ Py_tp_methods, methods },
	{ Py_tp_getset, attributes },
	{ 0, NULL },
};

PyType_Spec column_spec = {
	.name = "jsonbeacon.arrow.Column",
	.basicsize = sizeof(Column),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
	.slots = slots,
};
