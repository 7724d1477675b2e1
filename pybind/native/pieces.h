/* Texts that are taken from an iterator before their values are asked for, in pieces, which the
 * engine's goroutines find meanwhile. */
#ifndef JSONBEACON_PIECES_H
#define JSONBEACON_PIECES_H
#include "workspace.h" /* first: Python.h is read before any other header */

#include "ahead.h"

enum {
	/* A piece has so many texts, and so many characters and the rest of a text, at most. */
	PIECE_TEXTS = 128,
	PIECE_UNITS = 1 << 15,
	LONGEST_AHEAD = 1 << 20, /* characters: a longer text is left to a call of its own */
	SHORT = 512,  /* characters: longer texts are better found in a call, which builds what it has just read */
	PIECES_EACH = 4,  /* so many for each thread … */
	MOST_PIECES = 32, /* … and so many in all */
	MOST_UNITS = 1 << 21, /* characters that are taken ahead, and the rest of a piece */
	MOST_IDLE_PIECES = 8 /* are kept for the next batch */
};

struct piece {
	jsonbeacon_piece engine;
	struct piece *next; /* of those that are idle */
	int at;         /* the next text to be taken out of it */
	int open;       /* goroutines may claim it */
	int ready;      /* found, if this thread or nobody was to find it; else engine.done tells */
	int readable;   /* how many texts the engine is to look at */
	int64_t units;  /* of these */
	PyObject *texts[PIECE_TEXTS]; /* whatever the iterator gave; NULL: taken out */
	jsonbeacon_found found[PIECE_TEXTS];
};

/* A ring of pieces, each of which a goroutine or this thread claims. The engine reads no text whose
 * piece is not among them. */
struct pieces {
	PyObject *source;  /* the iterator; NULL: it has ended */
	PyObject *failure; /* what it raised; NULL: nothing */
	native_state *state;
	const struct options *options;
	jsonbeacon_settings settings;
	int compiled; /* there is a JSON Schema, which goroutines ask, and this thread does not */
	int useful;   /* whether what goroutines find can be used … */
	int helpful;  /* … and what this thread does before it builds */
	int threads;  /* the calling one among them */
	int crew_from; /* so many pieces, or their characters, are waiting when goroutines are started */
	int64_t crew;
	unsigned long epoch; /* of the crew */
	struct piece *ring[MOST_PIECES];
	int first, count; /* of those in use */
	int ahead;        /* how many are to be in use */
	int64_t units;
};

/* The first piece, found; NULL with an exception, or, at the end, without. */
struct piece *pieces_first(struct pieces *);
/* Whether some of the first piece's texts have been taken out, and not all. */
int pieces_within(const struct pieces *);
/* Lets go of the first piece, whose texts have all been taken out. */
void pieces_next(struct pieces *);
int pieces_traverse(struct pieces *, visitproc visit, void *arg);
/* Lets go of every object; no goroutine reads any text when it returns. */
void pieces_clear(struct pieces *);
void pieces_free(struct pieces *);
void idle_pieces_free(native_state *state);
#endif
