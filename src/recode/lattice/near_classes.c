/* The classes of a base: which tuples are in them, and in which order they come. */
#include "recode/lattice/near_internal.h"

#include <string.h>

/* ---- Finding them ---------------------------------------------------------------------------- */

static bool make_room(near_base *base, size_t most_classes) {
    size_t tuples = base->source->tuples.tuples;
    return memory_grow((void **)&base->numbers, &base->numbers_held, tuples, 4) &&
           memory_grow((void **)&base->order, &base->order_held, tuples, 4) &&
           memory_grow((void **)&base->weights, &base->weights_held, tuples, 4) &&
           memory_grow((void **)&base->found, &base->found_held, most_classes, sizeof *base->found);
}

/* The classes are in the worker's table; the tuples are still in the order of the source. */
static bool take_classes(near_base *base, const class_table *table) {
    const frequency_set *tuples = &base->source->tuples;
    base->classes = table->classes;
    if (!make_room(base, base->classes))
        return false;
    for (size_t c = 0; c < base->classes; c++)
        base->found[c] = (near_found){.rows = table->counts[c]};
    for (size_t t = tuples->tuples; t-- > 0;) {
        near_found *of = &base->found[base->class_of[t]];
        of->first = (uint32_t)t;
        of->tuples++;
        base->numbers[t] = base->class_of[t];
        base->order[t] = (uint32_t)t;
        base->weights[t] = tuples->counts[t];
    }
    return true;
}

bool near_base_group(near_base *base, const near_problem *problem, const uint8_t *node,
                     node_classes *worker) {
    size_t tuples = base->source->tuples.tuples;
    return memory_grow((void **)&base->class_of, &base->class_of_held, tuples, 4) &&
           node_classes_assign(worker, base->source, node, problem->maps, problem->context,
                               base->class_of) &&
           take_classes(base, &worker->table);
}

/* Puts a tuple of the last base's class into the part with this counter, which has the number of
 * the part's class, from 1, once it has one. Whether it is the first one cannot be predicted. */
static inline bool join_part(near_base *base, uint32_t *counter, size_t at, size_t parent) {
    bool is_first = *counter == 0;
    base->classes += is_first;
    uint32_t number = is_first ? (uint32_t)base->classes : *counter;
    near_found *of = &base->found[number - 1];
    *counter = number;
    base->numbers[at] = number - 1;
    of->first = is_first ? base->order[at] : of->first;
    of->parent = is_first ? (uint32_t)parent : of->parent;
    of->tuples = is_first ? 1 : of->tuples + 1;
    of->rows = is_first ? 0 : of->rows;
    class_count_add(&of->rows, base->weights[at]);
    return is_first;
}

/* Divides a class, after merging, with counters that it leaves empty. */
static void divide_class(near_base *base, const near_scratch *scratch, uint32_t head) {
    uint32_t *counters = scratch->counters, *touched = scratch->touched;
    size_t count = 0;
    for (uint32_t c = head; c != NEAR_NONE; c = near_change_next(&scratch->change, c)) {
        for (size_t at = base->begin[c]; at < base->begin[c + 1]; at++) {
            touched[count] = scratch->parts[at];
            count += join_part(base, &counters[scratch->parts[at]], at, c);
        }
    }
    for (size_t i = 0; i < count; i++)
        counters[touched[i]] = 0;
}

/* Where none are merged, those of one tuple stay as they are. */
static void keep_lone(near_base *base) {
    for (size_t at = base->begin[base->several], c = base->several;
         at < base->source->tuples.tuples; at++, c++) {
        base->numbers[at] = (uint32_t)base->classes;
        base->found[base->classes++] = (near_found){.first = base->order[at],
                                                    .rows = base->weights[at],
                                                    .tuples = 1,
                                                    .parent = (uint32_t)c};
    }
}

bool near_base_divide(near_base *base, near_scratch *scratch) {
    const near_change *change = &scratch->change;
    size_t tuples = base->source->tuples.tuples;
    bool merges = change->coarser_count > 0;
    size_t classes = merges ? change->merged : base->several;
    if (!near_scratch_counters(scratch, change->width) || !near_scratch_lists(scratch, tuples) ||
        !near_change_chain(&scratch->change, base) || !make_room(base, tuples))
        return false;
    near_change_pick(change, base, base->begin[merges ? base->classes : base->several],
                     scratch->parts);
    base->classes = 0;
    for (size_t c = 0; c < classes; c++)
        divide_class(base, scratch, (uint32_t)near_change_head(change, c));
    if (!merges)
        keep_lone(base);
    return true;
}

/* ---- Their order ----------------------------------------------------------------------------- */

enum { PUBLISHED, SEVERAL, LONE, KINDS };

static size_t kind_of(const near_base *base, const near_found *of) {
    bool lost = of->rows < base->k;
    return (size_t)lost + (lost & (of->tuples == 1));
}

static void number_classes(near_base *base) {
    size_t kinds[KINDS] = {0};
    for (size_t c = 0; c < base->classes; c++)
        kinds[kind_of(base, &base->found[c])]++;
    base->published = kinds[PUBLISHED];
    base->several = kinds[PUBLISHED] + kinds[SEVERAL];
    size_t next[KINDS] = {0, base->published, base->several};
    for (size_t c = 0; c < base->classes; c++)
        base->found[c].number = (uint32_t)next[kind_of(base, &base->found[c])]++;
}

static void order_classes(near_base *base) {
    base->begin[0] = 0;
    for (size_t c = 0; c < base->classes; c++) {
        const near_found *of = &base->found[c];
        base->first[of->number] = of->first;
        base->counts[of->number] = of->rows;
        base->begin[of->number + 1] = of->tuples;
    }
    base->rows = base->lone_squares = 0;
    for (size_t c = 0; c < base->classes; c++) {
        uint64_t rows = base->counts[c];
        base->begin[c + 1] += base->begin[c];
        base->rows += rows;
        base->lone_squares += c >= base->several ? rows * rows : 0;
    }
    base->exact = base->rows < UINT32_MAX;
}

/* Lists the tuples class by class. Where the next one of a class goes is noted in found. */
static void order_tuples(near_base *base) {
    size_t tuples = base->source->tuples.tuples;
    uint32_t several = (uint32_t)base->several;
    for (size_t c = 0; c < base->classes; c++)
        base->found[c].first = base->begin[base->found[c].number];
    for (size_t i = 0; i < tuples; i++) {
        near_found *of = &base->found[base->numbers[i]];
        uint32_t at = of->first++, tuple = base->order[i];
        base->class_of[tuple] = of->number;
        base->other_order[at] = tuple;
        base->other_weights[at] = base->weights[i];
    }
    for (size_t t = 0; t < tuples; t++)
        base->divided[t] = base->class_of[t] < several ? base->class_of[t] : several;
}

static void swap(uint32_t **one, size_t *one_held, uint32_t **other, size_t *other_held) {
    uint32_t *items = *one;
    size_t held = *one_held;
    *one = *other, *one_held = *other_held;
    *other = items, *other_held = held;
}

bool near_base_order(near_base *base) {
    size_t tuples = base->source->tuples.tuples, classes = base->classes;
    if (!memory_grow((void **)&base->first, &base->first_held, classes, 4) ||
        !memory_grow((void **)&base->counts, &base->counts_held, classes, 4) ||
        !memory_grow((void **)&base->begin, &base->begin_held, classes + 1, 4) ||
        !memory_grow((void **)&base->divided, &base->divided_held, tuples, 4) ||
        !memory_grow((void **)&base->other_order, &base->other_order_held, tuples, 4) ||
        !memory_grow((void **)&base->other_weights, &base->other_weights_held, tuples, 4))
        return false;
    number_classes(base);
    order_classes(base);
    order_tuples(base);
    swap(&base->order, &base->order_held, &base->other_order, &base->other_order_held);
    swap(&base->weights, &base->weights_held, &base->other_weights, &base->other_weights_held);
    return true;
}
