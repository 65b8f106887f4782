#include "cluster/candidates.h"

#include <assert.h>
#include <math.h>

void candidates_begin_within(candidates *out, neighbour *room, size_t wanted, double limit) {
    *out = (candidates){.wanted = wanted, .nearest = room};
    out->farthest = (neighbour){-INFINITY, NEIGHBOUR_NONE};
    for (size_t i = 0; i < wanted; i++)
        room[i] = (neighbour){limit, NEIGHBOUR_NONE};
}

void candidates_begin(candidates *out, neighbour *room, size_t wanted) {
    candidates_begin_within(out, room, wanted, INFINITY);
}

void candidates_replace_top(candidates *in, neighbour record) {
    assert(in->wanted > 0 && neighbour_nearer(record, in->nearest[0]));
    neighbour *heap = in->nearest;
    size_t place = 0;
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= in->wanted)
            break;
        if (child + 1 < in->wanted && neighbour_nearer(heap[child], heap[child + 1]))
            child++;
        if (!neighbour_nearer(record, heap[child]))
            break;
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = record;
}

void candidates_take_near(candidates *in, const double *distances, const uint32_t *row,
                          size_t count) {
    double limit = candidates_limit(in);
    for (size_t i = 0; i < count; i++) {
        if (!(distances[i] <= limit))
            continue;
        neighbour met = {distances[i], row[i]};
        if (neighbour_nearer(met, in->nearest[0])) {
            candidates_replace_top(in, met);
            limit = candidates_limit(in);
        }
    }
}

void candidates_take_far(candidates *in, const double *distances, const uint32_t *row,
                         size_t count) {
    for (size_t i = 0; i < count; i++) {
        neighbour met = {distances[i], row[i]};
        if (neighbour_farther(met, in->farthest))
            in->farthest = met;
    }
}
