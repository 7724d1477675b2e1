/* Where this library lies in memory. */
#ifndef IMAGE_H
#define IMAGE_H
#include <stddef.h>

typedef void (*constructor)(int, char **, char **);

/* A variable with this attribute is skipped when the library's data is put back. */
#define IMAGE_KEEP __attribute__((section("image_keep")))

struct image {
	char *data, *data_end, *bss_end; /* [data, data_end) initialised, [data_end, bss_end) zero at first */
	char *text, *text_end;
	ptrdiff_t tls; /* of this library's thread-local storage, from the thread pointer */
	size_t tls_size;
	constructor later[32]; /* the constructors that run after the one given */
	int count;
};

/* Fills in image; NULL, or what stands in the way. For use inside the constructor first. */
const char *image_find(struct image *image, constructor first) __attribute__((visibility("hidden")));

/* A copy of the initialised data as it is now; NULL if there is no memory. */
char *image_copy(const struct image *image) __attribute__((visibility("hidden")));

/* Makes all data what it was when copy was made. */
void image_restore(const struct image *image, const char *copy) __attribute__((visibility("hidden")));
#endif
