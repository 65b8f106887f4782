#include "cluster/neighbours.h"

#include "cluster/blocks.h"
#include "cluster/lanes.h"

#include <math.h>

struct neighbours {
    const points *of;
    size_t left;
    block_set records;
    uint64_t work;
};

bool neighbours_open(neighbours **out, arena *memory, size_t most_rows, size_t most_dimensions,
                     neighbour_scan scan, thread_pool *pool) {
    (void)scan;
    (void)pool;
    neighbours *made = arena_zero(memory, 1, sizeof *made);
    *out = made;
    return made && blocks_open(&made->records, memory, most_rows, most_dimensions);
}

void neighbours_begin(neighbours *out, const points *of, const uint32_t *rows, size_t count) {
    out->of = of;
    out->left = count;
    out->work = 0;
    blocks_fill(&out->records, of, rows, count);
}

size_t neighbours_left(const neighbours *in) {
    return in->left;
}

uint64_t neighbours_work(const neighbours *in) {
    return in->work;
}

void neighbours_remove(neighbours *from, uint32_t row) {
    blocks_remove_densely(&from->records, row);
    from->left--;
}

size_t neighbours_drain(neighbours *from, uint32_t *rows) {
    size_t count = blocks_list(&from->records, rows);
    from->records.blocks = 0;
    from->left = 0;
    return count;
}

static size_t whole_lanes(size_t count) {
    return (count + LANES - 1) / LANES * LANES;
}

static void scan_block(neighbours *in, candidates *found, size_t block, const double *query,
                       bool far) {
    double distances[BLOCK_LANES];
    const block_set *records = &in->records;
    size_t filled = records->filled[block];
    lane_range range = lanes_distances(distances, blocks_tile(records, block), BLOCK_LANES,
                                       whole_lanes(filled), records->dimensions, query);
    if (range.least <= candidates_limit(found))
        candidates_take_near(found, distances, blocks_rows(records, block), filled);
    if (far && range.most >= found->farthest.distance)
        candidates_take_far(found, distances, blocks_rows(records, block), filled);
    in->work += filled;
}

static void scan_all(neighbours *in, candidates *found, const double *query, bool far) {
    for (size_t block = 0; block < in->records.blocks; block++)
        scan_block(in, found, block, query, far);
}

/* A centre that is no number, of coordinates whose sum overflows, is equally far from all. */
static neighbour some_record(const neighbours *in) {
    return (neighbour){INFINITY, in->records.rows[0]};
}

neighbour neighbours_farthest(neighbours *in, const double *query) {
    candidates found;
    candidates_begin(&found, NULL, 0);
    scan_all(in, &found, query, true);
    return found.farthest.row == NEIGHBOUR_NONE ? some_record(in) : found.farthest;
}

void neighbours_nearest(neighbours *in, const double *query, neighbour *nearest, size_t wanted,
                        neighbour *farthest) {
    candidates found;
    candidates_begin(&found, nearest, wanted);
    scan_all(in, &found, query, farthest != NULL);
    if (farthest)
        *farthest = found.farthest;
}
