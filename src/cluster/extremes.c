#include "cluster/extremes.h"

#include "cluster/row_distance.h"
#include "cluster/sort.h"

#include <assert.h>
#include <math.h>

/* Far more than rounding can amount to, of the numbers themselves and of squares near zero. */
#define SLACK 1e-12
#define SLACK_NEAR_ZERO 1e-150

bool extremes_open(extreme_queue *out, arena *memory, size_t most_rows, size_t most_dimensions) {
    *out = (extreme_queue){0};
    out->heap = arena_new(memory, most_rows, sizeof *out->heap);
    out->again = arena_new(memory, most_rows, sizeof *out->again);
    out->centre = arena_new(memory, most_dimensions, sizeof *out->centre);
    return out->heap && out->again && out->centre;
}

void extremes_begin(extreme_queue *out, const uint32_t *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        out->heap[i].row = rows[i];
    out->count = count;
    out->way = 0;
    out->begun = false;
}

static void measure_all(extreme_queue *in, const points *of, const double *centre) {
    for (size_t i = 0; i < in->count; i++)
        in->heap[i].distance = sqrt(row_distance(of, in->heap[i].row, centre));
    for (size_t i = in->count / 2; i-- > 0;)
        sort_sink(in->heap, in->count, i, neighbour_nearer);
    in->work += in->count;
    in->begun = true;
}

static void follow_centre(extreme_queue *in, const double *centre, size_t dimensions) {
    double sum = 0;
    for (size_t i = 0; i < dimensions && in->begun; i++)
        sum += (centre[i] - in->centre[i]) * (centre[i] - in->centre[i]);
    memcpy(in->centre, centre, dimensions * sizeof *centre);
    in->way += sqrt(sum) * (1 + SLACK) + SLACK_NEAR_ZERO;
}

static neighbour pop(extreme_queue *in) {
    assert(in->count > 0);
    neighbour top = in->heap[0];
    in->heap[0] = in->heap[--in->count];
    if (in->count > 0)
        sort_sink(in->heap, in->count, 0, neighbour_nearer);
    return top;
}

static void push(extreme_queue *in, neighbour record) {
    size_t place = in->count++;
    while (place > 0 && neighbour_nearer(in->heap[(place - 1) / 2], record)) {
        in->heap[place] = in->heap[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    in->heap[place] = record;
}

/* Whether the record on top can be at least so far. */
static bool may_be_as_far(const extreme_queue *in, double distance) {
    double most = in->heap[0].distance + in->way;
    return !(most + SLACK * (in->way + distance) + SLACK_NEAR_ZERO < distance);
}

/* The row if it is left, or the row that represents it now. */
static uint32_t last_heir(const block_set *left, const uint32_t *heir, uint32_t row) {
    while (row != NEIGHBOUR_NONE && left->places[row] == BLOCK_NOWHERE)
        row = heir ? heir[row] : NEIGHBOUR_NONE;
    return row;
}

neighbour extremes_find(extreme_queue *in, const points *of, const block_set *left,
                        const uint32_t *heir, const double *centre) {
    neighbour best = {-INFINITY, NEIGHBOUR_NONE};
    size_t taken = 0;
    follow_centre(in, centre, of->dimensions);
    if (!in->begun)
        measure_all(in, of, centre);
    while (in->count > 0 && (taken == 0 || may_be_as_far(in, sqrt(best.distance)))) {
        neighbour next = pop(in);
        next.row = last_heir(left, heir, next.row);
        if (next.row == NEIGHBOUR_NONE)
            continue;
        next.distance = row_distance(of, next.row, centre);
        if (neighbour_farther(next, best))
            best = next;
        next.distance = sqrt(next.distance) - in->way;
        in->again[taken++] = next;
    }
    in->work += taken;
    for (size_t i = 0; i < taken; i++)
        push(in, in->again[i]);
    return best;
}
