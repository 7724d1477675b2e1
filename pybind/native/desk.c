/* Memory for the records of a feed. That of small chunks is shared by all streams and kept, so that it
 * need not be made for each. What it holds is copied for the events that are still there at the next
 * feed, and for those that are looked at. A large chunk gets memory of its own. */
#include "stream.h"

enum { MOST_SHARED_RECORDS = 1 << 14 };

int desk_take(native_state *state, Py_ssize_t chunk, struct desk *desk) {
	Py_ssize_t room = STREAM_RECORDS + chunk / 4; /* most texts have fewer */
	desk->shared = room <= MOST_SHARED_RECORDS;
	desk->room = room;
	desk->records = NULL;
	if (desk->shared && !events_settle(state)) {
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

int desk_share(native_state *state, struct desk *desk) {
	if (!desk->shared || state->records || desk->room > 2 * MOST_SHARED_RECORDS)
		return -1;
	state->records = desk->records;
	state->records_room = desk->room;
	return 0;
}

void desk_give_back(native_state *state, struct desk *desk) {
	if (desk_share(state, desk))
		PyMem_RawFree(desk->records);
	desk->records = NULL;
}

jsonbeacon_record *desk_cut(struct desk *desk, Py_ssize_t n) {
	jsonbeacon_record *own = PyMem_RawRealloc(desk->records, (size_t)n * sizeof *own);
	if (!own)
		PyMem_RawFree(desk->records);
	return own;
}
