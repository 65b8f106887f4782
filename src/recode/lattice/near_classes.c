/* The classes of a base: which tuples are in them, and in which order they come. */
#include "recode/lattice/near_internal.h"

#include <string.h>

/* ---- Finding them ---------------------------------------------------------------------------- */

/* The classes are in the worker's table. */
static bool take_classes(near_base *base, const class_table *table) {
    size_t tuples = base->source->tuples.tuples;
    base->classes = table->classes;
    if (!memory_grow((void **)&base->found, &base->found_held, base->classes, sizeof *base->found))
        return false;
    for (size_t c = 0; c < base->classes; c++)
        base->found[c] = (near_found){.rows = table->counts[c]};
    for (size_t t = tuples; t-- > 0;) {
        near_found *of = &base->found[base->class_of[t]];
        of->first = (uint32_t)t;
        of->tuples++;
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

/* Numbers the parts as they come, with the numbers of those seen in `ids`. */
static void number_parts(near_base *base, const near_change *change, uint32_t *ids) {
    const frequency_set *tuples = &base->source->tuples;
    uint64_t parts[PACKING_BLOCK];
    base->classes = 0;
    for (size_t at = 0; at < tuples->tuples; at += PACKING_BLOCK) {
        size_t some = tuples->tuples - at < PACKING_BLOCK ? tuples->tuples - at : PACKING_BLOCK;
        near_change_parts(change, base, at, some, parts);
        for (size_t i = 0; i < some; i++) {
            uint32_t id = ids[parts[i]];
            if (id == 0) {
                id = ids[parts[i]] = (uint32_t)++base->classes;
                base->found[id - 1] =
                    (near_found){.first = (uint32_t)(at + i), .parent = base->class_of[at + i]};
            }
            base->class_of[at + i] = id - 1;
            base->found[id - 1].tuples++;
            class_count_add(&base->found[id - 1].rows, tuples->counts[at + i]);
        }
    }
}

bool near_base_divide(near_base *base, near_scratch *scratch) {
    const near_change *change = &scratch->change;
    size_t parts = change->merged * change->width;
    size_t most = parts < base->source->tuples.tuples ? parts : base->source->tuples.tuples;
    if (!near_scratch_counters(scratch, parts) ||
        !memory_grow((void **)&base->found, &base->found_held, most, sizeof *base->found))
        return false;
    number_parts(base, change, scratch->counters);
    memset(scratch->counters, 0, parts * sizeof *scratch->counters);
    return true;
}

/* ---- Their order ----------------------------------------------------------------------------- */

enum { PUBLISHED, SEVERAL, LONE, KINDS };

static int kind_of(const near_base *base, const near_found *of) {
    return of->rows >= base->k ? PUBLISHED : of->tuples > 1 ? SEVERAL : LONE;
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
    const frequency_set *tuples = &base->source->tuples;
    uint32_t several = (uint32_t)base->several;
    for (size_t c = 0; c < base->classes; c++)
        base->found[c].first = base->begin[base->found[c].number];
    for (size_t t = 0; t < tuples->tuples; t++) {
        near_found *of = &base->found[base->class_of[t]];
        uint32_t at = of->first++;
        base->class_of[t] = of->number;
        base->divided[t] = of->number < several ? of->number : several;
        base->order[at] = (uint32_t)t;
        base->weights[at] = tuples->counts[t];
    }
}

bool near_base_order(near_base *base) {
    size_t tuples = base->source->tuples.tuples, classes = base->classes;
    if (!memory_grow((void **)&base->first, &base->first_held, classes, 4) ||
        !memory_grow((void **)&base->counts, &base->counts_held, classes, 4) ||
        !memory_grow((void **)&base->begin, &base->begin_held, classes + 1, 4) ||
        !memory_grow((void **)&base->divided, &base->divided_held, tuples, 4) ||
        !memory_grow((void **)&base->order, &base->order_held, tuples, 4) ||
        !memory_grow((void **)&base->weights, &base->weights_held, tuples, 4))
        return false;
    number_classes(base);
    order_classes(base);
    order_tuples(base);
    return true;
}
