/* What a call works in: the job, the tape and the stack of objects. It is kept for the next call. */
#ifndef JSONBEACON_WORKSPACE_H
#define JSONBEACON_WORKSPACE_H
#include "build.h"
#include "poll.h"

enum {
	TAPE_WORDS = 4096,
	WITHOUT_GIL_FROM = 1 << 16 /* characters: shorter texts are read faster than the GIL changes hands */
};

struct workspace {
	jsonbeacon_job job; /* first: the engine hands it back to the callback */
	struct poll poll;
	struct workspace *next;
	PyObject *edits; /* what repair did for the last outcome, as JSON: a str, a list of str, or NULL */
	PyObject **stack;
	size_t room;
	int resting; /* see check_signals */
	uint64_t tape[TAPE_WORDS + JB_TAPE_SLACK];
};

enum outcome {
	VALUE,
	FAILED,  /* an exception is set */
	REFUSED, /* the job holds a fault */
	AGAIN,
	CAREFULLY,
	STOPPED, /* by Ctrl-C */
	NO_MORE  /* outcomes of the session */
};

typedef int32_t (*engine_entry)(jsonbeacon_job *);

/* Enters the engine and builds what comes, to the end of one outcome. */
enum outcome attempt(native_state *state, struct workspace *w, PyObject *text, engine_entry enter, PyObject **value);
/* The same, entered by jsonbeacon_run, and anew as often as the engine or a signal asks for it. */
enum outcome run(native_state *state, struct workspace *w, PyObject *text, PyObject **value);
/* PyErr_CheckSignals for the midst of a large build. The cyclic collector rests meanwhile: the
 * exception that a handler raises would have it go through all that has been built, only for that to
 * be freed. *resting: it rests on, and PyGC_Enable is due when that is done. */
int check_signals(int *resting);
/* Sets the job up for a text. */
void prepare(struct workspace *w, PyObject *text, int operation, const struct options *options, int count);
/* Builds words of a tape onto what is built by now. */
enum outcome build_words(struct workspace *w, struct builder *b, const uint64_t *tape, size_t words);
/* The value, where the outcome is one; all else that was built is dropped. */
enum outcome built_whole(struct workspace *w, struct builder *b, enum outcome outcome, PyObject **value);
/* What the outcome of a job without a widening is to its caller: the value, which is taken, as the schema
 * has it; NULL with an exception; or NULL without one, where nothing was found and nothing required. */
PyObject *judged(native_state *state, struct workspace *w, PyObject *text, const struct options *options,
	enum outcome outcome, PyObject *value);
/* What the schema makes of the value; takes the reference. schema.c */
PyObject *checked(
	native_state *state, struct workspace *w, const struct options *options, PyObject *text, PyObject *value);

/* A call within a call (a finaliser, a signal handler) gets one of its own. NULL: MemoryError. */
struct workspace *workspace_take(native_state *state);
void workspace_give_back(native_state *state, struct workspace *w);
void workspaces_free(native_state *state);

/* Makes room for more objects above the used ones; 0, or -1 with MemoryError. */
int workspace_reserve(struct workspace *w, size_t used, size_t more);
#endif
