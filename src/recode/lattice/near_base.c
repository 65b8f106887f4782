#include "recode/lattice/near_base.h"

#include "recode/lattice/near_change.h"
#include "recode/lattice/near_internal.h"
#include "recode/lattice/near_scan.h"

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
    memory_free(base->hashes);
    memory_free(base->prices);
    memory_free(base->other_keys);
    memory_free(base->other_hashes);
    memory_free(base->other_prices);
    memory_free(base->numbers);
    memory_free(base->groups);
    memory_free(base->other_order);
    memory_free(base->other_weights);
    memory_free(base->found);
    *base = (near_base){0};
}

near_distance near_distance_between(const metric_context *context, const uint8_t *from,
                                    const uint8_t *node) {
    near_distance found = {0};
    size_t width = 1;
    for (size_t a = 0; a < context->attributes; a++) {
        found.coarser += node[a] > from[a];
        if ((node[a] == LEVEL_ABSENT) != (from[a] == LEVEL_ABSENT))
            return (near_distance){.far = true};
        if (node[a] >= from[a])
            continue;
        size_t size = context->hierarchies[a].level[node[a]].size;
        if (++found.finer > NEAR_MOST_FINER || size > NEAR_MOST_WIDTH / width)
            return (near_distance){.far = true};
        width *= size;
    }
    return found;
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

bool near_scratch_lists(near_scratch *scratch, size_t tuples) {
    size_t width = scratch->change.width, twice = 2 * tuples + NEAR_SCAN_ROOM;
    return memory_grow((void **)&scratch->parts, &scratch->parts_held, tuples, 4) &&
           memory_grow((void **)&scratch->touched, &scratch->touched_held,
                       twice > width ? twice : width, 4);
}

/* ---- Moving ---------------------------------------------------------------------------------- */

/* From the classes of the base, unless there would be too many parts of each. */
static bool move_near(near_base *base, const near_problem *problem, const uint8_t *node,
                      near_scratch *scratch, bool *moved) {
    const near_change *change = &scratch->change;
    if (!near_change_make(&scratch->change, base, problem, node))
        return false;
    *moved = near_parts_are_few(base, 1, change->width);
    return !*moved || (near_base_divide(base, scratch) && near_base_order(base) &&
                       near_base_describe_again(base, problem, node));
}

static bool move_anew(near_base *base, const near_problem *problem, const uint8_t *node,
                      node_classes *worker) {
    return near_base_group(base, problem, node, worker) && near_base_order(base) &&
           near_base_describe(base, problem, node);
}

static void settle(near_base *base, const near_problem *problem, const uint8_t *node) {
    size_t attributes = problem->context->attributes;
    memcpy(base->node, node, attributes);
    for (size_t a = 0; a < attributes; a++)
        base->sizes[a] =
            node[a] == LEVEL_ABSENT ? 1 : problem->context->hierarchies[a].level[node[a]].size;
}

bool near_base_move(near_base *base, const near_problem *problem, const rolled_set *source,
                    const uint8_t *node, uint64_t k, near_scratch *scratch, node_classes *worker) {
    bool near =
        base->source == source && !near_distance_between(problem->context, base->node, node).far;
    bool moved = false;
    base->source = source;
    base->k = k;
    if ((!near || move_near(base, problem, node, scratch, &moved)) &&
        (moved || move_anew(base, problem, node, worker))) {
        settle(base, problem, node);
        return true;
    }
    base->source = NULL;
    return false;
}
