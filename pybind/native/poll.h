/* Whether Ctrl-C was pressed, asked in the midst of work that runs no Python code. */
#ifndef JSONBEACON_POLL_H
#define JSONBEACON_POLL_H
#include "native.h"

struct poll {
	PyThreadState *without_gil; /* while the thread runs without the GIL */
	int64_t asked;              /* when, in nanoseconds; 0: not yet, NEVER: this thread is not told of signals */
};

/* Costs some nanoseconds, but for every fiftieth of a second, when it takes the GIL. A jsonbeacon_poll
 * of engine.h, whose argument is a struct poll. */
int poll_interrupted(void *poll);
#endif
