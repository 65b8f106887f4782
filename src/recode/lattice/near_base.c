#include "recode/lattice/near_base.h"

#include "recode/lattice/near_change.h"
#include "recode/lattice/near_internal.h"

#include <assert.h>
#include <string.h>

bool near_base_open(near_base *out, size_t attributes) {
    *out = (near_base){
        .node = memory_zero(attributes, 1),
        .fields = memory_zero(attributes, sizeof(packing_field)),
        .sizes = memory_zero(attributes, sizeof(uint32_t)),
    };
    return out->node && out->fields && out->sizes;
}

void near_base_close(near_base *base) {
    memory_free(base->node);
    memory_free(base->fields);
    memory_free(base->sizes);
    memory_free(base->class_of);
    memory_free(base->divided);
    memory_free(base->first);
    memory_free(base->order);
    memory_free(base->weights);
    memory_free(base->begin);
    memory_free(base->counts);
    memory_free(base->keys);
    memory_free(base->prices);
    memory_free(base->found);
    *base = (near_base){0};
}

size_t near_base_finer(const near_base *base, const uint8_t *node, size_t attributes) {
    size_t finer = 0;
    for (size_t a = 0; a < attributes; a++) {
        if ((node[a] == LEVEL_ABSENT) != (base->node[a] == LEVEL_ABSENT))
            return SIZE_MAX;
        finer += node[a] < base->node[a];
    }
    return finer;
}

near_scratch *near_scratch_open(size_t attributes) {
    near_scratch *scratch = memory_zero(1, sizeof *scratch);
    if (scratch && !near_change_open(&scratch->change, attributes)) {
        memory_free(scratch);
        return NULL;
    }
    return scratch;
}

void near_scratch_close(near_scratch *scratch) {
    if (!scratch)
        return;
    near_change_close(&scratch->change);
    memory_free(scratch->counters);
    memory_free(scratch->touched);
    memory_free(scratch->children);
    memory_free(scratch->parts);
    memory_free(scratch);
}

/* Parts of classes that are counted in an array: as many as there are tuples, times this, or at
 * least so many. */
#define COUNTERS_PER_TUPLE 2
#define FEW_COUNTERS ((size_t)1 << 16)

bool near_parts_are_few(const near_base *base, size_t classes, size_t width) {
    size_t most = base->source->tuples.tuples * COUNTERS_PER_TUPLE;
    return classes <= (most > FEW_COUNTERS ? most : FEW_COUNTERS) / width;
}

bool near_scratch_counters(near_scratch *scratch, size_t wanted) {
    if (wanted <= scratch->counters_held)
        return true;
    memory_free(scratch->counters);
    scratch->counters = memory_zero(wanted, sizeof *scratch->counters);
    scratch->counters_held = scratch->counters ? wanted : 0;
    return scratch->counters != NULL;
}

/* ---- Classes --------------------------------------------------------------------------------- */

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

static bool group_anew(near_base *base, const near_problem *problem, const uint8_t *node,
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
                base->found[id - 1] = (near_found){.first = (uint32_t)(at + i)};
            }
            base->class_of[at + i] = id - 1;
            base->found[id - 1].tuples++;
            class_count_add(&base->found[id - 1].rows, tuples->counts[at + i]);
        }
    }
}

/* The classes of a near node from those of the base. */
static bool divide(near_base *base, const near_problem *problem, const uint8_t *node,
                   near_scratch *scratch, node_classes *worker) {
    const near_change *change = &scratch->change;
    if (!near_change_make(&scratch->change, base, problem, node))
        return false;
    if (!near_parts_are_few(base, change->merged, change->width))
        return group_anew(base, problem, node, worker);
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

static bool put_in_order(near_base *base) {
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

/* ---- What is known of each class ------------------------------------------------------------- */

static void describe_attribute(const near_base *base, const near_problem *problem,
                               size_t attribute) {
    const codes *from = &base->source->tuples.codes[attribute];
    packing_field field = base->fields[attribute];
    const int64_t *units =
        problem->costs ? problem->costs->units[attribute][base->node[attribute]] : NULL;
    const uint32_t *map = level_maps_from(problem->maps, problem->context, base->source, attribute,
                                          base->node[attribute]);
    for (size_t c = 0; c < base->classes; c++) {
        uint32_t code = field.bits ? codes_get(from, base->first[c]) : 0;
        uint32_t group = field.bits && map ? map[code] : code;
        packing_put(base->keys + c * base->words, field, group);
        if (units)
            base->prices[c] += units[group];
    }
}

/* Keys and prices, from the first tuple of each class. */
static bool describe(near_base *base, const near_problem *problem, const uint8_t *node) {
    size_t attributes = problem->context->attributes;
    unsigned bits;
    memcpy(base->node, node, attributes);
    for (size_t a = 0; a < attributes; a++)
        base->sizes[a] =
            node[a] == LEVEL_ABSENT ? 1 : problem->context->hierarchies[a].level[node[a]].size;
    base->words = packing_layout(base->fields, base->sizes, attributes, &bits);
    if (!memory_grow((void **)&base->keys, &base->keys_held, base->classes * base->words, 8) ||
        !memory_grow((void **)&base->prices, &base->prices_held, base->classes, 8))
        return false;
    memset(base->keys, 0, base->classes * base->words * sizeof *base->keys);
    memset(base->prices, 0, base->classes * sizeof *base->prices);
    for (size_t a = 0; a < attributes; a++)
        if (node[a] != LEVEL_ABSENT)
            describe_attribute(base, problem, a);
    return true;
}

bool near_base_move(near_base *base, const near_problem *problem, const rolled_set *source,
                    const uint8_t *node, uint64_t k, near_scratch *scratch, node_classes *worker) {
    bool near = base->source == source &&
                near_base_finer(base, node, problem->context->attributes) <= NEAR_MOST_FINER;
    base->source = source;
    base->k = k;
    bool made = near ? divide(base, problem, node, scratch, worker)
                     : group_anew(base, problem, node, worker);
    if (made && put_in_order(base) && describe(base, problem, node))
        return true;
    base->source = NULL;
    return false;
}
