/* The events of one chunk. They are kept as the engine's records until someone looks at them, and not
 * even read before: most are never looked at, and an object for each would cost more than to read what
 * it tells of. */
#include "stream.h"

typedef struct events Events;

Events *events_new(Stream *stream) {
	native_state *state = stream->state;
	Events *self = state->spare_events;
	if (LIKELY(self != NULL)) {
		state->spare_events = NULL;
		PyObject_Init((PyObject *)self, state->events);
	} else {
		self = PyObject_GC_New(Events, state->events);
	}
	if (LIKELY(self)) {
		self->stream = (Stream *)Py_NewRef(stream);
		self->unread = 0;
		self->desk.records = NULL;
		self->list = NULL;
		PyObject_GC_Track(self);
	}
	return self;
}

static int events_traverse(Events *self, visitproc visit, void *arg) {
	Py_VISIT(Py_TYPE(self));
	Py_VISIT(self->stream);
	Py_VISIT(self->list);
	return 0;
}

static int events_clear(Events *self) {
	Py_CLEAR(self->list);
	return 0;
}

static void events_dealloc(Events *self) {
	PyTypeObject *type = Py_TYPE(self);
	Stream *stream = self->stream;
	native_state *state = stream->state;
	PyObject_GC_UnTrack(self);
	if (LIKELY(self->unread))
		reading_forget(self);
	else if (self->desk.records)
		desk_give_back(state, &self->desk);
	Py_CLEAR(self->list);
	if (LIKELY(!state->spare_events)) /* for the next chunk */
		state->spare_events = self;
	else
		type->tp_free(self);
	Py_DECREF(stream); /* may be the last to hold the module */
	Py_DECREF(type);
}

/* ---- The classes, which are written in Python with __slots__ --------------------------------- */

static const char *const fields[EVENT_FIELDS] = {
	[EVENT_START] = "start",
	[EVENT_END] = "_end",
	[EVENT_PATH] = "_path",
	[EVENT_DETAIL] = "_detail",
	[EVENT_STREAM] = "_stream",
};

static const char *const causes[JB_CAUSES] = {
	[JB_IN_PROSE] = "prose",
	[JB_BY_FENCE] = "fence",
	[JB_BY_TAG] = "tag",
	[JB_BY_REASONING] = "reasoning",
	[JB_BY_KIND] = "kind",
};

int events_configure(native_state *state, PyObject *classes) {
	Py_ssize_t offsets[EVENT_FIELDS];

	if (!PyTuple_Check(classes) || PyTuple_GET_SIZE(classes) != EVENT_CLASSES) {
		PyErr_SetString(PyExc_TypeError, "events must be a tuple of the classes");
		return -1;
	}
	for (int i = 0; i < EVENT_CLASSES; i++) {
		PyObject *class = PyTuple_GET_ITEM(classes, i);
		if (!PyType_Check(class)) {
			PyErr_SetString(PyExc_TypeError, "events must be classes");
			return -1;
		}
		for (int k = 0; k < EVENT_FIELDS; k++) {
			Py_ssize_t offset = slot_offset(class, fields[k]);
			if (offset < 0)
				return -1;
			if (i && offset != offsets[k]) {
				PyErr_SetString(PyExc_TypeError, "events must have their slots in one base");
				return -1;
			}
			offsets[k] = offset;
		}
	}
	for (int i = 0; i < JB_CAUSES; i++)
		if (!state->causes[i] && !(state->causes[i] = PyUnicode_InternFromString(causes[i])))
			return -1;
	memcpy(state->event_slots, offsets, sizeof offsets);
	Py_XSETREF(state->event_classes, Py_NewRef(classes));
	return 0;
}

/* Takes the references to path and detail, which may be NULL where an exception is set. */
static int add_event(
	Events *self, PyObject *list, int class, uint32_t start, int64_t end, PyObject *path, PyObject *detail) {
	native_state *state = self->stream->state;
	PyTypeObject *type = (PyTypeObject *)PyTuple_GET_ITEM(state->event_classes, class);
	PyObject *event = path && detail ? type->tp_alloc(type, 0) : NULL;
	PyObject *values[EVENT_FIELDS] = {
		[EVENT_START] = PyLong_FromUnsignedLong(start),
		[EVENT_END] = end < 0 ? Py_NewRef(Py_None) : PyLong_FromLongLong(end),
		[EVENT_PATH] = path,
		[EVENT_DETAIL] = detail,
		[EVENT_STREAM] = Py_NewRef(self->stream),
	};
	int failed = !event;
	for (int i = 0; i < EVENT_FIELDS; i++)
		failed |= !values[i];
	for (int i = 0; i < EVENT_FIELDS; i++) {
		if (failed)
			Py_XDECREF(values[i]);
		else
			*(PyObject **)((char *)event + state->event_slots[i]) = values[i];
	}
	if (!failed)
		failed = PyList_Append(list, event);
	Py_XDECREF(event);
	return failed ? -1 : 0;
}

/* What is open: the path and the start of each container in the candidate. */
struct replay {
	PyObject *path[JB_MAX_DEPTH];
	uint32_t start[JB_MAX_DEPTH];
	int depth;
};

/* The path of what a record tells of; a new reference. */
static PyObject *path_of(Events *self, struct replay *r, const jsonbeacon_record *record) {
	PyObject *outer = r->depth ? r->path[r->depth - 1] : self->stream->state->empty_tuple;
	PyObject *key = stream_key(self->stream, record);
	Py_ssize_t n = PyTuple_GET_SIZE(outer);
	PyObject *path = key ? PyTuple_New(n + 1) : NULL;
	if (!path) {
		Py_XDECREF(key);
		return NULL;
	}
	for (Py_ssize_t i = 0; i < n; i++)
		PyTuple_SET_ITEM(path, i, Py_NewRef(PyTuple_GET_ITEM(outer, i)));
	PyTuple_SET_ITEM(path, n, key);
	return path;
}

static void unwind(struct replay *r) {
	while (r->depth)
		Py_DECREF(r->path[--r->depth]);
}

static int replay_one(Events *self, PyObject *list, struct replay *r, const jsonbeacon_record *record) {
	native_state *state = self->stream->state;
	PyObject *none = state->empty_tuple;

	switch (record->kind) {
	case JB_OPENED:
		unwind(r);
		return add_event(self, list, EVENT_OPENED, record->start, record->first, Py_NewRef(none),
			Py_NewRef(state->sources[record->detail & 3]));
	case JB_RESUMED:
		unwind(r);
		return 0;
	case JB_ENTERED:
		if (r->depth == JB_MAX_DEPTH || !(r->path[r->depth] = path_of(self, r, record)))
			return -1;
		r->start[r->depth++] = record->start;
		return 0;
	case JB_MEMBER:
		return add_event(
			self, list, EVENT_MEMBER, record->start, record->end, path_of(self, r, record), Py_NewRef(Py_None));
	case JB_LEFT:
		if (!r->depth)
			return -1;
		r->depth--;
		return add_event(
			self, list, EVENT_MEMBER, r->start[r->depth], record->end, r->path[r->depth], Py_NewRef(Py_None));
	case JB_COMPLETED:
		unwind(r);
		return add_event(self, list, EVENT_COMPLETED, record->start, record->end, Py_NewRef(none),
			Py_NewRef(state->sources[record->detail & 3]));
	case JB_FAILED:
		return add_event(
			self, list, EVENT_FAILED, record->start, record->end, Py_NewRef(none), code_name(state, record->detail));
	default:
		return add_event(self, list, EVENT_DROPPED, record->start, -1, Py_NewRef(none),
			Py_NewRef(state->causes[record->detail < JB_CAUSES ? record->detail : 0]));
	}
}

/* The events as a list; borrowed. */
static PyObject *looked_at(Events *self) {
	native_state *state = self->stream->state;
	struct desk desk;
	struct replay *r;
	PyObject *list;
	int failed = 0;

	if (self->unread && reading_read(self))
		return NULL;
	if (self->list)
		return self->list;
	if (!self->desk.records || !state->event_classes) {
		PyErr_SetString(PyExc_RuntimeError,
			self->desk.records ? "jsonbeacon._native has not been configured"
							   : "these events are being looked at elsewhere");
		return NULL;
	}
	r = PyMem_Malloc(sizeof *r);
	list = r ? PyList_New(0) : PyErr_NoMemory();
	if (list) {
		int collecting = PyGC_Disable(); /* as build() does, and for its reasons */
		r->depth = 0;
		desk = self->desk;
		self->desk.records = NULL; /* a long name is read without the GIL */
		for (Py_ssize_t i = 0; !failed && i < self->count; i++)
			failed = replay_one(self, list, r, &desk.records[i]);
		unwind(r);
		self->desk = desk;
		if (collecting)
			PyGC_Enable();
	}
	PyMem_Free(r);
	if (failed) {
		Py_CLEAR(list);
		if (!PyErr_Occurred())
			PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine's records do not fit together");
	}
	if (!list)
		return NULL;
	self->list = list;
	desk_give_back(state, &self->desk);
	return list;
}

/* ---- A sequence ------------------------------------------------------------------------------ */

Py_ssize_t events_length(Events *self) {
	if (self->unread) {
		if (reading_read(self))
			return -1;
		events_keep(self);
	}
	return self->visible;
}

static PyObject *events_item(Events *self, PyObject *index) {
	PyObject *list = looked_at(self);
	return list ? PyObject_GetItem(list, index) : NULL;
}

static PyObject *events_at(Events *self, Py_ssize_t index) {
	PyObject *list = looked_at(self);
	return list ? PySequence_GetItem(list, index) : NULL;
}

static PyObject *events_iter(Events *self) {
	PyObject *list = looked_at(self);
	return list ? PyObject_GetIter(list) : NULL;
}

static PyObject *events_repr(Events *self) {
	PyObject *list = looked_at(self);
	return list ? PyObject_Repr(list) : NULL;
}

static PyObject *events_index(Events *self, PyObject *args) {
	PyObject *list = looked_at(self), *method = list ? PyObject_GetAttrString(list, "index") : NULL;
	PyObject *index = method ? PyObject_CallObject(method, args) : NULL;
	Py_XDECREF(method);
	return index;
}

static PyObject *events_count(Events *self, PyObject *event) {
	PyObject *list = looked_at(self);
	Py_ssize_t n = list ? PySequence_Count(list, event) : -1;
	return n < 0 ? NULL : PyLong_FromSsize_t(n);
}

static PyMethodDef methods[] = {
	{ "index", (PyCFunction)events_index, METH_VARARGS, NULL },
	{ "count", (PyCFunction)events_count, METH_O, NULL },
	{ NULL },
};

static PyType_Slot slots[] = {
	{ Py_tp_doc, "What happened in one feed: a sequence of events." },
	{ Py_tp_traverse, events_traverse },
	{ Py_tp_clear, events_clear },
	{ Py_tp_dealloc, events_dealloc },
	{ Py_tp_iter, events_iter },
	{ Py_tp_repr, events_repr },
	{ Py_tp_methods, methods },
	{ Py_sq_length, events_length },
	{ Py_sq_item, events_at },
	{ Py_mp_length, events_length },
	{ Py_mp_subscript, events_item },
	{ 0, NULL },
};

PyType_Spec events_spec = {
	.name = "jsonbeacon._native.Events",
	.basicsize = sizeof(Events),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
	.slots = slots,
};
