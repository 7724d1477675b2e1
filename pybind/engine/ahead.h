/* C ABI of libjsonbeacon_engine: many texts, found by goroutines before their values are built. */
#ifndef JSONBEACON_AHEAD_H
#define JSONBEACON_AHEAD_H
#include "engine.h"

/* What is known of a text; mirrored by core/ahead. */
enum {
	JB_UNSETTLED, /* nothing: it takes a job of its own */
	JB_VALUE,     /* its tape is written, and source, start, end, candidates are set */
	JB_FAULT      /* code, reason, position, start, end, related are set, as of a job */
};

/* A text of a piece. */
typedef struct {
	/* In. As of a job; it must not change before the piece is done. */
	const void *text;
	int64_t length;
	int32_t width;  /* 0: there is nothing to be found in it */
	/* Out. */
	int32_t status;
	int64_t tape_start, tape_used; /* words of the piece's tape */
	int64_t start, end, candidates, position, related;
	int32_t source, code, reason;
	int32_t fits;   /* 1: the value is valid under the schema of the settings */
} jsonbeacon_found;

/* Texts that are found at one go. Who sets claimed from 0 to 1 finds them, and then sets done. While
 * claimed is 1 a piece is nobody else's, so it may be filled anew, though a crew still has it in its queue. */
typedef struct {
	jsonbeacon_found *texts;
	int64_t count;
	uint64_t *tape;     /* room for tape_words + JB_TAPE_SLACK words */
	int64_t tape_words; /* more than all texts have units */
	int32_t claimed, done;
} jsonbeacon_piece;

/* What is asked of all texts, as of a job. */
typedef struct {
	const jsonbeacon_widening *widening;
	int64_t max_length;
	int64_t schema; /* 0: none is asked; that of goroutines alone */
	int32_t select, kind, count;
} jsonbeacon_settings;

/* Finds the texts of a claimed piece on this thread. state is of JB_STATE_WORDS words. */
void jsonbeacon_find(jsonbeacon_settings *, jsonbeacon_piece *, uint64_t *state);

/* Starts goroutines, which claim and find the pieces that they are given; the number of the crew, above
 * 0, or 0 on a defect. A fork takes it away. */
int64_t jsonbeacon_crew_start(jsonbeacon_settings *, int32_t goroutines, int32_t room);
/* Does nothing where room pieces are waiting already. */
void jsonbeacon_crew_submit(int64_t crew, jsonbeacon_piece *);
/* Waits until a piece is done, at most so many nanoseconds. */
void jsonbeacon_crew_wait(int64_t crew, jsonbeacon_piece *, int64_t most);
/* When it returns, no goroutine looks at any piece. */
void jsonbeacon_crew_stop(int64_t crew);
#endif
