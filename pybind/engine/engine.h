/* C ABI of libjsonbeacon_engine: what pybind/native knows of the engine. It does not depend on
 * the Python version. Every name the library exports starts with jsonbeacon_ or bridgeapi_. */
#ifndef JSONBEACON_ENGINE_H
#define JSONBEACON_ENGINE_H
#include <stddef.h>
#include <stdint.h>

/* ---- The tape -------------------------------------------------------------------------------
 * A value in post-order: scalars and strings first, then the closing word of their container with
 * its count. The low 4 bits of a word are its tag. A span is offset << 32 | length << 4, in units
 * of the text, without the quotes. Mirrored by core/syntax/tape.go; a test compares the two. */
enum {
	JB_NULL,
	JB_TRUE,
	JB_FALSE,
	JB_INT,        /* value << 4, signed */
	JB_INT64,      /* the next word is the value, signed */
	JB_UINT64,     /* the next word is the value, unsigned */
	JB_BIG,        /* span of an integer beyond 64 bits, sign included */
	JB_FLOAT,      /* 4 words: tag, the bits of a double, 2 of no meaning */
	JB_STRING,     /* span of a string without escapes */
	JB_KEY,        /* the same, a member's name */
	JB_STRING_ESC, /* span, still escaped or very long; next word: decoded length << 32 | OR of its code points */
	JB_KEY_ESC,
	JB_ARRAY,      /* element count << 4 */
	JB_OBJECT      /* member count << 4: that many key, value pairs stand below it */
};

enum {
	JB_MAX_DEPTH = 512,
	JB_MAX_LENGTH = (1 << 28) - 1, /* units: what a span can address */
	JB_TAPE_SLACK = 1540           /* words the engine may write beyond tape_words */
};

/* ---- A call --------------------------------------------------------------------------------- */
enum { JB_EXTRACT, JB_PARSE, JB_REPAIR }; /* operation; JB_REPAIR takes a widening */
enum { JB_SELECT_FIRST, JB_SELECT_LAST, JB_SELECT_LARGEST, JB_SELECT_ONLY };
enum { JB_KIND_AUTO, JB_KIND_OBJECT, JB_KIND_ARRAY, JB_KIND_ANY };
enum { JB_SOURCE_WHOLE, JB_SOURCE_FENCE, JB_SOURCE_INLINE, JB_SOURCE_TAG };
enum {
	JB_DONE,        /* the tape holds the last part of the value: source, start, end, candidates are set */
	JB_MORE,        /* the tape holds the next part: build it, then call jsonbeacon_resume */
	JB_ERROR,       /* code, reason, position, start, end, related are set */
	JB_RETRY,       /* what was built so far is no result: drop it, set careful, call jsonbeacon_run again */
	JB_INTERRUPTED, /* job->interrupted answered so; nothing is decided */
	JB_PANIC,       /* a defect of the engine; the process is intact */
	JB_END          /* there is no further outcome */
};

/* The options that widen the strict default. With any of them a job is a session: it has several
 * outcomes, to be tried in order. */
enum { JB_REPAIR_OFF, JB_REPAIR_SYNTAX, JB_REPAIR_GUESS, JB_REPAIR_ALL };
enum { JB_INVISIBLE_KEEP, JB_INVISIBLE_SYNTAX, JB_INVISIBLE_STRIP };
typedef struct {
	const char *tags;    /* names in UTF-8, each with a NUL behind it; NULL: none */
	int64_t tags_length;
	int32_t skip_reasoning, fall_through, reject_blank; /* 0 or 1 */
	int32_t repair, invisible;
	int32_t sources;     /* the finders that run: bits 1 << JB_SOURCE_FENCE, 1 << JB_SOURCE_INLINE; 0: all */
	int32_t all;         /* 1: every candidate in text order is an outcome */
} jsonbeacon_widening;

typedef struct jsonbeacon_job jsonbeacon_job;
struct jsonbeacon_job {
	/* In. The text is length units of width bytes, one a code point, and a zero unit behind them
	 * (every CPython string has it). It must not change during the call. */
	const void *text;
	int64_t length;
	uint64_t *tape;     /* room for tape_words + JB_TAPE_SLACK words, tape_words >= 1 */
	int64_t tape_words;
	int64_t max_length; /* longer text is extract_json.too_long; 0: JB_MAX_LENGTH */
	/* Asked now and then while the engine works long without filling the tape; NULL: never.
	 * Called on the calling thread, inside the engine: it must not fork and not call the engine. */
	int (*interrupted)(jsonbeacon_job *);
	int32_t width;      /* 1, 2 or 4 */
	int32_t operation;
	int32_t select, kind;
	int32_t count;      /* 1: the exact number of candidates is wanted (else it may be left at 1) */
	int32_t careful;    /* 1: decide everything, repeated keys too, before the first word is written.
	                     * With 0, repeated keys of the value on the tape are the builder's to find:
	                     * it then does what JB_RETRY asks for. */
	/* Out. Offsets are units of the text; -1: not applicable. */
	int64_t tape_used;
	int64_t start, end, candidates;
	int64_t position;
	int64_t related;    /* json.unexpected_end, json.expected_comma: the innermost open container's opener;
	                     * json.duplicate_key: where the key stood first; else -1 */
	int32_t source, code, reason;

	/* Sessions. In: NULL where the strict default is all that is asked for. */
	const jsonbeacon_widening *widening;
	/* Out. What the spans on the tape are of: the text, unless an option changed the value. */
	const void *value_text;
	int64_t value_length; /* of the value alone, where an option changed it */
	int32_t value_width;
	int32_t truncated;  /* 1: the value was cut off, and repair closed it */
	int32_t final;      /* 1: no further outcome is to be tried, whatever becomes of this one */
	const char *edits;  /* what repair did, as JSON in UTF-8: [{"rule","start","end","before","after","guess"}] */
	int64_t edits_length;
	int64_t session;    /* not 0: jsonbeacon_next goes on with it, jsonbeacon_release ends it */
	/* The engine's own from here on. */
	uint64_t state[JB_MAX_DEPTH + 96];
};

/* Each returns one of JB_DONE … JB_PANIC. */
int32_t jsonbeacon_run(jsonbeacon_job *);
int32_t jsonbeacon_resume(jsonbeacon_job *);
/* The next outcome of a session: JB_DONE, JB_MORE, JB_ERROR, JB_END; JB_RETRY where a fork has
 * taken the session away. What the one before pointed to is gone. */
int32_t jsonbeacon_next(jsonbeacon_job *);
/* Ends the session, if there is one, and frees what its outcomes point to. */
void jsonbeacon_release(jsonbeacon_job *);

/* ---- Names of codes and reasons: indices into these tables, "json.expected_value", "malformed" … -------- */
/* Writes the name, with a final NUL, into out (64 bytes are enough); 0 if there is no such index. */
int32_t jsonbeacon_code_name(int32_t code, char *out, size_t room);
int32_t jsonbeacon_reason_name(int32_t reason, char *out, size_t room);

/* ---- Saying an error ------------------------------------------------------------------------ */
/* The message of an error, UTF-8 (at most room bytes, cut at a character), e.g.
 * "expected a JSON value, found 'c' (line 1, column 30)"; line and column (1-based, 0: none) too.
 * Returns the number of bytes, negative on a defect. The text is only read. */
int64_t jsonbeacon_explain(void *text, int64_t length, int32_t width, int32_t code, int64_t position, int64_t related,
	char *out, size_t room, int64_t *line, int64_t *column);

/* ---- Big integers --------------------------------------------------------------------------- */
/* Turns n ASCII digits, an optional '-' in front among them, into the magnitude in place, as bytes in
 * big-endian order (never longer), in subquadratic time; the new length, -1 if interrupted, -2 on a
 * defect. */
typedef int (*jsonbeacon_poll)(void *arg);
int64_t jsonbeacon_decimal_to_bytes(char *digits, int64_t n, jsonbeacon_poll interrupted, void *arg);

/* ---- Schemas -------------------------------------------------------------------------------- */
enum { JB_VALID, JB_INVALID, JB_OVERLOAD, JB_CHECK_INTERRUPTED, JB_NO_SCHEMA, JB_CHECK_PANIC };
/* Compiles a schema: request is JSON in UTF-8, {"schema": text, "registry": {uri: text}, "formats": bool},
 * each text that of a JSON Schema. Its number, above 0, or 0 and in *out, which the caller frees,
 * the JSON of what is wrong with the schema: {"message", "path", "document", "line", "column"}; -1 on
 * a defect. A fork takes it away. Here and below *out is NULL where there is no memory for it. */
int64_t jsonbeacon_schema_compile(void *request, int64_t length, char **out, int64_t *out_length);
void jsonbeacon_schema_release(int64_t schema);
/* Checks text[start:end], JSON that has been read before. With JB_INVALID *out, which the caller
 * frees, is {"count": n, "violations": [{"path", "keyword", "message", "expected", "found", "offset",
 * "line", "column"}]}; with all others it is NULL. JB_NO_SCHEMA: there is none of this number. */
int32_t jsonbeacon_validate(int64_t schema, void *text, int64_t length, int32_t width, int64_t start, int64_t end,
	jsonbeacon_poll interrupted, void *arg, char **out, int64_t *out_length);

/* ---- The runtime ---------------------------------------------------------------------------- */
/* Starts the Go runtime if this process has none yet (first call, or first call after a fork).
 * NULL, or why the engine cannot run in this process: a forked child that could not be given a
 * runtime of its own. Ask it, with the GIL held, before any other call: one made in spite of a
 * refusal ends the process (it could only hang), and the start reads environ and changes signal
 * handlers for a moment. A process where it once answered NULL need not ask again before it forks. */
const char *jsonbeacon_ensure(void);
/* Runtimes started in this line of descent: when it has changed, all Go state is gone. */
unsigned long jsonbeacon_epoch(void);
/* Whether a runtime runs in this process. */
int jsonbeacon_running(void);
/* NULL, or why a process that is forked from here will not be given a runtime. Starts nothing. */
const char *jsonbeacon_fork_fault(void);
#endif
