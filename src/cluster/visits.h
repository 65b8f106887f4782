/* What is still to be visited, the least bound first. */
#ifndef SHOAL_CLUSTER_VISITS_H
#define SHOAL_CLUSTER_VISITS_H

#include "cluster/candidates.h"

#include <assert.h>

typedef struct visit {
    double bound;
    uint32_t place;
} visit;

typedef struct visit_queue {
    size_t count;
    visit *heap; /* room for all that can wait at once */
} visit_queue;

static inline void visits_push(visit_queue *in, double bound, size_t what) {
    size_t place = in->count++;
    while (place > 0 && bound < in->heap[(place - 1) / 2].bound) {
        in->heap[place] = in->heap[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    in->heap[place] = (visit){bound, (uint32_t)what};
}

static inline visit visits_pop(visit_queue *in) {
    assert(in->count > 0);
    visit *heap = in->heap;
    visit top = heap[0], moved = heap[--in->count];
    size_t place = 0;
    for (size_t child; (child = 2 * place + 1) < in->count; place = child) {
        if (child + 1 < in->count && heap[child + 1].bound < heap[child].bound)
            child++;
        if (moved.bound <= heap[child].bound)
            break;
        heap[place] = heap[child];
    }
    heap[place] = moved;
    return top;
}

#endif
