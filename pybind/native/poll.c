#include "poll.h"
#include <time.h>

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#define COARSE_CLOCK CLOCK_MONOTONIC_COARSE
#else
#define COARSE_CLOCK CLOCK_MONOTONIC
#endif

/* Taking the GIL may take 5 ms where other threads want it too, so it is asked for by the clock and
 * not by the amount of work done. */
enum { ASK_EVERY = 20000000 /* ns */ };
#define NEVER INT64_MAX

/* Only Python's main thread handles signals. That it is the process's first is almost always so;
 * where it is not, a signal waits for the next part of the tape. */
static int is_main_thread(void) {
#ifdef __linux__
	return syscall(SYS_gettid) == getpid();
#else
	return 1;
#endif
}

int poll_interrupted(void *of) {
	struct poll *poll = of;
	struct timespec now;
	int answer;

	if (poll->asked == 0 && !is_main_thread())
		poll->asked = NEVER;
	if (poll->asked == NEVER || clock_gettime(COARSE_CLOCK, &now))
		return 0;
	int64_t t = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + 1;
	if (t - poll->asked < ASK_EVERY)
		return 0;
	poll->asked = t;
	if (poll->without_gil)
		PyEval_RestoreThread(poll->without_gil);
	answer = PyOS_InterruptOccurred();
	if (poll->without_gil)
		poll->without_gil = PyEval_SaveThread();
	return answer;
}
