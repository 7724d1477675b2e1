/* C ABI of libjsonbeacon_engine: columns of texts, laid out as Apache Arrow has them. */
#ifndef JSONBEACON_COLUMN_H
#define JSONBEACON_COLUMN_H
#include "engine.h"

enum { JB_OFFSETS_32, JB_OFFSETS_64, JB_VIEWS, JB_NO_TEXTS }; /* layout; of the last one, every row is missing */

typedef struct jsonbeacon_texts jsonbeacon_texts;
struct jsonbeacon_texts {
	int64_t length;
	int64_t offset;       /* of the first row, in every other part */
	const void *validity; /* NULL: every row is there */
	const void *outer;    /* the validity of the struct that the column is the only member of */
	int64_t outer_offset;
	const void *offsets;       /* or the views */
	const void *data;          /* of a layout with offsets */
	const void *const *buffers; /* of views */
	const int64_t *sizes;
	int64_t buffer_count;
	const void *indices; /* where there is a dictionary, which has all of the above but the outer validity */
	const jsonbeacon_texts *dictionary;
	int32_t index_width;
	int32_t layout;
};

/* The bitmaps of a result, and its fields in their order: name, type, bitmap. Mirrored by
 * core/batch/result.go. */
enum { JB_IN_ROW, JB_IN_VALUE, JB_IN_OUTCOME, JB_IN_SPAN, JB_IN_FAULT, JB_IN_PLACE, JB_IN_VIOLATIONS, JB_MASKS };
enum { JB_TEXTS, JB_INTEGERS, JB_TRUTHS };
#define JB_COLUMN_FIELDS(FIELD)                                                                                        \
	FIELD(value, TEXTS, VALUE)                                                                                         \
	FIELD(kind, TEXTS, VALUE)                                                                                          \
	FIELD(source, TEXTS, VALUE)                                                                                        \
	FIELD(start, INTEGERS, SPAN)                                                                                       \
	FIELD(end, INTEGERS, SPAN)                                                                                         \
	FIELD(candidates, INTEGERS, OUTCOME)                                                                               \
	FIELD(repairs, TEXTS, OUTCOME)                                                                                     \
	FIELD(truncated, TRUTHS, OUTCOME)                                                                                  \
	FIELD(reason, TEXTS, FAULT)                                                                                        \
	FIELD(code, TEXTS, FAULT)                                                                                          \
	FIELD(message, TEXTS, FAULT)                                                                                       \
	FIELD(position, INTEGERS, PLACE)                                                                                   \
	FIELD(line, INTEGERS, PLACE)                                                                                       \
	FIELD(column, INTEGERS, PLACE)                                                                                     \
	FIELD(violations, TEXTS, VIOLATIONS)
#define JB_COUNT_FIELD(name, type, mask) +1
enum { JB_FIELDS = JB_COLUMN_FIELDS(JB_COUNT_FIELD) };

/* What a typed column is made of. Mirrored by core/batch/typed.go. */
enum {
	JB_TYPE_NULL,
	JB_TYPE_BOOL,
	JB_TYPE_INT8,
	JB_TYPE_UINT8,
	JB_TYPE_INT16,
	JB_TYPE_UINT16,
	JB_TYPE_INT32,
	JB_TYPE_UINT32,
	JB_TYPE_INT64,
	JB_TYPE_UINT64,
	JB_TYPE_FLOAT32,
	JB_TYPE_FLOAT64,
	JB_TYPE_STRING,
	JB_TYPE_LARGE_STRING,
	JB_TYPE_JSON, /* a string */
	JB_TYPE_LARGE_JSON,
	JB_TYPE_LIST,
	JB_TYPE_LARGE_LIST,
	JB_TYPE_STRUCT,
	JB_TYPE_MAP,
	JB_TYPE_DECIMAL,
	JB_TYPES
};

typedef struct {
	const char *name;   /* UTF-8 with a final NUL */
	const char *format; /* what Arrow calls it */
	int32_t kind, nullable;
	int32_t precision, scale; /* of a decimal */
	int32_t children; /* types in it, each of which follows with all in it */
} jsonbeacon_type;

typedef struct {
	void *validity, *offsets, *data; /* those that its kind has; the validity where it is nullable */
	int64_t rows, nulls;
} jsonbeacon_typed;

typedef struct {
	void *bits;
	int64_t nulls;
} jsonbeacon_bitmap;

typedef struct {
	void *offsets, *data; /* a text's offsets have 32 bits, or 64 where the job is wide */
} jsonbeacon_buffers;

enum {
	JB_COLUMN_DONE,
	JB_COLUMN_INTERRUPTED, /* the rows so far are a result */
	JB_COLUMN_BAD,       /* the array is not what the format says: see row and fault */
	JB_COLUMN_NO_SCHEMA, /* a fork has taken it away */
	JB_COLUMN_NO_MEMORY,
	JB_COLUMN_TOO_LARGE, /* for offsets of 32 bits */
	JB_COLUMN_PANIC
};

typedef struct {
	const jsonbeacon_texts *texts;
	const jsonbeacon_widening *widening; /* NULL: none */
	int64_t max_length;
	int64_t schema; /* 0: none */
	const jsonbeacon_type *types; /* of the typed column */
	int64_t type_count; /* 0: there is none */
	jsonbeacon_poll interrupted;
	void *arg;
	int32_t select, kind, required;
	int32_t threads, wide;
	/* Out. The buffers are malloc's and the caller's. There are fewer rows than texts where offsets of
	 * 32 bits could not tell where a further one ends. */
	int64_t rows;
	jsonbeacon_bitmap masks[JB_MASKS];
	jsonbeacon_buffers fields[JB_FIELDS];
	jsonbeacon_typed *typed; /* the caller's room for one of each type */
	int64_t bad_row;
	char fault[64];
} jsonbeacon_column;

int32_t jsonbeacon_extract_column(jsonbeacon_column *);
#endif
