/* The typed column of a result as Arrow's structs. No Python here, as in arrow_out.c. */
#include "arrow.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

const struct arrow_kind arrow_kinds[JB_TYPES] = {
	[JB_TYPE_NULL] = { "n", 0, 0, 0 },
	[JB_TYPE_BOOL] = { "b", 0, 0, 1 },
	[JB_TYPE_INT8] = { "c", 0, 0, 1 },
	[JB_TYPE_UINT8] = { "C", 0, 0, 1 },
	[JB_TYPE_INT16] = { "s", 0, 0, 1 },
	[JB_TYPE_UINT16] = { "S", 0, 0, 1 },
	[JB_TYPE_INT32] = { "i", 0, 0, 1 },
	[JB_TYPE_UINT32] = { "I", 0, 0, 1 },
	[JB_TYPE_INT64] = { "l", 0, 0, 1 },
	[JB_TYPE_UINT64] = { "L", 0, 0, 1 },
	[JB_TYPE_FLOAT32] = { "f", 0, 0, 1 },
	[JB_TYPE_FLOAT64] = { "g", 0, 0, 1 },
	[JB_TYPE_STRING] = { "u", 0, 1, 1 },
	[JB_TYPE_LARGE_STRING] = { "U", 0, 1, 1 },
	[JB_TYPE_JSON] = { "u", 1, 1, 1 },
	[JB_TYPE_LARGE_JSON] = { "U", 1, 1, 1 },
	[JB_TYPE_LIST] = { "+l", 0, 1, 0 },
	[JB_TYPE_LARGE_LIST] = { "+L", 0, 1, 0 },
	[JB_TYPE_STRUCT] = { "+s", 0, 0, 0 },
	[JB_TYPE_MAP] = { "+m", 0, 1, 0 },
	[JB_TYPE_DECIMAL] = { "d:", 0, 0, 1 }, /* and its precision and scale */
};

struct column_type {
	atomic_size_t users;
	int64_t n;
	jsonbeacon_type types[]; /* and their texts behind them */
};

struct column_type *type_new(int64_t n, size_t texts_length) {
	struct column_type *type = calloc(1, sizeof *type + (size_t)n * sizeof *type->types + texts_length);
	if (type) {
		atomic_init(&type->users, 1);
		type->n = n;
	}
	return type;
}

char *type_texts(struct column_type *type) { return (char *)(type->types + type->n); }

jsonbeacon_type *type_list(struct column_type *type) { return type->types; }

int64_t type_count(const struct column_type *type) { return type ? type->n : 0; }

struct column_type *type_use(struct column_type *type) {
	if (type)
		atomic_fetch_add(&type->users, 1);
	return type;
}

void type_release(struct column_type *type) {
	if (type && atomic_fetch_sub(&type->users, 1) == 1)
		free(type);
}

/* ---- Schemas ---- */

/* https://arrow.apache.org/docs/format/CanonicalExtensions.html#json, in the form of
 * ArrowSchema.metadata: a count of pairs, and a length before each text. */
static const struct {
	int32_t pairs, key_length;
	char key[20];
	int32_t value_length;
	char value[10];
} is_json = { 1, 20, "ARROW:extension:name", 10, "arrow.json" };

struct exported_type {
	struct column_type *type;
	int64_t n;
	struct ArrowSchema **pointers;
	struct ArrowSchema members[]; /* and the pointers behind them */
};

static void release_type(struct ArrowSchema *schema) {
	struct exported_type *exported = schema->private_data;
	for (int64_t i = 0; i < exported->n; i++)
		if (exported->members[i].release)
			exported->members[i].release(&exported->members[i]);
	type_release(exported->type);
	free(exported);
	schema->release = NULL;
}

static int export_from(struct column_type *type, int64_t *next, const char *name, struct ArrowSchema *out) {
	const jsonbeacon_type *t = &type->types[(*next)++];
	size_t n = (size_t)t->children;
	struct exported_type *exported =
		calloc(1, sizeof *exported + n * (sizeof *exported->members + sizeof *exported->pointers));
	if (!exported)
		return -1;
	exported->type = type_use(type);
	exported->n = (int64_t)n;
	exported->pointers = (struct ArrowSchema **)(exported->members + n);
	*out = (struct ArrowSchema){
		.format = t->format,
		.name = name,
		.metadata = arrow_kinds[t->kind].json ? (const char *)&is_json : NULL,
		.flags = t->nullable ? ARROW_FLAG_NULLABLE : 0,
		.n_children = (int64_t)n,
		.children = n ? exported->pointers : NULL,
		.release = release_type,
		.private_data = exported,
	};
	for (size_t i = 0; i < n; i++) {
		exported->pointers[i] = &exported->members[i];
		if (export_from(type, next, type->types[*next].name, &exported->members[i])) {
			release_type(out);
			return -1;
		}
	}
	return 0;
}

int export_type(struct column_type *type, struct ArrowSchema *out) {
	int64_t next = 0;
	if (export_from(type, &next, "data", out))
		return -1;
	out->flags |= ARROW_FLAG_NULLABLE; /* where there is no value, there is nothing */
	return 0;
}

/* ---- Arrays ---- */

struct exported_array {
	struct chunk *chunk;
	const void *buffers[3];
	int64_t n;
	struct ArrowArray **pointers;
	struct ArrowArray members[]; /* and the pointers behind them */
};

static void release_typed(struct ArrowArray *array) {
	struct exported_array *exported = array->private_data;
	for (int64_t i = 0; i < exported->n; i++)
		if (exported->members[i].release)
			exported->members[i].release(&exported->members[i]);
	chunk_release(exported->chunk);
	free(exported);
	array->release = NULL;
}

int export_typed(struct chunk *chunk, const struct column_type *type, const jsonbeacon_typed *typed, int64_t *next,
	struct ArrowArray *out) {
	const jsonbeacon_type *t = &type->types[*next];
	const struct arrow_kind *kind = &arrow_kinds[t->kind];
	const jsonbeacon_typed *column = &typed[(*next)++];
	size_t n = (size_t)t->children;
	int buffers = 0;
	struct exported_array *exported =
		calloc(1, sizeof *exported + n * (sizeof *exported->members + sizeof *exported->pointers));
	if (!exported)
		return -1;
	exported->chunk = chunk_use(chunk);
	exported->n = (int64_t)n;
	exported->pointers = (struct ArrowArray **)(exported->members + n);
	if (t->kind != JB_TYPE_NULL)
		exported->buffers[buffers++] = column->nulls ? column->validity : NULL;
	if (kind->offsets)
		exported->buffers[buffers++] = column->offsets;
	if (kind->data)
		exported->buffers[buffers++] = column->data;
	*out = (struct ArrowArray){
		.length = column->rows,
		.null_count = column->nulls,
		.n_buffers = buffers,
		.n_children = (int64_t)n,
		.buffers = exported->buffers,
		.children = n ? exported->pointers : NULL,
		.release = release_typed,
		.private_data = exported,
	};
	for (size_t i = 0; i < n; i++) {
		exported->pointers[i] = &exported->members[i];
		if (export_typed(chunk, type, typed, next, &exported->members[i])) {
			release_typed(out);
			return -1;
		}
	}
	return 0;
}
