/* The result of a column as Arrow's structs. No Python here: a consumer may release an array on any
 * thread, with or without the GIL, in a forked child, and after the interpreter has ended. */
#include "arrow.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct chunk {
	atomic_size_t users;
	int64_t rows;
	jsonbeacon_bitmap masks[JB_MASKS];
	jsonbeacon_buffers fields[JB_FIELDS];
	struct column_type *type; /* NULL: there is no typed column */
	jsonbeacon_typed *typed;
};

enum { MEMBERS = JB_FIELDS + 1 }; /* with the typed column */

static void free_buffers(
	jsonbeacon_bitmap *masks, jsonbeacon_buffers *fields, jsonbeacon_typed *typed, int64_t typed_count) {
	for (int i = 0; i < JB_MASKS; i++)
		free(masks[i].bits);
	for (int i = 0; i < JB_FIELDS; i++) {
		free(fields[i].offsets);
		free(fields[i].data);
	}
	for (int64_t i = 0; i < typed_count; i++) {
		free(typed[i].validity);
		free(typed[i].offsets);
		free(typed[i].data);
	}
	free(typed);
}

struct chunk *chunk_new(const jsonbeacon_column *column, struct column_type *type) {
	struct chunk *chunk = malloc(sizeof *chunk);
	if (!chunk) {
		free_buffers(
			(jsonbeacon_bitmap *)column->masks, (jsonbeacon_buffers *)column->fields, column->typed, type_count(type));
		return NULL;
	}
	atomic_init(&chunk->users, 1);
	chunk->rows = column->rows;
	memcpy(chunk->masks, column->masks, sizeof chunk->masks);
	memcpy(chunk->fields, column->fields, sizeof chunk->fields);
	chunk->type = type_use(type);
	chunk->typed = column->typed;
	return chunk;
}

struct chunk *chunk_use(struct chunk *chunk) {
	atomic_fetch_add(&chunk->users, 1);
	return chunk;
}

void chunk_release(struct chunk *chunk) {
	if (atomic_fetch_sub(&chunk->users, 1) != 1)
		return;
	free_buffers(chunk->masks, chunk->fields, chunk->typed, type_count(chunk->type));
	type_release(chunk->type);
	free(chunk);
}

int64_t chunk_rows(const struct chunk *chunk) { return chunk->rows; }

static const struct {
	const char *name;
	int type, mask;
} table[JB_FIELDS] = {
#define FIELD(name, type, mask) { #name, JB_##type, JB_IN_##mask },
	JB_COLUMN_FIELDS(FIELD)
#undef FIELD
};

/* ---- Schemas ---- */

static const char *format_of(int type, int wide) {
	switch (type) {
	case JB_TEXTS:
		return wide ? "U" : "u";
	case JB_INTEGERS:
		return "l";
	default:
		return "b";
	}
}

/* A member may be moved out of its struct, so each is released apart, and the memory of all of them
 * is their struct's. */
static void release_member_schema(struct ArrowSchema *schema) { schema->release = NULL; }

struct schemas {
	struct ArrowSchema *pointers[MEMBERS];
	struct ArrowSchema members[MEMBERS];
};

static void release_schema(struct ArrowSchema *schema) {
	struct schemas *all = schema->private_data;
	for (int i = 0; i < MEMBERS; i++)
		if (all->members[i].release)
			all->members[i].release(&all->members[i]);
	free(all);
	schema->release = NULL;
}

int export_schema(int wide, struct column_type *type, struct ArrowSchema *out) {
	struct schemas *all = calloc(1, sizeof *all);
	if (!all)
		return -1;
	for (int i = 0; i < JB_FIELDS; i++) {
		all->pointers[i] = &all->members[i];
		all->members[i] = (struct ArrowSchema){
			.format = format_of(table[i].type, wide),
			.name = table[i].name,
			.flags = ARROW_FLAG_NULLABLE,
			.release = release_member_schema,
		};
	}
	*out = (struct ArrowSchema){
		.format = "+s",
		.name = "",
		.flags = ARROW_FLAG_NULLABLE,
		.n_children = JB_FIELDS,
		.children = all->pointers,
		.release = release_schema,
		.private_data = all,
	};
	if (type) {
		all->pointers[out->n_children++] = &all->members[JB_FIELDS];
		if (export_type(type, &all->members[JB_FIELDS])) {
			release_schema(out);
			return -1;
		}
	}
	return 0;
}

/* ---- Arrays ---- */

/* What a member's array points to; it may outlive its struct. */
struct member {
	struct chunk *chunk;
	const void *buffers[3];
};

static void release_member(struct ArrowArray *array) {
	struct member *member = array->private_data;
	chunk_release(member->chunk);
	free(member);
	array->release = NULL;
}

static int export_member(struct chunk *chunk, int field, struct ArrowArray *out) {
	const jsonbeacon_bitmap *mask = &chunk->masks[table[field].mask];
	const jsonbeacon_buffers *buffers = &chunk->fields[field];
	struct member *member = calloc(1, sizeof *member);
	int n = 0;

	if (!member)
		return -1;
	member->chunk = chunk_use(chunk);
	member->buffers[n++] = mask->nulls ? mask->bits : NULL;
	if (table[field].type == JB_TEXTS)
		member->buffers[n++] = buffers->offsets;
	member->buffers[n++] = buffers->data;
	*out = (struct ArrowArray){
		.length = chunk->rows,
		.null_count = mask->nulls,
		.n_buffers = n,
		.buffers = member->buffers,
		.release = release_member,
		.private_data = member,
	};
	return 0;
}

struct arrays {
	struct chunk *chunk;
	const void *validity;
	struct ArrowArray *pointers[MEMBERS];
	struct ArrowArray members[MEMBERS];
};

static void release_array(struct ArrowArray *array) {
	struct arrays *all = array->private_data;
	for (int i = 0; i < MEMBERS; i++)
		if (all->members[i].release)
			all->members[i].release(&all->members[i]);
	chunk_release(all->chunk);
	free(all);
	array->release = NULL;
}

int export_chunk(struct chunk *chunk, struct ArrowArray *out) {
	struct arrays *all = calloc(1, sizeof *all);
	if (!all)
		return -1;
	const jsonbeacon_bitmap *mask = &chunk->masks[JB_IN_ROW];
	all->chunk = chunk_use(chunk);
	all->validity = mask->nulls ? mask->bits : NULL;
	*out = (struct ArrowArray){
		.length = chunk->rows,
		.null_count = mask->nulls,
		.n_buffers = 1,
		.n_children = JB_FIELDS,
		.buffers = &all->validity,
		.children = all->pointers,
		.release = release_array,
		.private_data = all,
	};
	for (int i = 0; i < JB_FIELDS; i++) {
		all->pointers[i] = &all->members[i];
		if (export_member(chunk, i, &all->members[i])) {
			release_array(out);
			return -1;
		}
	}
	if (chunk->type) {
		int64_t next = 0;
		all->pointers[out->n_children++] = &all->members[JB_FIELDS];
		if (export_typed(chunk, chunk->type, chunk->typed, &next, &all->members[JB_FIELDS])) {
			release_array(out);
			return -1;
		}
	}
	return 0;
}

/* ---- Streams ---- */

struct stream {
	int wide;
	struct column_type *type;
	size_t next, n;
	struct chunk *chunks[];
};

static int stream_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
	struct stream *s = stream->private_data;
	return export_schema(s->wide, s->type, out) ? ENOMEM : 0;
}

static int stream_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
	struct stream *s = stream->private_data;
	if (s->next == s->n) {
		out->release = NULL;
		return 0;
	}
	if (export_chunk(s->chunks[s->next], out))
		return ENOMEM;
	s->next++;
	return 0;
}

static const char *stream_error(struct ArrowArrayStream *stream) {
	(void)stream;
	return "out of memory"; /* nothing else fails */
}

static void release_stream(struct ArrowArrayStream *stream) {
	struct stream *s = stream->private_data;
	for (size_t i = 0; i < s->n; i++)
		chunk_release(s->chunks[i]);
	type_release(s->type);
	free(s);
	stream->release = NULL;
}

int export_stream(
	int wide, struct column_type *type, struct chunk *const *chunks, size_t n, struct ArrowArrayStream *out) {
	struct stream *s = malloc(sizeof *s + n * sizeof *chunks);
	if (!s)
		return -1;
	*s = (struct stream){ .wide = wide, .type = type_use(type), .n = n };
	for (size_t i = 0; i < n; i++)
		s->chunks[i] = chunk_use(chunks[i]);
	*out = (struct ArrowArrayStream){
		.get_schema = stream_schema,
		.get_next = stream_next,
		.get_last_error = stream_error,
		.release = release_stream,
		.private_data = s,
	};
	return 0;
}
