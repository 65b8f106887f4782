#include "search/microaggregation/microaggregate.h"

#include "base/memory.h"
#include "measure/numeric_metrics.h"
#include "plan/plan.h"
#include "search/driver/algorithms.h"
#include "search/driver/search_settings.h"
#include "search/microaggregation/micro_bound.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Settings ------------------------------------------------------------------------------- */

/* The place of the word that a parameter is set to; 0 where the algorithm has no such parameter. */
static shoal_status choose(size_t *out, const algorithm *of, const shoal_parameter *settings,
                           const char *name, const char *const *words, shoal_error *error) {
    const char *set = settings_text(of, settings, name);
    char known[80] = "";
    for (*out = 0; set && words[*out]; ++*out) {
        if (strcmp(words[*out], set) == 0)
            return SHOAL_OK;
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", words[*out]);
    }
    if (!set)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                         "search.%s is '%.40s', but must be one of %s", name, set, known);
}

shoal_status microaggregate_settings(void *setup, const algorithm *of,
                                     const shoal_parameter *settings, shoal_error *error) {
    grouping_setup *out = setup;
    static const char *const forms[] = {"general", "thesis", NULL};
    static const char *const scans[] = {"auto", "plain", "blocks", NULL};
    static const char *const scales[] = {"standardized", "original", NULL};
    size_t form, scan, scale;
    assert(of->method);
    STATUS_TRY(settings_check(of, settings, error));
    STATUS_TRY(choose(&form, of, settings, "form", forms, error));
    STATUS_TRY(choose(&scan, of, settings, "scan", scans, error));
    STATUS_TRY(choose(&scale, of, settings, "scale", scales, error));
    const char *gamma = settings_text(of, settings, "gamma");
    out->method.method = of->method->clusters;
    out->method.form = form == 0 ? MDAV_GENERAL : MDAV_ALGORITHM_1;
    out->method.scan = scan == 0 ? SCAN_AUTO : scan == 1 ? SCAN_PLAIN : SCAN_BLOCKS;
    out->method.gamma = gamma ? strtod(gamma, NULL) : 0;
    out->original_scale = scale == 1;
    out->exact_singles = of->method->exact_singles;
    if (out->method.gamma < 0)
        return status_refuse(error, SHOAL_USAGE, "setting_invalid", "search.NAME",
                             "search.gamma is %s, but must not be below 0", gamma);
    return SHOAL_OK;
}

/* ---- One node ------------------------------------------------------------------------------- */

shoal_status microaggregation_open(microaggregation *out, const search *run, shoal_error *error) {
    bool singly = run->algorithm->method->clusters == CLUSTER_UNIVARIATE;
    *out = (microaggregation){.node = memory_new(run->attributes, sizeof *out->node)};
    if (!out->node)
        return status_no_memory(error);
    memcpy(out->node, grouping_given(search_grouping(run)), run->attributes * sizeof *out->node);
    for (size_t a = 0; singly && a < run->attributes; a++)
        out->node[a] = (group_number)a;
    assert(group_node_is_canonical(out->node, run->attributes));
    out->groups = group_node_groups(out->node, run->attributes);
    return SHOAL_OK;
}

void microaggregation_close(microaggregation *work) {
    memory_free(work->node);
}

search_step microaggregation_step(microaggregation *work, search *run) {
    shoal_error error;
    shoal_status status = SHOAL_OK;
    grouping *space = search_grouping(run);
    assert(work->at < work->groups);
    if (!work->begun)
        status = grouping_begin(space, work->node, work->at, &error);
    if (status == SHOAL_OK) {
        work->begun = grouping_step(space);
        if (!work->begun)
            status = grouping_end(space, &error);
    }
    if (status != SHOAL_OK)
        return search_fail(run, status, &error);
    double done = (double)work->at + (work->begun ? grouping_done(space) : 1);
    run->done = done / (double)work->groups;
    work->at = (group_number)(work->at + !work->begun);
    if (work->at < work->groups)
        return SEARCH_CONTINUE;
    evaluation result;
    const uint8_t *node = (const uint8_t *)work->node;
    return search_evaluate(run, node, 1, &result) ? SEARCH_FINISHED : SEARCH_STOPPED;
}

/* ---- The algorithms that do just this ------------------------------------------------------- */

static shoal_status start(search *run, shoal_error *error) {
    microaggregation *work = memory_zero(1, sizeof *work);
    run->state = work;
    return work ? microaggregation_open(work, run, error) : status_no_memory(error);
}

static search_step step(search *run) {
    return microaggregation_step(run->state, run);
}

/* Every attribute has its optimum, and the loss is their sum. What rules merge or suppress is not
 * chosen so well. */
static search_step step_exactly(search *run) {
    search_step last = microaggregation_step(run->state, run);
    bool proven =
        last == SEARCH_FINISHED && run->space->metric == &metric_sse && !run->space->bound_rules;
    return proven ? SEARCH_PROVEN : last;
}

static void finish(search *run) {
    if (run->state)
        microaggregation_close(run->state);
    memory_free(run->state);
    run->state = NULL;
}

const microaggregate_method microaggregate_by_mdav = {.clusters = CLUSTER_MDAV};

static const shoal_parameter mdav_parameters[] = {
    MICROAGGREGATE_FORM, MICROAGGREGATE_SCAN, MICROAGGREGATE_SCALE, {NULL, NULL, NULL}};

const algorithm algorithm_mdav = {
    .name = "mdav",
    .summary = "clusters of k around the records farthest from the centre (MDAV)",
    .recoding = &microaggregation_recoding,
    .metric = "sse",
    .letter = 'M',
    .method = &microaggregate_by_mdav,
    .configure = microaggregate_settings,
    .parameters = mdav_parameters,
    .prover = &algorithm_micro_bound,
    .start = start,
    .step = step,
    .finish = finish,
};

static const shoal_parameter vmdav_parameters[] = {
    {"gamma", "0.2", "how readily a cluster takes further records, 0: never"},
    MICROAGGREGATE_SCALE,
    {NULL, NULL, NULL}};

static const microaggregate_method by_vmdav = {.clusters = CLUSTER_VMDAV};

const algorithm algorithm_vmdav = {
    .name = "vmdav",
    .summary = "MDAV with clusters that take further near records (V-MDAV)",
    .recoding = &microaggregation_recoding,
    .metric = "sse",
    .letter = 'V',
    .method = &by_vmdav,
    .configure = microaggregate_settings,
    .parameters = vmdav_parameters,
    .prover = &algorithm_micro_bound,
    .start = start,
    .step = step,
    .finish = finish,
};

static const shoal_parameter univariate_parameters[] = {MICROAGGREGATE_SCALE, {NULL, NULL, NULL}};

static const microaggregate_method singly = {.clusters = CLUSTER_UNIVARIATE};

static shoal_status refuse_groups(const algorithm *of, const shoal_plan *plan, const metric *target,
                                  shoal_error *error) {
    (void)target;
    if (!plan->groups)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "groups_unsupported", "groups",
                         "%s averages every attribute separately: leave out the groups", of->name);
}

const algorithm algorithm_univariate = {
    .name = "univariate",
    .summary = "every attribute separately, the proven optimum (Hansen and Mukherjee)",
    .recoding = &microaggregation_recoding,
    .metric = "sse",
    .letter = 'U',
    .exact = true,
    .method = &singly,
    .configure = microaggregate_settings,
    .parameters = univariate_parameters,
    .check = refuse_groups,
    .start = start,
    .step = step_exactly,
    .finish = finish,
};
