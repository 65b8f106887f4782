#include "search/driver/interval_queue.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

interval *interval_new(interval_queue *queue, const uint8_t *low, const uint8_t *high) {
    assert(queue->node_bytes > 0);
    size_t ends = 2 * queue->node_bytes;
    interval *fresh = queue->spare_count ? queue->spare[--queue->spare_count]
                                         : memory_new(1, sizeof *fresh + ends);
    if (!fresh)
        return NULL;
    fresh->bound = 0;
    fresh->share = 0;
    fresh->open = 0;
    fresh->number = queue->arrivals++;
    fresh->suppressed = 0;
    fresh->low_known = false;
    fresh->closely = false;
    fresh->facts = NULL;
    memcpy(interval_low(fresh), low, queue->node_bytes);
    memcpy(interval_high(queue, fresh), high, queue->node_bytes);
    return fresh;
}

void interval_drop(interval_queue *queue, interval *gone) {
    memory_free(gone->facts);
    gone->facts = NULL;
    if (memory_grow((void **)&queue->spare, &queue->spare_capacity, queue->spare_count + 1,
                    sizeof(interval *)))
        queue->spare[queue->spare_count++] = gone;
    else
        memory_free(gone);
}

static bool comes_first(const interval *one, const interval *other) {
    if (one->bound != other->bound)
        return one->bound < other->bound;
    return one->number > other->number;
}

bool interval_push(interval_queue *queue, interval *open) {
    assert(open->bound == open->bound); /* a NaN has no place in the order */
    if (!memory_grow((void **)&queue->heap, &queue->capacity, queue->count + 1,
                     sizeof(interval *))) {
        interval_drop(queue, open);
        return false;
    }
    size_t at = queue->count++;
    while (at > 0 && comes_first(open, queue->heap[(at - 1) / 2])) {
        queue->heap[at] = queue->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->heap[at] = open;
    return true;
}

/* Lets `moved` sink from the root to its place. */
static void sink(interval_queue *queue, interval *moved) {
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= queue->count)
            break;
        if (child + 1 < queue->count && comes_first(queue->heap[child + 1], queue->heap[child]))
            child++;
        if (!comes_first(queue->heap[child], moved))
            break;
        queue->heap[at] = queue->heap[child];
        at = child;
    }
    queue->heap[at] = moved;
}

interval *interval_pop(interval_queue *queue, bool newest) {
    if (queue->count == 0)
        return NULL;
    interval *last = queue->heap[--queue->count];
    if (newest || queue->count == 0)
        return last;
    interval *first = queue->heap[0];
    sink(queue, last);
    assert(!comes_first(queue->heap[0], first));
    return first;
}

void interval_queue_free(interval_queue *queue) {
    for (size_t i = 0; i < queue->count; i++) {
        memory_free(queue->heap[i]->facts);
        memory_free(queue->heap[i]);
    }
    for (size_t i = 0; i < queue->spare_count; i++)
        memory_free(queue->spare[i]);
    memory_free(queue->heap);
    memory_free(queue->spare);
    *queue = (interval_queue){0};
}
