/* Memory for the records of a feed. That of small chunks is shared by all streams and kept, so that it
 * need not be made for each; events that have been read, and not made yet, have a copy. A large chunk
 * gets memory of its own. */
#include "stream.h"

enum { MOST_SHARED_RECORDS = 1 << 14 };

int desk_take(native_state *state, Py_ssize_t chunk, struct desk *desk) {
	Py_ssize_t room = STREAM_RECORDS + chunk / 4; /* most texts have fewer */
	desk->shared = room <= MOST_SHARED_RECORDS;
	desk->room = room;
	desk->records = NULL;
	if (desk->shared) {
		desk->records = state->records; /* NULL: none yet, or in use */
		state->records = NULL;
		if (desk->records && state->records_room >= room) {
			desk->room = state->records_room;
			return 0;
		}
	}
	jsonbeacon_record *records = PyMem_RawRealloc(desk->records, (size_t)room * sizeof *records);
	if (!records) {
		PyMem_RawFree(desk->records);
		PyErr_NoMemory();
		return -1;
	}
	desk->records = records;
	return 0;
}

int desk_grow(struct desk *desk) {
	jsonbeacon_record *larger = PyMem_RawRealloc(desk->records, (size_t)desk->room * 2 * sizeof *larger);
	if (!larger)
		return -1;
	desk->records = larger;
	desk->room *= 2;
	return 0;
}

void desk_give_back(native_state *state, struct desk *desk) {
	if (desk->shared && !state->records && desk->room <= 2 * MOST_SHARED_RECORDS) {
		state->records = desk->records;
		state->records_room = desk->room;
	} else {
		PyMem_RawFree(desk->records);
	}
	desk->records = NULL;
}

void desk_cut(native_state *state, struct desk *desk, Py_ssize_t n) {
	size_t size = (size_t)n * sizeof *desk->records;
	jsonbeacon_record *own = desk->shared ? PyMem_RawMalloc(size) : PyMem_RawRealloc(desk->records, size ? size : 1);
	if (!own)
		return; /* they stay where there is more room than they need */
	if (desk->shared) {
		memcpy(own, desk->records, size);
		desk_give_back(state, desk);
	}
	*desk = (struct desk){ .records = own, .room = n };
}
