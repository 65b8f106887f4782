/* The hybrid of run2011: a genetic algorithm whose children are not mutated but sent on a tabu
 * walk each, and replaced by the best node met there. */
#include "search/driver/algorithms.h"
#include "search/lattice/level_breeding.h"
#include "search/lattice/tabu_walk.h"

typedef struct hybrid_state {
    breeding stock;
    tabu_walks walks; /* one per child */
    bool walking;     /* a generation's walks are under way */
} hybrid_state;

static shoal_status hybrid_start(search *run, shoal_error *error) {
    tabu_rules rules;
    hybrid_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    STATUS_TRY(tabu_rules_read(&rules, run, error));
    STATUS_TRY(breeding_open(&state->stock, run, error));
    return tabu_walks_open(&state->walks, run, state->stock.brood, &rules, &state->stock.rule,
                           error);
}

static search_step set_out(search *run) {
    hybrid_state *state = run->state;
    breeding *stock = &state->stock;
    breeding_cross(stock, run);
    if (!search_evaluate(run, stock->children, stock->brood, stock->born))
        return SEARCH_STOPPED;
    for (size_t i = 0; i < stock->brood; i++) {
        uint64_t number = (uint64_t)stock->generation * stock->brood + i;
        tabu_walk_start(&state->walks.walks[i], &state->walks.rules,
                        stock->children + i * run->attributes, &stock->born[i],
                        random_open(run->seed, "tabu-walk", number));
    }
    state->walking = true;
    return SEARCH_CONTINUE;
}

static void come_back(search *run) {
    hybrid_state *state = run->state;
    breeding *stock = &state->stock;
    for (size_t i = 0; i < stock->brood; i++) {
        memcpy(stock->children + i * run->attributes, state->walks.walks[i].best, run->attributes);
        stock->born[i] = state->walks.walks[i].best_result;
    }
    breeding_replace(stock, run);
    state->walking = false;
}

static search_step hybrid_step(search *run) {
    hybrid_state *state = run->state;
    breeding *stock = &state->stock;
    if (!stock->started)
        return breeding_start(stock, run);
    if (!state->walking)
        return set_out(run);
    if (!tabu_walks_round(&state->walks, run, stock->brood))
        return SEARCH_STOPPED;
    double walked = (double)state->walks.walks->round / (double)state->walks.rules.rounds;
    run->done = ((double)stock->generation + walked) / (double)stock->generations;
    if (state->walks.walks->round == state->walks.rules.rounds)
        come_back(run);
    return stock->generation < stock->generations ? SEARCH_CONTINUE : SEARCH_FINISHED;
}

static void hybrid_finish(search *run) {
    hybrid_state *state = run->state;
    if (!state)
        return;
    tabu_walks_close(&state->walks);
    breeding_close(&state->stock);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter hybrid_parameters[] = {
    {"population", "20", "nodes in a generation"},
    {"generations", "20", "generations to breed"},
    {"crossover", "1.0", "probability that a pair is crossed, not copied"},
    {"elite", "0", "best nodes of a generation that survive into the next"},
    {"rounds", "20", "rounds of each child's walk"},
    TABU_WALK_PARAMETERS,
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_tabu_genetic = {
    .name = "tabu-genetic",
    .summary = "breeds nodes by one-point crossover and tabu walks",
    .recoding = &lattice_recoding,
    .metric = "dm",
    .letter = 'H',
    .parameters = hybrid_parameters,
    .start = hybrid_start,
    .step = hybrid_step,
    .finish = hybrid_finish,
};
