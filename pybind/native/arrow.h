/* Apache Arrow's C data and stream interfaces, whose structs are an ABI, and what is made of them. */
#ifndef JSONBEACON_ARROW_H
#define JSONBEACON_ARROW_H
#include "column.h"

/* https://arrow.apache.org/docs/format/CDataInterface.html; the guards are those it names, for a
 * program that has the structs already. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_NULLABLE 2

struct ArrowSchema {
	const char *format, *name, *metadata;
	int64_t flags, n_children;
	struct ArrowSchema **children, *dictionary;
	void (*release)(struct ArrowSchema *);
	void *private_data;
};

struct ArrowArray {
	int64_t length, null_count, offset, n_buffers, n_children;
	const void **buffers;
	struct ArrowArray **children, *dictionary;
	void (*release)(struct ArrowArray *);
	void *private_data;
};
#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
	int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *);
	int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *);
	const char *(*get_last_error)(struct ArrowArrayStream *);
	void (*release)(struct ArrowArrayStream *);
	void *private_data;
};
#endif

/* ---- arrow_in.c ---- */

/* How an array of texts is laid out, by its schema. */
struct layout {
	int member;      /* it is the only member of a struct */
	int index_width; /* bytes of an index into a dictionary; 0: there is none */
	int32_t texts;   /* JB_OFFSETS_32 … */
	int wide;        /* the result has offsets of 64 bits */
};
/* NULL, or what is wrong with it as a column of texts. */
const char *layout_of(const struct ArrowSchema *schema, struct layout *layout);
/* What the engine is to read. NULL, or what is wrong with the array. */
const char *texts_of(
	const struct ArrowArray *array, const struct layout *layout, jsonbeacon_texts *texts, jsonbeacon_texts *dictionary);

/* ---- arrow_out.c ---- */

/* The buffers of some rows. Exported arrays point into them, from whatever thread and for as long as
 * their consumers like, so they are counted apart from Python. */
struct chunk;
/* Takes the buffers; NULL, and they are freed, where there is no memory. */
struct chunk *chunk_new(const jsonbeacon_column *column);
void chunk_release(struct chunk *chunk);
int64_t chunk_rows(const struct chunk *chunk);
/* 0, or -1 where there is no memory. */
int export_schema(int wide, struct ArrowSchema *out);
int export_chunk(struct chunk *chunk, struct ArrowArray *out);
int export_stream(int wide, struct chunk *const *chunks, size_t n, struct ArrowArrayStream *out);
#endif
