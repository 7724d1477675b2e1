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

/* ---- arrow_type.c ---- */

/* What Arrow calls a kind of types, whether it is marked as JSON, and what buffers it has. */
struct arrow_kind {
	const char *format;
	int json, offsets, data;
};
extern const struct arrow_kind arrow_kinds[JB_TYPES];

/* The type of a typed column: all types in it, in preorder. It is counted as chunks are. */
struct column_type;
/* Room for n types, and names and formats of so many bytes; NULL where there is no memory. */
struct column_type *type_new(int64_t n, size_t texts_length);
char *type_texts(struct column_type *type);
jsonbeacon_type *type_list(struct column_type *type);
/* NULL is no type, and has none. */
int64_t type_count(const struct column_type *type);
struct column_type *type_use(struct column_type *type);
void type_release(struct column_type *type);
/* 0, or -1 where there is no memory. */
int export_type(struct column_type *type, struct ArrowSchema *out);

/* ---- arrow_out.c ---- */

/* The buffers of some rows. Exported arrays point into them, from whatever thread and for as long as
 * their consumers like, so they are counted apart from Python. */
struct chunk;
/* Takes the buffers; NULL, and they are freed, where there is no memory. */
struct chunk *chunk_new(const jsonbeacon_column *column, struct column_type *type);
struct chunk *chunk_use(struct chunk *chunk);
void chunk_release(struct chunk *chunk);
/* Exports the column of the next type, and those of the types in it. 0, or -1 where there is no memory. */
int export_typed(struct chunk *chunk, const struct column_type *type, const jsonbeacon_typed *typed, int64_t *next,
	struct ArrowArray *out);
int64_t chunk_rows(const struct chunk *chunk);
/* 0, or -1 where there is no memory. */
int export_schema(int wide, struct column_type *type, struct ArrowSchema *out);
int export_chunk(struct chunk *chunk, struct ArrowArray *out);
int export_stream(
	int wide, struct column_type *type, struct chunk *const *chunks, size_t n, struct ArrowArrayStream *out);
#endif
