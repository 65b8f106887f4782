/* nsga2 for local recoding: the front over k in one run. Clusters for ever larger k, each made of
 * unions of those before, are its candidates; nothing is bred. */
#include "search/driver/algorithms.h"
#include "search/local/uniform_levels.h"
#include "search/multi/objectives.h"
#include "search/multi/pareto.h"

#include <math.h>
#include <string.h>

typedef struct front_run {
    local_search shared;
    bool begun; /* levels are chosen */
    size_t point, points;
    double best[OBJECTIVES_MOST];
} front_run;

/* Of several sums over cells each would have clusters of its own. */
static shoal_status check_objectives(const search *run, shoal_error *error) {
    const metric *sums[OBJECTIVES_MOST];
    if (!run->objectives)
        return status_fail(error, SHOAL_USAGE, "nsga2 needs objectives");
    if (!run->objectives->preferred && objectives_sums(run->objectives, sums) <= 1)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "objectives_invalid", "search.objectives",
                         "the front of local recoding is over k: it has one metric of cells, and "
                         "counts such as k_eff and classes, but no preference");
}

static shoal_status start(search *run, shoal_error *error) {
    STATUS_TRY(check_objectives(run, error));
    front_run *state = memory_zero(1, sizeof *state);
    run->state = state;
    if (!state)
        return status_no_memory(error);
    for (size_t i = 0; i < OBJECTIVES_MOST; i++)
        state->best[i] = INFINITY;
    STATUS_TRY(local_open(&state->shared, run, error));
    return pareto_archive_open(&run->front, run->objectives->count, run->node_bytes, error);
}

static bool is_better(const front_run *state, const double *values, size_t count) {
    return pareto_order_points(values, state->best, count) < 0;
}

static search_step consider(front_run *state, search *run, const evaluation *result) {
    double values[OBJECTIVES_MOST];
    const objectives *of = run->objectives;
    metric_context asked = objectives_context(run->space, run->asked_k);
    objectives_values(of, &asked, &result->classes, &result->value, values);
    if (pareto_archive_add(run->front, values, state->shared.node) == PARETO_NO_MEMORY)
        return search_no_memory(run);
    if (!is_better(state, values, of->count))
        return SEARCH_CONTINUE;
    evaluation shown = *result;
    shown.value = objective_shown(&of->each[0], values[0]);
    memcpy(state->best, values, of->count * sizeof *values);
    search_adopt(run, state->shared.node, &shown);
    return SEARCH_CONTINUE;
}

static search_step begin(front_run *state, search *run) {
    shoal_error error;
    shoal_status status = uniform_levels_choose(&state->shared, run, &error);
    if (status != SHOAL_OK)
        return local_stop(run, status, &error);
    state->begun = true;
    state->points = cluster_space_points(state->shared.space);
    return SEARCH_CONTINUE;
}

static search_step step(search *run) {
    front_run *state = run->state;
    recoding_space *space = run->space;
    evaluation result;
    shoal_error error;
    if (!state->begun)
        return begin(state, run);
    if (state->point == state->points)
        return SEARCH_FINISHED;
    cluster_space_point(state->shared.space, state->point++, state->shared.node);
    shoal_status status = space->kind->evaluate(space, state->shared.node, 1, &result, &error);
    if (status != SHOAL_OK)
        return local_stop(run, status, &error);
    run->done = (double)state->point / (double)state->points;
    bool more = search_count(run, 1);
    if (!result.feasible)
        return SEARCH_FINISHED;
    search_step next = consider(state, run, &result);
    return next != SEARCH_CONTINUE || more ? next : SEARCH_STOPPED;
}

static void finish(search *run) {
    front_run *state = run->state;
    if (!state)
        return;
    local_close(&state->shared);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter parameters[] = {{NULL, NULL, NULL}};

const algorithm algorithm_local_nsga2 = {
    .name = "nsga2",
    .summary = "several objectives: the front over k, from nested clusters in one run",
    .recoding = &local_recoding,
    .letter = 'N',
    .multi_objective = true,
    .parameters = parameters,
    .start = start,
    .step = step,
    .finish = finish,
};
