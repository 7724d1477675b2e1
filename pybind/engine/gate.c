//go:build forkreset

/* The one gate into Go. The C stub that cgo writes for every exported function, ours and gopy's,
 * first calls _cgo_wait_runtime_init_done. The library is linked with --wrap of that name, so each
 * comes by here and none can forget to; should a Go release drop the name, the link fails. (Code that
 * entered Go without such a stub would need forkreset_enter of its own.) */
#include "engine.h"
#include "forkreset.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

uintptr_t __real__cgo_wait_runtime_init_done(void);
uintptr_t __wrap__cgo_wait_runtime_init_done(void) {
	const char *fault = forkreset_enter();
	if (fault) { /* the caller did not ask jsonbeacon_ensure; to go on is to hang */
		fprintf(stderr, "jsonbeacon: the engine cannot run in this process: %s\n", fault);
		abort();
	}
	return __real__cgo_wait_runtime_init_done();
}

const char *jsonbeacon_ensure(void) { return forkreset_enter(); }

unsigned long jsonbeacon_epoch(void) { return forkreset_epoch(); }

int jsonbeacon_running(void) { return __atomic_load_n(forkreset_alive, __ATOMIC_ACQUIRE); }

const char *jsonbeacon_fork_fault(void) { return forkreset_fault(); }
