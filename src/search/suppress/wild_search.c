#include "search/suppress/wild_search.h"

#include "base/deadline.h"
#include "recode/suppress/suppress_space.h"

/* Where nothing limits the search. */
#define USUAL_ROUNDS 4

typedef struct wild_search {
    wild_space *space;
    bool refines, begun;
    deadline *limit;
    wild_work greedy; /* the first answer is worked out whatever the time */
    wild_cells *cells;
    uint64_t round, most_rounds; /* 0: any number */
    int64_t offered;             /* cost of what was offered last */
    uint8_t *node;
} wild_search;

shoal_status wild_search_start(search *run, bool refines, shoal_error *error) {
    wild_search *state = memory_zero(1, sizeof *state);
    double seconds = run->limits.seconds;
    run->state = state;
    if (!state)
        return status_no_memory(error);
    state->space = wild_of_space(run->space);
    state->refines = refines;
    int64_t rounds = refines ? search_integer(run, "rounds") : 0;
    if (rounds < 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.rounds is %lld, but must not be below 0", (long long)rounds);
    bool limited = seconds > 0 || run->limits.evaluations > 0;
    state->most_rounds = rounds > 0 ? (uint64_t)rounds : limited ? 0 : USUAL_ROUNDS;
    state->node = memory_zero(run->node_bytes, 1);
    if (!state->node)
        return status_no_memory(error);
    if (seconds > 0)
        STATUS_TRY(deadline_open(&state->limit, run->started + seconds, run->limits.cancel, error));
    state->greedy = (wild_work){.of = wild_space_table(state->space),
                                .pool = run->space->pool,
                                .cancel = run->limits.cancel,
                                .seed = run->seed};
    return wild_cells_open(&state->cells, &state->greedy, error);
}

static shoal_status offer(wild_search *state, search *run, shoal_error *error) {
    wild_blanks made = {0};
    evaluation judged;
    state->offered = wild_cells_cost(state->cells);
    shoal_status status = wild_cells_take(state->cells, &made, error);
    if (status == SHOAL_OK)
        status = wild_space_offer(state->space, &made, state->node, &judged, error);
    if (status == SHOAL_OK)
        search_offer(run, state->node, &judged);
    wild_blanks_free(&made);
    return status;
}

static shoal_status begin(wild_search *state, search *run, bool *safe, shoal_error *error) {
    STATUS_TRY(wild_cells_greedy(state->cells, safe, error));
    wild_cells_until(state->cells, state->limit ? deadline_flag(state->limit) : run->limits.cancel);
    return *safe ? offer(state, run, error) : SHOAL_OK;
}

static search_step stop(search *run, shoal_status status, const shoal_error *error) {
    return status == SHOAL_INTERRUPTED ? search_interrupted(run) : search_fail(run, status, error);
}

static search_step refine(wild_search *state, search *run) {
    shoal_error error;
    int64_t moves;
    shoal_status status = wild_cells_round(state->cells, state->round, &moves, &error);
    if (status != SHOAL_OK)
        return stop(run, status, &error);
    state->round++;
    if (wild_cells_cost(state->cells) < state->offered)
        status = offer(state, run, &error);
    if (status != SHOAL_OK)
        return stop(run, status, &error);
    if (state->most_rounds > 0)
        run->done = (double)state->round / (double)state->most_rounds;
    if (moves == 0 || (state->most_rounds > 0 && state->round >= state->most_rounds))
        return SEARCH_FINISHED;
    return search_spend(run, (size_t)moves) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

search_step wild_search_step(search *run) {
    wild_search *state = run->state;
    shoal_error error;
    bool safe;
    if (state->begun)
        return refine(state, run);
    state->begun = true;
    shoal_status status = begin(state, run, &safe, &error);
    if (status != SHOAL_OK)
        return stop(run, status, &error);
    if (!run->found || !state->refines || state->offered == 0)
        return SEARCH_FINISHED;
    return search_spend(run, 1) ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

void wild_search_finish(search *run) {
    wild_search *state = run->state;
    if (!state)
        return;
    wild_cells_close(state->cells);
    deadline_close(state->limit);
    memory_free(state->node);
    memory_free(state);
    run->state = NULL;
}
