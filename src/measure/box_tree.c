#include "measure/box_tree.h"

#include "base/memory.h"
#include "base/random.h"

#include <assert.h>

#define WIDTH BOX_TREE_WIDTH
#define PAIRS (WIDTH / 2)
#define PATIENCE 8 /* dimensions between two looks at whether all are too far already */

/* Vectors spelled out: left alone, compilers add dimension to dimension with many shuffles. */
typedef double pair __attribute__((vector_size(16), may_alias));
typedef int64_t whole_pair __attribute__((vector_size(16)));

static size_t blocks_of(size_t count) {
    return (count + WIDTH - 1) / WIDTH;
}

/* ---- Building ------------------------------------------------------------------------------- */

typedef struct builder {
    const points *of;
    const uint32_t *row;
    uint32_t *order; /* [count] numbers of points */
    random_stream stream;
} builder;

static double coordinate(const builder *with, size_t at, size_t dimension) {
    return with->of->column[dimension][with->row[with->order[at]]];
}

static size_t widest_dimension(const builder *with, size_t begin, size_t end) {
    size_t widest = 0;
    double most = -1;
    for (size_t d = 0; d < with->of->dimensions; d++) {
        double low = coordinate(with, begin, d);
        double high = low;
        for (size_t i = begin + 1; i < end; i++) {
            double x = coordinate(with, i, d);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        if (high - low > most) {
            most = high - low;
            widest = d;
        }
    }
    return widest;
}

static void order_swap(builder *with, size_t a, size_t b) {
    uint32_t kept = with->order[a];
    with->order[a] = with->order[b];
    with->order[b] = kept;
}

/* Quickselect: afterwards nothing before `middle` is greater than anything from there on. */
static void order_split(builder *with, size_t begin, size_t middle, size_t end, size_t dimension) {
    while (end - begin > 1) {
        size_t chosen = begin + random_below(&with->stream, end - begin);
        double pivot = coordinate(with, chosen, dimension);
        size_t less = begin;
        size_t more = end;
        for (size_t i = begin; i < more;) {
            double x = coordinate(with, i, dimension);
            if (x < pivot)
                order_swap(with, i++, less++);
            else if (x > pivot)
                order_swap(with, i, --more);
            else
                i++;
        }
        if (middle < less)
            end = less;
        else if (middle >= more)
            begin = more;
        else
            return;
    }
}

/* Halves of halves down to single blocks, all of them full but the last. */
static void order_arrange(builder *with, size_t count) {
    size_t half = WIDTH;
    while (2 * half < count)
        half *= 2;
    for (; half >= WIDTH; half /= 2)
        for (size_t begin = 0; begin + half < count; begin += 2 * half) {
            size_t end = begin + 2 * half < count ? begin + 2 * half : count;
            order_split(with, begin, begin + half, end, widest_dimension(with, begin, end));
        }
}

static void points_place(box_tree *out, const builder *with) {
    for (size_t at = 0; at < out->count; at++) {
        double *block = out->point + at / WIDTH * WIDTH * out->dimensions;
        for (size_t d = 0; d < out->dimensions; d++)
            block[d * WIDTH + at % WIDTH] = coordinate(with, at, d);
        out->place[with->order[at]] = (uint32_t)at;
        out->at[at] = with->order[at];
    }
}

static double least(const double *x, size_t count) {
    double found = x[0];
    for (size_t i = 1; i < count; i++)
        found = x[i] < found ? x[i] : found;
    return found;
}

static double greatest(const double *x, size_t count) {
    double found = x[0];
    for (size_t i = 1; i < count; i++)
        found = x[i] > found ? x[i] : found;
    return found;
}

/* `stride` numbers per dimension in the blocks that are put into boxes: lowest ones first, and
 * highest ones `highest` after them. */
static void level_measure(struct box_level *out, size_t dimensions, const double *blocks,
                          size_t members, size_t stride, size_t highest) {
    for (size_t box = 0; box < out->count; box++) {
        size_t left = members - box * WIDTH;
        size_t inside = left < WIDTH ? left : WIDTH;
        double *to = out->box + box / WIDTH * dimensions * 2 * WIDTH + box % WIDTH;
        const double *from = blocks + box * dimensions * stride;
        for (size_t d = 0; d < dimensions; d++) {
            to[d * 2 * WIDTH] = least(from + d * stride, inside);
            to[d * 2 * WIDTH + WIDTH] = greatest(from + d * stride + highest, inside);
        }
    }
}

static bool levels_open(box_tree *out) {
    const double *blocks = out->point;
    size_t members = out->count;
    size_t stride = WIDTH;
    while (members > WIDTH) {
        struct box_level *next = &out->level[out->levels];
        next->count = blocks_of(members);
        next->box =
            memory_zero(blocks_of(next->count) * 2 * WIDTH, out->dimensions * sizeof *next->box);
        if (!next->box)
            return false;
        out->levels++;
        level_measure(next, out->dimensions, blocks, members, stride, stride - WIDTH);
        blocks = next->box;
        members = next->count;
        stride = 2 * WIDTH;
    }
    return true;
}

shoal_status box_tree_open(box_tree *out, const points *of, const uint32_t *row, size_t count,
                           shoal_error *error) {
    *out = (box_tree){.dimensions = of->dimensions, .count = count};
    builder with = {.of = of, .row = row, .stream = random_open(0, "box tree", 0)};
    out->point = memory_zero(blocks_of(count) * WIDTH, of->dimensions * sizeof *out->point);
    out->place = memory_new(count, sizeof *out->place);
    out->at = memory_new(count, sizeof *out->at);
    with.order = memory_new(count, sizeof *with.order);
    bool room = out->point && out->place && out->at && with.order;
    if (room) {
        for (size_t i = 0; i < count; i++)
            with.order[i] = (uint32_t)i;
        if (of->dimensions > 0)
            order_arrange(&with, count);
        points_place(out, &with);
        room = levels_open(out);
    }
    memory_free(with.order);
    if (room)
        return SHOAL_OK;
    box_tree_close(out);
    return status_no_memory(error);
}

void box_tree_close(box_tree *made) {
    for (size_t i = 0; i < made->levels; i++)
        memory_free(made->level[i].box);
    memory_free(made->point);
    memory_free(made->place);
    memory_free(made->at);
    *made = (box_tree){0};
}

/* ---- Asking --------------------------------------------------------------------------------- */

static bool all_above(const pair *x, double limit) {
    const pair limits = {limit, limit};
    whole_pair above = x[0] > limits;
    for (size_t i = 1; i < PAIRS; i++)
        above &= x[i] > limits;
    return above[0] && above[1];
}

static void points_add(pair *sum, const double *block, const double *from, size_t dimensions) {
    const pair *point = (const pair *)block;
    for (size_t d = 0; d < dimensions; d++) {
        const pair centre = {from[d], from[d]};
        for (size_t i = 0; i < PAIRS; i++) {
            pair difference = centre - point[d * PAIRS + i];
            sum[i] += difference * difference;
        }
    }
}

static void boxes_add(pair *sum, const double *block, const double *from, size_t dimensions) {
    const pair *box = (const pair *)block;
    for (size_t d = 0; d < dimensions; d++) {
        const pair centre = {from[d], from[d]};
        for (size_t i = 0; i < PAIRS; i++) {
            pair below = box[d * 2 * PAIRS + i] - centre;
            pair above = centre - box[d * 2 * PAIRS + PAIRS + i];
            /* At most one of the two is positive, and a comparison is all ones where it holds. */
            whole_pair outside =
                ((whole_pair)below & (below > 0)) | ((whole_pair)above & (above > 0));
            sum[i] += (pair)outside * (pair)outside;
        }
    }
}

/* Sums only grow: once all are above the limit, the rest of the dimensions does not matter. */
static bool points_measure(double *out, const double *block, const double *from, size_t dimensions,
                           double limit) {
    pair sum[PAIRS] = {{0}};
    for (size_t d = 0; d < dimensions; d += PATIENCE) {
        size_t left = dimensions - d;
        points_add(sum, block + d * WIDTH, from + d, left < PATIENCE ? left : PATIENCE);
        if (all_above(sum, limit))
            return false;
    }
    memcpy(out, sum, sizeof sum);
    return true;
}

static bool boxes_measure(double *out, const double *block, const double *from, size_t dimensions,
                          double limit) {
    pair sum[PAIRS] = {{0}};
    for (size_t d = 0; d < dimensions; d += PATIENCE) {
        size_t left = dimensions - d;
        boxes_add(sum, block + d * 2 * WIDTH, from + d, left < PATIENCE ? left : PATIENCE);
        if (all_above(sum, limit))
            return false;
    }
    memcpy(out, sum, sizeof sum);
    return true;
}

double box_tree_distance(const box_tree *in, const double *from, size_t point) {
    assert(point < in->count);
    size_t place = in->place[point];
    const double *block = in->point + place / WIDTH * WIDTH * in->dimensions;
    double sum = 0;
    for (size_t d = 0; d < in->dimensions; d++) {
        double difference = from[d] - block[d * WIDTH + place % WIDTH];
        sum += difference * difference;
    }
    return sum;
}

/* Boxes still to be looked into, the nearest one of the innermost level on top. */
typedef struct visit {
    size_t level;
    size_t box;
    double bound;
} visit;

typedef struct visits {
    size_t count;
    visit item[BOX_TREE_MOST_LEVELS * WIDTH];
} visits;

static void visits_add(visits *to, size_t level, size_t box, double bound, size_t floor) {
    size_t at = to->count++;
    for (; at > floor && to->item[at - 1].bound < bound; at--)
        to->item[at] = to->item[at - 1];
    to->item[at] = (visit){level, box, bound};
}

static void visits_add_block(visits *to, const box_tree *in, size_t level, size_t block,
                             const double *from, double distance) {
    double sum[WIDTH];
    size_t first = block * WIDTH;
    size_t left = in->level[level].count - first;
    const double *boxes = in->level[level].box + block * in->dimensions * 2 * WIDTH;
    if (!boxes_measure(sum, boxes, from, in->dimensions, distance))
        return;
    size_t floor = to->count;
    for (size_t i = 0; i < WIDTH && i < left; i++)
        if (!(sum[i] > distance))
            visits_add(to, level, first + i, sum[i], floor);
}

/* Adds the points of a block at exactly the distance. False: one is nearer. */
static bool block_count(uint64_t *count, const box_tree *in, size_t block, const double *from,
                        double distance, const uint32_t *shared) {
    double sum[WIDTH];
    size_t first = block * WIDTH;
    size_t inside = in->count - first < WIDTH ? in->count - first : WIDTH;
    if (!points_measure(sum, in->point + first * in->dimensions, from, in->dimensions, distance))
        return true;
    for (size_t i = 0; i < inside; i++) {
        if (sum[i] < distance)
            return false;
        if (!(sum[i] > distance))
            *count += shared[in->at[first + i]];
    }
    return true;
}

uint64_t box_tree_count_nearest(const box_tree *in, const double *from, size_t own,
                                const uint32_t *shared) {
    double distance = box_tree_distance(in, from, own);
    uint64_t count = 0;
    if (in->levels == 0)
        return block_count(&count, in, 0, from, distance, shared) ? count : 0;
    visits open;
    open.count = 0;
    visits_add_block(&open, in, in->levels - 1, 0, from, distance);
    while (open.count > 0) {
        visit next = open.item[--open.count];
        if (next.level > 0)
            visits_add_block(&open, in, next.level - 1, next.box, from, distance);
        else if (!block_count(&count, in, next.box, from, distance, shared))
            return 0;
    }
    return count;
}
