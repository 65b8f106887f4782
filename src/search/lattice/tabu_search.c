/* The tabu search that run2011 compares its hybrid with: one walk from a random node. */
#include "search/driver/algorithms.h"
#include "search/driver/parameter_ranges.h"
#include "search/lattice/tabu_walk.h"

typedef struct tabu_state {
    tabu_walks walks; /* one */
    cost_rule cost;
    double penalty;
    bool started;
} tabu_state;

static shoal_status tabu_start(search *run, shoal_error *error) {
    tabu_rules rules;
    tabu_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    STATUS_TRY(range_number(&state->penalty, run, "penalty", 0, 1e9, error));
    STATUS_TRY(tabu_rules_read(&rules, run, error));
    return tabu_walks_open(&state->walks, run, 1, &rules, &state->cost, error);
}

static search_step set_out(search *run) {
    tabu_state *state = run->state;
    tabu_walks *walks = &state->walks;
    evaluation result;
    search_step ready = cost_rule_open(&state->cost, run, state->penalty);
    if (ready != SEARCH_CONTINUE)
        return ready;
    random_stream stream = random_open(run->seed, "tabu-first", 0);
    lattice_draw(search_lattice(run), &stream, walks->nodes);
    if (!search_evaluate(run, walks->nodes, 1, &result))
        return SEARCH_STOPPED;
    tabu_walk_start(walks->walks, &walks->rules, walks->nodes, &result,
                    random_open(run->seed, "tabu-walk", 0));
    state->started = true;
    return SEARCH_CONTINUE;
}

static search_step tabu_step(search *run) {
    tabu_state *state = run->state;
    if (!state->started)
        return set_out(run);
    if (!tabu_walks_round(&state->walks, run, 1))
        return SEARCH_STOPPED;
    int64_t round = state->walks.walks->round, rounds = state->walks.rules.rounds;
    run->done = (double)round / (double)rounds;
    return round < rounds ? SEARCH_CONTINUE : SEARCH_FINISHED;
}

static void tabu_finish(search *run) {
    tabu_state *state = run->state;
    if (!state)
        return;
    tabu_walks_close(&state->walks);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter tabu_parameters[] = {
    {"rounds", "300", "rounds of the walk"},
    TABU_WALK_PARAMETERS,
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_tabu = {
    .name = "tabu",
    .summary = "walks from neighbour to neighbour, never back to recent nodes",
    .recoding = &lattice_recoding,
    .metric = "dm",
    .letter = 'T',
    .parameters = tabu_parameters,
    .start = tabu_start,
    .step = tabu_step,
    .finish = tabu_finish,
};
