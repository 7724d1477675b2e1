/* C ABI of libjsonbeacon_engine for texts that arrive in parts. Mirrored by core/stream. */
#ifndef JSONBEACON_STREAM_H
#define JSONBEACON_STREAM_H
#include "engine.h"

/* What happened. Offsets are units of the text. */
enum {
	JB_OPENED,    /* a candidate: start, detail (source), first character (0: no bracket) */
	JB_RESUMED,   /* it was opened in an earlier feed: start, detail (source) */
	JB_ENTERED,   /* a container in it was opened, in this feed or an earlier one: start, key */
	JB_MEMBER,    /* a scalar is complete: start, end, key */
	JB_LEFT,      /* the innermost container is complete: end */
	JB_COMPLETED, /* the candidate: start, end, detail (source) */
	JB_FAILED,    /* the candidate: start, end (where the fault is), detail (code) */
	JB_DROPPED    /* what was opened from start on is no candidate: detail (cause) */
};
enum { JB_IN_PROSE, JB_BY_FENCE, JB_BY_TAG, JB_BY_REASONING, JB_BY_KIND, JB_CAUSES };

typedef struct {
	uint8_t kind, detail, first, unused;
	uint32_t start, end;
	uint32_t key, key_length; /* the member's name, or JB_NO_KEY and the element's index */
} jsonbeacon_record;

#define JB_NO_KEY UINT32_MAX
enum { JB_MIN_RECORDS = JB_MAX_DEPTH + 9 };

typedef struct {
	/* In. All that there is of the text, with a zero unit behind it. */
	const void *text;
	int64_t length;
	jsonbeacon_record *records; /* room for so many, JB_MIN_RECORDS at least */
	int64_t room;
	const char *tags; /* names in lower case, each with a NUL behind it; NULL: none */
	int64_t tags_length;
	int32_t width; /* 1, 2 or 4; it may grow between feeds */
	int32_t kind, sources, skip_reasoning, ignore_invisible;
	int32_t resumed; /* 1: behind JB_MORE, or behind JB_DONE with the same chunk */
	int32_t begun;   /* 0: the text begins; the engine sets it */
	/* Out. */
	int64_t used;                 /* records */
	int64_t open_start, open_end; /* the string value that the text ends in, as far as it goes; -1: none */
	jsonbeacon_record open_key;   /* its key */
	/* The engine's own. No Go memory is in it: it outlives a fork. */
	uint64_t state[JB_MAX_DEPTH * 4];
} jsonbeacon_stream;

/* JB_DONE: all that there is has been read; JB_MORE: take the records and call again, with resumed;
 * JB_PANIC. */
int32_t jsonbeacon_feed(jsonbeacon_stream *);
#endif
