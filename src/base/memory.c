#include "base/memory.h"

#include <shoal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_BLOCK ((size_t)64 * 1024)

struct arena_block {
    arena_block *next;
    size_t size;
    alignas(max_align_t) char bytes[];
};

void *memory_new(size_t count, size_t item) {
    if (item && count > (size_t)PTRDIFF_MAX / item)
        return NULL;
    size_t size = count * item;
    return malloc(size ? size : 1);
}

void *memory_zero(size_t count, size_t item) {
    if (item && count > (size_t)PTRDIFF_MAX / item)
        return NULL;
    return calloc(count ? count : 1, item ? item : 1);
}

bool memory_grow(void **items, size_t *capacity, size_t needed, size_t item) {
    if (needed <= *capacity)
        return true;
    size_t larger = *capacity < 8 ? 8 : *capacity;
    while (larger < needed) {
        if (larger > SIZE_MAX / 2)
            return false;
        larger *= 2;
    }
    if (larger > (size_t)PTRDIFF_MAX / item)
        return false;
    void *moved = realloc(*items, larger * item);
    if (!moved)
        return false;
    *items = moved;
    *capacity = larger;
    return true;
}

void memory_free(void *pointer) {
    free(pointer);
}

void shoal_free(void *pointer) {
    free(pointer);
}

char *memory_text(const char *text, size_t length) {
    char *copy = length < PTRDIFF_MAX ? memory_new(length + 1, 1) : NULL;
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static bool arena_add_block(arena *owner, size_t size) {
    size_t room = size > ARENA_BLOCK ? size : ARENA_BLOCK;
    arena_block *block = memory_new(1, sizeof *block + room);
    if (!block)
        return false;
    block->next = owner->blocks;
    block->size = room;
    owner->blocks = block;
    owner->used = 0;
    return true;
}

void *arena_new(arena *owner, size_t count, size_t item) {
    size_t align = alignof(max_align_t);
    if (item && count > ((size_t)PTRDIFF_MAX / 2) / item)
        return NULL;
    size_t size = (count * item + align - 1) / align * align;
    if (!owner->blocks || owner->blocks->size - owner->used < size) {
        if (!arena_add_block(owner, size))
            return NULL;
    }
    void *room = owner->blocks->bytes + owner->used;
    owner->used += size;
    return room;
}

void *arena_zero(arena *owner, size_t count, size_t item) {
    void *room = arena_new(owner, count, item);
    if (room)
        memset(room, 0, count * item);
    return room;
}

char *arena_text(arena *owner, const char *text, size_t length) {
    char *copy = length < PTRDIFF_MAX / 2 ? arena_new(owner, length + 1, 1) : NULL;
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

void arena_free(arena *owner) {
    while (owner->blocks) {
        arena_block *next = owner->blocks->next;
        free(owner->blocks);
        owner->blocks = next;
    }
    owner->used = 0;
}
