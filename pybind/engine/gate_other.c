//go:build !forkreset

/* Where forkreset is left out (sanitizer builds, other systems) a forked child has no Go runtime
 * that works. It is told so instead of hanging. */
#include "engine.h"
#include <pthread.h>

static int forked = 0;

static void after_fork_in_child(void) { forked = 1; }

__attribute__((constructor)) static void watch(void) { pthread_atfork(0, 0, after_fork_in_child); }

const char *jsonbeacon_fork_fault(void) { return "it was built without support for fork"; }

const char *jsonbeacon_ensure(void) { return forked ? jsonbeacon_fork_fault() : 0; }

int jsonbeacon_running(void) { return !forked; }

unsigned long jsonbeacon_epoch(void) { return 1; }
