#include "search/lattice/attribute_blocks.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Attributes of the first blocks, and how many more the next ones have. */
#define FIRST_SIZE 2
#define MORE 2
/* A sum of bounds is rounded. */
#define ROUNDING 1e-12

bool attribute_blocks_apply(const search *run) {
    const recoding_space *space = run->space;
    const release_limits *whole = &space->context.whole;
    double weight = space->context.suppression_weight;
    return space->metric->tabulate && !space->bound_rules && !space->wildcard &&
           !whole->limits_average && !whole->limits_uniques && (weight == 0 || weight == 1) &&
           space->affordable == 0 && run->attributes > FIRST_SIZE;
}

bool attribute_blocks_open(attribute_blocks *out, const search *run) {
    *out = (attribute_blocks){.count = run->attributes, .bound = -INFINITY};
    out->nodes = memory_new(2, run->attributes);
    return out->nodes != NULL;
}

static void close_all(attribute_blocks *of) {
    for (size_t i = 0; of->blocks && i < of->count; i++) {
        interval_search_close(of->blocks[i].within);
        search_close_part(&of->blocks[i].part);
    }
    memory_free(of->blocks);
    of->blocks = NULL;
}

void attribute_blocks_close(attribute_blocks *of) {
    close_all(of);
    memory_free(of->nodes);
    *of = (attribute_blocks){0};
}

bool attribute_blocks_can_grow(const attribute_blocks *of, const search *run) {
    return of->count <= run->attributes;
}

/* Neighbouring attributes form a group; groups are of about the same size. A block has as many
 * groups as are taken, around the circle, from its own on. */
static bool is_in(const attribute_blocks *of, const search *run, size_t block, size_t attribute) {
    size_t group = ((attribute + 1) * of->count - 1) / run->attributes;
    return (group + of->count - block) % of->count < of->taken;
}

static bool open_block(attribute_blocks *of, search *run, size_t at) {
    attribute_block *block = &of->blocks[at];
    uint8_t *low = of->nodes, *high = of->nodes + run->attributes;
    lattice_bottom(search_lattice(run), low);
    lattice_top(search_lattice(run), high);
    for (size_t a = 0; a < run->attributes; a++)
        if (!is_in(of, run, at, a))
            low[a] = high[a] = LEVEL_ABSENT;
    if (!search_open_part(&block->part, run))
        return false;
    block->within = interval_search_open(run, low, high);
    return block->within != NULL;
}

/* Groups of the least size, in steps of MORE, of which there are fewer than now; at least two. */
static size_t fewer_groups(const search *run, size_t now) {
    size_t count = now;
    for (size_t size = FIRST_SIZE; count > 2 && count >= now; size += MORE)
        count = (run->attributes + size - 1) / size;
    return count > 2 ? count : 2;
}

/* Blocks of one group each become larger until there are two. From then on each has all groups but
 * one, of three and more. */
static void plan_larger(attribute_blocks *of, const search *run) {
    bool halved = of->taken + 1 == of->count;
    of->taken = halved ? of->count : 1;
    of->count = halved ? of->count + 1 : fewer_groups(run, of->count);
}

static bool open_larger(attribute_blocks *of, search *run) {
    close_all(of);
    plan_larger(of, run);
    of->blocks = memory_zero(of->count, sizeof *of->blocks);
    for (size_t i = 0; of->blocks && i < of->count; i++)
        if (!open_block(of, run, i))
            return false;
    return of->blocks != NULL;
}

/* The one that has had the least work; NULL: all are done. */
static attribute_block *next_block(attribute_blocks *of) {
    attribute_block *next = NULL;
    for (size_t i = 0; of->blocks && i < of->count; i++)
        if (!of->blocks[i].proven && (!next || of->blocks[i].work < next->work))
            next = &of->blocks[i];
    return next;
}

static void raise_sum(attribute_blocks *of, search *run) {
    double sum = 0;
    for (size_t i = 0; i < of->count; i++)
        sum += fmax(0, of->blocks[i].part.bound);
    sum /= (double)of->taken;
    sum -= ROUNDING * sum;
    if (sum > of->bound)
        of->bound = sum;
    search_raise_bound(run, of->bound);
}

search_step attribute_blocks_step(attribute_blocks *of, search *run) {
    attribute_block *block = next_block(of);
    if (!block)
        return open_larger(of, run) ? SEARCH_CONTINUE : search_no_memory(run);
    uint64_t before = run->work;
    search_begin_part(&block->part, run);
    block->part.state = block->within;
    search_step taken = interval_search_step(&block->part);
    search_end_part(run, &block->part);
    block->work += 1 + run->work - before;
    if (taken == SEARCH_STOPPED)
        return SEARCH_STOPPED;
    block->proven = taken == SEARCH_PROVEN;
    raise_sum(of, run);
    return SEARCH_CONTINUE;
}
