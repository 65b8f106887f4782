/* Every node of the lattice, whatever the metric: the yardstick for all others. */
#include "search/driver/algorithms.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>

#define EXHAUSTIVE_BATCH 256

typedef struct exhaustive_state {
    arena memory;
    uint8_t *node; /* to be visited next */
    bool more;
    double visited;
    uint8_t *batch;
    evaluation *results;
} exhaustive_state;

static shoal_status exhaustive_start(search *run, shoal_error *error) {
    exhaustive_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    state->node = arena_zero(&state->memory, run->attributes, 1);
    state->batch = arena_new(&state->memory, run->attributes, EXHAUSTIVE_BATCH);
    state->results = arena_new(&state->memory, EXHAUSTIVE_BATCH, sizeof *state->results);
    if (!state->node || !state->batch || !state->results)
        return status_no_memory(error);
    lattice_bottom(search_lattice(run), state->node);
    state->more = true;
    return SHOAL_OK;
}

/* Counts up, so that finer nodes come before the coarser ones that roll up from them. */
static bool exhaustive_advance(const search *run, exhaustive_state *state) {
    for (size_t a = run->attributes; a-- > 0;) {
        if (state->node[a] < lattice_height(search_lattice(run), a)) {
            state->node[a]++;
            return true;
        }
        state->node[a] = (uint8_t)lattice_lowest(search_lattice(run), a);
    }
    return false;
}

static search_step exhaustive_step(search *run) {
    exhaustive_state *state = run->state;
    size_t count = 0;
    for (; count < EXHAUSTIVE_BATCH && state->more; count++) {
        memcpy(state->batch + count * run->attributes, state->node, run->attributes);
        state->more = exhaustive_advance(run, state);
    }
    if (!search_evaluate(run, state->batch, count, state->results))
        return SEARCH_STOPPED;
    state->visited += (double)count;
    assert(state->visited <= lattice_size(search_lattice(run)));
    run->done = state->visited / lattice_size(search_lattice(run));
    return state->more ? SEARCH_CONTINUE : SEARCH_PROVEN;
}

static void exhaustive_finish(search *run) {
    exhaustive_state *state = run->state;
    if (!state)
        return;
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter exhaustive_parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_exhaustive = {
    .name = "exhaustive",
    .summary = "evaluates every node of the lattice",
    .recoding = &lattice_recoding,
    .letter = 'E',
    .parameters = exhaustive_parameters,
    .start = exhaustive_start,
    .step = exhaustive_step,
    .finish = exhaustive_finish,
};
