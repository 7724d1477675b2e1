/* Columns of texts from objects with Arrow's PyCapsule interface. */
#include "source.h"
#include "arrow.h"
#include <errno.h>

static int wrong(PyObject *error, const char *what, const char *format) {
	PyErr_Format(error, format ? "%s '%s'" : "%s", what, format);
	return -1;
}

/* What a producer frees may be Python's: no exception is set meanwhile. */
#define WITHOUT_EXCEPTION(free)                                                                                        \
	do {                                                                                                               \
		PyObject *type, *error, *traceback;                                                                            \
		PyErr_Fetch(&type, &error, &traceback);                                                                        \
		free;                                                                                                          \
		PyErr_Restore(type, error, traceback);                                                                         \
	} while (0)

/* Hands an array over, and releases it. */
static int take_array(struct reading *reading, struct ArrowArray *array) {
	jsonbeacon_texts texts, dictionary;
	const char *fault = texts_of(array, &reading->layout, &texts, &dictionary);
	int failed = fault ? wrong(PyExc_ValueError, fault, NULL) : reading->take(reading, &texts);
	WITHOUT_EXCEPTION(array->release(array));
	return failed;
}

static int read_layout(struct reading *reading, const struct ArrowSchema *schema) {
	const char *fault = layout_of(schema, &reading->layout);
	return fault ? wrong(PyExc_TypeError, fault, schema->format) : 0;
}

static int stream_failed(struct ArrowArrayStream *stream, int error) {
	const char *said = stream->get_last_error(stream);
	if (!PyErr_Occurred())
		PyErr_Format(error == ENOMEM ? PyExc_MemoryError : PyExc_RuntimeError, "the Arrow stream failed: %s",
			said ? said : strerror(error));
	return -1;
}

static int take_stream(struct reading *reading, struct ArrowArrayStream *stream) {
	struct ArrowSchema schema = { 0 };
	int error, failed;

	/* A producer may wait for threads that want the GIL. */
	Py_BEGIN_ALLOW_THREADS;
	error = stream->get_schema(stream, &schema);
	Py_END_ALLOW_THREADS;
	if (error)
		return stream_failed(stream, error);
	failed = read_layout(reading, &schema);
	WITHOUT_EXCEPTION(schema.release(&schema));
	while (!failed) {
		struct ArrowArray array = { 0 };
		Py_BEGIN_ALLOW_THREADS;
		error = stream->get_next(stream, &array);
		Py_END_ALLOW_THREADS;
		if (error)
			return stream_failed(stream, error);
		if (!array.release)
			return 0;
		failed = take_array(reading, &array);
	}
	return -1;
}

/* Takes over what __arrow_c_stream__() returned. */
static int read_stream(PyObject *capsule, struct reading *reading) {
	struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, ARROW_STREAM);
	int failed = -1;

	if (stream && !stream->release)
		wrong(PyExc_ValueError, "the Arrow stream has been used", NULL);
	else if (stream)
		failed = take_stream(reading, stream);
	WITHOUT_EXCEPTION(Py_DECREF(capsule));
	return failed;
}

/* The same of __arrow_c_array__(). */
static int read_array(PyObject *pair, struct reading *reading) {
	struct ArrowSchema *schema;
	struct ArrowArray *array;
	int failed = -1;

	if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
		wrong(PyExc_TypeError, "__arrow_c_array__() did not return two capsules", NULL);
	} else if ((schema = PyCapsule_GetPointer(PyTuple_GET_ITEM(pair, 0), ARROW_SCHEMA)) &&
		(array = PyCapsule_GetPointer(PyTuple_GET_ITEM(pair, 1), ARROW_ARRAY))) {
		if (!schema->release || !array->release)
			wrong(PyExc_ValueError, "the Arrow array has been used", NULL);
		else if (!read_layout(reading, schema))
			failed = take_array(reading, array);
	}
	WITHOUT_EXCEPTION(Py_DECREF(pair));
	return failed;
}

static const struct {
	const char *method;
	int (*read)(PyObject *, struct reading *);
} protocols[] = {
	{ "__arrow_c_stream__", read_stream },
	{ "__arrow_c_array__", read_array },
};

int read_source(PyObject *source, struct reading *reading) {
	for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++) {
		PyObject *method = PyObject_GetAttrString(source, protocols[i].method), *given;
		if (method) {
			given = PyObject_CallNoArgs(method);
			Py_DECREF(method);
			return given ? protocols[i].read(given, reading) : -1;
		}
		if (!PyErr_ExceptionMatches(PyExc_AttributeError))
			return -1;
		PyErr_Clear();
	}
	PyErr_Format(PyExc_TypeError,
		"a column must be an object with Arrow's PyCapsule interface (of pyarrow, polars, DuckDB, nanoarrow, arro3), "
		"not %.200s",
		Py_TYPE(source)->tp_name);
	return -1;
}
