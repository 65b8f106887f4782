/* What can be checked before any data is read. */
#include "anonymize/anonymization.h"
#include "base/note.h"
#include "files/input_guard.h"
#include "files/store_name_shown.h"
#include "plan/plan_guard.h"
#include "plan/plan_objects.h"
#include "store/memory/memory_source.h"

/* Replacing what is read by what is made of it would lose it. */
static shoal_status check_sources(const anonymization *run, const char *output,
                                  shoal_error *error) {
    const shoal_plan *plan = run->bound.plan;
    STATUS_TRY(source_names_guard(&run->inputs, "the input", output, error));
    if (run->asked.pick)
        STATUS_TRY(input_guard(run->asked.front_path, "the front to pick from", output, error));
    STATUS_TRY(plan_guard_files(plan, output, error));
    return plan_guard_inputs(plan, output, error);
}

/* Fronts and monitors are of some algorithms only. */
static shoal_status check_extras(const anonymization *run, shoal_error *error) {
    const algorithm *by = run->request.algorithm;
    if (run->asked.monitor_path && !by->monitored)
        return status_refuse(error, SHOAL_USAGE, "monitor_unsupported", "monitor_path",
                             "a monitor records what genetic operators did: it needs the recoding "
                             "microaggregation and the algorithm gomm or dgomm");
    if (!by->multi_objective && (run->asked.front_path || run->asked.pick))
        return status_refuse(error, SHOAL_USAGE, "single_objective", "search.algorithm",
                             "%s has one objective: objectives, a preference, a front and a picked "
                             "point need the algorithm nsga2",
                             by->name);
    if (run->asked.pick && !run->asked.front_path)
        return status_refuse(error, SHOAL_USAGE, "front_missing", "front_path",
                             "a point is picked, but the front to pick from is missing");
    return SHOAL_OK;
}

static shoal_status check_output(anonymization *run, shoal_error *error) {
    const shoal_job *asked = &run->asked;
    if (asked->output && asked->release)
        return status_refuse(error, SHOAL_USAGE, "output_given_twice", "output",
                             "the output is a table in memory or a name, not both");
    if (!asked->output && !asked->release)
        return status_refuse(error, SHOAL_USAGE, "output_missing", "output",
                             "the output is missing");
    run->output = store_name_shown(asked->output ? asked->output : MEMORY_NAME);
    return run->output ? SHOAL_OK : status_no_memory(error);
}

shoal_status anonymize_check(anonymization *run, shoal_error *error) {
    const shoal_plan *plan = run->bound.plan;
    STATUS_TRY(source_names_of_job(&run->inputs, run->asked.table, run->asked.input,
                                   run->asked.more_inputs, run->asked.more_input_count, error));
    STATUS_TRY(check_output(run, error));
    run->bound.names = &run->inputs;
    run->bound.path = run->inputs.joined;
    run->bound.memory = run->asked.table;
    if (plan->k < 1)
        return status_refuse(
            error, SHOAL_USAGE, "k_missing", "privacy.k",
            "k is missing: the smallest number of rows with the same quasi-identifiers");
    STATUS_TRY(bound_table_check_plan(plan, error));
    STATUS_TRY(coded_extremes_check(plan, error));
    if (run->asked.plan_path)
        STATUS_TRY(plan_refuse_objects(plan, error));
    if (plan->pseudonyms && plan_count_role(plan, ROLE_PERSON) == 0)
        return status_refuse(error, SHOAL_USAGE, "person_missing", "attributes.NAME.role",
                             "pseudonyms stand for persons, but no person is named");
    STATUS_TRY(document_check_build(anonymization_reports(run), error));
    STATUS_TRY(rules_read(&run->bound.rules, plan, error));
    STATUS_TRY(run_request_read(&run->request, plan, &run->bound.rules, error));
    STATUS_TRY(check_extras(run, error));
    STATUS_TRY(anonymize_check_database(run, error));
    if (anonymize_stays(run) && coded_extremes_asked(plan))
        return status_refuse(error, SHOAL_USAGE, "codes_unsupported", "where",
                             "top and bottom codes need the rows in memory, but the plan leaves "
                             "them in their database");
    run_request_note_unused(&run->request, &run->hooks);
    if (!run->proposal.plan && plan->purpose != PURPOSE_SHARE)
        note_tell(&run->hooks, note_purpose_ignored, NULL,
                  "the purpose is ignored: the recoding is named, and not chosen by it");
    if (run->asked.mapping_path && (run->asked.release || anonymize_stays(run)))
        return status_refuse(error, SHOAL_USAGE, "mapping_unsupported", "mapping",
                             "a mapping names its files by their hashes, but the release is no "
                             "file");
    STATUS_TRY(check_sources(run, run->asked.mapping_path, error));
    STATUS_TRY(check_sources(run, run->asked.output, error));
    STATUS_TRY(check_sources(run, run->asked.result_path, error));
    if (!run->asked.pick)
        STATUS_TRY(check_sources(run, run->asked.front_path, error));
    return check_sources(run, run->asked.report_path, error);
}

shoal_status anonymize_open_checkpoint(anonymization *run, shoal_error *error) {
    const shoal_job *asked = &run->asked;
    const char *path = asked->resume_path ? asked->resume_path : asked->checkpoint_path;
    if (!path)
        return SHOAL_OK;
    if (asked->dry_run)
        return status_refuse(error, SHOAL_USAGE, "dry_run_checkpoint", "dry_run",
                             "a dry run writes nothing, so it cannot add to the checkpoint %.150s: "
                             "leave out one of the two",
                             path);
    if (asked->checkpoint_path && asked->resume_path)
        return status_refuse(error, SHOAL_USAGE, "checkpoint_and_resume", "checkpoint_path",
                             "a checkpoint is either created or resumed: give only one of the two");
    checkpoint_setup setup = {
        .path = path,
        .resume = asked->resume_path != NULL,
        .hooks = &run->hooks,
        .memory = (size_t)run->bound.plan->memory,
    };
    STATUS_TRY(checkpoint_open(&run->searched.checkpoint, &setup, error));
    if (file_is_same(path, asked->output) || file_is_same(path, asked->result_path) ||
        file_is_same(path, asked->report_path))
        return status_refuse(error, SHOAL_USAGE, "output_named_twice", "output",
                             "the checkpoint and an output have the same name %.150s", path);
    return SHOAL_OK;
}
