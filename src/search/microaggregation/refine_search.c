/* refine: MDAV, and then a local search on the clusters of records themselves, group by group.
 *
 * The local search ignores privacy models. If there are any, its clusters are merged at the end
 * until they meet them, and used if they are still better than those of MDAV. With several groups
 * of attributes, whose classes are not the clusters, the clusters of MDAV stay. */
#include "base/memory.h"
#include "cluster/refiner.h"
#include "measure/numeric_metrics.h"
#include "search/driver/algorithms.h"
#include "search/microaggregation/micro_bound.h"
#include "search/microaggregation/microaggregate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Changes between two looks at the clock, the groups taking turns. */
#define PIECE 20000
/* Where neither a time nor a number of evaluations is given. */
#define USUAL_CHANGES 20000000
/* Improvements come by the thousands. One is reported whenever the number of changes seen has grown
 * by this factor. */
#define OFFER_GROWTH 1.1

/* Above this k the clusters stay unchanged: comparing the rows of a cluster with each other would
 * overrun any limit. */
#define LARGEST_K 4000

/* A group's own points and parts, which the space has for one group at a time only. */
typedef struct refined_group {
    const double **column;
    points of;
    uint32_t *part;
    /* NULL: the clusters stay, those of one attribute because they are the optimum already; they
     * have this sum of squares. */
    refiner *used;
    double sse;
} refined_group;

typedef struct refining {
    microaggregation first; /* to begin with */
    bool begun;             /* the refiners are open */
    refined_group *groups;  /* [first.groups] */
    size_t open;            /* groups with a refiner */
    size_t left;            /* groups without one whose clusters are not the optimum */
    size_t turn;
    size_t stuck; /* groups in a row that cannot be changed */
    int64_t most; /* changes; 0: no separate limit */
    int64_t seen;
    int64_t offered; /* when so many were seen */
    arena memory;
} refining;

/* ---- Opening -------------------------------------------------------------------------------- */

static shoal_status choose_most(refining *state, const search *run, shoal_error *error) {
    const char *set = search_text(run, "changes");
    bool limited = run->limits.seconds > 0 || run->limits.evaluations > 0;
    char *end;
    state->most = strtoll(set, &end, 10);
    if (strcmp(set, "auto") == 0)
        state->most = limited ? 0 : USUAL_CHANGES;
    else if (*end || end == set || state->most < 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.changes is '%.40s', but must be a number or auto", set);
    return SHOAL_OK;
}

static shoal_status start(search *run, shoal_error *error) {
    refining *state = memory_zero(1, sizeof *state);
    run->state = state;
    if (!state)
        return status_no_memory(error);
    STATUS_TRY(choose_most(state, run, error));
    return microaggregation_open(&state->first, run, error);
}

static shoal_status open_refiner(refining *state, const search *run, size_t g, shoal_error *error) {
    grouping *space = search_grouping(run);
    refined_group *group = &state->groups[g];
    const averaged_group *averaged;
    STATUS_TRY(grouping_get(&averaged, space, state->first.node, (group_number)g, error));
    group->sse = averaged->sse;
    bool constrained = run->space->bound_rules != NULL;
    if (averaged->dimensions == 1 && !constrained)
        return SHOAL_OK;
    if (run->space->context.k > LARGEST_K || averaged->dimensions == 1 ||
        (constrained && state->first.groups > 1)) {
        state->left++;
        return SHOAL_OK;
    }
    state->open++;
    point_parts parts = grouping_parts(space);
    group->column = arena_new(&state->memory, averaged->dimensions, sizeof *group->column);
    group->part =
        parts.part ? arena_new(&state->memory, averaged->rows, sizeof *group->part) : NULL;
    if (!group->column || (parts.part && !group->part))
        return status_no_memory(error);
    memcpy(group->column, averaged->column, averaged->dimensions * sizeof *group->column);
    if (parts.part)
        memcpy(group->part, parts.part, averaged->rows * sizeof *group->part);
    group->of = (points){averaged->rows, averaged->dimensions, group->column};
    refiner_setup setup = {
        .of = &group->of,
        .parts = {group->part, parts.count},
        .k = (size_t)run->space->context.k,
        .start = averaged->cluster,
        .start_count = averaged->count,
        .seed = random_open(run->seed, "refine", g).key,
    };
    return refiner_open(&group->used, &setup, error);
}

static shoal_status open_refiners(refining *state, const search *run, shoal_error *error) {
    state->groups = arena_zero(&state->memory, state->first.groups, sizeof *state->groups);
    if (!state->groups)
        return status_no_memory(error);
    for (size_t g = 0; g < state->first.groups; g++)
        STATUS_TRY(open_refiner(state, run, g, error));
    state->begun = true;
    return SHOAL_OK;
}

/* ---- Refining ------------------------------------------------------------------------------- */

static void offer(refining *state, search *run) {
    state->offered = state->seen;
    double sse = 0, total = grouping_total(search_grouping(run));
    for (size_t g = 0; g < state->first.groups; g++)
        sse += state->groups[g].used ? refiner_best(state->groups[g].used) : state->groups[g].sse;
    evaluation better = run->best;
    better.value = total > 0 ? 100 * sse / total : 0;
    if (run->found)
        search_offer(run, (const uint8_t *)state->first.node, &better);
}

/* The next piece, within the limits; 0: there is none. */
static int64_t next_piece(const refining *state, const search *run) {
    int64_t piece = PIECE;
    if (state->most > 0 && state->most - state->seen < piece)
        piece = state->most - state->seen;
    int64_t left = run->limits.evaluations - run->evaluations;
    if (run->limits.evaluations > 0 && left > 0 && left < piece)
        piece = left;
    return piece;
}

static search_step refine(refining *state, search *run) {
    int64_t piece = next_piece(state, run);
    if (state->open == 0)
        return state->left > 0 ? SEARCH_FINISHED : SEARCH_PROVEN;
    if (piece <= 0 || state->stuck == state->open)
        return SEARCH_FINISHED;
    assert(state->stuck < state->open);
    do
        state->turn = (state->turn + 1) % state->first.groups;
    while (!state->groups[state->turn].used);
    refined_group *group = &state->groups[state->turn];
    if (!search_spend(run, (size_t)piece))
        return SEARCH_STOPPED;
    int64_t seen = refiner_step(group->used, piece);
    state->stuck = seen > 0 ? 0 : state->stuck + 1;
    state->seen += piece;
    int64_t most = run->limits.evaluations > 0 ? run->limits.evaluations : state->most;
    run->done = most > 0 ? (double)state->seen / (double)most : 0;
    if (!run->space->bound_rules && (double)state->seen >= OFFER_GROWTH * (double)state->offered)
        offer(state, run);
    return SEARCH_CONTINUE;
}

static search_step step(search *run) {
    refining *state = run->state;
    if (state->begun)
        return refine(state, run);
    search_step first = microaggregation_step(&state->first, run);
    if (first != SEARCH_FINISHED)
        return first;
    if (!run->found)
        return SEARCH_FINISHED;
    shoal_error error;
    shoal_status status = open_refiners(state, run, &error);
    return status == SHOAL_OK ? SEARCH_CONTINUE : search_fail(run, status, &error);
}

/* Hands the clusters over to the space, which releases are made from. */
static shoal_status hand_over(refining *state, const search *run, shoal_error *error) {
    uint32_t *cluster = memory_new((size_t)run->space->context.rows, sizeof *cluster);
    shoal_status status = cluster ? SHOAL_OK : status_no_memory(error);
    for (size_t g = 0; status == SHOAL_OK && g < state->first.groups; g++) {
        size_t count;
        if (!state->groups[g].used)
            continue;
        refiner_take(state->groups[g].used, cluster, &count);
        status = grouping_replace(search_grouping(run), state->first.node, (group_number)g, cluster,
                                  count, error);
    }
    memory_free(cluster);
    return status;
}

/* With rules the value is known only once the clusters hold them. */
static shoal_status offer_last(refining *state, search *run, shoal_error *error) {
    evaluation judged;
    const uint8_t *node = (const uint8_t *)state->first.node;
    if (!run->space->bound_rules)
        offer(state, run);
    STATUS_TRY(hand_over(state, run, error));
    if (!run->space->bound_rules || state->open == 0)
        return SHOAL_OK;
    STATUS_TRY(grouping_judge_one(&judged, search_grouping(run), state->first.node, error));
    search_offer(run, node, &judged);
    return SHOAL_OK;
}

static void finish(search *run) {
    refining *state = run->state;
    shoal_error error;
    if (!state)
        return;
    if (state->begun && run->status == SHOAL_OK) {
        shoal_status status = offer_last(state, run, &error);
        if (status != SHOAL_OK)
            search_fail(run, status, &error);
    }
    for (size_t g = 0; state->groups && g < state->first.groups; g++)
        if (state->groups[g].used)
            refiner_close(state->groups[g].used);
    microaggregation_close(&state->first);
    arena_free(&state->memory);
    memory_free(state);
    run->state = NULL;
}

static const shoal_parameter parameters[] = {
    {"changes", "auto", "changes to examine; auto: 20,000,000, or as many as the limits allow"},
    MICROAGGREGATE_FORM,
    MICROAGGREGATE_SCAN,
    MICROAGGREGATE_SCALE,
    {NULL, NULL, NULL}};

static const microaggregate_method refined = {.clusters = CLUSTER_MDAV, .exact_singles = true};

static shoal_status refuse_score(const algorithm *of, const shoal_plan *plan, const metric *target,
                                 shoal_error *error) {
    (void)plan;
    if (target != &metric_score)
        return SHOAL_OK;
    return status_refuse(
        error, SHOAL_USAGE, "metric_unsupported", "search.metric",
        "%s minimizes sse: for the metric score use the algorithm gomm, or mdav to only measure it",
        of->name);
}

const algorithm algorithm_refine = {
    .name = "refine",
    .summary =
        "MDAV, then moves, swaps, splits and more among near clusters; can be stopped any time",
    .recoding = &microaggregation_recoding,
    .metric = "sse",
    .letter = 'R',
    .method = &refined,
    .configure = microaggregate_settings,
    .parameters = parameters,
    .check = refuse_score,
    .prover = &algorithm_micro_bound,
    .start = start,
    .step = step,
    .finish = finish,
};

const algorithm algorithm_micro_auto = {
    .name = "auto",
    .summary = "the default: refine, the smallest loss for the given groups",
    .recoding = &microaggregation_recoding,
    .metric = "sse",
    .letter = 'R',
    .method = &refined,
    .configure = microaggregate_settings,
    .parameters = parameters,
    .check = refuse_score,
    .prover = &algorithm_micro_bound,
    .start = start,
    .step = step,
    .finish = finish,
};
