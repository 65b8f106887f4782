/* Chooses for the user: the exact search alone where it soon ends, else together with a local
 * search that finds good answers early. Both share the memo and the incumbent, so that the one's
 * answers prune the other's tree, while the exact search keeps raising the bound. */
#include "search/algorithms.h"
#include "search/local.h"

#include "base/memory.h"

/* Evaluations that the exact search has to itself at first: most tables need fewer. */
#define EXACT_FIRST 400
/* Evaluations of the local search without an improvement after which it has done its part. */
#define PATIENCE 6000
/* Local evaluations for each exact one, until then and after. */
#define SHARE_WHILE_IMPROVING 3.0
#define SHARE_AFTERWARDS 0.125

typedef struct auto_state {
    void *exact; /* state of `optimal` */
    local_search *walk;
    int64_t exact_evaluations;
    int64_t local_evaluations;
    int64_t since_improvement; /* local evaluations */
    int64_t budget;            /* evaluations; 0: as many as the user's limits allow */
} auto_state;

/* A table is given work, not evaluations: `effort` billion cells, when the user sets no limit. */
static int64_t default_budget(const search *run) {
    double cells = (double)lattice_tuples(run->space) * (double)run->attributes;
    double evaluations = search_number(run, "effort") * 1e9 / cells;
    if (run->limits.evaluations > 0 || run->limits.seconds > 0)
        return 0;
    return evaluations < 10000 ? 10000 : evaluations > 1e15 ? 0 : (int64_t)evaluations;
}

static shoal_status auto_start(search *run, shoal_error *error) {
    auto_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    state->budget = default_budget(run);
    shoal_status status = algorithm_optimal.start(run, error);
    state->exact = run->state;
    run->state = state;
    return status;
}

static search_step exact_step(search *run) {
    auto_state *state = run->state;
    int64_t before = run->evaluations;
    run->state = state->exact;
    search_step taken = algorithm_optimal.step(run);
    run->state = state;
    state->exact_evaluations += run->evaluations - before;
    return taken;
}

static search_step walk_step(search *run) {
    auto_state *state = run->state;
    int64_t before = run->evaluations;
    double best = run->best.value;
    if (!state->walk && !(state->walk = local_open(run, 0)))
        return search_no_memory(run);
    search_step taken = local_step(run, state->walk);
    int64_t spent = run->evaluations - before;
    /* A walk among known nodes costs nothing but time; it has to count all the same. */
    state->local_evaluations += spent ? spent : 1;
    state->since_improvement = run->best.value < best ? 0 : state->since_improvement + spent;
    return taken;
}

static bool is_walks_turn(const auto_state *state) {
    int64_t exact = state->exact_evaluations - EXACT_FIRST;
    bool improving = state->since_improvement < PATIENCE;
    double share = improving ? SHARE_WHILE_IMPROVING : SHARE_AFTERWARDS;
    return exact > 0 && (double)state->local_evaluations < share * (double)exact;
}

static search_step auto_step(search *run) {
    auto_state *state = run->state;
    if (state->budget > 0 && run->evaluations >= state->budget)
        return SEARCH_FINISHED;
    return is_walks_turn(state) ? walk_step(run) : exact_step(run);
}

static void auto_finish(search *run) {
    auto_state *state = run->state;
    if (!state)
        return;
    run->state = state->exact;
    algorithm_optimal.finish(run);
    local_close(state->walk);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter auto_parameters[] = {
    {"probe", "131072", "nodes of the smallest interval worth probing"},
    {"effort", "100", "cells to look at without any limit, in billions"},
    {NULL, NULL, NULL},
};

const algorithm algorithm_auto = {
    .name = "auto",
    .summary = "chooses for you: exact where that ends, else with local search; states its gap",
    .recoding = "lattice",
    .letter = 'X',
    .exact = true,
    .parameters = auto_parameters,
    .start = auto_start,
    .step = auto_step,
    .finish = auto_finish,
};
