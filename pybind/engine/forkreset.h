/* A Go library that can be used again in a forked child. */
#ifndef FORKRESET_H
#define FORKRESET_H

/* Zero until a Go runtime runs in this process; zero again in a child. It points into a page that
 * the kernel wipes at fork, so no code of ours has to run for it to become zero. */
extern int *forkreset_alive __attribute__((visibility("hidden")));

/* Starts a Go runtime; NULL, or why there cannot be one in this process. Only for forkreset_enter. */
const char *forkreset_start(void) __attribute__((visibility("hidden")));

/* Go runtimes started in this process and, before the forks, in its ancestors. */
unsigned long forkreset_epoch(void) __attribute__((visibility("hidden")));

/* Why a child of this process cannot be given a runtime, as far as is known by now; NULL: it can. */
const char *forkreset_fault(void) __attribute__((visibility("hidden")));

/* Goes in front of every call into Go. */
static inline const char *forkreset_enter(void) {
	if (__builtin_expect(__atomic_load_n(forkreset_alive, __ATOMIC_ACQUIRE), 1))
		return 0;
	return forkreset_start();
}
#endif
