/* Mondrian in rounds, each of which looks further ahead; see boxes/box_mondrian.h. */
#include "recode/mondrian/mondrian_divisions.h"
#include "search/driver/algorithms.h"
#include "search/local/local_search.h"

#include <stdlib.h>
#include <string.h>

/* Where nothing else limits the search: some seconds. */
#define USUAL_EFFORT 1100000000

typedef struct mondrian_search {
    local_search shared;
    const box_division *division;
    box_mondrian *cutter;
    const volatile int *cancel; /* set by the user or by the clock */
    bool begun;
    arena memory;
} mondrian_search;

/* ---- Settings -------------------------------------------------------------------------------- */

/* A number within limits, or `auto`, which is `automatic`. */
static shoal_status read_number(int64_t *out, const search *run, const char *name, int64_t least,
                                int64_t most, int64_t automatic, shoal_error *error) {
    const char *set = search_text(run, name);
    char *end;
    *out = automatic;
    if (strcmp(set, "auto") == 0)
        return SHOAL_OK;
    *out = strtoll(set, &end, 10);
    if (*end || end == set || *out < least || *out > most)
        return status_refuse(
            error, SHOAL_USAGE, "setting_invalid", "search.NAME",
            "search.%s is '%.40s', but must be a number from %lld to %lld, or auto", name, set,
            (long long)least, (long long)most);
    return SHOAL_OK;
}

static shoal_status read_settings(box_mondrian_setup *out, const search *run, shoal_error *error) {
    const char *cut = search_text(run, "cut");
    bool limited = run->limits.seconds > 0 || run->limits.evaluations > 0;
    int64_t lookahead, beam, effort;
    STATUS_TRY(read_number(&lookahead, run, "lookahead", 0, BOX_MONDRIAN_MOST_AHEAD, -1, error));
    STATUS_TRY(read_number(&beam, run, "beam", 1, BOX_MONDRIAN_MOST_BEAM, 0, error));
    STATUS_TRY(read_number(&effort, run, "effort", 1, INT64_MAX / 2,
                           limited || lookahead >= 0 ? 0 : USUAL_EFFORT, error));
    if (strcmp(cut, "cost") != 0 && strcmp(cut, "median") != 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.cut is '%.40s', but must be cost or median", cut);
    out->median = strcmp(cut, "median") == 0;
    out->lookahead = (int)lookahead;
    out->beam = (int)beam;
    out->effort = (uint64_t)effort;
    return SHOAL_OK;
}

/* ---- The search ------------------------------------------------------------------------------ */

static shoal_status start(search *run, shoal_error *error) {
    mondrian_search *state = memory_zero(1, sizeof *state);
    box_mondrian_setup setup = {0};
    run->state = state;
    if (!state)
        return status_no_memory(error);
    STATUS_TRY(local_open(&state->shared, run, error));
    state->cancel = state->shared.work.cancel;
    STATUS_TRY(read_settings(&setup, run, error));
    STATUS_TRY(mondrian_divisions_make(&state->division, cluster_space_binding(state->shared.space),
                                       &state->memory, error));
    setup.division = state->division;
    return box_mondrian_open(&state->cutter, &state->shared.work, &setup, error);
}

/* Rows that miss values are in more classes than one if these match everything: the least cost of
 * parts is then not the least there is. */
static bool has_wildcards(const search *run, const mondrian_search *state) {
    const bound_table *bound = cluster_space_binding(state->shared.space)->bound;
    for (size_t a = 0; run->space->wildcard && a < run->attributes; a++)
        if (bound->domains[a].rows_apart > 0)
            return true;
    return false;
}

/* The first round is not cut short by the clock: it is fast, and without it there is no answer. */
static shoal_status run_round(mondrian_search *state, search *run, box_mondrian_end *end,
                              shoal_error *error) {
    box_clusters made;
    state->shared.work.cancel = state->begun ? state->cancel : run->limits.cancel;
    STATUS_TRY(box_mondrian_round(state->cutter, &made, end, error));
    state->begun = true;
    return made.first ? local_offer(&state->shared, run, &made, error) : SHOAL_OK;
}

static search_step step(search *run) {
    mondrian_search *state = run->state;
    box_mondrian_end end;
    shoal_error error;
    shoal_status status = run_round(state, run, &end, &error);
    if (status != SHOAL_OK)
        return local_stop(run, status, &error);
    bool more = search_count(run, 1);
    if (end == BOX_MONDRIAN_BEST && run->found && !has_wildcards(run, state))
        return SEARCH_PROVEN;
    if (end != BOX_MONDRIAN_MORE || !run->found)
        return SEARCH_FINISHED;
    return more ? SEARCH_CONTINUE : SEARCH_STOPPED;
}

static void finish(search *run) {
    mondrian_search *state = run->state;
    if (!state)
        return;
    box_mondrian_close(state->cutter);
    local_close(&state->shared);
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter parameters[] = {
    {"cut", "cost",
     "where parts are cut: cost, where the parts lose least; or median, as published"},
    {"lookahead", "auto", "steps to look ahead, 0 to 6; auto: more and more, within the limits"},
    {"beam", "auto", "cuts of a part to look at, 1 to 16; auto: by the number of attributes"},
    {"effort", "auto",
     "comparisons to make; auto: as many as the limits allow, else some seconds' worth"},
    {NULL, NULL, NULL}};

#define MONDRIAN_ALGORITHM                                                                         \
    .recoding = &mondrian_recoding, .letter = 'M', .exact = true, .parameters = parameters,        \
    .start = start, .step = step, .finish = finish

const algorithm algorithm_mondrian_auto = {
    .name = "auto",
    .summary = "the default: mondrian",
    MONDRIAN_ALGORITHM,
};

const algorithm algorithm_mondrian = {
    .name = "mondrian",
    .summary = "cuts where the parts lose least in the end, looking ahead; or at medians",
    MONDRIAN_ALGORITHM,
};
