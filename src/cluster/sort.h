/* Sorting in place, without additional memory. */
#ifndef SHOAL_CLUSTER_SORT_H
#define SHOAL_CLUSTER_SORT_H

#include "cluster/candidates.h"

#define SORT_SMALL 24

typedef bool neighbour_order(neighbour one, neighbour other);

static inline void sort_small(neighbour *items, size_t count, neighbour_order *before) {
    for (size_t i = 1; i < count; i++) {
        neighbour moved = items[i];
        size_t place = i;
        for (; place > 0 && before(moved, items[place - 1]); place--)
            items[place] = items[place - 1];
        items[place] = moved;
    }
}

static inline void sort_sink(neighbour *heap, size_t count, size_t place, neighbour_order *before) {
    neighbour moved = heap[place];
    for (size_t child; (child = 2 * place + 1) < count; place = child) {
        if (child + 1 < count && before(heap[child], heap[child + 1]))
            child++;
        if (!before(moved, heap[child]))
            break;
        heap[place] = heap[child];
    }
    heap[place] = moved;
}

/* `before` is a strict order in which no two items are equal. */
static inline void sort_neighbours(neighbour *items, size_t count, neighbour_order *before) {
    if (count <= SORT_SMALL) {
        sort_small(items, count, before);
        return;
    }
    for (size_t i = count / 2; i-- > 0;)
        sort_sink(items, count, i, before);
    for (size_t last = count; last-- > 1;) {
        neighbour top = items[0];
        items[0] = items[last];
        items[last] = top;
        sort_sink(items, last, 0, before);
    }
}

#endif
