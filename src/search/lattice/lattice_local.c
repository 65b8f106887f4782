/* Local search: many short walks. A walk goes down to a local optimum, one attribute after the
 * other in random order; takes some steps of a tabu search around it; and, if it came close to the
 * best answer, tries all pairs of changes. The best nodes of the walks are kept. Most walks begin
 * between two of them, changed a little; the others at the top, from which every order of the
 * attributes leads down another way. */
#include "search/driver/algorithms.h"

#include "base/memory.h"
#include "search/lattice/lattice_walk.h"

#include <assert.h>
#include <string.h>

/* Nodes that are kept. */
#define ELITES 8
/* Every third walk begins at the top. */
#define TOP_EVERY 3
/* Pairs are tried around nodes that are at most this much worse than the best answer. */
#define PAIRS_WITHIN 0.005

typedef struct elite {
    uint8_t *node;
    double value;
} elite;

typedef struct local_search {
    lattice_walk *walk;
    elite elites[ELITES];
    size_t elite_count;
    int64_t walks;
} local_search;

static void local_close(local_search *state) {
    if (!state)
        return;
    lattice_walk_close(state->walk);
    for (size_t i = 0; i < ELITES; i++)
        memory_free(state->elites[i].node);
    memory_free(state);
}

static local_search *local_open(const search *run) {
    local_search *state = memory_zero(1, sizeof *state);
    bool made = state && (state->walk = lattice_walk_open(run)) != NULL;
    for (size_t i = 0; made && i < ELITES; i++)
        made = (state->elites[i].node = memory_zero(run->attributes, 1)) != NULL;
    if (made)
        return state;
    local_close(state);
    return NULL;
}

/* ---- The best nodes -------------------------------------------------------------------------- */

static bool is_elite(const search *run, const local_search *state, const uint8_t *node) {
    for (size_t i = 0; i < state->elite_count; i++)
        if (memcmp(state->elites[i].node, node, run->attributes) == 0)
            return true;
    return false;
}

/* The place for a node of this value; ELITES: there is none. */
static size_t place_for(const local_search *state, double value) {
    size_t worst = 0;
    if (state->elite_count < ELITES)
        return state->elite_count;
    for (size_t i = 1; i < ELITES; i++)
        if (state->elites[i].value > state->elites[worst].value)
            worst = i;
    return state->elites[worst].value > value ? worst : ELITES;
}

static void keep_elite(const search *run, local_search *state) {
    const lattice_walk *walk = state->walk;
    if (!walk->found || is_elite(run, state, walk->best_node))
        return;
    size_t place = place_for(state, walk->best.value);
    if (place == ELITES)
        return;
    memcpy(state->elites[place].node, walk->best_node, run->attributes);
    state->elites[place].value = walk->best.value;
    if (place == state->elite_count)
        state->elite_count++;
}

/* ---- Where walks begin ----------------------------------------------------------------------- */

static void change_some(const search *run, lattice_walk *walk) {
    size_t changes = 2 + (size_t)random_below(&walk->random, run->attributes / 4 + 1);
    for (size_t i = 0; i < changes; i++) {
        size_t a = (size_t)random_below(&walk->random, run->attributes);
        int lowest = lattice_lowest(search_lattice(run), a);
        uint64_t levels = (uint64_t)(lattice_walk_levels(run, a) - lowest);
        walk->node[a] = (uint8_t)(lowest + (int)random_below(&walk->random, levels));
    }
}

/* Every attribute has its level from one of two elites; then some are changed. */
static void begin_between(const search *run, const local_search *state) {
    lattice_walk *walk = state->walk;
    const elite *one = &state->elites[random_below(&walk->random, state->elite_count)];
    const elite *other = &state->elites[random_below(&walk->random, state->elite_count)];
    for (size_t a = 0; a < run->attributes; a++)
        walk->node[a] = random_below(&walk->random, 2) ? other->node[a] : one->node[a];
    change_some(run, walk);
}

static search_step begin_walk(search *run, local_search *state) {
    lattice_walk *walk = state->walk;
    keep_elite(run, state);
    if (state->elite_count > 1 && state->walks % TOP_EVERY != 0)
        begin_between(run, state);
    else
        lattice_top(search_lattice(run), walk->node);
    if (!lattice_walk_begin(run, walk))
        return SEARCH_STOPPED;
    if (state->walks++ > 0)
        return SEARCH_CONTINUE;
    if (search_rules_out(run, &walk->here))
        return SEARCH_PROVEN; /* if the top is not feasible, nothing is */
    return lattice_walk_look(run, walk) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

/* ---- As an algorithm ------------------------------------------------------------------------- */

/* 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, … (Luby, Sinclair, Zuckerman 1993); `number` counts from 1. It is
 * never far from the best choice for any table. */
static uint64_t luby(uint64_t number) {
    assert(number >= 1);
    uint64_t size = 1;
    while (size < number)
        size = 2 * size + 1;
    while (size != number) {
        size /= 2;
        if (number > size)
            number -= size;
    }
    return (size + 1) / 2;
}

static bool is_over(const search *run, const local_search *state) {
    const lattice_walk *walk = state->walk;
    if (state->walks == 0)
        return true;
    uint64_t patience = (uint64_t)search_integer(run, "patience") * luby((uint64_t)state->walks);
    return !walk->descending && walk->steps - walk->improved_at >= patience;
}

/* Once for each node. */
static bool is_worth_pairs(const search *run, const local_search *state) {
    const lattice_walk *walk = state->walk;
    return state->walks > 0 && walk->found && !is_elite(run, state, walk->best_node) &&
           walk->best.value <= run->best.value * (1 + PAIRS_WITHIN);
}

static search_step end_walk(search *run, local_search *state) {
    bool better = false;
    if (is_worth_pairs(run, state) && !lattice_walk_pair(run, state->walk, &better))
        return SEARCH_STOPPED;
    if (better)
        return SEARCH_CONTINUE;
    return state->walks >= search_integer(run, "optima") ? SEARCH_FINISHED : begin_walk(run, state);
}

static search_step local_step(search *run) {
    local_search *state = run->state;
    lattice_walk *walk = state->walk;
    if (!run->exact)
        run->done = (double)state->walks / (double)search_integer(run, "optima");
    if (is_over(run, state))
        return end_walk(run, state);
    bool taken = walk->descending ? lattice_walk_descend(run, walk) : lattice_walk_step(run, walk);
    return taken ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

static shoal_status local_start(search *run, shoal_error *error) {
    if (search_integer(run, "optima") < 1 || search_integer(run, "patience") < 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.optima must be at least 1, search.patience at least 0");
    run->state = local_open(run);
    return run->state ? SHOAL_OK : status_no_memory(error);
}

static void local_finish(search *run) {
    local_close(run->state);
    run->state = NULL;
}

static const shoal_parameter local_parameters[] = {
    {"optima", "300", "walks to local optima, and around them"},
    {"patience", "3", "steps of a walk without a better node, times a number of Luby's sequence"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_local = {
    .name = "local",
    .summary = "local search: descents, tabu steps and pairs of changes, from the best so far",
    .recoding = &lattice_recoding,
    .letter = 'L',
    .parameters = local_parameters,
    .start = local_start,
    .step = local_step,
    .finish = local_finish,
};
