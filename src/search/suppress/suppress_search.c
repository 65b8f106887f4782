/* greedy, refine and auto for the suppression of cells. */
#include "boxes/box_flat.h"
#include "recode/suppress/suppress_space.h"
#include "search/driver/algorithms.h"
#include "search/local/local_run.h"
#include "search/suppress/wild_search.h"

static shoal_status start(search *run, shoal_error *error) {
    if (suppress_is_wild(run->space))
        return wild_search_start(run, run->algorithm->recipe->refines, error);
    return local_run_start(run, error);
}

static search_step step(search *run) {
    return suppress_is_wild(run->space) ? wild_search_step(run) : local_run_step(run);
}

static void finish(search *run) {
    if (suppress_is_wild(run->space))
        wild_search_finish(run);
    else
        local_run_finish(run);
}

static const local_recipe greedily = {.method = {box_flat_greedy, NULL}, .refines = false};
static const local_recipe refining = {.method = {box_flat_start, NULL}, .refines = true};

static const shoal_parameter greedy_parameters[] = {LOCAL_BOUND_PARAMETER, {NULL, NULL, NULL}};
static const shoal_parameter refine_parameters[] = {
    LOCAL_BOUND_PARAMETER, LOCAL_MOVES_PARAMETER, LOCAL_ROUNDS_PARAMETER, {NULL, NULL, NULL}};

const algorithm algorithm_suppress_auto = {
    .name = "auto",
    .summary = "the default: refine",
    .recoding = &suppress_recoding,
    .letter = 'S',
    .exact = true,
    .recipe = &refining,
    .parameters = refine_parameters,
    .start = start,
    .step = step,
    .finish = finish,
};

const algorithm algorithm_suppress_greedy = {
    .name = "greedy",
    .summary = "blanks the sets of attributes that settle most rows, the cheapest sets first",
    .recoding = &suppress_recoding,
    .letter = 'G',
    .exact = true,
    .recipe = &greedily,
    .parameters = greedy_parameters,
    .start = start,
    .step = step,
    .finish = finish,
};

const algorithm algorithm_suppress_refine = {
    .name = "refine",
    .summary = "greedy, then a search that forms clusters of rows anew; can be stopped any time",
    .recoding = &suppress_recoding,
    .letter = 'S',
    .exact = true,
    .recipe = &refining,
    .parameters = refine_parameters,
    .start = start,
    .step = step,
    .finish = finish,
};
