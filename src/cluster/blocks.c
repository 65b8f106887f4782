#include "cluster/blocks.h"

#include "cluster/lanes.h"

#include <assert.h>
#include <math.h>

static size_t blocks_for(size_t rows) {
    return rows / BLOCK_LANES + (rows % BLOCK_LANES > 0);
}

bool blocks_open(block_set *out, arena *memory, size_t most_rows, size_t most_dimensions) {
    size_t most = blocks_for(most_rows);
    *out = (block_set){0};
    if (most_dimensions > SIZE_MAX / (BLOCK_LANES * sizeof *out->coordinates))
        return false;
    out->coordinates =
        arena_new(memory, most, most_dimensions * BLOCK_LANES * sizeof *out->coordinates);
    out->rows = arena_new(memory, most, BLOCK_LANES * sizeof *out->rows);
    out->filled = arena_new(memory, most, sizeof *out->filled);
    out->places = arena_new(memory, most_rows, sizeof *out->places);
    return out->coordinates && out->rows && out->filled && out->places;
}

static void fill_block(block_set *into, size_t block, const points *of, const uint32_t *rows,
                       size_t count) {
    double *tiles = into->coordinates + block * into->dimensions * BLOCK_LANES;
    for (size_t dimension = 0; dimension < into->dimensions; dimension++)
        for (size_t i = 0; i < BLOCK_LANES; i++)
            tiles[lanes_place(i, dimension, into->dimensions)] =
                i < count ? of->column[dimension][rows[i]] : NAN;
    for (size_t i = 0; i < count; i++) {
        into->rows[block * BLOCK_LANES + i] = rows[i];
        into->places[rows[i]] = (uint32_t)(block * BLOCK_LANES + i);
    }
    into->filled[block] = (uint32_t)count;
}

void blocks_fill(block_set *into, const points *of, const uint32_t *rows, size_t count) {
    into->dimensions = of->dimensions;
    into->blocks = blocks_for(count);
    for (size_t block = 0; block < into->blocks; block++) {
        size_t first = block * BLOCK_LANES;
        size_t some = count - first < BLOCK_LANES ? count - first : BLOCK_LANES;
        fill_block(into, block, of, rows + first, some);
    }
}

/* Takes the record of one lane to another, whose own goes, and leaves NaN. */
static void move_record(block_set *in, size_t from, size_t to) {
    in->places[in->rows[to]] = BLOCK_NOWHERE;
    double *source = in->coordinates + lanes_place(from, 0, in->dimensions);
    double *target = in->coordinates + lanes_place(to, 0, in->dimensions);
    for (size_t dimension = 0; dimension < in->dimensions; dimension++) {
        target[dimension * LANES] = source[dimension * LANES];
        source[dimension * LANES] = NAN;
    }
    if (from == to)
        return;
    in->rows[to] = in->rows[from];
    in->places[in->rows[to]] = (uint32_t)to;
}

size_t blocks_remove(block_set *from, uint32_t row) {
    size_t place = from->places[row];
    size_t block = place / BLOCK_LANES;
    assert(place != BLOCK_NOWHERE && from->rows[place] == row && from->filled[block] > 0);
    move_record(from, block * BLOCK_LANES + --from->filled[block], place);
    return block;
}

void blocks_remove_densely(block_set *from, uint32_t row) {
    assert(from->blocks > 0 && from->places[row] != BLOCK_NOWHERE);
    size_t last = from->blocks - 1;
    move_record(from, last * BLOCK_LANES + --from->filled[last], from->places[row]);
    if (from->filled[last] == 0)
        from->blocks--;
}

void blocks_rename(block_set *in, uint32_t row, uint32_t heir) {
    assert(in->places[row] != BLOCK_NOWHERE);
    in->rows[in->places[row]] = heir;
    in->places[heir] = in->places[row];
    in->places[row] = BLOCK_NOWHERE;
}

size_t blocks_list(const block_set *in, uint32_t *rows) {
    size_t count = 0;
    for (size_t block = 0; block < in->blocks; block++) {
        memcpy(rows + count, blocks_rows(in, block), in->filled[block] * sizeof *rows);
        count += in->filled[block];
    }
    return count;
}

static lane_range measure(const block_set *in, size_t block, const double *query,
                          double *distances) {
    size_t whole = (in->filled[block] + LANES - 1) / LANES * LANES;
    return lanes_distances(distances, blocks_tiles(in, block), whole, in->dimensions, query);
}

size_t blocks_scan_near(const block_set *in, size_t block, const double *query, candidates *found) {
    double distances[BLOCK_LANES];
    lane_range range = measure(in, block, query, distances);
    if (range.least <= candidates_limit(found))
        candidates_take_near(found, distances, blocks_rows(in, block), in->filled[block]);
    return in->filled[block];
}

size_t blocks_scan_far(const block_set *in, size_t block, const double *query, candidates *found) {
    double distances[BLOCK_LANES];
    lane_range range = measure(in, block, query, distances);
    if (range.most >= found->farthest.distance)
        candidates_take_far(found, distances, blocks_rows(in, block), in->filled[block]);
    return in->filled[block];
}

size_t blocks_scan_both(const block_set *in, size_t block, const double *query, candidates *found) {
    double distances[BLOCK_LANES];
    lane_range range = measure(in, block, query, distances);
    if (range.least <= candidates_limit(found))
        candidates_take_near(found, distances, blocks_rows(in, block), in->filled[block]);
    if (range.most >= found->farthest.distance)
        candidates_take_far(found, distances, blocks_rows(in, block), in->filled[block]);
    return in->filled[block];
}
