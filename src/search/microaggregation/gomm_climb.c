#include "search/microaggregation/gomm_climb.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define BATCH 64
/* Both metrics are percentages. */
#define WORSE_THAN_ANY 200

/* ---- Neighbours ---------------------------------------------------------------------------- */

static size_t pairs(size_t of) {
    return of * (of - (of > 0)) / 2;
}

size_t gomm_neighbours(size_t attributes, size_t groups) {
    return attributes * (groups + 1) + pairs(attributes) + pairs(groups);
}

/* Pair number `index` of the pairs low < high, ordered by high. */
static void find_pair(size_t index, size_t *low, size_t *high) {
    size_t above = 1;
    while (pairs(above + 1) <= index)
        above++;
    *high = above;
    *low = index - pairs(above);
}

/* To group number `groups`: the attribute leaves its group. */
static bool move_to(group_number *node, size_t attributes, size_t groups, size_t moved,
                    group_number to) {
    size_t together = 0;
    for (size_t a = 0; a < attributes; a++)
        together += node[a] == node[moved];
    if (node[moved] == to || (to == groups && together == 1))
        return false;
    node[moved] = to;
    return true;
}

static bool swap_pair(group_number *node, size_t one, size_t other) {
    group_number group = node[one];
    node[one] = node[other];
    node[other] = group;
    return node[one] != node[other];
}

static bool merge_pair(group_number *node, size_t attributes, size_t one, size_t other) {
    for (size_t a = 0; a < attributes; a++)
        if (node[a] == other)
            node[a] = (group_number)one;
    return true;
}

bool gomm_neighbour(group_number *out, const group_number *node, size_t attributes, size_t groups,
                    size_t index) {
    size_t moves = attributes * (groups + 1), low, high;
    assert(index < gomm_neighbours(attributes, groups));
    bool other;
    memcpy(out, node, attributes * sizeof *out);
    if (index < moves) {
        other = move_to(out, attributes, groups, index / (groups + 1),
                        (group_number)(index % (groups + 1)));
    } else if (index - moves < pairs(attributes)) {
        find_pair(index - moves, &low, &high);
        other = swap_pair(out, low, high);
    } else {
        find_pair(index - moves - pairs(attributes), &low, &high);
        other = merge_pair(out, attributes, low, high);
    }
    (void)group_node_make_canonical(out, attributes);
    return other;
}

/* ---- Costs --------------------------------------------------------------------------------- */

double gomm_cost(const search *run, const evaluation *result) {
    const recoding_space *space = run->space;
    if (isnan(result->value))
        return INFINITY;
    if (!space->bound_rules || result->feasible)
        return result->value;
    return WORSE_THAN_ANY + 100 * (double)result->classes.suppressed / (double)space->context.rows;
}

/* ---- The walk ------------------------------------------------------------------------------ */

bool gomm_climb_open(gomm_climb *out, arena *owner, size_t attributes) {
    *out = (gomm_climb){.attributes = attributes};
    out->node = arena_new(owner, attributes, sizeof *out->node);
    out->batch = arena_new(owner, BATCH * attributes, sizeof *out->batch);
    out->results = arena_new(owner, BATCH, sizeof *out->results);
    return out->node && out->batch && out->results;
}

void gomm_climb_start(gomm_climb *walk, const group_number *node, double cost) {
    memmove(walk->node, node, walk->attributes * sizeof *node);
    walk->cost = cost;
    assert(group_node_is_canonical(walk->node, walk->attributes));
    walk->groups = group_node_groups(node, walk->attributes);
    walk->next = walk->tried = 0;
}

static size_t fill_batch(gomm_climb *walk) {
    size_t all = gomm_neighbours(walk->attributes, walk->groups), count = 0;
    while (count < BATCH && walk->tried < all) {
        walk->next %= all;
        walk->tried++;
        if (gomm_neighbour(walk->batch + count * walk->attributes, walk->node, walk->attributes,
                           walk->groups, walk->next++))
            count++;
    }
    return count;
}

search_step gomm_climb_step(gomm_climb *walk, search *run) {
    size_t count = fill_batch(walk), best = 0;
    if (count == 0)
        return SEARCH_FINISHED;
    if (!search_evaluate(run, (const uint8_t *)walk->batch, count, walk->results))
        return SEARCH_STOPPED;
    for (size_t i = 1; i < count; i++)
        if (gomm_cost(run, &walk->results[i]) < gomm_cost(run, &walk->results[best]))
            best = i;
    double cost = gomm_cost(run, &walk->results[best]);
    if (cost < walk->cost) {
        size_t next = walk->next;
        gomm_climb_start(walk, walk->batch + best * walk->attributes, cost);
        walk->next = next;
    }
    return SEARCH_CONTINUE;
}
