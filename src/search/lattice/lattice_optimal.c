/* The exact search of the lattice: branch and bound over all nodes. Where that does not end soon,
 * blocks of attributes are searched beside it, for a bound. They get most of the work where they
 * have proven more, and little when the search of all nodes seems to come to an end. */
#include "search/driver/algorithms.h"

#include "base/memory.h"
#include "search/driver/parameter_ranges.h"
#include "search/lattice/attribute_blocks.h"

/* Work of the favourite for each unit of the other. */
#define SHARE_OF_FAVOURITE 4.0
/* Doublings of the work within which the search of all nodes is to end for most of the work. */
#define DOUBLINGS 5.0
/* If it does not end within so many, it uses what is known of blocks: until it has proven as much,
 * nothing tells how far it is. */
#define MOST_DOUBLINGS 10.0
/* It is ahead of the blocks when it has proven so much more than what it knows from them. */
#define AHEAD 1.02

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
    bool knows;           /* it uses what is known of blocks */
} optimal_state;

static bool open_whole(optimal_state *state, search *run) {
    uint8_t *ends = memory_new(2, run->attributes);
    if (!ends)
        return false;
    lattice_bottom(search_lattice(run), ends);
    lattice_top(search_lattice(run), ends + run->attributes);
    state->whole = interval_search_open(run, NULL, ends, ends + run->attributes);
    memory_free(ends);
    return state->whole != NULL;
}

static shoal_status optimal_start(search *run, shoal_error *error) {
    optimal_state *state = memory_zero(1, sizeof *state);
    run->state = state;
    if (!state)
        return status_no_memory(error);
    STATUS_TRY(range_integer(&state->whole_first, run, "blocks", 0, INT64_MAX, error));
    state->doubled_work = 1;
    state->divides = attribute_blocks_apply(run);
    if ((state->divides && !attribute_blocks_open(&state->blocks, run)) || !open_whole(state, run))
        return status_no_memory(error);
    return SHOAL_OK;
}

/* Bounds grow about as the logarithm of the work. */
static bool ends_within(const search *run, const optimal_state *state, double doublings) {
    double expected = interval_search_bound(state->whole) + doublings * state->growth;
    return run->found && expected >= run->best.value;
}

/* Looks at the bound whenever the work has doubled. False when out of memory. */
static bool watch_growth(const search *run, optimal_state *state) {
    if (state->whole_work < 2 * state->doubled_work)
        return true;
    double bound = interval_search_bound(state->whole);
    state->growth = bound - state->doubled_bound;
    state->doubled_work = state->whole_work;
    state->doubled_bound = bound;
    if (state->knows || state->blocks.count == 0 || ends_within(run, state, MOST_DOUBLINGS))
        return true;
    state->knows = true;
    return interval_search_know(state->whole, &state->blocks.known, run);
}

static search_step step_whole(search *run, optimal_state *state) {
    int64_t evaluations = run->evaluations;
    uint64_t work = run->work;
    run->state = state->whole;
    search_step taken = interval_search_step(run);
    run->state = state;
    state->evaluations += run->evaluations - evaluations;
    state->whole_work += 1 + (double)(run->work - work);
    if (taken == SEARCH_CONTINUE && !watch_growth(run, state))
        return search_no_memory(run);
    return taken;
}

static search_step step_blocks(search *run, optimal_state *state) {
    uint64_t work = run->work;
    search_step taken = attribute_blocks_step(&state->blocks, run);
    state->block_work += 1 + (double)(run->work - work);
    if (state->blocks.exhausted)
        state->divides = false;
    return taken;
}

/* Work of the blocks for each unit of the whole's. */
static double share_of_blocks(const search *run, const optimal_state *state) {
    double bound = interval_search_bound(state->whole);
    bool ahead = bound >= state->blocks.bound * (state->knows ? AHEAD : 1);
    /* Behind the blocks a bound that knows of them grows as theirs does. */
    if ((ahead || !state->knows) && ends_within(run, state, DOUBLINGS))
        return 1 / SHARE_OF_FAVOURITE;
    return ahead ? 1 : SHARE_OF_FAVOURITE;
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
