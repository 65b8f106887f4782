#include "cluster/block_index.h"

#include "cluster/lanes.h"

#include <assert.h>
#include <math.h>

/* A box is recomputed after so many records have left it. */
#define BLOCK_WORN 16
#define GROUP_WORN 128

static size_t tiles_for(size_t boxes) {
    return boxes / GROUP_BLOCKS + (boxes % GROUP_BLOCKS > 0);
}

/* ---- Boxes --------------------------------------------------------------------------------- */

static bool boxes_open(box_list *out, arena *memory, size_t most, size_t dimensions) {
    size_t tiles = tiles_for(most);
    size_t tile = dimensions * GROUP_BLOCKS * sizeof(double);
    out->low = arena_new(memory, tiles, tile);
    out->high = arena_new(memory, tiles, tile);
    out->records = arena_new(memory, tiles, GROUP_BLOCKS * sizeof *out->records);
    out->removed = arena_new(memory, tiles, GROUP_BLOCKS * sizeof *out->removed);
    return out->low && out->high && out->records && out->removed;
}

/* The boxes of the last tile that do not exist are empty. */
static void boxes_clear(box_list *out, size_t count, size_t dimensions) {
    size_t boxes = tiles_for(count) * GROUP_BLOCKS;
    memset(out->low, 0, boxes * dimensions * sizeof *out->low);
    memset(out->high, 0, boxes * dimensions * sizeof *out->high);
    memset(out->records, 0, boxes * sizeof *out->records);
    memset(out->removed, 0, boxes * sizeof *out->removed);
}

/* Around the records of a block. */
static void draw_block(block_index *in, size_t block) {
    size_t dimensions = in->dimensions;
    const double *tiles = blocks_tiles(&in->records, block);
    in->of_blocks.removed[block] = 0;
    for (size_t dimension = 0; dimension < dimensions; dimension++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < in->records.filled[block]; i++) {
            double coordinate = tiles[lanes_place(i, dimension, dimensions)];
            low = coordinate < low ? coordinate : low;
            high = coordinate > high ? coordinate : high;
        }
        in->of_blocks.low[lanes_place(block, dimension, dimensions)] = low;
        in->of_blocks.high[lanes_place(block, dimension, dimensions)] = high;
    }
}

/* Around the boxes of its blocks. */
static void draw_group(block_index *in, size_t group) {
    size_t dimensions = in->dimensions;
    const box_list *inside = &in->of_blocks;
    in->of_groups.removed[group] = 0;
    for (size_t dimension = 0; dimension < dimensions; dimension++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = group * GROUP_BLOCKS; i < (group + 1) * GROUP_BLOCKS; i++) {
            size_t place = lanes_place(i, dimension, dimensions);
            if (inside->records[i] == 0)
                continue;
            low = inside->low[place] < low ? inside->low[place] : low;
            high = inside->high[place] > high ? inside->high[place] : high;
        }
        in->of_groups.low[lanes_place(group, dimension, dimensions)] = low;
        in->of_groups.high[lanes_place(group, dimension, dimensions)] = high;
    }
}

/* ---- Building and removing ----------------------------------------------------------------- */

bool block_index_open(block_index *out, arena *memory, size_t most_rows, size_t most_dimensions) {
    size_t blocks = most_rows / BLOCK_LANES + 1;
    size_t groups = tiles_for(blocks);
    *out = (block_index){0};
    out->queue.heap = arena_new(memory, blocks + groups, sizeof *out->queue.heap);
    return blocks_open(&out->records, memory, most_rows, most_dimensions) &&
           boxes_open(&out->of_blocks, memory, blocks, most_dimensions) &&
           boxes_open(&out->of_groups, memory, groups, most_dimensions) && out->queue.heap;
}

void block_index_build(block_index *out, const points *of, const uint32_t *rows, size_t count) {
    out->dimensions = of->dimensions;
    blocks_fill(&out->records, of, rows, count);
    out->groups = tiles_for(out->records.blocks);
    boxes_clear(&out->of_blocks, out->records.blocks, of->dimensions);
    boxes_clear(&out->of_groups, out->groups, of->dimensions);
    for (size_t block = 0; block < out->records.blocks; block++) {
        out->of_blocks.records[block] = out->records.filled[block];
        out->of_groups.records[block / GROUP_BLOCKS] += out->records.filled[block];
        draw_block(out, block);
    }
    for (size_t group = 0; group < out->groups; group++)
        draw_group(out, group);
}

void block_index_remove(block_index *from, uint32_t row) {
    size_t block = blocks_remove(&from->records, row);
    size_t group = block / GROUP_BLOCKS;
    assert(from->of_blocks.records[block] > 0 && from->of_groups.records[group] > 0);
    from->of_blocks.records[block]--;
    from->of_groups.records[group]--;
    if (++from->of_blocks.removed[block] >= BLOCK_WORN)
        draw_block(from, block);
    if (++from->of_groups.removed[group] >= GROUP_WORN)
        draw_group(from, group);
}

/* ---- Looking for records ------------------------------------------------------------------- */

/* Pushes the boxes of a tile that may hold something within the limit. */
static void push_near(block_index *in, const box_list *boxes, size_t tile, size_t number,
                      const double *query, double limit) {
    double bounds[GROUP_BLOCKS];
    size_t offset = tile * in->dimensions * GROUP_BLOCKS;
    lanes_near_bounds(bounds, boxes->low + offset, boxes->high + offset, GROUP_BLOCKS,
                      in->dimensions, query);
    for (size_t i = 0; i < GROUP_BLOCKS; i++)
        if (boxes->records[tile * GROUP_BLOCKS + i] > 0 && bounds[i] <= limit)
            visits_push(&in->queue, bounds[i], number + tile * GROUP_BLOCKS + i);
}

void block_index_nearest(block_index *in, const double *query, candidates *found) {
    size_t blocks = in->records.blocks;
    in->queue.count = 0;
    for (size_t tile = 0; tile < tiles_for(in->groups); tile++)
        push_near(in, &in->of_groups, tile, blocks, query, INFINITY);
    while (in->queue.count > 0) {
        visit next = visits_pop(&in->queue);
        if (next.bound > candidates_limit(found))
            break;
        if (next.place >= blocks)
            push_near(in, &in->of_blocks, next.place - blocks, 0, query, candidates_limit(found));
        else
            in->work += blocks_scan_near(&in->records, next.place, query, found);
    }
}
