/* What a call works in: the job, the tape and the stack of objects. It is kept for the next call. */
#ifndef JSONBEACON_WORKSPACE_H
#define JSONBEACON_WORKSPACE_H
#include "native.h"

enum { TAPE_WORDS = 4096 };

struct workspace {
	jsonbeacon_job job; /* first: the engine hands it back to the callback */
	PyThreadState *without_gil; /* while the engine runs without the GIL */
	struct workspace *next;
	PyObject **stack;
	size_t room;
	uint64_t tape[TAPE_WORDS + JB_TAPE_SLACK];
};

/* A call within a call (a finaliser, a signal handler) gets one of its own. NULL: MemoryError. */
struct workspace *workspace_take(native_state *state);
void workspace_give_back(native_state *state, struct workspace *w);
void workspaces_free(native_state *state);

/* Makes room for more objects above the used ones; 0, or -1 with MemoryError. */
int workspace_reserve(struct workspace *w, size_t used, size_t more);
#endif
