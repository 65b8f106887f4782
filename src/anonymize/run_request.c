#include "anonymize/run_request.h"

#include "base/name_list.h"
#include "base/nearest_name.h"
#include "base/note.h"

#include <stdio.h>
#include <string.h>

/* Names that can be chosen, for a message. */
typedef struct choices {
    const char *name[64]; /* NULL after the last */
    size_t count;
    name_list listed;
    char hint[NAME_HINT_SIZE];
} choices;

static void add_name(choices *known, const char *name) {
    known->listed.room = 150;
    name_list_add(&known->listed, "%s", name);
    if (known->count + 1 < sizeof known->name / sizeof *known->name)
        known->name[known->count++] = name;
}

static shoal_status find_recoding(run_request *out, shoal_error *error) {
    const char *name = out->plan->recoding;
    choices known = {.count = 0};
    out->recoding = recoding_find(name);
    if (out->recoding)
        return SHOAL_OK;
    for (size_t i = 0; recoding_list[i]; i++)
        add_name(&known, recoding_list[i]->name);
    add_name(&known, "auto");
    return status_refuse(error, SHOAL_USAGE, "recoding_unknown", "recoding",
                         "unknown recoding '%.40s'%s: use one of %s", name,
                         name_hint(known.hint, name, known.name), name_list_end(&known.listed));
}

static shoal_status find_algorithm(run_request *out, shoal_error *error) {
    const char *name = out->plan->algorithm;
    choices known = {.count = 0};
    out->algorithm = algorithm_find(out->recoding->name, name);
    if (out->algorithm)
        return SHOAL_OK;
    for (size_t i = 0; algorithm_list[i]; i++)
        if (algorithm_list[i]->recoding == out->recoding)
            add_name(&known, algorithm_list[i]->name);
    return status_refuse(error, SHOAL_USAGE, "algorithm_unknown", "search.algorithm",
                         "unknown algorithm '%.40s'%s: for the recoding %s use one of %s", name,
                         name_hint(known.hint, name, known.name), out->recoding->name,
                         name_list_end(&known.listed));
}

/* The plan's metric, or the one the algorithm was designed for, or the default. */
static shoal_status find_metric(run_request *out, shoal_error *error) {
    bool chosen = out->plan->metric || !out->algorithm->metric;
    const char *name = chosen ? plan_metric(out->plan) : out->algorithm->metric;
    choices known = {.count = 0};
    out->metric = recoding_metric(out->recoding, name);
    const char *refused = out->metric ? out->recoding->refuses(out->metric) : NULL;
    if (refused)
        return status_refuse(error, SHOAL_USAGE, "metric_unsupported", "search.metric",
                             "%s %s: use the metric loss", name, refused);
    if (out->metric)
        return SHOAL_OK;
    for (size_t i = 0; out->recoding->metrics[i]; i++)
        add_name(&known, out->recoding->metrics[i]->name);
    return status_refuse(error, SHOAL_USAGE, "metric_unknown", "search.metric",
                         "unknown metric '%.40s'%s: for the recoding %s use one of %s", name,
                         name_hint(known.hint, name, known.name), out->recoding->name,
                         name_list_end(&known.listed));
}

static shoal_status check_population(const run_request *of, const rule_list *rules,
                                     shoal_error *error) {
    if (of->recoding->uses & USES_POPULATION || !rules_need_population(rules))
        return SHOAL_OK;
    return status_refuse(
        error, SHOAL_USAGE, "models_of_population", "recoding",
        "k-map and delta-presence count people of the population in classes of generalized values "
        "that do not overlap: use the recoding lattice or cut, or leave out these models");
}

/* Averages of attributes in groups have no classes that a search could count in time, and clusters
 * are chosen one by one. */
static shoal_status check_limits(const run_request *of, shoal_error *error) {
    const shoal_plan *plan = of->plan;
    if (of->recoding->uses & USES_LIMITS || !(plan->max_average_risk || plan->max_uniques))
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "limits_unsupported", "recoding",
                         "the average risk and the uniques of a release are limited for "
                         "generalized values: use the recoding lattice or cut, or limit the "
                         "largest risk");
}

static shoal_status check_levels(const run_request *of, shoal_error *error) {
    const shoal_plan *plan = of->plan;
    for (size_t i = 0; !(of->recoding->uses & USES_LEVELS) && i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        if (each->min_level > 0 || each->max_level > 0)
            return status_refuse(error, SHOAL_USAGE, "levels_unsupported", "recoding",
                                 "attribute '%.60s' has a %s level, and %s publishes no levels: "
                                 "use the recoding lattice or cut, or leave out the level",
                                 each->name, each->min_level > 0 ? "lowest" : "highest",
                                 of->recoding->name);
    }
    return SHOAL_OK;
}

/* Attributes that are to be kept must not be changed because the recoding knows nothing of that. */
static shoal_status check_kept(const run_request *of, shoal_error *error) {
    const shoal_plan *plan = of->plan;
    for (size_t i = 0; !(of->recoding->uses & USES_CLUSTERS) && i < plan->attribute_count; i++)
        if (plan->attributes[i].role == ROLE_QUASI && plan->attributes[i].local == LOCAL_KEEP)
            return status_refuse(error, SHOAL_USAGE, "keep_unsupported", "recoding",
                                 "attribute '%.60s' is to be kept, which %s does not do: use the "
                                 "recoding local, mondrian or suppress, or a highest level of 0",
                                 plan->attributes[i].name, of->recoding->name);
    return SHOAL_OK;
}

/* Whoever asks for round bounds would take exact ones for rounded. */
static shoal_status check_rounding(const run_request *of, shoal_error *error) {
    if (of->plan->round_bounds != ROUND_BOUNDS || of->recoding->uses & USES_ROUNDING)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "rounding_unsupported", "recoding",
                         "bounds of ranges are to be rounded, which %s does not do: use the "
                         "recoding local or mondrian, or leave out round bounds",
                         of->recoding->name);
}

static shoal_status check_then(const run_request *of, const rule_list *rules, shoal_error *error) {
    const char *reason = NULL;
    if (of->plan->then == THEN_NOTHING)
        return SHOAL_OK;
    if (!(of->recoding->uses & USES_THEN))
        reason = "only after the recodings lattice and cut: use one of them, or leave it out";
    else if (of->algorithm->multi_objective)
        reason = "only after searches with one objective: use another algorithm, or leave it out";
    else if (rules_need_population(rules))
        reason = "never with k-map and delta-presence, which count people of the population "
                 "in classes of generalized values: leave one of them out";
    return !reason ? SHOAL_OK
                   : status_refuse(error, SHOAL_USAGE, "then_unsupported", "then",
                                   "cells are suppressed as a last step %s", reason);
}

/* Where suppression is no part of a sum over cells, or an objective among others, nothing can be
 * weighted. */
static shoal_status check_weight(const run_request *of, shoal_error *error) {
    if (of->plan->suppression_weight <= 0 || of->plan->suppression_weight == 1)
        return SHOAL_OK;
    if (of->algorithm->multi_objective)
        return status_refuse(error, SHOAL_USAGE, "suppression_weight_unsupported",
                             "suppression_weight",
                             "%s has several objectives, and suppression can be one of them: leave "
                             "out the suppression weight",
                             of->algorithm->name);
    if (of->metric->full && of->recoding->uses & USES_LEVELS)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "suppression_weight_unsupported", "suppression_weight",
                         "suppressed cells cannot be weighted in the metric %s: use loss or nwp on "
                         "the recoding lattice or cut, or leave out the suppression weight",
                         of->metric->name);
}

static shoal_status read_objectives(run_request *out, shoal_error *error) {
    const shoal_plan *plan = out->plan;
    if (!out->algorithm->multi_objective && (plan->objectives || plan->prefer))
        return status_refuse(error, SHOAL_USAGE, "single_objective", "search.algorithm",
                             "%s has one objective: objectives, a preference, a front and a picked "
                             "point need the algorithm nsga2",
                             out->algorithm->name);
    if (!out->algorithm->multi_objective)
        return SHOAL_OK;
    STATUS_TRY(objectives_read(&out->objectives, plan->objectives, plan->prefer, out->metric->name,
                               error));
    const metric *sums[OBJECTIVES_MOST];
    size_t count = objectives_sums(&out->objectives, sums);
    for (size_t i = 0; i < count; i++)
        if (out->recoding->refuses(sums[i]))
            return status_fail(error, SHOAL_USAGE, "%s %s", sums[i]->name,
                               out->recoding->refuses(sums[i]));
    return SHOAL_OK;
}

static shoal_status copy_settings(run_request *out, shoal_error *error) {
    const shoal_plan *plan = out->plan;
    out->settings = memory_zero(plan->setting_count + 1, sizeof *out->settings);
    if (!out->settings)
        return status_no_memory(error);
    for (size_t i = 0; i < plan->setting_count; i++)
        out->settings[i] = (shoal_parameter){
            .name = plan->settings[i].name,
            .fallback = plan->settings[i].value,
        };
    return SHOAL_OK;
}

shoal_status run_request_read(run_request *out, const shoal_plan *plan, const rule_list *rules,
                              shoal_error *error) {
    *out = (run_request){.plan = plan};
    if (rules_need_population(rules) && !plan_has_population(plan))
        return status_refuse(
            error, SHOAL_USAGE, "population_missing", "population.file",
            "k-map and delta-presence need the population that the table is a sample of");
    STATUS_TRY(find_recoding(out, error));
    STATUS_TRY(find_algorithm(out, error));
    STATUS_TRY(find_metric(out, error));
    STATUS_TRY(check_population(out, rules, error));
    STATUS_TRY(check_limits(out, error));
    STATUS_TRY(check_levels(out, error));
    STATUS_TRY(check_kept(out, error));
    STATUS_TRY(check_rounding(out, error));
    STATUS_TRY(check_weight(out, error));
    STATUS_TRY(check_then(out, rules, error));
    if (out->algorithm->check)
        STATUS_TRY(out->algorithm->check(out->algorithm, plan, out->metric, error));
    STATUS_TRY(read_objectives(out, error));
    return copy_settings(out, error);
}

void run_request_close(run_request *request) {
    memory_free(request->settings);
    *request = (run_request){0};
}

const char *run_request_target(const run_request *request, const rule_list *rules) {
    bool wanted = request->metric->needs_target || rules->count > 0;
    for (size_t i = 0; i < request->objectives.count; i++) {
        const metric *each = request->objectives.each[i].metric;
        wanted |= each && each->needs_target;
    }
    return wanted ? plan_target(request->plan) : NULL;
}

shoal_status run_request_check_target(const run_request *request, const shoal_table *table,
                                      shoal_error *error) {
    const char *target = plan_target(request->plan);
    if (request->metric->needs_target && !target)
        return status_refuse(error, SHOAL_USAGE, "target_missing", "target",
                             "%s needs the attribute to predict", request->metric->name);
    int64_t place = target ? table_find(table, target) : 0;
    if (place < 0) {
        absent_column absent = table_absent(table, target);
        return status_refuse(error, SHOAL_USAGE, "target_unknown", "target",
                             "the table has no column '%s' to predict; %s", absent.name,
                             absent.hint);
    }
    if (target && !table->column[place].kept &&
        plan_role_is_hidden(plan_role_of(request->plan, target)))
        return status_refuse(error, SHOAL_USAGE, "target_unknown", "target",
                             "the release has no column '%.60s' to predict", target);
    return SHOAL_OK;
}

/* ---- What is not looked at ------------------------------------------------------------------- */

static bool names_shapes(const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        if (each->constrained || each->order || each->finest > 0)
            return true;
    }
    return false;
}

static bool names_weights(const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].weighted)
            return true;
    return false;
}

static bool names_clusters(const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].local != LOCAL_FREE)
            return true;
    return false;
}

static bool names_cell_shapes(const shoal_plan *plan) {
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].shape != SHAPE_AUTO)
            return true;
    return false;
}

static bool names_groups(const shoal_plan *plan) {
    return plan->groups != NULL;
}

/* Parts of a plan that only some recodings look at. */
static const struct {
    unsigned part;
    bool (*named)(const shoal_plan *plan);
    const char *names;
} parts[] = {
    {USES_SHAPES, names_shapes, "finest, order and constrained"},
    {USES_WEIGHTS, names_weights, "weights"},
    {USES_GROUPS, names_groups, "groups"},
    {USES_CLUSTERS, names_clusters, "uniform and kept attributes"},
    {USES_CELL_SHAPES, names_cell_shapes, "shapes"},
};
enum { PARTS = sizeof parts / sizeof *parts };

bool run_request_uses_all(const recoding *of, const shoal_plan *plan) {
    bool limited = plan->max_average_risk || plan->max_uniques;
    if ((limited && !(of->uses & USES_LIMITS)) ||
        (plan->then != THEN_NOTHING && !(of->uses & USES_THEN)) ||
        (plan->round_bounds == ROUND_BOUNDS && !(of->uses & USES_ROUNDING)))
        return false;
    for (size_t i = 0; i < PARTS; i++)
        if (parts[i].named(plan) && !(of->uses & parts[i].part))
            return false;
    return true;
}

/* A plan may be meant for several recodings, but a user who sets one of these expects an effect. */
void run_request_note_unused(const run_request *request, const shoal_hooks *hooks) {
    for (size_t i = 0; note_is_heard(hooks) && i < PARTS; i++) {
        choices users = {.count = 0};
        char sentence[240];
        if (request->recoding->uses & parts[i].part || !parts[i].named(request->plan))
            continue;
        for (size_t r = 0; recoding_list[r]; r++)
            if (recoding_list[r]->uses & parts[i].part)
                add_name(&users, recoding_list[r]->name);
        snprintf(sentence, sizeof sentence, "%s ignores %s, which are for recoding %s",
                 request->recoding->name, parts[i].names, name_list_end(&users.listed));
        note_tell(hooks, note_setting_ignored, NULL, sentence);
    }
}

/* ---- Spaces ---------------------------------------------------------------------------------- */

static shoal_status configure(void *setup, const void *context, shoal_error *error) {
    const run_request *request = context;
    return request->algorithm->configure(setup, request->algorithm, request->settings, error);
}

shoal_status run_request_open_space(recoding_space **out, const run_request *request, recoder *by,
                                    const metric *target, shoal_error *error) {
    space_request wanted = {
        .metric = target,
        /* With a preference k is a constraint among others. */
        .every_class = request->objectives.preferred,
        .configure = request->algorithm->configure ? configure : NULL,
        .context = request,
    };
    return request->recoding->open(out, by, &wanted, error);
}

bool run_request_suppressed_all(const run_request *request, const search *found, uint64_t limit) {
    return !found->found && found->stopped_by == STOPPED_BY_ITSELF && limit > 0 &&
           !request->recoding->condensed && request->objectives.count == 0;
}

search_setup run_request_setup(const run_request *request, recoding_space *space) {
    const shoal_plan *plan = request->plan;
    bool none = plan->prove < 0;
    return (search_setup){
        .space = space,
        .algorithm = request->algorithm,
        .limits = {.evaluations = plan->evaluations, .seconds = plan->time_limit},
        .settings = request->settings,
        .seed = plan->seed,
        .objectives = request->objectives.count > 0 ? &request->objectives : NULL,
        .asked_k = (uint64_t)plan->k,
        .skip_proof = none,
        .proof_seconds = none ? 0 : plan->prove,
        .memory = (size_t)plan->memory,
    };
}
