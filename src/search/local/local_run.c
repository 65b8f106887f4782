#include "search/local/local_run.h"

#include "base/clock.h"
#include "base/note.h"
#include "boxes/box_refiner.h"
#include "search/driver/checkpoint.h"
#include "search/local/local_bound.h"
#include "search/local/local_state.h"
#include "search/local/uniform_levels.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where nothing limits the search: so many moves for every tuple, but not more than a large table
 * has time for. */
#define MOVES_A_TUPLE 400
#define MOST_MOVES 4500000
/* Moves of a round for every row. */
#define ROUND_MOVES 4
/* Of these for each of many searches, as explorations make them. */
#define SHARE_OF_MANY 0.1
/* The share of the bound, and tuples beyond which it takes too long. */
#define USUAL_SHARE 0.15
/* In wide tables little is proven, however long it takes. */
#define WIDE 16
#define WIDE_SHARE 0.03
#define MANY_TUPLES 300000
/* Tuples beyond which there is no early answer, and the seconds that a better one takes at most. */
#define HUGE_TABLE 4e6
#define SECONDS_A_TUPLE 3.5e-6
/* A round that would take longer than what is left, by this factor, is not begun. */
#define FITS 0.7
/* Pieces of the bound: after methods that make clusters once the first one only, which is fast;
 * beside rounds some, and one more for so many moves, which take three times as long or so. */
#define METHOD_PIECES 1
#define FIRST_PIECES 4
#define MOVES_A_PIECE 250000

typedef enum local_stage { STAGE_LEVELS, STAGE_METHODS, STAGE_ROUNDS, STAGE_BOUND } local_stage;

typedef struct local_run {
    local_search shared;
    const local_recipe *recipe;
    local_stage stage;
    bool uniform;  /* an attribute has one level for everybody */
    size_t method; /* the next one */

    local_bound *bound; /* NULL: none is sought */
    double bound_share;
    int64_t pieces; /* of the bound that are due at the end of the round */

    box_refiner *refiner;
    uint64_t round;            /* the next one */
    uint64_t most_rounds;      /* 0: any number */
    int64_t moves, most_moves; /* 0: any number */
    int64_t last_moves;
    bool in_rounds, unsaved;
    bool too_large; /* for a round, as nobody asked for any */
    bool late;      /* there was no time for another round */
    double rounds_begun, last_seconds;
} local_run;

/* ---- Checkpoints ------------------------------------------------------------------------------
 */

/* All that a state depends on besides the problem and the limits. */
static uint64_t state_key(const search *run) {
    uint64_t key = hash_bytes(run->algorithm->name, strlen(run->algorithm->name)) ^ run->seed;
    for (const shoal_parameter *each = run->settings; each && each->name; each++) {
        key = hash_mix(key ^ hash_bytes(each->name, strlen(each->name)));
        key = hash_mix(key ^ hash_bytes(each->fallback, strlen(each->fallback)));
    }
    return hash_mix(key);
}

static shoal_status save_clusters(local_run *state, search *run, local_state *saved,
                                  shoal_error *error) {
    uint8_t *bytes;
    size_t length;
    const box_clusters *best;
    STATUS_TRY(cluster_space_get(&best, state->shared.space, run->best_node, error));
    if (best && best->cost <= saved->now.cost)
        saved->best = *best;
    STATUS_TRY(local_state_encode(&bytes, &length, saved, run->attributes, error));
    checkpoint_save_state(run->checkpoint, state_key(run), bytes, length);
    memory_free(bytes);
    return SHOAL_OK;
}

/* Between two rounds. */
static shoal_status save_state(local_run *state, search *run, shoal_error *error) {
    uint8_t *level = memory_new(run->attributes, 1);
    local_state saved = {
        .round = state->round,
        .moves = state->moves,
        .last_moves = state->last_moves,
        .evaluations = run->evaluations,
        .bound = run->bound,
        .level = level,
    };
    if (!level)
        return status_no_memory(error);
    memcpy(level, cluster_space_levels(state->shared.space), run->attributes);
    shoal_status status = box_refiner_take(state->refiner, &saved.now, error);
    if (status == SHOAL_OK)
        status = save_clusters(state, run, &saved, error);
    box_clusters_free(&saved.now);
    memory_free(level);
    return status;
}

static void tell_resumed(const search *run, uint64_t round) {
    char sentence[SHOAL_MESSAGE_SIZE];
    snprintf(sentence, sizeof sentence, "resuming after round %" PRIu64, round);
    note_tell(run->hooks, note_resumed, NULL, sentence);
}

/* Goes on from a state that was found. */
static shoal_status resume_from(local_run *state, search *run, local_state *found,
                                shoal_error *error) {
    box_clusters copy;
    state->round = found->round;
    state->moves = found->moves;
    state->last_moves = found->last_moves;
    run->evaluations = found->evaluations;
    if (found->best.first)
        STATUS_TRY(local_offer(&state->shared, run, &found->best, error));
    STATUS_TRY(box_refiner_open(&state->refiner, &state->shared.work, &found->now, error));
    STATUS_TRY(box_clusters_copy(&copy, &found->now, error));
    STATUS_TRY(local_offer(&state->shared, run, &copy, error));
    search_raise_bound(run, found->bound);
    state->stage = STAGE_ROUNDS;
    tell_resumed(run, found->round);
    return SHOAL_OK;
}

/* A state that is damaged is none. */
static shoal_status resume(local_run *state, search *run, shoal_error *error) {
    size_t length;
    bool whole = false;
    const uint8_t *bytes = checkpoint_state(run->checkpoint, state_key(run), &length);
    if (!bytes || !state->recipe->refines)
        return SHOAL_OK;
    uint8_t *level = memory_new(run->attributes, 1);
    local_state found = {.level = level};
    shoal_status status = level ? SHOAL_OK : status_no_memory(error);
    bool fits = status == SHOAL_OK && local_state_peek(&found, bytes, length, run->attributes) &&
                cluster_space_has_levels(state->shared.space, level);
    if (fits)
        status = cluster_space_move(state->shared.space, level, error);
    if (fits && status == SHOAL_OK)
        status = local_state_decode(&found, bytes, length, &state->shared.work, &whole, error);
    if (status == SHOAL_OK && whole)
        status = resume_from(state, run, &found, error);
    local_state_free(&found);
    memory_free(level);
    return status;
}

/* ---- Starting -------------------------------------------------------------------------------- */

static bool is_timed(const search *run) {
    return run->limits.seconds > 0;
}

static shoal_status choose_moves(local_run *state, const search *run, shoal_error *error) {
    const char *set = search_text(run, "moves");
    char *end;
    double usual = fmin(MOVES_A_TUPLE * (double)state->shared.work.of->tuples, MOST_MOVES);
    usual *= run->shared ? SHARE_OF_MANY : 1;
    bool limited = is_timed(run) || run->limits.evaluations > 0 || state->most_rounds > 0;
    if (!set || strcmp(set, "auto") == 0) {
        state->most_moves = limited ? 0 : (int64_t)usual;
        state->too_large =
            !limited && ROUND_MOVES * (double)state->shared.work.of->rows > MOST_MOVES / 2.0;
        return SHOAL_OK;
    }
    state->most_moves = strtoll(set, &end, 10);
    if (*end || end == set || state->most_moves < 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.moves is '%.40s', but must be a number or auto", set);
    return SHOAL_OK;
}

static shoal_status choose_rounds(local_run *state, const search *run, shoal_error *error) {
    int64_t rounds = search_text(run, "rounds") ? search_integer(run, "rounds") : 0;
    if (rounds < 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.rounds is %lld, but must not be below 0", (long long)rounds);
    state->most_rounds = (uint64_t)rounds;
    return SHOAL_OK;
}

/* With wildcards rows are in more classes than one: the bound does not hold. */
static bool has_bound(const search *run) {
    const bound_table *bound = cluster_space_binding(cluster_of_space(run->space))->bound;
    for (size_t a = 0; run->space->wildcard && a < run->attributes; a++)
        if (bound->domains[a].rows_apart > 0)
            return false;
    return !run->skip_proof;
}

/* Large tables have none unless it is asked for. */
static double usual_share(const box_table *of) {
    if (of->tuples > MANY_TUPLES)
        return 0;
    return of->attributes > WIDE ? WIDE_SHARE : USUAL_SHARE;
}

static shoal_status choose_share(local_run *state, const search *run, shoal_error *error) {
    const char *set = search_text(run, "bound");
    char *end;
    if (strcmp(set, "auto") == 0) {
        state->bound_share = usual_share(state->shared.work.of);
        return SHOAL_OK;
    }
    state->bound_share = strtod(set, &end);
    if (*end || end == set || !(state->bound_share >= 0 && state->bound_share <= 1))
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.bound is '%.40s', but must be between 0 and 1, or auto", set);
    return SHOAL_OK;
}

static shoal_status open_bound(local_run *state, search *run, shoal_error *error) {
    const box_binding *binding;
    STATUS_TRY(choose_share(state, run, error));
    if (state->bound_share <= 0 || !has_bound(run))
        return SHOAL_OK;
    STATUS_TRY(cluster_space_relax(&binding, state->shared.space, error));
    local_bound_setup setup = {
        .binding = binding,
        .cancel = state->shared.work.cancel,
        .seed = run->seed,
        .threaded = threads_count(run->space->pool) > 1,
    };
    return local_bound_open(&state->bound, &setup, error);
}

shoal_status local_run_start(search *run, shoal_error *error) {
    local_run *state = memory_zero(1, sizeof *state);
    run->state = state;
    if (!state)
        return status_no_memory(error);
    state->recipe = run->algorithm->recipe;
    STATUS_TRY(local_open(&state->shared, run, error));
    for (size_t a = 0; a < run->attributes; a++)
        state->uniform |= cluster_space_is_uniform(state->shared.space, a);
    STATUS_TRY(choose_rounds(state, run, error));
    STATUS_TRY(choose_moves(state, run, error));
    STATUS_TRY(open_bound(state, run, error));
    return resume(state, run, error);
}

/* ---- The bound ------------------------------------------------------------------------------- */

static shoal_status take_bound(local_run *state, search *run, shoal_error *error) {
    STATUS_TRY(local_bound_status(state->bound, error));
    search_raise_bound(run, local_bound_value(state->bound));
    return SHOAL_OK;
}

/* Nothing costs less than nothing. The bound is read while nobody works on it. */
static bool is_settled(local_run *state, const search *run) {
    bool known = state->bound && !local_bound_is_busy(state->bound);
    int64_t bound = known ? local_bound_cost(state->bound) : 0;
    if (state->uniform)
        return run->found && run->bound >= run->best.value;
    return local_is_settled(&state->shared, bound < 0 ? 0 : bound);
}

/* By the clock: the bound has its share of the time that the threads had. */
static bool may_raise(const local_run *state, const search *run) {
    double had = (clock_seconds() - run->started) * fmin(threads_count(run->space->pool), 2);
    return local_bound_seconds(state->bound) <= state->bound_share * had;
}

/* Until so many pieces have ended; then begins with the next one. */
static shoal_status raise_by_count(local_run *state, search *run, int64_t pieces,
                                   shoal_error *error) {
    local_bound_wait(state->bound);
    while (local_bound_pieces(state->bound) < pieces && local_bound_has_more(state->bound)) {
        local_bound_go_on(state->bound, pieces);
        local_bound_wait(state->bound);
    }
    return take_bound(state, run, error);
}

/* Without a clock the bound has as many pieces as the moves are worth, so that it is the same for
 * every number of threads. */
static int64_t pieces_due(const local_run *state) {
    return state->recipe->refines ? FIRST_PIECES + state->moves / MOVES_A_PIECE : METHOD_PIECES;
}

/* Between two rounds. */
static shoal_status raise_beside(local_run *state, search *run, shoal_error *error) {
    if (!state->bound)
        return SHOAL_OK;
    if (!is_timed(run))
        STATUS_TRY(raise_by_count(state, run, state->pieces, error));
    else if (local_bound_is_busy(state->bound))
        return SHOAL_OK;
    else
        STATUS_TRY(take_bound(state, run, error));
    state->pieces = pieces_due(state);
    if (!is_timed(run))
        local_bound_go_on(state->bound, state->pieces);
    else if (may_raise(state, run))
        local_bound_go_on_once(state->bound);
    return SHOAL_OK;
}

static search_step end_rounds(const local_run *state, search *run) {
    return state->late ? search_interrupted(run) : SEARCH_FINISHED;
}

/* After the last round: to the end of the time, if there is a limit and rounds were made for it. */
static search_step raise_last(local_run *state, search *run) {
    shoal_error error;
    bool timed = is_timed(run) && state->recipe->refines;
    int64_t pieces = pieces_due(state);
    if (!state->bound)
        return end_rounds(state, run);
    if (timed)
        pieces = local_bound_is_busy(state->bound) ? 0 : local_bound_pieces(state->bound) + 1;
    shoal_status status = raise_by_count(state, run, pieces, &error);
    if (status != SHOAL_OK)
        return local_stop(run, status, &error);
    if (is_settled(state, run))
        return SEARCH_PROVEN;
    return timed && local_bound_has_more(state->bound) ? SEARCH_CONTINUE : end_rounds(state, run);
}

/* ---- Levels and methods ---------------------------------------------------------------------- */

static shoal_status choose_levels(local_run *state, search *run, shoal_error *error) {
    STATUS_TRY(uniform_levels_choose(&state->shared, run, error));
    if (state->bound && is_timed(run))
        local_bound_go_on_once(state->bound);
    state->stage = STAGE_METHODS;
    return SHOAL_OK;
}

/* After the methods. Where they found nothing that holds, there may still be something. */
static shoal_status look_for_any(local_run *state, search *run, shoal_error *error) {
    box_clusters coarsest;
    if (run->found)
        return SHOAL_OK;
    STATUS_TRY(local_coarsest(&coarsest, &state->shared.work, error));
    return local_offer(&state->shared, run, &coarsest, error);
}

/* A huge table takes so long that an early answer, which later ones replace, is not worth its time,
 * unless there is hardly time for more. */
static bool skips_first(const local_run *state, const search *run) {
    double tuples = (double)state->shared.work.of->tuples;
    return state->method == 0 && state->recipe->method[1] && tuples > HUGE_TABLE &&
           (!is_timed(run) || run->limits.seconds > tuples * SECONDS_A_TUPLE);
}

static shoal_status run_method(local_run *state, search *run, shoal_error *error) {
    state->method += skips_first(state, run);
    /* The first method of several needs none, so that there is an answer at once. */
    if (state->method > 0)
        STATUS_TRY(local_find_spots(&state->shared, error));
    double begin = clock_seconds();
    STATUS_TRY(
        local_run_method(&state->shared, run, state->recipe->method[state->method++], error));
    /* The first round is taken to be no shorter. */
    state->last_seconds = clock_seconds() - begin;
    bool last = state->method == LOCAL_METHODS || !state->recipe->method[state->method];
    if (!last)
        return SHOAL_OK;
    state->stage = state->recipe->refines ? STAGE_ROUNDS : STAGE_BOUND;
    return look_for_any(state, run, error);
}

static search_step make_clusters(local_run *state, search *run) {
    shoal_error error;
    shoal_status status = run_method(state, run, &error);
    if (status != SHOAL_OK)
        return local_stop(run, status, &error);
    bool more = search_count(run, 1);
    if (state->stage != STAGE_METHODS && !run->found)
        return SEARCH_PROVEN;
    if (is_settled(state, run))
        return SEARCH_PROVEN;
    return more ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

static shoal_status open_refiner(local_run *state, search *run, shoal_error *error) {
    const box_clusters *best;
    STATUS_TRY(cluster_space_get(&best, state->shared.space, run->best_node, error));
    assert(best);
    state->shared.cost = best->cost;
    return box_refiner_open(&state->refiner, &state->shared.work, best, error);
}

static shoal_status begin_rounds(local_run *state, search *run, shoal_error *error) {
    if (!state->refiner)
        STATUS_TRY(open_refiner(state, run, error));
    state->rounds_begun = clock_seconds();
    state->in_rounds = true;
    if (!state->bound || is_timed(run))
        return SHOAL_OK;
    /* That of a search that is continued catches up. */
    state->pieces = pieces_due(state);
    local_bound_go_on(state->bound, state->pieces);
    return SHOAL_OK;
}

/* How much of the budget is spent once the next round has ended: the last one makes nothing worse.
 */
static double share_done(const local_run *state, const search *run) {
    double done = 0;
    double end = run->started + run->limits.seconds, now = clock_seconds();
    if (is_timed(run) && end > state->rounds_begun)
        done = (now + state->last_seconds - state->rounds_begun) / (end - state->rounds_begun);
    int64_t left = search_left(run);
    double used = (double)(state->moves + state->last_moves);
    if (left < INT64_MAX)
        done = fmax(done, used / (double)(state->moves + left));
    if (state->most_moves > 0)
        done = fmax(done, used / (double)state->most_moves);
    if (state->most_rounds > 0)
        done = fmax(done, (double)(state->round + 1) / (double)state->most_rounds);
    return fmin(fmax(done, 0), 1);
}

/* Whether the next round, which is taken to be like the last one, is within the limits other than
 * time, and within the time. */
static bool has_next_round(const local_run *state) {
    if (state->too_large || (state->most_rounds > 0 && state->round >= state->most_rounds))
        return false;
    return state->most_moves == 0 || state->moves + state->last_moves <= state->most_moves;
}

static bool has_time(const local_run *state, const search *run) {
    double end = run->started + run->limits.seconds;
    return !is_timed(run) || clock_seconds() + FITS * state->last_seconds <= end;
}

static shoal_status offer_round(local_run *state, search *run, shoal_error *error) {
    box_clusters made;
    if (box_refiner_cost(state->refiner) >= state->shared.cost)
        return SHOAL_OK;
    STATUS_TRY(box_refiner_take(state->refiner, &made, error));
    return local_offer(&state->shared, run, &made, error);
}

static shoal_status run_round(local_run *state, search *run, int64_t *moves, shoal_error *error) {
    double begin = clock_seconds();
    if (!state->in_rounds)
        STATUS_TRY(begin_rounds(state, run, error));
    run->done = share_done(state, run);
    STATUS_TRY(box_refiner_round(state->refiner, state->round, run->done, moves, error));
    state->round++;
    state->last_moves = *moves;
    state->moves += *moves;
    state->last_seconds = clock_seconds() - begin;
    STATUS_TRY(offer_round(state, run, error));
    return raise_beside(state, run, error);
}

static shoal_status save_round(local_run *state, search *run, shoal_error *error) {
    state->unsaved = false;
    return save_state(state, run, error);
}

static search_step refine(local_run *state, search *run) {
    shoal_error error;
    int64_t moves = 0;
    if (search_left(run) < state->last_moves)
        return search_exhausted(run);
    if (!has_next_round(state) || !has_time(state, run)) {
        state->late = has_next_round(state);
        state->stage = STAGE_BOUND;
        return SEARCH_CONTINUE;
    }
    shoal_status status = run_round(state, run, &moves, &error);
    if (status != SHOAL_OK)
        return local_stop(run, status, &error);
    bool more = search_count(run, moves);
    state->unsaved = true;
    if (checkpoint_wants_state(run->checkpoint))
        status = save_round(state, run, &error);
    if (status != SHOAL_OK)
        return local_stop(run, status, &error);
    if (is_settled(state, run))
        return SEARCH_PROVEN;
    if (moves == 0)
        state->stage = STAGE_BOUND;
    return more ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

/* ---- All of it ------------------------------------------------------------------------------- */

search_step local_run_step(search *run) {
    local_run *state = run->state;
    shoal_error error;
    switch (state->stage) {
    case STAGE_LEVELS: {
        shoal_status status = choose_levels(state, run, &error);
        return status == SHOAL_OK ? SEARCH_CONTINUE : local_stop(run, status, &error);
    }
    case STAGE_METHODS:
        return make_clusters(state, run);
    case STAGE_ROUNDS:
        return refine(state, run);
    case STAGE_BOUND:
        break;
    }
    return raise_last(state, run);
}

/* The last piece of the bound counts. */
static void end_bound(local_run *state, search *run) {
    bool ended = run->status == SHOAL_OK && state->bound;
    if (ended && is_timed(run))
        deadline_end(state->shared.limit);
    if (ended)
        local_bound_wait(state->bound);
    if (ended && run->status == SHOAL_OK)
        search_raise_bound(run, local_bound_value(state->bound));
    local_bound_close(state->bound);
}

void local_run_finish(search *run) {
    local_run *state = run->state;
    if (!state)
        return;
    end_bound(state, run);
    /* What was interrupted can be taken up where it ended. */
    if (state->unsaved && run->checkpoint && run->status == SHOAL_OK) {
        shoal_error error;
        shoal_status status = save_state(state, run, &error);
        if (status != SHOAL_OK)
            search_fail(run, status, &error);
    }
    box_refiner_close(state->refiner);
    local_close(&state->shared);
    memory_free(state);
    run->state = NULL;
}
