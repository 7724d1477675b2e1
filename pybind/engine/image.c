//go:build forkreset

#define _GNU_SOURCE
#include "image.h"
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern void *__tls_get_addr(void *);
extern char __start_image_keep[] __attribute__((visibility("hidden")));
extern char __stop_image_keep[] __attribute__((visibility("hidden")));
IMAGE_KEEP static long marker = 1; /* of ours, and writable: tells which library is this one */

struct search {
	struct image *image;
	constructor first;
	const char *fault;
};

static uintptr_t page_up(uintptr_t p) {
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	return (p + page - 1) & ~(page - 1);
}

static uintptr_t page_down(uintptr_t p) { return p & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1); }

static int holds_marker(const struct dl_phdr_info *info) {
	uintptr_t p = (uintptr_t)&marker;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + h->p_vaddr;
		if (h->p_type == PT_LOAD && p >= start && p < start + h->p_memsz)
			return 1;
	}
	return 0;
}

static const char *read_dynamic(
	struct image *image, const struct dl_phdr_info *info, const ElfW(Dyn) * d, constructor first) {
	const constructor *list = NULL;
	size_t n = 0;
	int seen = 0, static_tls = 0;

	for (; d->d_tag != DT_NULL; d++) {
		if (d->d_tag == DT_INIT_ARRAY)
			list = (const constructor *)(info->dlpi_addr + d->d_un.d_ptr);
		else if (d->d_tag == DT_INIT_ARRAYSZ)
			n = d->d_un.d_val / sizeof *list;
		else if (d->d_tag == DT_FLAGS)
			static_tls = (d->d_un.d_val & DF_STATIC_TLS) != 0;
	}
	for (size_t i = 0; list && i < n; i++) {
		if (list[i] == first)
			seen = 1;
		else if (seen && image->count == sizeof image->later / sizeof *image->later)
			return "the library has more constructors than expected";
		else if (seen)
			image->later[image->count++] = list[i];
	}
	if (!seen || !image->count)
		return "Go's constructor was not found";
	if (!static_tls) /* its place would differ from thread to thread */
		return "the library's thread-local storage is not static";
	return NULL;
}

/* Where what the dynamic linker makes read-only, once it has relocated it, ends; 0: nowhere. */
static uintptr_t end_of_readonly(const struct dl_phdr_info *info) {
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		if (h->p_type == PT_GNU_RELRO)
			return page_down(info->dlpi_addr + h->p_vaddr + h->p_memsz);
	}
	return 0;
}

/* GNU ld puts what becomes read-only and the data into one segment, lld into two. */
static const char *read_writable(struct image *image, const ElfW(Phdr) * h, char *start, uintptr_t readonly) {
	if ((uintptr_t)start + h->p_memsz <= readonly)
		return NULL;
	if (image->data)
		return "the library has more than one writable segment";
	image->data = (uintptr_t)start < readonly ? (char *)readonly : start;
	image->data_end = start + h->p_filesz;
	image->bss_end = start + h->p_memsz;
	return NULL;
}

static int look(struct dl_phdr_info *info, size_t size, void *arg) {
	struct search *s = arg;
	struct image *image = s->image;
	const ElfW(Dyn) *dynamic = NULL;
	uintptr_t readonly = end_of_readonly(info);

	(void)size;
	if (!holds_marker(info))
		return 0;
	for (int i = 0; i < info->dlpi_phnum && !s->fault; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		char *start = (char *)(info->dlpi_addr + h->p_vaddr);
		if (h->p_type == PT_LOAD && (h->p_flags & PF_W)) {
			s->fault = read_writable(image, h, start, readonly);
		} else if (h->p_type == PT_LOAD && (h->p_flags & PF_X)) {
			image->text = start;
			image->text_end = start + h->p_memsz;
		} else if (h->p_type == PT_DYNAMIC) {
			dynamic = (const ElfW(Dyn) *)start;
		} else if (h->p_type == PT_TLS) {
			/* Inside a constructor dlpi_tls_data is still NULL. With a wrong place here the stale
			 * thread state survived a reset and crashed a few children in 400. */
			struct {
				unsigned long module, offset;
			} index = { info->dlpi_tls_modid, 0 };
			image->tls = (char *)__tls_get_addr(&index) - (char *)__builtin_thread_pointer();
			image->tls_size = h->p_memsz;
		}
	}
	if (s->fault)
		return 1;
	if (!image->data || !image->text || !dynamic || !image->tls_size)
		s->fault = "the library lacks an expected segment";
	else
		s->fault = read_dynamic(image, info, dynamic, s->first);
	return 1;
}

const char *image_find(struct image *image, constructor first) {
	struct search s = { image, first, NULL };
	if (!dl_iterate_phdr(look, &s))
		return "the library was not found among those loaded";
	return s.fault;
}

char *image_copy(const struct image *image) {
	size_t n = (size_t)(image->data_end - image->data);
	char *copy = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (copy == MAP_FAILED)
		return NULL;
	return memcpy(copy, image->data, n);
}

void image_restore(const struct image *image, const char *copy) {
	char *zero = image->data_end, *pages = (char *)page_up((uintptr_t)zero);

	memcpy(image->data, copy, (size_t)(__start_image_keep - image->data));
	memcpy(__stop_image_keep, copy + (__stop_image_keep - image->data), (size_t)(image->data_end - __stop_image_keep));
	if (pages > image->bss_end)
		pages = image->bss_end;
	memset(zero, 0, (size_t)(pages - zero));
	/* Whole pages are given back instead: the child need not copy what it would only zero. */
	if (pages < image->bss_end && madvise(pages, page_up((uintptr_t)image->bss_end) - (uintptr_t)pages, MADV_DONTNEED))
		memset(pages, 0, (size_t)(image->bss_end - pages));
}
