/* Heap and arena memory. Every size computation is overflow-checked; nothing aborts. */
#ifndef SHOAL_BASE_MEMORY_H
#define SHOAL_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Uninitialized / zeroed room for `count` items; NULL when out of memory. Never NULL for count 0.
 */
void *memory_new(size_t count, size_t item);
void *memory_zero(size_t count, size_t item);

/* Grows *items (of *capacity items) so that `needed` fit, at least doubling. False when out of
 * memory; *items stays valid then. */
bool memory_grow(void **items, size_t *capacity, size_t needed, size_t item);

void memory_free(void *pointer);

/* A copy of text[0..length) with a NUL after it. */
char *memory_text(const char *text, size_t length);

/* An arena hands out memory that is freed all at once. It belongs to one long-lived object. */
typedef struct arena_block arena_block;
typedef struct arena {
    arena_block *blocks;
    size_t used; /* in the newest block */
} arena;

void *arena_new(arena *owner, size_t count, size_t item);
void *arena_zero(arena *owner, size_t count, size_t item);
char *arena_text(arena *owner, const char *text, size_t length);
void arena_free(arena *owner);

#endif
