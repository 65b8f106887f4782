/* The exact search of the lattice: branch and bound over all nodes. Where that does not end soon,
 * blocks of attributes are searched beside it, for a bound. They get most of the work where they
 * have proven more, and little when the search of all nodes seems to come to an end. */
#include "search/driver/algorithms.h"

#include "base/memory.h"
#include "search/lattice/attribute_blocks.h"

/* Work of the favourite for each unit of the other. */
#define SHARE_OF_FAVOURITE 4.0
/* Doublings of the work within which the search of all nodes is to end. */
#define DOUBLINGS 5.0

typedef struct optimal_state {
    interval_search *whole;
    bool divides; /* there are blocks to look at */
    attribute_blocks blocks;
    int64_t whole_first; /* evaluations of the whole before blocks are looked at */
    int64_t evaluations; /* of the whole */
    double whole_work, block_work;
    double doubled_work;  /* of the whole, when its bound was looked at last */
    double doubled_bound; /* then */
    double growth;        /* of its bound while the work doubled */
} optimal_state;

static shoal_status optimal_start(search *run, shoal_error *error) {
    optimal_state *state = memory_zero(1, sizeof *state);
    uint8_t *ends = memory_new(2, run->attributes);
    run->state = state;
    if (state && ends) {
        lattice_bottom(search_lattice(run), ends);
        lattice_top(search_lattice(run), ends + run->attributes);
        state->whole = interval_search_open(run, ends, ends + run->attributes);
    }
    memory_free(ends);
    if (!state || !state->whole)
        return status_no_memory(error);
    state->whole_first = search_integer(run, "blocks");
    state->doubled_work = 1;
    state->divides = attribute_blocks_apply(run);
    if (state->divides && !attribute_blocks_open(&state->blocks, run))
        return status_no_memory(error);
    return SHOAL_OK;
}

static void watch_growth(optimal_state *state) {
    if (state->whole_work < 2 * state->doubled_work)
        return;
    double bound = interval_search_bound(state->whole);
    state->growth = bound - state->doubled_bound;
    state->doubled_work = state->whole_work;
    state->doubled_bound = bound;
}

static search_step step_whole(search *run, optimal_state *state) {
    int64_t evaluations = run->evaluations;
    uint64_t work = run->work;
    run->state = state->whole;
    search_step taken = interval_search_step(run);
    run->state = state;
    state->evaluations += run->evaluations - evaluations;
    state->whole_work += 1 + (double)(run->work - work);
    watch_growth(state);
    return taken;
}

static search_step step_blocks(search *run, optimal_state *state) {
    uint64_t work = run->work;
    search_step taken = attribute_blocks_step(&state->blocks, run);
    state->block_work += 1 + (double)(run->work - work);
    if (!attribute_blocks_can_grow(&state->blocks, run))
        state->divides = false;
    return taken;
}

/* Bounds grow about as the logarithm of the work. */
static bool seems_to_end(const search *run, const optimal_state *state) {
    double expected = interval_search_bound(state->whole) + DOUBLINGS * state->growth;
    return run->found && expected >= run->best.value;
}

/* Work of the blocks for each unit of the whole's. */
static double share_of_blocks(const search *run, const optimal_state *state) {
    if (seems_to_end(run, state))
        return 1 / SHARE_OF_FAVOURITE;
    return state->blocks.bound > interval_search_bound(state->whole) ? SHARE_OF_FAVOURITE : 1;
}

static bool is_blocks_turn(const search *run, const optimal_state *state) {
    return state->divides && state->evaluations >= state->whole_first &&
           state->block_work < share_of_blocks(run, state) * state->whole_work;
}

static search_step optimal_step(search *run) {
    optimal_state *state = run->state;
    return is_blocks_turn(run, state) ? step_blocks(run, state) : step_whole(run, state);
}

static void optimal_finish(search *run) {
    optimal_state *state = run->state;
    if (!state)
        return;
    interval_search_close(state->whole);
    attribute_blocks_close(&state->blocks);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter optimal_parameters[] = {
    {"probe", "131072", "nodes of the smallest interval that is probed"},
    {"blocks", "2000", "evaluations before blocks of attributes are searched for a bound"},
    {NULL, NULL, NULL},
};

const algorithm algorithm_optimal = {
    .name = "optimal",
    .summary = "proves the optimum by branch and bound; stopped early, it states the gap",
    .recoding = &lattice_recoding,
    .letter = 'X',
    .exact = true,
    .proves_others = true,
    .proof_cost = 1,
    .parameters = optimal_parameters,
    .start = optimal_start,
    .step = optimal_step,
    .finish = optimal_finish,
};
