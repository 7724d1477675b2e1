/* A stream: the text so far, what the engine keeps of it, and the last snapshot. */
#ifndef JSONBEACON_NATIVE_STREAM_H
#define JSONBEACON_NATIVE_STREAM_H
#include "native.h"

#include "../engine/stream.h"

enum { STREAM_RECORDS = 1024 }; /* room for those of a small chunk */

/* The text so far: units of the narrowest width that holds it, with a zero unit behind them. */
struct gathered {
	PyObject *only; /* the one chunk that there is yet, whose units they are; NULL: they are in units */
	char *units;
	Py_ssize_t length, room; /* units, without the zero */
	int width;
	Py_UCS4 widest; /* the largest code point of the kind that a str of it has */
	/* Bytes of a character that has not come whole. */
	unsigned char pending[4];
	int pending_count;
	Py_ssize_t invalid; /* where the first byte is that is not UTF-8; -1: none yet */
};

static inline const void *gathered_units(const struct gathered *text) {
	return text->only ? PyUnicode_DATA(text->only) : text->units;
}

struct snapshot;
struct events;

typedef struct {
	PyObject_HEAD
	native_state *state;
	PyObject *module; /* whose state that is */
	PyObject *extractor;
	PyObject *watch; /* called with the events of a feed; NULL: none */
	PyObject *whole; /* the text as str, once the stream is finished; the units stay while events are unread */
	PyObject *error; /* what every further call raises */
	/* What close and close_detailed gave, or raised: an exception instance. */
	PyObject *outcomes[2];
	char raised[2];
	struct gathered text;
	struct snapshot *snapshot;
	int busy; /* a call is under way */
	/* Reading for events; see reading.c. */
	jsonbeacon_stream *reader; /* NULL: nothing has been read */
	Py_ssize_t read;           /* how far */
	int reading;
	struct events *oldest, *newest; /* of those that have not been read; borrowed */
} Stream;

/* ---- gather.c ---- */
void gathered_init(struct gathered *text);
void gathered_clear(struct gathered *text);
/* Appends a chunk, str or bytes; 0, or -1 with an exception and nothing appended. */
int gather(struct gathered *text, PyObject *chunk);
/* The text as a new str; what is pending is taken for bytes that are not UTF-8. */
PyObject *gathered_str(struct gathered *text);

/* ---- desk.c ---- */
/* What the engine writes the records of a chunk to. */
struct desk {
	jsonbeacon_record *records; /* NULL: it has been given back */
	Py_ssize_t room;
	int shared;
};
/* 0, or -1 with MemoryError. */
int desk_take(native_state *state, Py_ssize_t chunk, struct desk *desk);
/* Makes more room; 0, or -1 without an exception: it may be called without the GIL. */
int desk_grow(struct desk *desk);
void desk_give_back(native_state *state, struct desk *desk);
/* Leaves no more than the first n records, in memory of their own. */
void desk_cut(native_state *state, struct desk *desk, Py_ssize_t n);

/* ---- stream.c ---- */
extern PyType_Spec stream_spec;
/* What the units from start to end stand for; a new reference. */
PyObject *stream_value(Stream *self, Py_ssize_t start, Py_ssize_t end);
/* The units of the text. */
static inline const void *stream_units(const Stream *self) {
	return self->whole ? PyUnicode_DATA(self->whole) : gathered_units(&self->text);
}
/* Sets the engine's view of the text and of the options. */
void stream_prepare(Stream *self, jsonbeacon_stream *reader);
/* The member's name or the element's index that a record has; a new reference. */
PyObject *stream_key(Stream *self, const jsonbeacon_record *record);
/* Sets RuntimeError. */
void stream_is_busy(void);

/* ---- events.c ---- */
extern PyType_Spec events_spec;
/* What happened in one chunk. */
struct events {
	PyObject_HEAD
	Stream *stream;
	Py_ssize_t start, end; /* of the chunk */
	int unread;
	struct events *older, *newer; /* of those of the stream that are unread; borrowed */
	/* Once they are read, until there is the list. */
	struct desk desk;
	Py_ssize_t count, visible;
	PyObject *list; /* once they have been looked at; a tuple if there are none */
};
int events_configure(native_state *state, PyObject *classes);
/* Of no chunk yet. */
struct events *events_new(Stream *stream);
/* How many there are, which reads them; -1 with an exception. */
Py_ssize_t events_length(struct events *events);
/* Has no more memory for events that were read than they need. */
static inline void events_keep(struct events *e) {
	if (e->desk.records)
		desk_cut(e->stream->state, &e->desk, e->count);
}

/* ---- reading.c ---- */
/* The events are those of a chunk, from start to the end of the text; they are read when they are wanted. */
void reading_await(struct events *events, Py_ssize_t start);
/* They are no longer wanted. */
void reading_forget(struct events *events);
/* Reads unread events, and those before them; 0, or -1 with an exception. */
int reading_read(struct events *events);

/* ---- snapshot.c ---- */
/* (value, start, source, state) of the candidate that was opened last, or None. */
PyObject *snapshot_take(Stream *self, int open_strings);
int snapshot_traverse(struct snapshot *s, visitproc visit, void *arg);
void snapshot_free(struct snapshot *s);
#endif
