/* A stream: the text so far, what the engine keeps of it, and the last snapshot. */
#ifndef JSONBEACON_NATIVE_STREAM_H
#define JSONBEACON_NATIVE_STREAM_H
#include "native.h"

#include "../engine/stream.h"

enum { STREAM_RECORDS = 1024 }; /* room for those of a small chunk */

/* The text so far: units of the narrowest width that holds it, with a zero unit behind them. */
struct gathered {
	char *units;
	Py_ssize_t length, room; /* units, without the zero */
	int width;
	Py_UCS4 widest; /* the largest code point of the kind that a str of it has */
	/* Bytes of a character that has not come whole. */
	unsigned char pending[4];
	int pending_count;
	Py_ssize_t invalid; /* where the first byte is that is not UTF-8; -1: none yet */
};

struct snapshot;

typedef struct {
	PyObject_HEAD
	native_state *state;
	PyObject *extractor;
	PyObject *watch; /* called with the events of a feed; NULL: none */
	PyObject *whole; /* the text as str, once the stream is finished: it holds the units then */
	PyObject *error; /* what every further call raises */
	/* What close and close_detailed gave, or raised: an exception instance. */
	PyObject *outcomes[2];
	char raised[2];
	struct gathered text;
	struct snapshot *snapshot;
	int busy; /* a call is under way */
	jsonbeacon_stream *reader; /* apart from the object, all of which is zeroed when it is made */
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
	jsonbeacon_record *records;
	Py_ssize_t room;
	int shared;
};
/* 0, or -1 with MemoryError. */
int desk_take(native_state *state, Py_ssize_t chunk, struct desk *desk);
void desk_give_back(native_state *state, struct desk *desk);
/* 0: the memory is the shared one again, and what it holds stands there until it is taken; -1: it is not. */
int desk_share(native_state *state, struct desk *desk);
/* The first n records on their own; the desk is gone. NULL: there is no memory. */
jsonbeacon_record *desk_cut(struct desk *desk, Py_ssize_t n);

/* ---- stream.c ---- */
extern PyType_Spec stream_spec;
/* What the units from start to end stand for; a new reference. */
PyObject *stream_value(Stream *self, Py_ssize_t start, Py_ssize_t end);
/* The units of the text. */
static inline const void *stream_units(const Stream *self) {
	return self->whole ? PyUnicode_DATA(self->whole) : self->text.units;
}
/* Sets the engine's view of the text and of the options. */
void stream_prepare(Stream *self, jsonbeacon_stream *reader);
/* The member's name or the element's index that a record has; a new reference. */
PyObject *stream_key(Stream *self, const jsonbeacon_record *record);

/* ---- events.c ---- */
extern PyType_Spec events_spec;
int events_configure(native_state *state, PyObject *classes);
/* Takes the desk with the records, which the events are made of when someone looks at them. */
PyObject *events_new(Stream *stream, struct desk *desk, Py_ssize_t count, Py_ssize_t visible);
/* Copies the records that are still in the shared memory, for whose they are; 0, or -1 without memory. */
int events_settle(native_state *state);
static inline int is_visible(const jsonbeacon_record *r) { return r->kind != JB_RESUMED && r->kind != JB_ENTERED; }

/* ---- snapshot.c ---- */
/* (value, start, source, state) of the candidate that was opened last, or None. */
PyObject *snapshot_take(Stream *self, int open_strings);
int snapshot_traverse(struct snapshot *s, visitproc visit, void *arg);
void snapshot_free(struct snapshot *s);
#endif
