/* Uniform random nodes: the baseline that any search has to beat. A node drawn twice comes from
 * the memo and is not evaluated again, but counts as a draw, so that small lattices end too. */
#include "search/driver/algorithms.h"
#include "search/lattice/search_lattice.h"

#define RANDOM_BATCH 256

typedef struct random_state {
    arena memory;
    random_stream stream;
    int64_t samples;
    int64_t drawn;
    uint8_t *batch;
    evaluation *results;
} random_state;

static shoal_status random_start(search *run, shoal_error *error) {
    int64_t samples = search_integer(run, "samples");
    if (samples < 1)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "samples is %lld; random needs at least 1, such as 5000",
                             (long long)samples);
    random_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    state->samples = samples;
    state->stream = random_open(run->seed, "random", 0);
    state->batch = arena_new(&state->memory, run->attributes, RANDOM_BATCH);
    state->results = arena_new(&state->memory, RANDOM_BATCH, sizeof *state->results);
    return state->batch && state->results ? SHOAL_OK : status_no_memory(error);
}

static search_step random_step(search *run) {
    random_state *state = run->state;
    size_t count = 0;
    for (; count < RANDOM_BATCH && state->drawn < state->samples; count++, state->drawn++)
        lattice_draw(search_lattice(run), &state->stream, state->batch + count * run->attributes);
    if (!search_evaluate(run, state->batch, count, state->results))
        return SEARCH_STOPPED;
    run->done = (double)state->drawn / (double)state->samples;
    return state->drawn < state->samples ? SEARCH_CONTINUE : SEARCH_FINISHED;
}

static void random_finish(search *run) {
    random_state *state = run->state;
    if (!state)
        return;
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter random_parameters[] = {
    {"samples", "5000", "nodes to draw, including repetitions"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_random = {
    .name = "random",
    .summary = "evaluates nodes drawn at random",
    .recoding = &lattice_recoding,
    .letter = 'R',
    .parameters = random_parameters,
    .start = random_start,
    .step = random_step,
    .finish = random_finish,
};
