/* The genetic algorithm that run2011 compares its hybrid with. */
#include "search/driver/algorithms.h"
#include "search/driver/parameter_ranges.h"
#include "search/lattice/level_breeding.h"

typedef struct genetic_state {
    breeding stock;
    double mutation;
} genetic_state;

static shoal_status genetic_start(search *run, shoal_error *error) {
    genetic_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    STATUS_TRY(range_number(&state->mutation, run, "mutation", 0, 1, error));
    return breeding_open(&state->stock, run, error);
}

static void mutate_children(const search *run) {
    genetic_state *state = run->state;
    breeding *stock = &state->stock;
    random_stream stream = random_open(run->seed, "genetic-mutate", (uint64_t)stock->generation);
    for (size_t i = 0; i < stock->brood; i++)
        lattice_mutate(search_lattice(run), &stream, state->mutation,
                       stock->children + i * run->attributes);
}

static search_step genetic_step(search *run) {
    genetic_state *state = run->state;
    breeding *stock = &state->stock;
    if (!stock->started)
        return breeding_start(stock, run);
    breeding_cross(stock, run);
    mutate_children(run);
    if (!search_evaluate(run, stock->children, stock->brood, stock->born))
        return SEARCH_STOPPED;
    breeding_replace(stock, run);
    run->done = (double)stock->generation / (double)stock->generations;
    return stock->generation < stock->generations ? SEARCH_CONTINUE : SEARCH_FINISHED;
}

static void genetic_finish(search *run) {
    genetic_state *state = run->state;
    if (!state)
        return;
    breeding_close(&state->stock);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter genetic_parameters[] = {
    {"population", "20", "nodes in a generation"},
    {"generations", "300", "generations to breed"},
    {"crossover", "1.0", "probability that a pair is crossed, not copied"},
    {"mutation", "0.1", "probability that an attribute of a child gets another level"},
    {"elite", "0", "best nodes of a generation that survive into the next"},
    {"penalty", "1.0", "what infeasible nodes cost in addition to their value; 0: nothing"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_genetic = {
    .name = "genetic",
    .summary = "breeds nodes by one-point crossover and mutation",
    .recoding = &lattice_recoding,
    .metric = "dm",
    .letter = 'G',
    .parameters = genetic_parameters,
    .start = genetic_start,
    .step = genetic_step,
    .finish = genetic_finish,
};
