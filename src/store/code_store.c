#include "store/code_store.h"

#include "base/memory.h"

#include <string.h>

#define FIRST_BYTES ((size_t)4096)
/* Large enough for the allocator to hand each block back to the system when it is freed. */
#define LARGEST_BYTES ((size_t)512 * 1024)

struct store_block {
    store_block *next;
    size_t count;
    size_t capacity;
    int width;
    _Alignas(8) char bytes[];
};

static bool add_block(store *queue, int width) {
    size_t size = FIRST_BYTES;
    if (queue->last) {
        size = 2 * queue->last->capacity * (size_t)queue->last->width;
        size = size < LARGEST_BYTES ? size : LARGEST_BYTES;
    }
    store_block *block = memory_new(1, sizeof *block + size);
    if (!block)
        return false;
    *block = (store_block){.capacity = size / (size_t)width, .width = width};
    if (queue->last)
        queue->last->next = block;
    else
        queue->first = block;
    queue->last = block;
    return true;
}

void store_pack(codes *to, size_t begin, const uint32_t *from, size_t count) {
    if (to->width == 1) {
        uint8_t *at = (uint8_t *)to->data + begin;
        for (size_t i = 0; i < count; i++)
            at[i] = (uint8_t)from[i];
    } else if (to->width == 2) {
        uint16_t *at = (uint16_t *)to->data + begin;
        for (size_t i = 0; i < count; i++)
            at[i] = (uint16_t)from[i];
    } else {
        memcpy((uint32_t *)to->data + begin, from, count * sizeof *from);
    }
}

bool store_add(store *queue, const uint32_t *from, size_t count, uint64_t limit) {
    int width = codes_width(limit);
    while (count > 0) {
        store_block *block = queue->last;
        if (!block || block->width < width || block->count == block->capacity) {
            if (!add_block(queue, width))
                return false;
            block = queue->last;
        }
        size_t room = block->capacity - block->count;
        size_t now = count < room ? count : room;
        codes to = {block->bytes, block->width};
        store_pack(&to, block->count, from, now);
        block->count += now;
        from += now;
        count -= now;
    }
    return true;
}

static void drop_first(store *queue) {
    store_block *block = queue->first;
    queue->first = block->next;
    if (!queue->first)
        queue->last = NULL;
    queue->taken = 0;
    memory_free(block);
}

size_t store_take(store *queue, size_t most, codes *run, size_t *begin) {
    while (queue->taken == queue->first->count)
        drop_first(queue);
    store_block *block = queue->first;
    size_t left = block->count - queue->taken;
    size_t count = most < left ? most : left;
    *run = (codes){block->bytes, block->width};
    *begin = queue->taken;
    queue->taken += count;
    return count;
}

void store_free(store *queue) {
    while (queue->first)
        drop_first(queue);
}
