//go:build forkreset

#define _GNU_SOURCE
#include "startup.h"
#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_ENTRIES 64 /* Linux gives about 22 */
#define RANDOM_BYTES 16

extern char **environ;

const char *startup_save(struct startup *s, int argc, char **argv) {
	if (argc < 0 || !argv || argv[argc]) /* some C libraries hand constructors nothing */
		return "constructors are not given the program's arguments";
	/* From argv, not from the envp a constructor gets: that may be an environment which has moved,
	 * with something else behind it. */
	char **e = argv + argc + 1;
	while (*e)
		e++;
	const ElfW(auxv_t) *auxv = (const ElfW(auxv_t) *)(e + 1);
	int n = 0, sane = 0;
	while (n < MOST_ENTRIES && auxv[n].a_type != AT_NULL) {
		if (auxv[n].a_type == AT_PAGESZ)
			sane = auxv[n].a_un.a_val == (unsigned long)sysconf(_SC_PAGESIZE);
		n++;
	}
	if (n == MOST_ENTRIES || !sane)
		return "the auxiliary vector was not found";
	n++;
	s->argc = argc;
	s->argv = argv;
	s->count = n;
	if (!(s->auxv = malloc((size_t)n * sizeof *auxv)))
		return "there was no memory for a copy of the auxiliary vector";
	memcpy(s->auxv, auxv, (size_t)n * sizeof *auxv);
	return NULL;
}

/* With the same bytes all siblings would have the same hash seeds. Zeros make Go ask the system. */
static unsigned long new_random(void) {
	void *bytes = calloc(1, RANDOM_BYTES);
	if (bytes && syscall(SYS_getrandom, bytes, RANDOM_BYTES, 1 /* do not wait */) != RANDOM_BYTES)
		memset(bytes, 0, RANDOM_BYTES);
	return (unsigned long)bytes;
}

char **startup_block(const struct startup *s) {
	size_t argc = (size_t)s->argc, n = 0, count = (size_t)s->count;
	while (environ && environ[n])
		n++;
	char **block = malloc((argc + 1 + n + 1) * sizeof *block + count * sizeof *s->auxv);
	if (!block)
		abort(); /* out of memory right after a fork, with the runtime half gone */
	memcpy(block, s->argv, argc * sizeof *block);
	block[argc] = NULL;
	char **env = block + argc + 1;
	for (size_t i = 0; i < n; i++)
		env[i] = strdup(environ[i]);
	env[n] = NULL;
	ElfW(auxv_t) *auxv = (ElfW(auxv_t) *)(env + n + 1);
	memcpy(auxv, s->auxv, count * sizeof *auxv);
	for (size_t i = 0; i < count; i++)
		if (auxv[i].a_type == AT_RANDOM)
			auxv[i].a_un.a_val = new_random();
	return block;
}
