/* Arrays of texts that others made. */
#include "arrow.h"
#include <string.h>

static const struct {
	const char *format;
	int32_t texts;
	int wide;
} formats[] = {
	{ "u", JB_OFFSETS_32, 0 },
	{ "z", JB_OFFSETS_32, 0 },
	{ "U", JB_OFFSETS_64, 1 },
	{ "Z", JB_OFFSETS_64, 1 },
	{ "vu", JB_VIEWS, 1 },
	{ "vz", JB_VIEWS, 1 },
	{ "n", JB_NO_TEXTS, 0 }, /* what a library makes of nothing but None */
};

static const char *plain_layout(const struct ArrowSchema *schema, struct layout *layout) {
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		if (strcmp(schema->format, formats[i].format) == 0) {
			layout->texts = formats[i].texts;
			layout->wide = formats[i].wide;
			return NULL;
		}
	}
	return "a column of strings or binaries is wanted, not one of the Arrow type";
}

static int width_of_index(const char *format) {
	static const char *const by_width[] = { [1] = "cC", [2] = "sS", [4] = "iI", [8] = "lL" };
	for (int width = 1; width <= 8; width *= 2)
		if (format[0] && !format[1] && strchr(by_width[width], format[0]))
			return width;
	return 0;
}

const char *layout_of(const struct ArrowSchema *schema, struct layout *layout) {
	*layout = (struct layout){ 0 };
	if (strcmp(schema->format, "+s") == 0) { /* what a table's stream has */
		if (schema->n_children != 1)
			return "one column is wanted, not a table of several";
		layout->member = 1;
		schema = schema->children[0];
	}
	if (!schema->dictionary)
		return plain_layout(schema, layout);
	if (!(layout->index_width = width_of_index(schema->format)) || schema->dictionary->dictionary)
		return "a dictionary of an unknown kind";
	const char *wrong = plain_layout(schema->dictionary, layout);
	layout->wide = 1; /* a text of the dictionary may come often */
	return wrong;
}

/* The validity bitmap; an array may have one in which nothing is missing. */
static const void *validity_of(const struct ArrowArray *array) {
	return array->null_count == 0 || array->n_buffers < 1 ? NULL : array->buffers[0];
}

static const char *plain_texts(const struct ArrowArray *array, int32_t layout, jsonbeacon_texts *texts) {
	if (array->length < 0 || array->offset < 0 || (layout != JB_NO_TEXTS && array->n_buffers < 3))
		return "an array that is not what its schema says";
	texts->length = array->length;
	texts->offset = array->offset;
	texts->layout = layout;
	if (layout == JB_NO_TEXTS)
		return NULL;
	texts->validity = validity_of(array);
	texts->offsets = array->buffers[1];
	if (layout == JB_VIEWS) { /* the last buffer has the sizes of the others */
		texts->buffers = array->buffers + 2;
		texts->buffer_count = array->n_buffers - 3;
		texts->sizes = array->buffers[array->n_buffers - 1];
	} else {
		texts->data = array->buffers[2];
	}
	return array->length && !texts->offsets ? "an array without offsets" : NULL;
}

const char *texts_of(const struct ArrowArray *array, const struct layout *layout, jsonbeacon_texts *texts,
	jsonbeacon_texts *dictionary) {
	const struct ArrowArray *outer = NULL;
	const char *wrong;

	*texts = *dictionary = (jsonbeacon_texts){ 0 };
	if (layout->member) {
		outer = array;
		if (array->n_children != 1 || array->length < 0 || array->offset < 0 ||
			array->children[0]->length < array->offset + array->length)
			return "an array that is not what its schema says";
		array = array->children[0];
	}
	if (!layout->index_width) {
		if ((wrong = plain_texts(array, layout->texts, texts)))
			return wrong;
	} else {
		if (!array->dictionary || array->n_buffers < 2 || array->length < 0 || array->offset < 0)
			return "an array that is not what its schema says";
		if ((wrong = plain_texts(array->dictionary, layout->texts, dictionary)))
			return wrong;
		texts->length = array->length;
		texts->offset = array->offset;
		texts->validity = validity_of(array);
		texts->indices = array->buffers[1];
		texts->index_width = layout->index_width;
		texts->dictionary = dictionary;
	}
	if (outer) { /* the struct's offset comes on top of its member's */
		texts->offset += outer->offset;
		texts->length = outer->length;
		texts->outer = validity_of(outer);
		texts->outer_offset = outer->offset;
	}
	return NULL;
}
