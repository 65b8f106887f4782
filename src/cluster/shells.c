#include "cluster/shells.h"

#include "cluster/lanes.h"
#include "cluster/row_distance.h"
#include "cluster/sort.h"

#include <assert.h>
#include <float.h>
#include <math.h>

static size_t regions_for(size_t rows) {
    return rows / REGION_LANES + (rows % REGION_LANES > 0);
}

bool shells_open(shell_set *out, arena *memory, size_t most_rows, size_t most_dimensions) {
    size_t regions = regions_for(most_rows);
    *out = (shell_set){0};
    out->reach = arena_new(memory, most_rows / BLOCK_LANES + 1, sizeof *out->reach);
    out->outermost = arena_new(memory, regions, sizeof *out->outermost);
    size_t tiles = regions / LANES + 1;
    out->centres = arena_zero(memory, tiles, most_dimensions * LANES * sizeof *out->centres);
    out->centre = arena_new(memory, most_dimensions, sizeof *out->centre);
    out->ways = arena_new(memory, tiles, LANES * sizeof *out->ways);
    out->queue.heap = arena_new(memory, regions, sizeof *out->queue.heap);
    return blocks_open(&out->records, memory, most_rows, most_dimensions) && out->reach &&
           out->outermost && out->centres && out->centre && out->ways && out->queue.heap;
}

/* ---- Building and removing ----------------------------------------------------------------- */

static void find_centre(double *centre, const points *of, const uint32_t *rows, size_t count) {
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += of->column[dimension][rows[i]];
        centre[dimension] = sum / (double)count;
    }
}

static void build_region(shell_set *out, size_t region, const points *of, uint32_t *rows,
                         size_t count, neighbour *room) {
    assert(count > 0 && count <= REGION_LANES);
    find_centre(out->centre, of, rows, count);
    for (size_t dimension = 0; dimension < of->dimensions; dimension++)
        out->centres[lanes_place(region, dimension, of->dimensions)] = out->centre[dimension];
    for (size_t i = 0; i < count; i++)
        room[i] = (neighbour){row_distance(of, rows[i], out->centre), rows[i]};
    sort_neighbours(room, count, neighbour_farther);
    for (size_t i = 0; i < count; i++)
        rows[i] = room[i].row;
    for (size_t i = 0; i < count; i += BLOCK_LANES)
        out->reach[region * REGION_BLOCKS + i / BLOCK_LANES] = sqrt(room[i].distance);
    out->outermost[region] = region * REGION_BLOCKS;
}

void shells_build(shell_set *out, const points *of, uint32_t *rows, size_t count, neighbour *room) {
    out->regions = regions_for(count);
    for (size_t region = 0; region < out->regions; region++) {
        size_t first = region * REGION_LANES;
        size_t some = count - first < REGION_LANES ? count - first : REGION_LANES;
        build_region(out, region, of, rows + first, some, room);
    }
    blocks_fill(&out->records, of, rows, count);
}

void shells_remove(shell_set *from, uint32_t row) {
    blocks_remove(&from->records, row);
}

/* ---- Looking for records ------------------------------------------------------------------- */

/* Widened by far more than rounding can amount to. Negative, as the farthest are visited first. */
static double shell_bound(const shell_set *in, size_t block) {
    double way = in->ways[block / REGION_BLOCKS] + in->reach[block];
    double slack = 16 * DBL_EPSILON * (double)(in->records.dimensions + 8);
    return -(way * way * (1 + slack) + DBL_MIN);
}

/* The first block from here on that has a record, or the end of its region. */
static size_t next_shell(const shell_set *in, size_t region, size_t block) {
    size_t end = (region + 1) * REGION_BLOCKS;
    end = end < in->records.blocks ? end : in->records.blocks;
    while (block < end && in->records.filled[block] == 0)
        block++;
    return block < end ? block : SIZE_MAX;
}

static void measure_ways(shell_set *in, const double *query) {
    lanes_distances(in->ways, in->centres, (in->regions + LANES - 1) / LANES * LANES,
                    in->records.dimensions, query);
    for (size_t region = 0; region < in->regions; region++)
        in->ways[region] = sqrt(in->ways[region]);
}

/* Visits the region that promises most before the others are in the queue: few will be. */
static size_t scan_first(shell_set *in, const double *query, candidates *found) {
    size_t first = SIZE_MAX;
    for (size_t region = 0; region < in->regions; region++) {
        size_t block = next_shell(in, region, in->outermost[region]);
        if (block == SIZE_MAX)
            continue;
        in->outermost[region] = block;
        if (first == SIZE_MAX || shell_bound(in, block) < shell_bound(in, first))
            first = block;
    }
    if (first != SIZE_MAX)
        in->work += blocks_scan_far(&in->records, first, query, found);
    return first;
}

/* Where the region continues from this block. */
static void push_shell(shell_set *in, size_t region, size_t block, const candidates *found) {
    block = next_shell(in, region, block);
    if (block == SIZE_MAX)
        return;
    double bound = shell_bound(in, block);
    if (!(-bound < found->farthest.distance))
        visits_push(&in->queue, bound, block);
}

void shells_farthest(shell_set *in, const double *query, candidates *found) {
    measure_ways(in, query);
    size_t first = scan_first(in, query, found);
    in->queue.count = 0;
    for (size_t region = 0; region < in->regions; region++)
        push_shell(in, region, in->outermost[region] + (in->outermost[region] == first), found);
    while (in->queue.count > 0) {
        visit next = visits_pop(&in->queue);
        if (-next.bound < found->farthest.distance)
            break;
        in->work += blocks_scan_far(&in->records, next.place, query, found);
        push_shell(in, next.place / REGION_BLOCKS, next.place + 1, found);
    }
}
