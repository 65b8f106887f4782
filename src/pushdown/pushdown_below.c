/* What nodes below the floor must cost, though nobody looked at them.
 *
 * A node n below the floor f in some attributes has the coarser node m = max(n, f), which the set
 * at the floor can judge. Where rules are monotone, n is feasible only if m is. In the attributes
 * that m has at the floor, n may be anything from the lowest level on; in the others n is m. So the
 * least cost of such n is that of m with its attributes at the floor priced as if at their lowest
 * level, and the least of all is found by trying the m in the order of this price. */
#include "pushdown/pushdown.h"
#include "recode/lattice/lattice.h"

#include <math.h>
#include <string.h>

/* Nodes that are evaluated at a time, and in all: limited in tuples that they read. */
enum { AT_A_TIME = 16, MOST_NODES = 4096, FEWEST_NODES = 64 };
#define MOST_WORK 1e9

typedef struct priced_node {
    double price;
    size_t node;   /* where its levels begin */
    size_t raised; /* attributes before this one are not raised any more, so that every node is
                      reached once */
} priced_node;

typedef struct below {
    lattice *space;
    const uint8_t *floor, *lowest;
    size_t attributes;
    uint8_t *levels;
    size_t used, levels_held;
    priced_node *heap; /* the cheapest first */
    size_t count, heap_held;
} below;

/* Of an attribute at a level that the set has. */
static double price_of(const below *by, size_t attribute, int level) {
    int least = level == by->floor[attribute] ? by->lowest[attribute] : level;
    return lattice_floor_of(by->space, attribute, least, 0);
}

static double price(const below *by, const uint8_t *node) {
    double sum = 0;
    for (size_t a = 0; a < by->attributes; a++)
        sum += price_of(by, a, node[a]);
    return sum;
}

/* Whether some node below the floor has this one above it. */
static bool hides_others(const below *by, const uint8_t *node) {
    for (size_t a = 0; a < by->attributes; a++)
        if (node[a] == by->floor[a] && by->floor[a] > by->lowest[a])
            return true;
    return false;
}

static void sift_up(below *by, size_t at) {
    priced_node moved = by->heap[at];
    for (; at > 0 && moved.price < by->heap[(at - 1) / 2].price; at = (at - 1) / 2)
        by->heap[at] = by->heap[(at - 1) / 2];
    by->heap[at] = moved;
}

static priced_node take_cheapest(below *by) {
    priced_node first = by->heap[0], moved = by->heap[--by->count];
    size_t at = 0, child;
    while ((child = 2 * at + 1) < by->count) {
        if (child + 1 < by->count && by->heap[child + 1].price < by->heap[child].price)
            child++;
        if (moved.price <= by->heap[child].price)
            break;
        by->heap[at] = by->heap[child];
        at = child;
    }
    if (by->count > 0)
        by->heap[at] = moved;
    return first;
}

static bool push(below *by, priced_node node) {
    if (!memory_grow((void **)&by->heap, &by->heap_held, by->count + 1, sizeof *by->heap))
        return false;
    by->heap[by->count] = node;
    sift_up(by, by->count++);
    return true;
}

static bool add_node(below *by, const uint8_t *node, size_t raised) {
    if (!hides_others(by, node))
        return true;
    if (!memory_grow((void **)&by->levels, &by->levels_held, by->used + by->attributes, 1))
        return false;
    memcpy(by->levels + by->used, node, by->attributes);
    by->used += by->attributes;
    return push(by, (priced_node){price(by, node), by->used - by->attributes, raised});
}

static bool add_coarser(below *by, const priced_node *than, uint8_t *room) {
    for (size_t a = than->raised; a < by->attributes; a++) {
        memcpy(room, by->levels + than->node, by->attributes);
        if (room[a] >= lattice_height(by->space, a))
            continue;
        room[a]++;
        if (!add_node(by, room, a))
            return false;
    }
    return true;
}

/* Room for the nodes that are evaluated together. */
typedef struct tried {
    priced_node node[AT_A_TIME];
    evaluation found[AT_A_TIME];
    uint8_t *levels; /* [AT_A_TIME * attributes] and one more */
} tried;

/* Tries the cheapest nodes. *settled: the bound is found. */
static shoal_status try_some(below *by, tried *now, double best, double *out, bool *settled,
                             shoal_error *error) {
    size_t count = 0;
    while (count < AT_A_TIME && by->count > 0) {
        now->node[count] = take_cheapest(by);
        memcpy(now->levels + count * by->attributes, by->levels + now->node[count].node,
               by->attributes);
        count++;
    }
    *out = count > 0 ? now->node[0].price : (double)INFINITY;
    *settled = count == 0 || *out >= best;
    if (*settled)
        return SHOAL_OK;
    STATUS_TRY(lattice_evaluate(by->space, now->levels, count, now->found, error));
    if (now->found[0].feasible) {
        *settled = true;
        return SHOAL_OK;
    }
    /* The others wait their turn: a coarser one of the first may be cheaper. */
    for (size_t i = 0; i < count; i++) {
        bool added = now->found[i].feasible
                         ? push(by, now->node[i])
                         : add_coarser(by, &now->node[i], now->levels + AT_A_TIME * by->attributes);
        if (!added)
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

static shoal_status search_below(double *out, below *by, size_t most, double best,
                                 shoal_error *error) {
    tried now = {.levels = memory_new((AT_A_TIME + 1) * by->attributes, 1)};
    bool settled = false;
    shoal_status status =
        now.levels && add_node(by, by->floor, 0) ? SHOAL_OK : status_no_memory(error);
    for (size_t done = 0; status == SHOAL_OK && !settled && done < most; done += AT_A_TIME)
        status = try_some(by, &now, best, out, &settled, error);
    /* What was not tried is no cheaper than what waits. */
    if (status == SHOAL_OK && !settled)
        *out = by->count > 0 ? by->heap[0].price : (double)INFINITY;
    memory_free(now.levels);
    memory_free(by->levels);
    memory_free(by->heap);
    return status;
}

static size_t affordable(const recoding_space *space) {
    double most = MOST_WORK / ((double)space->ground->tuples + 1);
    return most > MOST_NODES ? MOST_NODES : most < FEWEST_NODES ? FEWEST_NODES : (size_t)most;
}

shoal_status pushdown_bound_below(double *out, const pushdown *run, recoding_space *space,
                                  double best, shoal_error *error) {
    below by = {.floor = run->floor, .lowest = run->lowest};
    *out = (double)INFINITY;
    if (!run->floor)
        return SHOAL_OK;
    by.space = lattice_of_space(space);
    by.attributes = space->context.attributes;
    if (!hides_others(&by, by.floor))
        return SHOAL_OK;
    *out = -(double)INFINITY;
    if (!space->metric->tabulate)
        return SHOAL_OK;
    if (space->wildcard || !bound_rules_is_monotone(space->bound_rules, &space->context)) {
        *out = price(&by, by.floor);
        return SHOAL_OK;
    }
    return search_below(out, &by, affordable(space), best, error);
}
