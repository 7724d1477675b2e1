/* What the system hands a program at its start: arguments, environment, auxiliary vector. Go's
 * runtime reads all three from one block, behind the arguments it is given. */
#ifndef STARTUP_H
#define STARTUP_H
#include <link.h>

struct startup {
	int argc;
	char **argv;
	ElfW(auxv_t) * auxv; /* a copy, its end included */
	int count;
};

/* NULL, or why it cannot be done. */
const char *startup_save(struct startup *s, int argc, char **argv) __attribute__((visibility("hidden")));

/* A new block with the environment of today and random bytes of its own; it is never freed. */
char **startup_block(const struct startup *s) __attribute__((visibility("hidden")));
#endif
