#include "search/lattice/attribute_blocks.h"

#include "base/memory.h"

#include <math.h>

/* Attributes of the first blocks. */
#define FIRST_SIZE 2
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

static uint32_t *groups_of(const attribute_blocks *of, const search *run, size_t count) {
    return of->groups + count * run->attributes;
}

/* Neighbouring attributes form a group, until merged blocks do; groups are of about one size. */
static void group_neighbours(attribute_blocks *of, const search *run) {
    for (size_t count = 1; count <= run->attributes; count++)
        for (size_t a = 0; a < run->attributes; a++)
            groups_of(of, run, count)[a] = (uint32_t)(((a + 1) * count - 1) / run->attributes);
}

bool attribute_blocks_open(attribute_blocks *out, const search *run) {
    *out = (attribute_blocks){.bound = -INFINITY};
    out->blocks = memory_zero(run->attributes, sizeof *out->blocks);
    out->groups = memory_zero(run->attributes + 1, run->attributes * sizeof *out->groups);
    out->nodes = memory_new(2, run->attributes);
    if (!known_costs_open(&out->known, run->attributes) || !out->blocks || !out->groups ||
        !out->nodes) {
        attribute_blocks_close(out);
        return false;
    }
    group_neighbours(out, run);
    return true;
}

static void close_block(attribute_block *block) {
    interval_search_close(block->within);
    search_close_part(&block->part);
    *block = (attribute_block){0};
}

static void close_all(attribute_blocks *of) {
    for (size_t i = 0; i < of->count; i++)
        close_block(&of->blocks[i]);
    of->count = 0;
}

void attribute_blocks_close(attribute_blocks *of) {
    close_all(of);
    memory_free(of->blocks);
    memory_free(of->groups);
    known_costs_close(&of->known);
    memory_free(of->nodes);
    *of = (attribute_blocks){0};
}

/* ---- Opening blocks -------------------------------------------------------------------------- */

static bool open_block(attribute_blocks *of, search *run, size_t at) {
    attribute_block *block = &of->blocks[at];
    uint8_t *low = of->nodes, *high = of->nodes + run->attributes;
    lattice_bottom(search_lattice(run), low);
    lattice_top(search_lattice(run), high);
    for (size_t a = 0; a < run->attributes; a++)
        if ((groups_of(of, run, of->count)[a] == at) == of->overlap)
            low[a] = high[a] = LEVEL_ABSENT;
    if (!search_open_part(&block->part, run))
        return false;
    block->within = interval_search_open(run, &of->known, low, high);
    return block->within != NULL;
}

/* From now on what is proven of a block is known. */
static void know_block(attribute_blocks *of, const search *run, size_t at) {
    uint32_t group = known_costs_add(&of->known);
    for (size_t a = 0; a < run->attributes; a++) {
        if (groups_of(of, run, of->count)[a] != at)
            continue;
        uint32_t *in = &of->known.group[a];
        while (*in != KNOWN_NONE && *in != group)
            in = &of->known.around[*in];
        *in = group;
    }
    of->blocks[at].group = group;
}

static bool open_all(attribute_blocks *of, search *run, size_t count, bool overlap) {
    close_all(of);
    of->count = count;
    of->overlap = overlap;
    for (size_t i = 0; i < count; i++) {
        if (!overlap)
            know_block(of, run, i);
        if (!open_block(of, run, i))
            return false;
    }
    return true;
}

/* ---- Growing --------------------------------------------------------------------------------- */

/* The block that has had the least work, of those that are proven or not, other than one; NULL:
 * there is none. */
static attribute_block *least_work(attribute_blocks *of, bool proven,
                                   const attribute_block *other) {
    attribute_block *least = NULL;
    for (attribute_block *each = of->blocks; each < of->blocks + of->count; each++)
        if (each->proven == proven && each != other && (!least || each->work < least->work))
            least = each;
    return least;
}

static double bound_of(const attribute_block *block) {
    return fmax(block->least, block->part.bound);
}

/* One block of the attributes of two. The last one takes the place that becomes free. */
static bool merge(attribute_blocks *of, search *run, attribute_block *one, attribute_block *two) {
    size_t kept = (size_t)((one < two ? one : two) - of->blocks);
    size_t gone = (size_t)((one < two ? two : one) - of->blocks);
    const uint32_t *now = groups_of(of, run, of->count);
    double least = bound_of(one) + bound_of(two);
    size_t last = --of->count;
    uint32_t *merged = groups_of(of, run, of->count);
    for (size_t a = 0; a < run->attributes; a++) {
        merged[a] = now[a] == gone ? (uint32_t)kept : now[a];
        if (merged[a] == last)
            merged[a] = (uint32_t)gone;
    }
    close_block(&of->blocks[kept]);
    close_block(&of->blocks[gone]);
    if (gone != last)
        of->blocks[gone] = of->blocks[last];
    of->blocks[last] = (attribute_block){0};
    of->blocks[kept].least = least;
    know_block(of, run, kept);
    return open_block(of, run, kept);
}

/* Merges blocks that are proven, until there are only two. Then blocks overlap: each has all groups
 * but one, of three and more. */
static bool grow(attribute_blocks *of, search *run) {
    if (of->count == 0)
        return open_all(of, run, (run->attributes + FIRST_SIZE - 1) / FIRST_SIZE, false);
    attribute_block *one = least_work(of, true, NULL);
    attribute_block *two = one ? least_work(of, true, one) : NULL;
    if (!of->overlap && of->count > 2 && two)
        return merge(of, run, one, two);
    if (least_work(of, false, NULL))
        return true;
    of->exhausted = of->count == run->attributes;
    return of->exhausted || open_all(of, run, of->count + 1, true);
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

static void raise_sum(attribute_blocks *of, search *run) {
    double sum = 0;
    for (size_t i = 0; i < of->count; i++)
        sum += bound_of(&of->blocks[i]);
    if (of->overlap)
        sum /= (double)(of->count - 1);
    sum -= ROUNDING * sum;
    if (sum > of->bound)
        of->bound = sum;
    search_raise_bound(run, of->bound);
}

search_step attribute_blocks_step(attribute_blocks *of, search *run) {
    if (!grow(of, run))
        return search_no_memory(run);
    attribute_block *block = least_work(of, false, NULL);
    if (!block)
        return SEARCH_CONTINUE;
    uint64_t before = run->work;
    search_begin_part(&block->part, run);
    block->part.state = block->within;
    search_step taken = interval_search_step(&block->part);
    search_end_part(run, &block->part);
    block->work += 1 + run->work - before;
    if (taken == SEARCH_STOPPED)
        return SEARCH_STOPPED;
    block->proven = taken == SEARCH_PROVEN;
    if (!of->overlap)
        of->known.least[block->group] = bound_of(block) * (1 - ROUNDING);
    raise_sum(of, run);
    return SEARCH_CONTINUE;
}
