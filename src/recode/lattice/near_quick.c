/* Counting the classes of a node where sums are exact and only published rows are priced. Classes
 * that are below k stay so when they are divided: all that is asked of their parts is how many
 * there are, and their squares, without a branch. Classes of one tuple are not divided at all. */
#include "recode/lattice/near_internal.h"
#include "recode/lattice/near_scan.h"

#include <string.h>

/* ---- Published parts ------------------------------------------------------------------------- */

/* Counters are numbered class by class; the class is the number divided by the width, for which
 * a multiplication by its inverse is quicker. */
typedef struct counted_part {
    size_t merged, part;
} counted_part;

static uint64_t inverse_of(size_t width) {
    return UINT64_MAX / width + 1; /* 0 for 1 */
}

static inline counted_part part_of_counter(uint32_t counter, size_t width, uint64_t inverse) {
    __extension__ typedef unsigned __int128 wide;
    size_t merged = inverse ? (size_t)((wide)inverse * counter >> 64) : counter;
    return (counted_part){merged, counter - merged * width};
}

static void add_published(class_statistics *to, const uint32_t *rows_of, const uint32_t *listed,
                          size_t count) {
    to->classes += count;
    for (size_t i = 0; i < count; i++) {
        uint64_t rows = rows_of[listed[i]];
        to->members += rows;
        to->squares += rows * rows;
        to->uniques += rows == 1;
        to->smallest = rows < to->smallest ? rows : to->smallest;
        to->largest = rows > to->largest ? rows : to->largest;
    }
}

/* What changes in the price of a row of a part by a finer attribute. */
static inline int64_t delta_of(const near_sums *sums, size_t finer, size_t head, size_t child) {
    const near_base *base = sums->base;
    const near_finer *of = &sums->scratch->change.finer[finer];
    size_t group = packing_get(base->keys + head * base->words, base->fields[of->attribute]);
    return of->deltas[group * of->width + child];
}

static int64_t price_of(const near_sums *sums, counted_part of) {
    const near_change *change = &sums->scratch->change;
    size_t head = near_change_head(change, of.merged);
    int64_t price = near_change_price(change, sums->base, sums->problem, sums->node, of.merged);
    for (size_t f = 0; f < change->finer_count; f++) {
        size_t child = change->finer_count == 1
                           ? of.part
                           : sums->scratch->children[f * change->width + of.part];
        price += delta_of(sums, f, head, child);
    }
    return price;
}

/* The usual case of that. */
static near_sum cost_of_divided(const near_sums *sums, const uint32_t *rows, const uint32_t *listed,
                                size_t count) {
    const near_base *base = sums->base;
    size_t width = sums->scratch->change.width;
    uint64_t inverse = inverse_of(width);
    near_sum cost = 0;
    for (size_t i = 0; i < count; i++) {
        counted_part of = part_of_counter(listed[i], width, inverse);
        int64_t price = base->prices[of.merged] + delta_of(sums, 0, of.merged, of.part);
        cost += (near_sum)rows[listed[i]] * price;
    }
    return cost;
}

static near_sum cost_of(const near_sums *sums, const uint32_t *rows, const uint32_t *listed,
                        size_t count) {
    const near_change *change = &sums->scratch->change;
    uint64_t inverse = inverse_of(change->width);
    near_sum cost = 0;
    if (change->coarser_count == 0 && change->finer_count == 1)
        return cost_of_divided(sums, rows, listed, count);
    for (size_t i = 0; i < count; i++)
        cost += (near_sum)rows[listed[i]] *
                price_of(sums, part_of_counter(listed[i], change->width, inverse));
    return cost;
}

/* Adds up counters, class by class. */
static void take_counters(near_sums *sums, const uint32_t *counters, size_t count,
                          uint32_t *listed) {
    near_scanned found = near_scan(counters, count, sums->k > 0 ? sums->k : 1, listed);
    sums->found.groups += found.groups;
    sums->found.squares_of_groups += found.squares;
    add_published(&sums->found, counters, listed, found.listed);
    if (sums->problem->costs)
        sums->cost += cost_of(sums, counters, listed, found.listed);
}

/* ---- In an array ----------------------------------------------------------------------------- */

/* The loops for each width of codes: one attribute straight into the counters, several by blocks.
 */
#define LOOPS(type)                                                                                \
    static void count_##type(uint32_t *restrict counters, const uint32_t *class_of,                \
                             const type *of_tuples, const uint32_t *place, const uint32_t *counts, \
                             uint32_t width, size_t tuples) {                                      \
        for (size_t i = 0; i < tuples; i++)                                                        \
            counters[class_of[i] * width + place[of_tuples[i]]] += counts[i];                      \
    }                                                                                              \
    static void count_merged_##type(uint32_t *restrict counters, const uint32_t *class_of,         \
                                    const uint32_t *ids, const type *of_tuples,                    \
                                    const uint32_t *place, const uint32_t *counts, uint32_t width, \
                                    size_t tuples) {                                               \
        for (size_t i = 0; i < tuples; i++)                                                        \
            counters[ids[class_of[i]] * width + place[of_tuples[i]]] += counts[i];                 \
    }                                                                                              \
    static void place_##type(uint32_t *restrict to, const uint32_t *place, const type *of_tuples,  \
                             size_t count) {                                                       \
        for (size_t i = 0; i < count; i++)                                                         \
            to[i] += place[of_tuples[i]];                                                          \
    }

LOOPS(uint8_t)
LOOPS(uint16_t)
LOOPS(uint32_t)

static void count_tuples(const near_base *base, const near_finer *of, uint32_t *counters) {
    const frequency_set *tuples = &base->source->tuples;
    const codes *from = &tuples->codes[of->attribute];
    uint32_t width = (uint32_t)of->width;
    if (from->width == 1)
        count_uint8_t(counters, base->divided, from->data, of->place, tuples->counts, width,
                      tuples->tuples);
    else if (from->width == 2)
        count_uint16_t(counters, base->divided, from->data, of->place, tuples->counts, width,
                       tuples->tuples);
    else
        count_uint32_t(counters, base->divided, from->data, of->place, tuples->counts, width,
                       tuples->tuples);
}

static void count_merged(const near_base *base, const near_change *change, uint32_t *counters) {
    const frequency_set *tuples = &base->source->tuples;
    const near_finer *of = &change->finer[0];
    const codes *from = &tuples->codes[of->attribute];
    uint32_t width = (uint32_t)of->width;
    if (from->width == 1)
        count_merged_uint8_t(counters, base->class_of, change->ids, from->data, of->place,
                             tuples->counts, width, tuples->tuples);
    else if (from->width == 2)
        count_merged_uint16_t(counters, base->class_of, change->ids, from->data, of->place,
                              tuples->counts, width, tuples->tuples);
    else
        count_merged_uint32_t(counters, base->class_of, change->ids, from->data, of->place,
                              tuples->counts, width, tuples->tuples);
}

static void add_places(uint32_t *to, const near_finer *of, const codes *from, size_t begin,
                       size_t count) {
    if (from->width == 1)
        place_uint8_t(to, of->place, (const uint8_t *)from->data + begin, count);
    else if (from->width == 2)
        place_uint16_t(to, of->place, (const uint16_t *)from->data + begin, count);
    else
        place_uint32_t(to, of->place, (const uint32_t *)from->data + begin, count);
}

static void find_parts(const near_change *change, const near_base *base, size_t begin, size_t count,
                       uint32_t *out) {
    const uint32_t *class_of = (change->coarser_count > 0 ? base->class_of : base->divided) + begin;
    uint32_t width = (uint32_t)change->width;
    if (change->coarser_count > 0)
        for (size_t i = 0; i < count; i++)
            out[i] = change->ids[class_of[i]] * width;
    else
        for (size_t i = 0; i < count; i++)
            out[i] = class_of[i] * width;
    for (size_t f = 0; f < change->finer_count; f++)
        add_places(out, &change->finer[f], &base->source->tuples.codes[change->finer[f].attribute],
                   begin, count);
}

static void fill_counters(const near_sums *sums, uint32_t *counters) {
    const near_change *change = &sums->scratch->change;
    const frequency_set *tuples = &sums->base->source->tuples;
    uint32_t parts[PACKING_BLOCK];
    if (change->finer_count == 1) {
        if (change->coarser_count == 0)
            count_tuples(sums->base, &change->finer[0], counters);
        else
            count_merged(sums->base, change, counters);
        return;
    }
    for (size_t at = 0; at < tuples->tuples; at += PACKING_BLOCK) {
        size_t some = tuples->tuples - at < PACKING_BLOCK ? tuples->tuples - at : PACKING_BLOCK;
        find_parts(change, sums->base, at, some, parts);
        for (size_t i = 0; i < some; i++)
            counters[parts[i]] += tuples->counts[at + i];
    }
}

/* The counters of the first classes; what lies behind them belongs to tuples alone. */
static void count_in_array(near_sums *sums, near_scratch *scratch, size_t classes) {
    size_t width = scratch->change.width;
    fill_counters(sums, scratch->counters);
    take_counters(sums, scratch->counters, classes * width, scratch->touched);
    memset(scratch->counters, 0, (classes + 1) * width * sizeof *scratch->counters);
}

/* ---- Class by class -------------------------------------------------------------------------- */

/* Adds up the tuples of a class, after merging; returns how many parts have rows. */
static size_t divide_class(const near_base *base, const near_scratch *scratch, size_t merged,
                           uint32_t *counters, uint32_t *touched) {
    const near_change *change = &scratch->change;
    size_t count = 0;
    for (uint32_t c = (uint32_t)near_change_head(change, merged); c != NEAR_NONE;
         c = near_change_next(change, c)) {
        for (size_t at = base->begin[c]; at < base->begin[c + 1]; at++) {
            uint32_t *own = &counters[scratch->parts[at]];
            touched[count] = scratch->parts[at];
            count += *own == 0;
            *own += base->weights[at];
        }
    }
    return count;
}

static void take_class(near_sums *sums, size_t class, const uint32_t *counters,
                       const uint32_t *listed, size_t count) {
    add_published(&sums->found, counters, listed, count);
    for (size_t i = 0; sums->problem->costs && i < count; i++)
        sums->cost +=
            (near_sum)counters[listed[i]] * price_of(sums, (counted_part){class, listed[i]});
}

/* Where there are many parts, which are mostly empty: only those that are not. */
static void count_by_class(near_sums *sums, near_scratch *scratch, size_t classes) {
    const near_base *base = sums->base;
    bool merges = scratch->change.coarser_count > 0;
    uint32_t *counters = scratch->counters, *touched = scratch->touched;
    near_change_pick(&scratch->change, base, base->begin[merges ? base->classes : base->several],
                     scratch->parts);
    for (size_t c = 0; c < classes; c++) {
        size_t count = divide_class(base, scratch, c, counters, touched);
        uint32_t *listed = touched + count;
        size_t published = 0;
        sums->found.groups += count;
        for (size_t i = 0; i < count; i++) {
            uint64_t rows = counters[touched[i]];
            sums->found.squares_of_groups += rows * rows;
            listed[published] = touched[i];
            published += rows >= sums->k;
        }
        take_class(sums, c, counters, listed, published);
        for (size_t i = 0; i < count; i++)
            counters[touched[i]] = 0;
    }
}

/* ---- The node -------------------------------------------------------------------------------- */

bool near_count_quickly(near_sums *sums, near_scratch *scratch) {
    const near_base *base = sums->base;
    const near_change *change = &scratch->change;
    bool merges = change->coarser_count > 0, whole = change->finer_count == 0;
    size_t classes = merges ? change->merged : base->several;
    bool few = near_parts_are_few(base, classes + 1, change->width);
    if (!near_scratch_counters(scratch, (few ? classes + 1 : 1) * change->width) ||
        !near_scratch_lists(scratch, base->source->tuples.tuples) ||
        (!few && !near_change_chain(&scratch->change, base)))
        return false;
    if (whole)
        take_counters(sums, merges ? change->counts : base->counts, change->merged,
                      scratch->touched);
    else if (few)
        count_in_array(sums, scratch, classes);
    else
        count_by_class(sums, scratch, classes);
    if (!whole && !merges) {
        sums->found.groups += base->classes - base->several;
        sums->found.squares_of_groups += base->lone_squares;
    }
    sums->found.suppressed = base->rows - sums->found.members;
    return true;
}
