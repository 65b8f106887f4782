/* Samarati (2001): binary search on the height of the lattice for the lowest layer with a feasible
 * node, then all of that layer. The answer is the best feasible node seen: the paper's answer, the
 * best of the lowest layer, unless a node met while probing a higher layer happens to score
 * better. */
#include "search/driver/algorithms.h"
#include "search/lattice/lattice_layer.h"
#include "search/lattice/search_lattice.h"

#include <assert.h>

/* Small, since a probe of a layer ends with the batch that holds a feasible node. */
#define SAMARATI_BATCH 64

typedef struct samarati_state {
    arena memory;
    uint8_t *bottom, *top;
    uint64_t height;    /* of the lattice */
    uint64_t low, high; /* heights between which the lowest feasible layer lies */
    uint64_t probed;    /* height of the layer at hand */
    bool settled;       /* low == high: now every node of that layer counts */
    uint8_t *next;      /* of the layer at hand */
    bool more;
    uint8_t *batch;
    evaluation *results;
} samarati_state;

static void samarati_probe(const search *run, samarati_state *state) {
    assert(state->low <= state->high && state->high <= state->height);
    state->settled = state->low == state->high;
    state->probed = state->low + (state->high - state->low) / 2;
    state->more =
        layer_first(state->next, state->bottom, state->top, run->attributes, state->probed);
}

static shoal_status samarati_start(search *run, shoal_error *error) {
    samarati_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    state->bottom = arena_zero(&state->memory, run->attributes, 1);
    state->top = arena_new(&state->memory, run->attributes, 1);
    state->next = arena_new(&state->memory, run->attributes, 1);
    state->batch = arena_new(&state->memory, run->attributes, SAMARATI_BATCH);
    state->results = arena_new(&state->memory, SAMARATI_BATCH, sizeof *state->results);
    if (!state->bottom || !state->top || !state->next || !state->batch || !state->results)
        return status_no_memory(error);
    lattice_bottom(search_lattice(run), state->bottom);
    lattice_top(search_lattice(run), state->top);
    state->height = state->high = layer_distance(state->bottom, state->top, run->attributes);
    samarati_probe(run, state);
    return SHOAL_OK;
}

static size_t samarati_gather(const search *run, samarati_state *state) {
    size_t count = 0;
    for (; count < SAMARATI_BATCH && state->more; count++) {
        memcpy(state->batch + count * run->attributes, state->next, run->attributes);
        state->more = layer_next(state->next, state->bottom, state->top, run->attributes);
    }
    return count;
}

static search_step samarati_step(search *run) {
    samarati_state *state = run->state;
    size_t count = samarati_gather(run, state);
    if (!search_evaluate(run, state->batch, count, state->results))
        return SEARCH_STOPPED;
    if (state->settled) {
        if (state->more)
            return SEARCH_CONTINUE;
        return run->found || !search_is_monotone(run) ? SEARCH_FINISHED : SEARCH_PROVEN;
    }
    bool feasible = false;
    for (size_t i = 0; i < count; i++)
        feasible |= state->results[i].feasible;
    if (feasible)
        state->high = state->probed;
    else if (!state->more)
        state->low = state->probed + 1;
    else
        return SEARCH_CONTINUE;
    samarati_probe(run, state);
    run->done = 1 - (double)(state->high - state->low + 1) / (double)(state->height + 1);
    return SEARCH_CONTINUE;
}

static void samarati_finish(search *run) {
    samarati_state *state = run->state;
    if (!state)
        return;
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter samarati_parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_samarati = {
    .name = "samarati",
    .summary = "finds the lowest height with a feasible node by binary search",
    .recoding = &lattice_recoding,
    .letter = 'S',
    .parameters = samarati_parameters,
    .start = samarati_start,
    .step = samarati_step,
    .finish = samarati_finish,
};
