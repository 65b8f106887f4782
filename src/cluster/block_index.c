#include "cluster/block_index.h"

#include "cluster/lanes.h"

#include <float.h>
#include <math.h>

/* A box is drawn anew when so many records left it. */
#define BLOCK_WORN 8
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

static size_t box_offset(size_t box, size_t dimensions) {
    return box / GROUP_BLOCKS * dimensions * GROUP_BLOCKS + box % GROUP_BLOCKS;
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
    box_list *boxes = &in->of_blocks;
    const double *lanes = blocks_tile(&in->records, block);
    size_t place = box_offset(block, in->dimensions);
    boxes->removed[block] = 0;
    for (size_t dimension = 0; dimension < in->dimensions; dimension++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < in->records.filled[block]; i++) {
            low = lanes[i] < low ? lanes[i] : low;
            high = lanes[i] > high ? lanes[i] : high;
        }
        boxes->low[place] = low;
        boxes->high[place] = high;
        lanes += BLOCK_LANES;
        place += GROUP_BLOCKS;
    }
}

/* Around the boxes of its blocks. */
static void draw_group(block_index *in, size_t group) {
    box_list *boxes = &in->of_groups;
    const uint32_t *records = in->of_blocks.records + group * GROUP_BLOCKS;
    size_t place = box_offset(group, in->dimensions);
    boxes->removed[group] = 0;
    for (size_t dimension = 0; dimension < in->dimensions; dimension++) {
        size_t tile = (group * in->dimensions + dimension) * GROUP_BLOCKS;
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < GROUP_BLOCKS; i++) {
            if (records[i] == 0)
                continue;
            low = fmin(low, in->of_blocks.low[tile + i]);
            high = fmax(high, in->of_blocks.high[tile + i]);
        }
        boxes->low[place] = low;
        boxes->high[place] = high;
        place += GROUP_BLOCKS;
    }
}

/* ---- Building and removing ----------------------------------------------------------------- */

bool block_index_open(block_index *out, arena *memory, size_t most_rows, size_t most_dimensions) {
    size_t blocks = most_rows / BLOCK_LANES + 1;
    size_t groups = tiles_for(blocks);
    *out = (block_index){0};
    out->reach = arena_new(memory, groups, sizeof *out->reach);
    out->queue = arena_new(memory, blocks + groups, sizeof *out->queue);
    return blocks_open(&out->records, memory, most_rows, most_dimensions) &&
           boxes_open(&out->of_blocks, memory, blocks, most_dimensions) &&
           boxes_open(&out->of_groups, memory, groups, most_dimensions) && out->reach && out->queue;
}

static double distance_to(const points *of, uint32_t row, const double *query) {
    double sum = 0;
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double difference = of->column[dimension][row] - query[dimension];
        sum += difference * difference;
    }
    return sqrt(sum);
}

static void measure_reach(block_index *in, const points *of, const uint32_t *rows, size_t count) {
    for (size_t group = 0; group < in->groups; group++) {
        size_t end = count - group * GROUP_LANES < GROUP_LANES ? count : (group + 1) * GROUP_LANES;
        in->reach[group] = 0;
        for (size_t i = group * GROUP_LANES; i < end; i++)
            in->reach[group] = fmax(in->reach[group], distance_to(of, rows[i], in->centre));
    }
}

void block_index_build(block_index *out, const points *of, const uint32_t *rows, size_t count,
                       const double *centre) {
    out->dimensions = of->dimensions;
    out->centre = centre;
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
    if (centre)
        measure_reach(out, of, rows, count);
}

void block_index_remove(block_index *from, uint32_t row) {
    size_t block = blocks_remove(&from->records, row);
    size_t group = block / GROUP_BLOCKS;
    from->of_blocks.records[block]--;
    from->of_groups.records[group]--;
    if (++from->of_blocks.removed[block] >= BLOCK_WORN)
        draw_block(from, block);
    if (++from->of_groups.removed[group] >= GROUP_WORN)
        draw_group(from, group);
}

/* ---- Looking for records ------------------------------------------------------------------- */

/* Boxes wait by their bounds, the least on top; groups are numbered behind the blocks. */
static void queue_push(block_index *in, double bound, size_t box) {
    size_t place = in->queued++;
    while (place > 0 && bound < in->queue[(place - 1) / 2].distance) {
        in->queue[place] = in->queue[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    in->queue[place] = (neighbour){bound, (uint32_t)box};
}

static neighbour queue_pop(block_index *in) {
    neighbour *queue = in->queue;
    neighbour top = queue[0], moved = queue[--in->queued];
    size_t place = 0;
    for (size_t child; (child = 2 * place + 1) < in->queued; place = child) {
        if (child + 1 < in->queued && queue[child + 1].distance < queue[child].distance)
            child++;
        if (moved.distance <= queue[child].distance)
            break;
        queue[place] = queue[child];
    }
    queue[place] = moved;
    return top;
}

/* Pushes the boxes of a tile that may hold something within the limit. */
static void push_near(block_index *in, const box_list *boxes, size_t tile, size_t number,
                      const double *query, double limit) {
    double bounds[GROUP_BLOCKS];
    size_t offset = tile * in->dimensions * GROUP_BLOCKS;
    lanes_near_bounds(bounds, boxes->low + offset, boxes->high + offset, GROUP_BLOCKS, GROUP_BLOCKS,
                      in->dimensions, query);
    for (size_t i = 0; i < GROUP_BLOCKS; i++)
        if (boxes->records[tile * GROUP_BLOCKS + i] > 0 && bounds[i] <= limit)
            queue_push(in, bounds[i], number + tile * GROUP_BLOCKS + i);
}

void block_index_nearest(block_index *in, const double *query, candidates *found) {
    size_t blocks = in->records.blocks;
    in->queued = 0;
    for (size_t tile = 0; tile < tiles_for(in->groups); tile++)
        push_near(in, &in->of_groups, tile, blocks, query, INFINITY);
    while (in->queued > 0) {
        neighbour next = queue_pop(in);
        if (next.distance > candidates_limit(found))
            break;
        if (next.row >= blocks)
            push_near(in, &in->of_blocks, next.row - blocks, 0, query, candidates_limit(found));
        else
            in->work += blocks_scan_near(&in->records, next.row, query, found);
    }
}

/* No record of a shell is farther than this: the way goes through its centre. Widened by far more
 * than rounding can amount to. */
static double shell_bound(const block_index *in, size_t group, double to_centre) {
    double way = to_centre + in->reach[group];
    return way * way * (1 + 16 * DBL_EPSILON * (double)(in->dimensions + 8)) + DBL_MIN;
}

/* Bounds of far boxes are negative in the queue. */
static void push_far(block_index *in, double bound, size_t box, double limit) {
    if (!(bound < limit))
        queue_push(in, -bound, box);
}

static void push_far_groups(block_index *in, size_t tile, const double *query, double to_centre) {
    double bounds[GROUP_BLOCKS];
    const box_list *boxes = &in->of_groups;
    size_t offset = tile * in->dimensions * GROUP_BLOCKS;
    lanes_far_bounds(bounds, boxes->low + offset, boxes->high + offset, GROUP_BLOCKS, GROUP_BLOCKS,
                     in->dimensions, query);
    for (size_t i = 0; i < GROUP_BLOCKS; i++) {
        size_t group = tile * GROUP_BLOCKS + i;
        if (boxes->records[group] > 0)
            push_far(in, fmin(bounds[i], shell_bound(in, group, to_centre)),
                     in->records.blocks + group, -INFINITY);
    }
}

static void push_far_blocks(block_index *in, size_t group, const double *query, double limit) {
    double bounds[GROUP_BLOCKS];
    const box_list *boxes = &in->of_blocks;
    size_t offset = group * in->dimensions * GROUP_BLOCKS;
    lanes_far_bounds(bounds, boxes->low + offset, boxes->high + offset, GROUP_BLOCKS, GROUP_BLOCKS,
                     in->dimensions, query);
    for (size_t i = 0; i < GROUP_BLOCKS; i++)
        if (boxes->records[group * GROUP_BLOCKS + i] > 0)
            push_far(in, bounds[i], group * GROUP_BLOCKS + i, limit);
}

void block_index_farthest(block_index *in, const double *query, candidates *found) {
    size_t blocks = in->records.blocks;
    double to_centre = 0;
    for (size_t dimension = 0; dimension < in->dimensions; dimension++)
        to_centre +=
            (query[dimension] - in->centre[dimension]) * (query[dimension] - in->centre[dimension]);
    to_centre = sqrt(to_centre);
    in->queued = 0;
    for (size_t tile = 0; tile < tiles_for(in->groups); tile++)
        push_far_groups(in, tile, query, to_centre);
    while (in->queued > 0) {
        neighbour next = queue_pop(in);
        if (-next.distance < found->farthest.distance)
            break;
        if (next.row >= blocks)
            push_far_blocks(in, next.row - blocks, query, found->farthest.distance);
        else
            in->work += blocks_scan_far(&in->records, next.row, query, found);
    }
}
