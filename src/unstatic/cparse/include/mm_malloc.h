/* Stands in for the compiler's header of this name. */
#ifndef UNSTATIC_MM_MALLOC_H
#define UNSTATIC_MM_MALLOC_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void *_mm_malloc(size_t size, size_t alignment);
void _mm_free(void *block);
#ifdef __cplusplus
}
#endif
#endif
