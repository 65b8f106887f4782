/* What can be checked before any data is read. */
#include "anonymize/job.h"

#include "files/input_guard.h"
#include "measure/numeric_metrics.h"
#include "plan/plan_guard.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void add_name(char *names, size_t size, const char *name) {
    size_t used = strlen(names);
    snprintf(names + used, size - used, "%s%s", used ? ", " : "", name);
}

static shoal_status find_recoding(job *run, shoal_error *error) {
    const char *name = run->plan->recoding;
    run->recoding = space_kind_find(name);
    if (run->recoding)
        return SHOAL_OK;
    char known[160] = "";
    for (size_t i = 0; space_kind_list[i]; i++)
        add_name(known, sizeof known, space_kind_list[i]->name);
    return status_fail(error, SHOAL_USAGE, "unknown recoding '%.40s'; known are %s", name, known);
}

static shoal_status find_algorithm(job *run, shoal_error *error) {
    const char *name = run->plan->algorithm;
    run->algorithm = algorithm_find(run->recoding->name, name);
    if (run->algorithm)
        return SHOAL_OK;
    char known[160] = "";
    for (size_t i = 0; algorithm_list[i]; i++)
        if (algorithm_list[i]->recoding == run->recoding)
            add_name(known, sizeof known, algorithm_list[i]->name);
    return status_fail(error, SHOAL_USAGE,
                       "unknown algorithm '%.40s'; for --recoding %s known are %s", name,
                       run->recoding->name, known);
}

/* What the plan asks for, else what the algorithm was made for, else the plan's default. */
static shoal_status find_metric(job *run, shoal_error *error) {
    bool chosen = run->plan->metric || !run->algorithm->metric;
    const char *name = chosen ? plan_metric(run->plan) : run->algorithm->metric;
    const metric *const *list = job_masks(run) ? numeric_metric_list : metric_list;
    run->metric = job_masks(run) ? numeric_metric_find(name) : metric_find(name);
    if (run->metric && run->recoding == &cut_kind && !run->metric->price && !run->metric->value)
        return status_fail(error, SHOAL_USAGE,
                           "%s counts levels, which cuts do not have; use --metric loss", name);
    if (run->metric)
        return SHOAL_OK;
    char known[160] = "";
    for (size_t i = 0; list[i]; i++)
        add_name(known, sizeof known, list[i]->name);
    return status_fail(error, SHOAL_USAGE, "unknown metric '%.40s'; for --recoding %s known are %s",
                       name, run->recoding->name, known);
}

/* What a search with several objectives is after; and what only such a search can do. */
static shoal_status find_objectives(job *run, shoal_error *error) {
    const shoal_plan *plan = run->plan;
    bool wanted = plan->objectives || plan->prefer || run->asked.front_path || run->asked.pick;
    if (!run->algorithm->multi_objective && wanted)
        return status_fail(error, SHOAL_USAGE,
                           "%s has one objective: --objectives, --prefer, --front and --pick need "
                           "--algorithm nsga2",
                           run->algorithm->name);
    if (!run->algorithm->multi_objective)
        return SHOAL_OK;
    if (run->asked.pick && !run->asked.front_path)
        return status_fail(error, SHOAL_USAGE,
                           "--pick needs the front that it picks from: --front FILE");
    STATUS_TRY(objectives_read(&run->objectives, plan->objectives, plan->prefer, run->metric->name,
                               error));
    const metric *sums[OBJECTIVES_MOST];
    size_t count = objectives_sums(&run->objectives, sums);
    for (size_t i = 0; i < count; i++)
        if (!job_metric_has_meaning(run, sums[i]))
            return status_fail(error, SHOAL_USAGE, "%s counts levels, which cuts do not have",
                               sums[i]->name);
    return SHOAL_OK;
}

static shoal_status copy_settings(job *run, shoal_error *error) {
    const shoal_plan *plan = run->plan;
    run->settings = memory_zero(plan->setting_count + 1, sizeof *run->settings);
    if (!run->settings)
        return status_no_memory(error);
    for (size_t i = 0; i < plan->setting_count; i++)
        run->settings[i] = (shoal_parameter){
            .name = plan->settings[i].name,
            .fallback = plan->settings[i].value,
        };
    return SHOAL_OK;
}

/* Replacing what is read by what is made of it would lose it. */
static shoal_status check_sources(const job *run, const char *output, shoal_error *error) {
    STATUS_TRY(source_names_guard(&run->inputs, "the input itself", output, error));
    if (run->asked.pick)
        STATUS_TRY(
            input_guard(run->asked.front_path, "the front that is picked from", output, error));
    STATUS_TRY(plan_guard_files(run->plan, output, error));
    return plan_guard_inputs(run->plan, output, error);
}

shoal_status job_check_plan(job *run, shoal_error *error) {
    if (run->plan->k < 1)
        return status_fail(error, SHOAL_USAGE,
                           "--k is missing: how many people must share each "
                           "combination of quasi-identifiers");
    if (plan_count_role(run->plan, ROLE_QUASI) == 0)
        return status_fail(error, SHOAL_USAGE,
                           "no quasi-identifier is named: list them with --quasi a,b,c");
    STATUS_TRY(rules_read(&run->rules, run->plan, error));
    if (rules_need_population(&run->rules) && !run->plan->population)
        return status_fail(error, SHOAL_USAGE,
                           "k-map and delta-presence need the people that the table is a sample "
                           "of: --population FILE");
    STATUS_TRY(find_recoding(run, error));
    STATUS_TRY(find_algorithm(run, error));
    STATUS_TRY(find_metric(run, error));
    STATUS_TRY(job_check_masking(run, error));
    return find_objectives(run, error);
}

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

/* A plan may be meant for several recodings; but who wrote --finest expects something of it. */
static void note_unused(const job *run) {
    if (!run->hooks.note)
        return;
    if (run->recoding != &cut_kind && names_shapes(run->plan))
        run->hooks.note("finest, order and constrained are for --recoding cut; others take no "
                        "notice of them",
                        run->hooks.user);
    if (job_masks(run) && names_weights(run->plan))
        run->hooks.note("microaggregation takes no notice of weights: its attributes are "
                        "standardized",
                        run->hooks.user);
    if (!job_masks(run) && run->plan->groups)
        run->hooks.note("groups are for --recoding microaggregation; others take no notice of them",
                        run->hooks.user);
}

shoal_status job_check(job *run, shoal_error *error) {
    if (!run->asked.input || !run->asked.output)
        return status_fail(error, SHOAL_USAGE, "%s is missing",
                           run->asked.input ? "the output (-o)" : "the input");
    STATUS_TRY(source_names_make(&run->inputs, run->asked.input, run->asked.more_inputs,
                                 run->asked.more_input_count, error));
    run->asked.input = run->inputs.joined;
    STATUS_TRY(job_check_plan(run, error));
    note_unused(run);
    STATUS_TRY(copy_settings(run, error));
    STATUS_TRY(check_sources(run, run->asked.output, error));
    STATUS_TRY(check_sources(run, run->asked.result_path, error));
    if (!run->asked.pick)
        STATUS_TRY(check_sources(run, run->asked.front_path, error));
    return check_sources(run, run->asked.report_path, error);
}

static shoal_status check_targets(const pending_file *one, const pending_file *other,
                                  shoal_error *error) {
    if (!one || !file_same_target(one, other) || strcmp(one->path, "/dev/null") == 0)
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE, "two outputs have the same name %.150s", one->path);
}

shoal_status job_open_outputs(job *run, shoal_error *error) {
    STATUS_TRY(sink_open(&run->release, run->asked.output, error));
    if (run->asked.result_path)
        STATUS_TRY(file_open(&run->result_file, run->asked.result_path, error));
    if (run->asked.report_path)
        STATUS_TRY(file_open(&run->report_file, run->asked.report_path, error));
    if (run->asked.front_path && !run->asked.pick)
        STATUS_TRY(file_open(&run->front_file, run->asked.front_path, error));
    STATUS_TRY(job_open_monitor(run, error));
    STATUS_TRY(check_targets(sink_file(run->release), &run->front_file, error));
    STATUS_TRY(check_targets(&run->result_file, &run->front_file, error));
    STATUS_TRY(check_targets(&run->report_file, &run->front_file, error));
    STATUS_TRY(check_targets(sink_file(run->release), &run->result_file, error));
    STATUS_TRY(check_targets(sink_file(run->release), &run->report_file, error));
    return check_targets(&run->result_file, &run->report_file, error);
}

shoal_status job_open_checkpoint(job *run, shoal_error *error) {
    const char *path = job_checkpoint_path(run);
    if (!path)
        return SHOAL_OK;
    if (run->asked.checkpoint_path && run->asked.resume_path)
        return status_fail(error, SHOAL_USAGE,
                           "--checkpoint begins a checkpoint and --resume goes on with one: give "
                           "one of them");
    checkpoint_setup setup = {
        .path = path,
        .resume = run->asked.resume_path != NULL,
        .hooks = &run->hooks,
        .memory = (size_t)run->plan->memory,
    };
    STATUS_TRY(checkpoint_open(&run->checkpoint, &setup, error));
    if (file_is_same(path, run->asked.output) || file_is_same(path, run->asked.result_path) ||
        file_is_same(path, run->asked.report_path))
        return status_fail(error, SHOAL_USAGE,
                           "the checkpoint and an output have the same name %.150s", path);
    return SHOAL_OK;
}
