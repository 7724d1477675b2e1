//go:build forkreset

/* A forked child has one thread: the one that forked. The Go runtime in it has lost all others,
 * and hangs at the next collection, or at once. So a child gets a new runtime:
 *
 *   - Before Go's constructor runs, ours (remember) notes what this library's memory, its thread-
 *     local storage and the signal dispositions look like.
 *   - In a child, the first call puts all that back and runs Go's constructor again (reset).
 *     At the fork itself nothing happens but a few stores; the parent's runtime is never touched.
 *
 * That is sound because the library keeps no Python object and hands out no Go pointer, and because
 * code that other threads may look at meanwhile is in the section that a reset skips. What it asks
 * of the engine's users: all Go state is gone in a child (forkreset_epoch tells), and C code that
 * Go called must not fork. Each generation of forks maps another 1.2 GB of address space. */
#define _GNU_SOURCE
#include "forkreset.h"
#include "image.h"
#include "startup.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_WIPEONFORK /* headers older than Linux 4.14 */
#define MADV_WIPEONFORK 18
#endif
#define SIGNALS 65

/* On a page that is all zero in a child, the mutex unlocked therefore, whoever held it. */
struct process {
	int alive;
	pthread_mutex_t lock;
};

/* In a mapping of its own, so that it outlives a reset. */
struct memory {
	struct process *process;
	int wiped_by_kernel;
	const char *fault; /* why a child cannot be given a runtime */
	struct image image;
	char *copy;
	struct startup startup;
	struct sigaction before[SIGNALS]; /* before Go was there */
	pthread_key_t key;
	int has_key;
	int deferring;              /* the next pthread_create is the runtime's start */
	void *(*start)(void *);     /* … and this is what it would have run */
	void *argument;
	int started;
	unsigned long epoch;
};

IMAGE_KEEP static int nothing_alive = 0;
IMAGE_KEEP int *forkreset_alive = &nothing_alive;
IMAGE_KEEP static struct memory *m = NULL;
static void remember(int, char **, char **) __attribute__((constructor(101)));

/* This thread has no Go thread state any more. */
static void forget_thread(void) {
	if (m->image.tls_size)
		memset((char *)__builtin_thread_pointer() + m->image.tls, 0, m->image.tls_size);
	if (m->has_key)
		pthread_setspecific(m->key, NULL);
}

static void after_fork_in_child(void) {
	if (!m->fault)
		forget_thread();
	if (!m->wiped_by_kernel)
		memset(m->process, 0, sizeof *m->process);
}

static void *map(size_t size) {
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

static const char *take_stock(int argc, char **argv) {
	const char *off = getenv("JSONBEACON_FORKRESET"), *fault;

	if (off && !strcmp(off, "0"))
		return "it was switched off by JSONBEACON_FORKRESET=0";
	if ((fault = image_find(&m->image, remember)))
		return fault;
	if ((fault = startup_save(&m->startup, argc, argv)))
		return fault;
	for (int s = 1; s < SIGNALS; s++)
		sigaction(s, NULL, &m->before[s]);
	return NULL;
}

static void remember(int argc, char **argv, char **envp) {
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	struct process *process = map(page);
	struct memory *memory = map(sizeof *memory);

	(void)envp;
	if (!process || !memory)
		abort(); /* a process without two pages could not even load this library */
	m = memory;
	m->process = process;
	m->wiped_by_kernel = madvise(process, page, MADV_WIPEONFORK) == 0;
	m->deferring = 1;
	m->fault = take_stock(argc, argv);
	if (pthread_atfork(NULL, NULL, after_fork_in_child) && !m->fault)
		m->fault = "pthread_atfork failed";
	forkreset_alive = &process->alive;
	if (!m->fault && !(m->copy = image_copy(&m->image)))
		m->fault = "there was no memory for a copy of the library's data";
}

/* The runtime is not started by loading the library but by the first call: importing costs no
 * thread, and "import, then fork" is a fork of a process without Go. */
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument) {
	if (m && m->deferring) {
		m->deferring = 0;
		m->start = start;
		m->argument = argument;
		return 0;
	}
	return __real_pthread_create(thread, attr, start, argument);
}

/* runtime/cgo's key outlives a reset: the process has only so many. */
int __real_pthread_key_create(pthread_key_t *, void (*)(void *));
int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
	if (m && m->has_key) {
		*key = m->key;
		return 0;
	}
	int error = __real_pthread_key_create(key, destructor);
	if (!error && m) {
		m->key = *key;
		m->has_key = 1;
	}
	return error;
}

/* The start that loading the library put off. */
static const char *start_deferred(void) {
	pthread_attr_t attr;
	pthread_t thread;
	const struct timespec ms = { 0, 1000000 };
	int error, tries = 0;

	/* Before the start: a fork in the midst of it must reset, not start a second time. */
	__atomic_store_n(&m->started, 1, __ATOMIC_SEQ_CST);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	while ((error = __real_pthread_create(&thread, &attr, m->start, m->argument)) == EAGAIN && tries++ < 100)
		nanosleep(&ms, NULL);
	pthread_attr_destroy(&attr);
	if (error) {
		__atomic_store_n(&m->started, 0, __ATOMIC_SEQ_CST);
		return "jsonbeacon cannot start the engine: the system refuses another thread";
	}
	m->epoch++;
	return NULL;
}

static int is_ours(const struct sigaction *action) {
	const char *handler = (const char *)action->sa_sigaction;
	return handler >= m->image.text && handler < m->image.text_end;
}

/* The signals a Go library handles. At its second start Go must see what it saw at its first: had
 * it recorded a handler that was installed after it (faulthandler's) as the one to forward to, the
 * two would call each other for ever. */
static int go_handles(int signal) {
	return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGPIPE || signal == SIGURG;
}

static void reset(void) {
	struct sigaction now[SIGNALS];
	sigset_t all, mask;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask);
	for (int s = 1; s < SIGNALS; s++) {
		if (sigaction(s, NULL, &now[s]))
			now[s].sa_handler = SIG_DFL;
		else if (is_ours(&now[s]) || go_handles(s))
			sigaction(s, &m->before[s], NULL);
	}
	forget_thread();
	char **argv = startup_block(&m->startup);
	image_restore(&m->image, m->copy);
	m->epoch++;
	for (int i = 0; i < m->image.count; i++)
		m->image.later[i](m->startup.argc, argv, argv + m->startup.argc + 1);
	/* What others installed after us stands in front of us again, as it did before the fork. */
	for (int s = 1; s < SIGNALS; s++)
		if (!is_ours(&now[s]))
			sigaction(s, &now[s], NULL);
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

const char *forkreset_start(void) {
	const char *error = NULL;

	pthread_mutex_lock(&m->process->lock);
	if (!__atomic_load_n(&m->process->alive, __ATOMIC_ACQUIRE)) {
		if (!m->started && m->start)
			error = start_deferred();
		else if (!m->started) { /* it runs already: this Go release starts in a way of its own */
			m->started = 1;
			m->epoch++;
			m->fault = "Go's constructor does not start the runtime as expected";
		} else if (m->fault)
			error = m->fault;
		else
			reset();
		if (!error)
			__atomic_store_n(&m->process->alive, 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&m->process->lock);
	return error;
}

unsigned long forkreset_epoch(void) { return m->epoch; }

const char *forkreset_fault(void) { return m->fault; }
