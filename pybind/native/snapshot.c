/* What there is of the candidate that was opened last. A snapshot reads on, on its own, from where
 * the last one ended, and adds to what that one built: it costs what has changed. */
#include "stream.h"
#include "strings.h"

enum { SNAPSHOT_OPEN, SNAPSHOT_COMPLETE, SNAPSHOT_FAILED };

struct snapshot {
	PyObject *open[JB_MAX_DEPTH + 1]; /* the containers that are open, the outermost first */
	int depth;
	PyObject *root; /* NULL: no candidate */
	Py_ssize_t start;
	int source, state;
	/* A string that is open was added last, and is to be taken out again: its key in a dict, or None. */
	PyObject *unfinished;
	jsonbeacon_stream reader;
	jsonbeacon_record records[STREAM_RECORDS];
};

static void forget(struct snapshot *s) {
	while (s->depth)
		Py_DECREF(s->open[--s->depth]);
	Py_CLEAR(s->root);
	Py_CLEAR(s->unfinished);
}

int snapshot_traverse(struct snapshot *s, visitproc visit, void *arg) {
	for (int i = 0; i < s->depth; i++)
		Py_VISIT(s->open[i]);
	Py_VISIT(s->root);
	return 0;
}

void snapshot_free(struct snapshot *s) {
	forget(s);
	PyMem_RawFree(s);
}

/* Puts a value where a record says, in the innermost open container; takes the reference. */
static int add(Stream *self, struct snapshot *s, const jsonbeacon_record *r, PyObject *value) {
	PyObject *in = s->depth ? s->open[s->depth - 1] : NULL, *key;
	int failed = -1;

	if (value && in && PyList_Check(in)) {
		failed = PyList_Append(in, value);
	} else if (value && in && (key = stream_key(self, r))) {
		failed = PyDict_SetItem(in, key, value);
		Py_DECREF(key);
	}
	Py_XDECREF(value);
	return failed;
}

static int open_container(struct snapshot *s, PyObject *container) {
	if (!container || s->depth > JB_MAX_DEPTH)
		return -1;
	s->open[s->depth++] = Py_NewRef(container);
	return 0;
}

static PyObject *container_at(Stream *self, Py_ssize_t start) {
	return PyUnicode_READ(self->text.width, stream_units(self), start) == '{' ? PyDict_New() : PyList_New(0);
}

/* A scalar; the common ones without the engine. */
static PyObject *scalar(Stream *self, Py_ssize_t start, Py_ssize_t end) {
	const void *units = stream_units(self);
	int width = self->text.width;
	Py_UCS4 first = PyUnicode_READ(width, units, start);

	switch (first) {
	case 't':
		return Py_NewRef(Py_True);
	case 'f':
		return Py_NewRef(Py_False);
	case 'n':
		return Py_NewRef(Py_None);
	case '"':
		if (extractor_options(self->extractor)->widening.invisible == JB_INVISIBLE_STRIP)
			break;
		for (Py_ssize_t i = start + 1; i < end; i++)
			if (PyUnicode_READ(width, units, i) == '\\')
				return stream_value(self, start, end);
		return string_span(units, width, start + 1, end - start - 2);
	default:
		if (end - start > 18)
			break;
		int64_t value = 0;
		Py_ssize_t i = start + (first == '-');
		for (; i < end; i++) {
			Py_UCS4 c = PyUnicode_READ(width, units, i);
			if (c < '0' || c > '9')
				break;
			value = value * 10 + (int64_t)(c - '0');
		}
		if (i == end)
			return PyLong_FromLongLong(first == '-' ? -value : value);
	}
	return stream_value(self, start, end);
}

static int follow(Stream *self, struct snapshot *s, const jsonbeacon_record *r) {
	PyObject *container;
	int failed;

	switch (r->kind) {
	case JB_OPENED:
		forget(s);
		s->start = r->start;
		s->source = r->detail & 3;
		s->state = SNAPSHOT_OPEN;
		if (!r->first)
			return 0;
		s->root = container_at(self, s->start);
		return open_container(s, s->root);
	case JB_ENTERED:
		if (s->depth > JB_MAX_DEPTH || !(container = container_at(self, r->start)))
			return -1;
		failed = add(self, s, r, Py_NewRef(container)) || open_container(s, container);
		Py_DECREF(container);
		return failed;
	case JB_MEMBER:
		return add(self, s, r, scalar(self, r->start, r->end));
	case JB_LEFT:
		if (s->depth > 1)
			Py_DECREF(s->open[--s->depth]);
		return 0;
	case JB_COMPLETED:
		s->state = SNAPSHOT_COMPLETE;
		return 0;
	case JB_FAILED:
		s->state = SNAPSHOT_FAILED;
		return 0;
	case JB_DROPPED:
		if (s->root && r->start <= (uint32_t)s->start)
			forget(s);
		return 0;
	}
	return 0;
}

/* What is told anew of what was open: the snapshot knows it. */
static Py_ssize_t behind_context(const jsonbeacon_record *records, Py_ssize_t n, int depth) {
	Py_ssize_t i = 0;
	while (i < n && records[i].kind != JB_RESUMED)
		i++;
	return i == n ? -1 : i + depth;
}

static int read_on(Stream *self, struct snapshot *s) {
	jsonbeacon_stream *reader = &s->reader;
	int32_t status;

	if (self->text.invalid >= 0)
		return 0;
	stream_prepare(self, reader);
	reader->records = s->records;
	reader->room = STREAM_RECORDS;
	do {
		status = jsonbeacon_feed(reader);
		if (status == JB_PANIC) {
			PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine panicked; please report it");
			return -1;
		}
		Py_ssize_t i = 0, known = behind_context(s->records, (Py_ssize_t)reader->used, s->depth);
		for (; i < reader->used; i++) {
			if (s->records[i].kind == JB_RESUMED && known > i) {
				i = known - 1;
				continue;
			}
			if (follow(self, s, &s->records[i]))
				return -1;
		}
		reader->resumed = 1;
	} while (status == JB_MORE);
	return 0;
}

/* Takes out the open string that the last snapshot added. */
static int take_back(struct snapshot *s) {
	PyObject *key = s->unfinished, *in = s->depth ? s->open[s->depth - 1] : NULL;
	int failed = 0;

	s->unfinished = NULL;
	if (key && in && PyList_Check(in)) {
		Py_ssize_t n = PyList_GET_SIZE(in);
		failed = n ? PyList_SetSlice(in, n - 1, n, NULL) : 0;
	} else if (key && in && PyDict_Contains(in, key) > 0) {
		failed = PyDict_DelItem(in, key);
	}
	Py_XDECREF(key);
	return failed;
}

/* Adds the string that the text ends in, as far as it goes. */
static int add_open_string(Stream *self, struct snapshot *s) {
	const jsonbeacon_stream *reader = &s->reader;
	PyObject *span, *quoted, *value, *in = s->depth ? s->open[s->depth - 1] : NULL, *key;
	struct options options = DEFAULT_OPTIONS;

	if (reader->open_start < 0 || !in || s->state != SNAPSHOT_OPEN)
		return 0;
	span = PyUnicode_FromKindAndData(self->text.width,
		(const char *)stream_units(self) + reader->open_start * self->text.width,
		(Py_ssize_t)(reader->open_end - reader->open_start));
	if (!span)
		return -1;
	quoted = PyUnicode_FromFormat("\"%U\"", span);
	Py_DECREF(span);
	value = quoted ? parse(self->state, quoted, &options) : NULL;
	Py_XDECREF(quoted);
	key = PyList_Check(in) ? Py_NewRef(Py_None) : stream_key(self, &reader->open_key);
	/* A key that is repeated keeps its value until the new one is whole. */
	int repeated = key && PyDict_Check(in) ? PyDict_Contains(in, key) : 0;
	if (!key || !value || repeated) {
		Py_XDECREF(key);
		Py_XDECREF(value);
		return repeated > 0 ? 0 : -1;
	}
	s->unfinished = key;
	return add(self, s, &reader->open_key, value);
}

PyObject *snapshot_take(Stream *self, int open_strings) {
	static const char *const states[] = { "open", "complete", "failed" };
	struct snapshot *s = self->snapshot;

	if (!s) {
		if (!self->text.length)
			Py_RETURN_NONE;
		if (!(s = self->snapshot = PyMem_RawCalloc(1, sizeof *s)))
			return PyErr_NoMemory();
	}
	if (take_back(s) || read_on(self, s)) {
		/* Half of a change is no snapshot: the next one begins anew. */
		self->snapshot = NULL;
		snapshot_free(s);
		return NULL;
	}
	if (!s->root)
		Py_RETURN_NONE;
	if (open_strings && add_open_string(self, s))
		return NULL;
	return Py_BuildValue("OnOs", s->root, s->start, self->state->sources[s->source], states[s->state]);
}
