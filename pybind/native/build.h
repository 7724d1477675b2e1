/* From the engine's tape to Python objects. */
#ifndef JSONBEACON_BUILD_H
#define JSONBEACON_BUILD_H
#include "native.h"

struct poll;

enum built {
	BUILT,
	BUILD_FAILED,      /* an exception is set */
	BUILD_REPEATED_KEY,
	BUILD_INTERRUPTED
};

/* What is built so far and not yet inside a container stands on a stack, which the caller owns; it
 * has room for one object per word of the tape. */
struct builder {
	native_state *state;
	const void *text;
	int width, ascii;
	PyObject **top;
	struct poll *poll;
	int collecting; /* the cyclic collector was on before it was made to rest */
};

enum built build(struct builder *b, const uint64_t *tape, const uint64_t *end);
#endif
