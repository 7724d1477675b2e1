#include "workspace.h"

/* What is kept after a call, at most: so many workspaces, each with a stack of so many objects. */
enum { MOST_IDLE = 4, LARGEST_IDLE_STACK = 1 << 16 };

struct workspace *workspace_take(native_state *state) {
	struct workspace *w = state->idle;
	if (LIKELY(w != NULL)) {
		state->idle = w->next;
		state->idle_count--;
		return w;
	}
	if (!(w = PyMem_RawMalloc(sizeof *w))) {
		PyErr_NoMemory();
		return NULL;
	}
	w->poll.without_gil = NULL;
	w->stack = NULL;
	w->room = 0;
	w->edits = NULL;
	w->resting = 0;
	return w;
}

static void workspace_free(struct workspace *w) {
	PyMem_Free(w->stack);
	PyMem_RawFree(w);
}

void workspace_give_back(native_state *state, struct workspace *w) {
	Py_CLEAR(w->edits);
	if (UNLIKELY(state->idle_count == MOST_IDLE)) {
		workspace_free(w);
		return;
	}
	if (UNLIKELY(w->room > LARGEST_IDLE_STACK)) {
		PyMem_Free(w->stack);
		w->stack = NULL;
		w->room = 0;
	}
	w->next = state->idle;
	state->idle = w;
	state->idle_count++;
}

void workspaces_free(native_state *state) {
	for (struct workspace *w = state->idle, *next; w; w = next) {
		next = w->next;
		workspace_free(w);
	}
	state->idle = NULL;
	state->idle_count = 0;
}

int workspace_reserve(struct workspace *w, size_t used, size_t more) {
	if (LIKELY(used + more <= w->room))
		return 0;
	size_t room = (used + more) * 2;
	PyObject **stack = PyMem_Realloc(w->stack, room * sizeof *stack);
	if (!stack) {
		PyErr_NoMemory();
		return -1;
	}
	w->stack = stack;
	w->room = room;
	return 0;
}
