/* Iterated local search on cuts: climbs to a local optimum, changes one attribute there and holds
 * it while the others adapt, then climbs on; keeps the better of the two. After a while without a
 * better one it begins anew somewhere else. */
#include "search/cut/cut_climb.h"
#include "search/driver/algorithms.h"
#include "search/driver/parameter_ranges.h"

#include <assert.h>
#include <string.h>

/* Changes that one kick makes. */
#define MOST_CHANGES 4
/* Kicks without an improvement, for each attribute, after which it begins anew. */
#define PATIENCE 12

typedef struct cut_local_state {
    arena memory;
    climb walk;
    random_stream stream;
    int64_t optima, wanted;
    bool climbing;
    bool anchored; /* there is a local optimum to leave from */
    uint64_t *anchor;
    evaluation at_anchor;
    size_t kicks; /* since the anchor was found */
    uint64_t *kicked;
    partition_change *changes;
} cut_local_state;

static size_t most_changes(cut *space, size_t attributes) {
    size_t most = 1;
    for (size_t a = 0; a < attributes; a++) {
        const partitions *of = cut_partitions(space, a);
        most = of->bits > most ? of->bits : most;
        most = of->of->node_count > most ? of->of->node_count : most;
    }
    return most;
}

static shoal_status local_start(search *run, shoal_error *error) {
    cut_local_state *state = memory_zero(1, sizeof *state);
    if (!state)
        return status_no_memory(error);
    run->state = state;
    STATUS_TRY(range_integer(&state->wanted, run, "optima", 1, INT64_MAX, error));
    cut *space = search_cut(run);
    size_t words = cut_words(space);
    state->stream = random_open(run->seed, "cut local", 0);
    state->anchor = arena_zero(&state->memory, words, sizeof *state->anchor);
    state->kicked = arena_zero(&state->memory, words, sizeof *state->kicked);
    state->changes =
        arena_new(&state->memory, most_changes(space, run->attributes), sizeof *state->changes);
    if (!state->anchor || !state->kicked || !state->changes ||
        !climb_open(&state->walk, &state->memory, run))
        return status_no_memory(error);
    return SHOAL_OK;
}

/* A few random changes of one attribute that has any; returns the attribute. */
static size_t kick(search *run, cut_local_state *state) {
    size_t attribute = (size_t)random_below(&state->stream, run->attributes);
    for (size_t tries = 0; tries < run->attributes; tries++) {
        const partitions *of = cut_partitions(search_cut(run), attribute);
        if (of->bits > 0)
            break;
        attribute = (attribute + 1) % run->attributes;
    }
    const partitions *of = cut_partitions(search_cut(run), attribute);
    uint64_t times = 1 + random_below(&state->stream, MOST_CHANGES);
    for (uint64_t i = 0; i < times; i++) {
        size_t count = partitions_changes(of, state->kicked, state->changes);
        if (count > 0)
            partitions_apply(of, state->kicked,
                             state->changes[random_below(&state->stream, count)]);
    }
    assert(cut_is_valid(search_cut(run), state->kicked));
    return attribute;
}

/* The fully generalized table is the first beginning; others are drawn. */
static bool begin_anew(search *run, cut_local_state *state) {
    cut_coarsest(search_cut(run), state->kicked);
    if (state->optima > 0)
        cut_sample(search_cut(run), state->kicked, &state->stream);
    state->anchored = false;
    state->kicks = 0;
    return climb_start(&state->walk, run, state->kicked, run->attributes);
}

static void keep_better(search *run, cut_local_state *state) {
    uint64_t limit = run->space->context.limit;
    state->optima++;
    state->kicks++;
    if (state->anchored && !climb_is_better(&state->walk.result, &state->at_anchor, limit))
        return;
    memcpy(state->anchor, state->walk.node, run->node_bytes);
    state->at_anchor = state->walk.result;
    state->anchored = true;
    state->kicks = 0;
}

static bool leave(search *run, cut_local_state *state) {
    if (!state->anchored || state->kicks > PATIENCE * run->attributes)
        return begin_anew(run, state);
    memcpy(state->kicked, state->anchor, run->node_bytes);
    size_t held = kick(run, state);
    return climb_start(&state->walk, run, state->kicked, held);
}

static search_step local_step(search *run) {
    cut_local_state *state = run->state;
    if (!run->exact)
        run->done = (double)state->optima / (double)state->wanted;
    if (state->climbing) {
        search_step step = climb_step(&state->walk, run);
        if (step == SEARCH_CONTINUE && climb_is_done(&state->walk, run)) {
            state->climbing = false;
            keep_better(run, state);
        }
        return step;
    }
    if (state->optima >= state->wanted)
        return SEARCH_FINISHED;
    state->climbing = true;
    return leave(run, state) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

static void local_finish(search *run) {
    cut_local_state *state = run->state;
    if (!state)
        return;
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter local_parameters[] = {
    {"optima", "300", "local optima to visit"},
    SEARCH_RESTARTS,
    {NULL, NULL, NULL},
};

const algorithm algorithm_cut_local = {
    .name = "local",
    .summary = "iterated local search: the best partition of one attribute at a time, with kicks",
    .recoding = &cut_recoding,
    .letter = 'L',
    .parameters = local_parameters,
    .start = local_start,
    .step = local_step,
    .finish = local_finish,
};
