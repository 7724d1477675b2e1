/* When a stream's text is read for events: when someone looks at some. What nobody looks at is not
 * read, or in passing, when the events of a later chunk are looked at.
 *
 * What is told of a chunk depends on where it ends, and the engine knows the end of a text by the zero
 * behind it. So where the chunk is not the last any more, a zero is put there while it is read: in memory
 * of the stream's own (a text of one chunk has no other), and with the GIL held, so that nobody sees it. */
#include "stream.h"

enum {
	WITHOUT_GIL_FROM = 1 << 16, /* characters */
	HELD_GIL_FOR = 1 << 16      /* characters that are read in one go with the GIL held */
};

void reading_await(struct events *e, Py_ssize_t start) {
	Stream *self = e->stream;
	e->start = start;
	e->end = self->text.length;
	e->unread = 1;
	e->older = self->newest;
	e->newer = NULL;
	*(e->older ? &e->older->newer : &self->oldest) = e;
	self->newest = e;
}

void reading_forget(struct events *e) {
	Stream *self = e->stream;
	*(e->older ? &e->older->newer : &self->oldest) = e->newer;
	*(e->newer ? &e->newer->older : &self->newest) = e->older;
	e->unread = 0;
	if (self->whole && !self->oldest)
		gathered_clear(&self->text);
}

/* Has the engine read on; the records are added to e's, or, if it is NULL, dropped. JB_DONE; JB_PANIC;
 * JB_MORE: there is no memory for them. It needs no GIL. */
static int32_t feed_engine(jsonbeacon_stream *reader, struct desk *desk, struct events *e) {
	for (;;) {
		Py_ssize_t used = e ? e->count : 0;
		if (desk->room - used < JB_MIN_RECORDS && desk_grow(desk))
			return JB_MORE;
		reader->records = desk->records + used;
		reader->room = desk->room - used;
		int32_t status = jsonbeacon_feed(reader);
		if (UNLIKELY(status == JB_PANIC))
			return status;
		if (e) {
			e->count += (Py_ssize_t)reader->used;
			for (; used < e->count; used++)
				e->visible += desk->records[used].kind != JB_RESUMED && desk->records[used].kind != JB_ENTERED;
		}
		if (LIKELY(status == JB_DONE))
			return status;
		reader->resumed = 1;
	}
}

/* Reads what comes behind what has been read, as if the text ended at end. */
static int32_t read_to(Stream *self, Py_ssize_t end, struct desk *desk, struct events *e) {
	jsonbeacon_stream *reader = self->reader;
	int32_t status = JB_DONE;

	stream_prepare(self, reader);
	if (LIKELY(end == self->text.length)) {
		PyThreadState *without_gil = end - self->read >= WITHOUT_GIL_FROM ? PyEval_SaveThread() : NULL;
		status = feed_engine(reader, desk, e);
		if (without_gil)
			PyEval_RestoreThread(without_gil);
		self->read = end;
		return status;
	}
	reader->text = self->text.units; /* once the stream is closed, they are kept for this alone */
	while (status == JB_DONE && self->read < end) {
		Py_ssize_t stop = end - self->read > HELD_GIL_FOR ? self->read + HELD_GIL_FOR : end;
		Py_UCS4 unit = PyUnicode_READ(self->text.width, self->text.units, stop);
		PyUnicode_WRITE(self->text.width, self->text.units, stop, 0);
		reader->length = stop;
		status = feed_engine(reader, desk, e);
		PyUnicode_WRITE(self->text.width, self->text.units, stop, unit);
		reader->resumed = 1; /* it is one chunk, however it is read */
		self->read = stop;
		if (stop < end) {
			Py_BEGIN_ALLOW_THREADS;
			Py_END_ALLOW_THREADS;
		}
	}
	return status;
}

/* Reads the oldest that are unread. */
static int read_oldest(Stream *self, struct events *e) {
	int32_t status = JB_DONE;
	struct desk desk;

	if (UNLIKELY(desk_take(self->state, e->end - e->start, &desk)))
		return -1;
	e->count = e->visible = 0;
	if (self->read < e->start)
		status = read_to(self, e->start, &desk, NULL);
	if (LIKELY(status == JB_DONE))
		status = read_to(self, e->end, &desk, e);
	if (LIKELY(status == JB_DONE)) {
		reading_forget(e);
		e->desk = desk;
		if (!e->visible) { /* of most chunks there is nothing to tell */
			e->list = Py_NewRef(self->state->empty_tuple);
			desk_give_back(self->state, &e->desk);
		}
		return 0;
	}
	desk_give_back(self->state, &desk);
	self->reader->begun = 0; /* the next time it begins anew */
	self->read = 0;
	if (status == JB_PANIC)
		PyErr_SetString(PyExc_SystemError, "jsonbeacon: the engine panicked; please report it");
	else
		PyErr_NoMemory();
	return -1;
}

int reading_read(struct events *wanted) {
	Stream *self = wanted->stream;
	int failed = 0;

	if (UNLIKELY(self->reading)) {
		stream_is_busy();
		return -1;
	}
	if (UNLIKELY(ensure_engine()))
		return -1;
	if (!self->reader) {
		if (!(self->reader = PyMem_RawMalloc(sizeof *self->reader))) {
			PyErr_NoMemory();
			return -1;
		}
		self->reader->begun = 0;
	}
	self->reading = 1;
	while (!failed && wanted->unread) {
		struct events *oldest = (struct events *)Py_NewRef((PyObject *)self->oldest);
		failed = read_oldest(self, oldest);
		if (!failed && oldest != wanted)
			events_keep(oldest);
		Py_DECREF(oldest);
	}
	self->reading = 0;
	return failed;
}
