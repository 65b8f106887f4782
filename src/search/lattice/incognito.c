/* Incognito (LeFevre et al. 2005): the lattices of all subsets of the quasi-identifiers, smaller
 * subsets first.
 *
 * A node can be feasible only if every node that leaves out one of its attributes is (the subset
 * property, which rows below k have as well: leaving out an attribute merges classes), and it is
 * feasible if a node below it is (roll-up). Only nodes that neither rule settles are evaluated.
 * Within one size and height nodes do not depend on each other, so layers of all subsets share
 * batches.
 *
 * At the full set all feasible nodes are known and the minimal ones evaluated, which proves the
 * optimum of a monotone metric; for the others all feasible nodes of the full set are. */
#include "search/driver/algorithms.h"
#include "search/lattice/lattice_layer.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>

#define INCOGNITO_BATCH 256
#define INCOGNITO_MOST_ATTRIBUTES 20
#define INCOGNITO_MOST_NODES ((double)(1u << 30)) /* of all subsets; a bit each */
#define INCOGNITO_MOST_VISITS 65536               /* per step */

/* Where the walk over sizes, heights, subsets and nodes is. */
typedef struct incognito_walk {
    size_t size;
    uint64_t height;
    uint32_t subset; /* bit a: attribute a is in it */
    size_t members[INCOGNITO_MOST_ATTRIBUTES];
    uint8_t low[INCOGNITO_MOST_ATTRIBUTES], high[INCOGNITO_MOST_ATTRIBUTES];
    uint8_t node[INCOGNITO_MOST_ATTRIBUTES]; /* of the members only */
} incognito_walk;

typedef struct incognito_state {
    uint64_t height; /* of the full lattice */
    bool all_values; /* minimal nodes are not enough to prove the optimum */
    /* Nodes of all subsets are numbered in one mixed radix: an attribute's digit is 0 where it is
     * left out, else one more than its steps above the lowest level. */
    uint64_t stride[INCOGNITO_MOST_ATTRIBUTES];
    uint64_t nodes, visited;
    uint8_t *feasible; /* a bit each */
    incognito_walk walk;
    uint8_t batch[INCOGNITO_BATCH * INCOGNITO_MOST_ATTRIBUTES];
    uint64_t indexes[INCOGNITO_BATCH];
    evaluation results[INCOGNITO_BATCH];
    size_t count;
} incognito_state;

/* ---- The walk ------------------------------------------------------------------------------ */

/* Begins the layer of the subset and height at hand; false when it is empty. */
static bool incognito_open_layer(const search *run, incognito_walk *walk) {
    size_t size = 0;
    for (size_t a = 0; a < run->attributes; a++)
        if (walk->subset >> a & 1) {
            walk->members[size] = a;
            walk->low[size] = (uint8_t)lattice_lowest(search_lattice(run), a);
            walk->high[size++] = (uint8_t)lattice_height(search_lattice(run), a);
        }
    return layer_first(walk->node, walk->low, walk->high, size, walk->height);
}

/* The next larger number with as many bits set. */
static uint32_t incognito_next_subset(uint32_t subset) {
    assert(subset != 0);
    uint32_t lowest = subset & -subset;
    uint32_t carried = subset + lowest;
    return carried | (subset ^ carried) >> (__builtin_ctz(subset) + 2);
}

typedef enum incognito_move { MOVED_NODE, MOVED_HEIGHT, MOVED_OUT } incognito_move;

/* Continues with the next layer that has nodes. */
static incognito_move incognito_next_layer(const search *run, uint64_t height,
                                           incognito_walk *walk) {
    incognito_move moved = MOVED_NODE;
    do {
        walk->subset = incognito_next_subset(walk->subset);
        if (walk->subset >> run->attributes == 0)
            continue;
        moved = MOVED_HEIGHT;
        if (walk->height++ == height) {
            walk->height = 0;
            if (walk->size++ == run->attributes)
                return MOVED_OUT;
        }
        walk->subset = ((uint32_t)1 << walk->size) - 1;
    } while (!incognito_open_layer(run, walk));
    return moved;
}

/* ---- One node ------------------------------------------------------------------------------ */

static bool incognito_get(const incognito_state *state, uint64_t index) {
    return state->feasible[index / 8] >> (index % 8) & 1;
}

static void incognito_set(incognito_state *state, uint64_t index) {
    assert(index < state->nodes);
    state->feasible[index / 8] |= (uint8_t)(1u << (index % 8));
}

static bool incognito_rolls_up(const incognito_state *state, uint64_t index) {
    const incognito_walk *walk = &state->walk;
    for (size_t i = 0; i < walk->size; i++)
        if (walk->node[i] > walk->low[i] &&
            incognito_get(state, index - state->stride[walk->members[i]]))
            return true;
    return false;
}

static bool incognito_is_candidate(const incognito_state *state, uint64_t index) {
    const incognito_walk *walk = &state->walk;
    for (size_t i = 0; walk->size > 1 && i < walk->size; i++) {
        uint64_t digit = (uint64_t)(walk->node[i] - walk->low[i]) + 1;
        if (!incognito_get(state, index - digit * state->stride[walk->members[i]]))
            return false;
    }
    return true;
}

static void incognito_enqueue(const search *run, incognito_state *state, uint64_t index) {
    const incognito_walk *walk = &state->walk;
    assert(state->count < INCOGNITO_BATCH);
    uint8_t *node = state->batch + state->count * run->attributes;
    memset(node, LEVEL_ABSENT, run->attributes);
    for (size_t i = 0; i < walk->size; i++)
        node[walk->members[i]] = walk->node[i];
    state->indexes[state->count++] = index;
}

static void incognito_visit(const search *run, incognito_state *state) {
    const incognito_walk *walk = &state->walk;
    uint64_t index = 0;
    for (size_t i = 0; i < walk->size; i++)
        index += ((uint64_t)(walk->node[i] - walk->low[i]) + 1) * state->stride[walk->members[i]];
    state->visited++;
    bool known = incognito_rolls_up(state, index);
    if (known)
        incognito_set(state, index);
    bool wanted = known ? state->all_values && walk->size == run->attributes
                        : incognito_is_candidate(state, index);
    if (wanted)
        incognito_enqueue(run, state, index);
}

static bool incognito_flush(search *run, incognito_state *state) {
    if (state->count > 0 && !search_evaluate(run, state->batch, state->count, state->results))
        return false;
    for (size_t i = 0; i < state->count; i++)
        if (state->results[i].feasible)
            incognito_set(state, state->indexes[i]);
    state->count = 0;
    run->done = (double)state->visited / (double)state->nodes;
    return true;
}

/* ---- The algorithm ------------------------------------------------------------------------- */

static int incognito_steps(const search *run, size_t attribute) {
    return lattice_height(search_lattice(run), attribute) -
           lattice_lowest(search_lattice(run), attribute);
}

static shoal_status incognito_check(const search *run, shoal_error *error) {
    if (run->attributes > INCOGNITO_MOST_ATTRIBUTES)
        return status_refuse(error, SHOAL_USAGE, "lattice_too_large", "search.algorithm",
                             "incognito supports at most %d quasi-identifiers and there are %zu: "
                             "use the algorithm optimal",
                             INCOGNITO_MOST_ATTRIBUTES, run->attributes);
    double nodes = 1;
    for (size_t a = 0; a < run->attributes; a++)
        nodes *= incognito_steps(run, a) + 2;
    if (nodes > INCOGNITO_MOST_NODES)
        return status_refuse(error, SHOAL_USAGE, "lattice_too_large", "search.algorithm",
                             "the lattices of all subsets have %.4g nodes and incognito supports "
                             "at most %.4g: use the algorithm optimal",
                             nodes, INCOGNITO_MOST_NODES);
    return SHOAL_OK;
}

static shoal_status incognito_start(search *run, shoal_error *error) {
    STATUS_TRY(incognito_check(run, error));
    incognito_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    state->nodes = 1;
    for (size_t a = 0; a < run->attributes; a++) {
        uint64_t height = (uint64_t)incognito_steps(run, a);
        state->height += height;
        state->stride[a] = state->nodes;
        state->nodes *= height + 2;
    }
    state->feasible = memory_zero((size_t)(state->nodes / 8 + 1), 1);
    if (!state->feasible)
        return status_no_memory(error);
    state->all_values =
        !lattice_metric(search_lattice(run))->monotone(lattice_context(search_lattice(run)));
    state->walk.size = 1;
    state->walk.subset = 1;
    (void)incognito_open_layer(run, &state->walk); /* the bottom of one attribute: never empty */
    return SHOAL_OK;
}

static search_step incognito_step(search *run) {
    incognito_state *state = run->state;
    incognito_walk *walk = &state->walk;
    for (int i = 0; i < INCOGNITO_MOST_VISITS; i++) {
        incognito_visit(run, state);
        incognito_move moved = MOVED_NODE;
        if (!layer_next(walk->node, walk->low, walk->high, walk->size))
            moved = incognito_next_layer(run, state->height, walk);
        if (moved == MOVED_NODE && state->count < INCOGNITO_BATCH)
            continue;
        if (!incognito_flush(run, state))
            return SEARCH_STOPPED;
        if (moved != MOVED_OUT)
            return SEARCH_CONTINUE;
        return search_is_monotone(run) ? SEARCH_PROVEN : SEARCH_FINISHED;
    }
    return SEARCH_CONTINUE;
}

static void incognito_finish(search *run) {
    incognito_state *state = run->state;
    if (!state)
        return;
    memory_free(state->feasible);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter incognito_parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_incognito = {
    .name = "incognito",
    .summary = "finds all feasible nodes from those of smaller sets of attributes",
    .recoding = &lattice_recoding,
    .letter = 'I',
    .parameters = incognito_parameters,
    .start = incognito_start,
    .step = incognito_step,
    .finish = incognito_finish,
};
