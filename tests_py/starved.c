/* Allocations of chosen libraries that fail, each alone, and a producer and a consumer of Arrow arrays that need no
 * Python: preloaded by test_starved.py, used by starved.py. */
#define _GNU_SOURCE
#include "arrow.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void __libc_free(void *);

enum { RANGES = 16, SLOTS = 1 << 14 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	uintptr_t low, high;
	int all; /* not what realloc is asked for alone */
} ranges[RANGES];
static int n_ranges;
static long seen, failing = -1;
/* What the libraries have allocated and nobody has freed: a hash table with linear probing. */
static void *slots[SLOTS];
static long live;

static int is_watched(void *caller, int reallocates) {
	for (int i = 0; i < n_ranges; i++)
		if ((uintptr_t)caller >= ranges[i].low && (uintptr_t)caller < ranges[i].high)
			return ranges[i].all || reallocates;
	return 0;
}

static size_t slot_of(const void *p) { return ((uintptr_t)p >> 4) * 0x9E3779B97F4A7C15u >> 50; }

static void *keep(void *p) {
	if (p) {
		size_t i = slot_of(p);
		if (live++ > SLOTS / 2)
			abort(); /* the table is too small for what the test does */
		while (slots[i])
			i = (i + 1) % SLOTS;
		slots[i] = p;
	}
	return p;
}

static void forget(void *p) {
	size_t hole = slot_of(p), i;
	while (slots[hole] != p) {
		if (!slots[hole])
			return;
		hole = (hole + 1) % SLOTS;
	}
	live--;
	/* What probed past the place that is free now moves up. */
	for (i = (hole + 1) % SLOTS; slots[i]; i = (i + 1) % SLOTS) {
		if ((i - slot_of(slots[i])) % SLOTS >= (i - hole) % SLOTS) {
			slots[hole] = slots[i];
			hole = i;
		}
	}
	slots[hole] = NULL;
}

/* Whether this allocation is the one that fails. */
static int fails(void) { return seen++ == failing; }

#define ALLOCATION(take)                                                                                               \
	void *p = NULL;                                                                                                    \
	if (!is_watched(__builtin_return_address(0), 0))                                                                   \
		return take;                                                                                                   \
	pthread_mutex_lock(&lock);                                                                                         \
	if (fails())                                                                                                       \
		errno = ENOMEM;                                                                                                \
	else                                                                                                               \
		p = keep(take);                                                                                                \
	pthread_mutex_unlock(&lock);                                                                                       \
	return p;

void *malloc(size_t n) { ALLOCATION(__libc_malloc(n)) }
void *calloc(size_t n, size_t size) { ALLOCATION(__libc_calloc(n, size)) }

void *realloc(void *old, size_t n) {
	if (!is_watched(__builtin_return_address(0), 1))
		return __libc_realloc(old, n);
	void *p = NULL;
	pthread_mutex_lock(&lock);
	if (fails()) {
		errno = ENOMEM;
	} else if ((p = __libc_realloc(old, n))) {
		if (old)
			forget(old);
		keep(p);
	}
	pthread_mutex_unlock(&lock);
	return p;
}

void free(void *p) {
	if (p && n_ranges) {
		pthread_mutex_lock(&lock);
		if (live)
			forget(p);
		pthread_mutex_unlock(&lock);
	}
	__libc_free(p);
}

/* Allocations that are made from this code are watched from now on: all of them, or those by realloc, which are what an
 * engine in Go makes on purpose. Without the others, for threads that its runtime starts when it likes, it cannot run. */
void starved_watch(uintptr_t low, uintptr_t high, int all) {
	if (n_ranges == RANGES)
		abort();
	ranges[n_ranges].low = low;
	ranges[n_ranges].high = high;
	ranges[n_ranges++].all = all;
}

/* The nth watched allocation from now on fails, counted from 0; none where n is negative. */
void starved_fail(long n) {
	pthread_mutex_lock(&lock);
	seen = 0;
	failing = n;
	pthread_mutex_unlock(&lock);
}

/* How many were made since then. */
long starved_seen(void) { return seen; }
long starved_live(void) { return live; }

/* ---- A producer ---- */

static long given; /* structs that nobody has released */
long starved_given(void) { return given; }

static void release_schema(struct ArrowSchema *schema) {
	given--;
	schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
	given--;
	array->release = NULL;
}

void starved_give(struct ArrowSchema *schema, struct ArrowArray *array) {
	schema->release = release_schema;
	array->release = release_array;
	given += 2;
}

struct stream {
	const struct ArrowSchema *schema;
	const struct ArrowArray *array;
	int left, error;
};

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
	*out = *((struct stream *)stream->private_data)->schema;
	out->release = release_schema;
	given++;
	return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
	struct stream *s = stream->private_data;
	out->release = NULL;
	if (s->left-- <= 0)
		return s->error;
	*out = *s->array;
	out->release = release_array;
	given++;
	return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
	(void)stream;
	return "the disk is gone";
}

static void release_stream(struct ArrowArrayStream *stream) {
	given--;
	stream->release = NULL;
}

/* The same array so many times, and then an error, or 0 for the end. */
void starved_give_stream(struct ArrowArrayStream *out, const struct ArrowSchema *schema, const struct ArrowArray *array,
	int times, int error) {
	static struct stream s;
	s = (struct stream){ schema, array, times, error };
	*out = (struct ArrowArrayStream){ get_schema, get_next, get_last_error, release_stream, &s };
	given++;
}

/* ---- A consumer ---- */

/* Takes all arrays of a stream; an error number. */
int starved_read(struct ArrowArrayStream *stream) {
	struct ArrowSchema schema = { 0 };
	struct ArrowArray array = { 0 };
	int error = stream->get_schema(stream, &schema);
	if (error)
		return error;
	schema.release(&schema);
	while (!(error = stream->get_next(stream, &array)) && array.release)
		array.release(&array);
	return error;
}
