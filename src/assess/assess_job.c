/* shoal_assess: reads the tables, assesses them, and writes result and report. */
#include "assess/assess.h"
#include "base/context.h"
#include "base/hooks.h"
#include "base/phase.h"
#include "base/sized.h"
#include "bind/coded_extremes.h"
#include "data/absent_join.h"
#include "data/absent_match.h"
#include "data/decimal_comma.h"
#include "files/input_guard.h"
#include "files/output_name.h"
#include "files/pending_file.h"
#include "plan/plan_guard.h"
#include "release/row_mapping.h"
#include "report/document.h"
#include "report/public_form.h"
#include "store/memory/memory_source.h"
#include "store/source_names.h"

#include <string.h>

typedef struct assess_job {
    const shoal_plan *plan;
    shoal_assess_job asked; /* its input is what the inputs are called together */
    source_names inputs;
    shoal_hooks hooks;
    hook_relay relay; /* of the hooks */
    pending_file result_file, report_file;
    sink *records;
    context_call call;
    thread_pool *pool;           /* of the call */
    bound_table table, original; /* as read */
    mapped_rows mapped;          /* where a mapping was read: the rows of the table are sorted */
    bound_table control;
    assessment *facts;
    shoal_result *result;
} assess_job;

static bool reports(const assess_job *run) {
    return run->asked.report_path || run->asked.make_report;
}

static bool compares(const assess_job *run) {
    return run->asked.against || run->asked.against_table;
}

static bool same_target(const pending_file *one, const char *path, const pending_file *other) {
    return path && other && file_same_target(one, other);
}

static shoal_status check_records_name(const assess_job *run, shoal_error *error) {
    const pending_file *records = run->records ? sink_file(run->records) : NULL;
    if (same_target(&run->result_file, run->asked.result_path, records) ||
        same_target(&run->report_file, run->asked.report_path, records))
        return status_refuse(error, SHOAL_USAGE, "output_named_twice", "output",
                             "the records and another output have the same name %.150s",
                             run->asked.records_path);
    return SHOAL_OK;
}

static shoal_status open_outputs(assess_job *run, shoal_error *error) {
    STATUS_TRY(output_name_check(run->asked.result_path, OUTPUT_RESULT, error));
    STATUS_TRY(output_name_check(run->asked.report_path, OUTPUT_REPORT, error));
    if (run->asked.result_path)
        STATUS_TRY(file_open(&run->result_file, run->asked.result_path, error));
    if (run->asked.report_path)
        STATUS_TRY(file_open(&run->report_file, run->asked.report_path, error));
    if (run->asked.result_path && run->asked.report_path &&
        file_same_target(&run->result_file, &run->report_file))
        return status_refuse(error, SHOAL_USAGE, "output_named_twice", "output",
                             "the result and the report have the same name %.150s",
                             run->asked.result_path);
    if (run->asked.records_path)
        STATUS_TRY(sink_open(&run->records, run->asked.records_path, error));
    return check_records_name(run, error);
}

static shoal_status check_sources(const assess_job *run, const char *output, shoal_error *error) {
    STATUS_TRY(source_names_guard(&run->inputs, "the input", output, error));
    STATUS_TRY(input_guard(run->asked.against, "the original", output, error));
    STATUS_TRY(input_guard(run->asked.mapping_path, "the mapping", output, error));
    STATUS_TRY(input_guard(run->asked.control, "the control", output, error));
    STATUS_TRY(plan_guard_files(run->plan, output, error));
    return plan_guard_inputs(run->plan, output, error);
}

static shoal_status check(assess_job *run, shoal_error *error) {
    STATUS_TRY(document_check_build(reports(run), error));
    if (run->asked.against && run->asked.against_table)
        return status_refuse(error, SHOAL_USAGE, "input_given_twice", "input",
                             "the original is a table in memory or a name, not both");
    if (run->asked.against && run->asked.input && strcmp(run->asked.input, "-") == 0 &&
        strcmp(run->asked.against, "-") == 0)
        return status_fail(error, SHOAL_USAGE,
                           "the table and its original cannot both be standard input");
    if (run->asked.mapping_path && !run->asked.against)
        return status_refuse(error, SHOAL_USAGE, "original_missing", "against",
                             "a mapping says which row of the original each row is: name the "
                             "original");
    if (run->asked.control && !compares(run))
        return status_refuse(error, SHOAL_USAGE, "control_unused", "control",
                             "a control is for measured attacks, which need the original too");
    STATUS_TRY(bound_table_check_plan(run->plan, error));
    STATUS_TRY(source_names_of_job(&run->inputs, run->asked.table, run->asked.input,
                                   run->asked.more_inputs, run->asked.more_input_count, error));
    run->asked.input = run->inputs.joined;
    STATUS_TRY(check_sources(run, run->asked.result_path, error));
    STATUS_TRY(check_sources(run, run->asked.records_path, error));
    return check_sources(run, run->asked.report_path, error);
}

/* Of a control the columns that the release has too, and whose rows they are. */
static bool reads(const char *name, void *context) {
    const assess_job *run = context;
    plan_role role = plan_role_of(run->plan, name);
    return assess_keeps(name, (void *)run->plan) || role == ROLE_PERSON || role == ROLE_HOUSEHOLD ||
           table_find(run->table.table, name) >= 0;
}

/* People who are not in the release. */
static shoal_status read_control(assess_job *run, const coded_extremes *extremes,
                                 const table_reading *how, shoal_error *error) {
    if (!run->asked.control)
        return SHOAL_OK;
    run->control = (bound_table){.plan = run->original.plan,
                                 .path = run->asked.control,
                                 .hooks = &run->hooks,
                                 .pool = run->pool};
    STATUS_TRY(bound_table_read(&run->control, how, error));
    STATUS_TRY(coded_extremes_apply(extremes, run->control.owned, error));
    absent_join_like(run->control.owned, run->table.table);
    return SHOAL_OK;
}

/* An attacker codes what they know as the release codes it. */
static shoal_status code_extremes(assess_job *run, const table_reading *how, shoal_error *error) {
    coded_extremes extremes;
    shoal_status status = coded_extremes_find(&extremes, &run->original, error);
    if (status == SHOAL_OK)
        status = coded_extremes_apply(&extremes, run->original.owned, error);
    if (status == SHOAL_OK)
        status = read_control(run, &extremes, how, error);
    coded_extremes_free(&extremes);
    return status;
}

/* Of the original all columns: an attacker may sort the people by any of them. */
static shoal_status read_tables(assess_job *run, shoal_error *error) {
    table_reading how = {.hash = run->asked.result_path || run->asked.report_path ||
                                 run->asked.mapping_path,
                         .released = compares(run)};
    run->table = (bound_table){.plan = run->plan,
                               .path = run->asked.input,
                               .names = &run->inputs,
                               .memory = run->asked.table,
                               .hooks = &run->hooks,
                               .pool = run->pool};
    STATUS_TRY(bound_table_read(&run->table, &how, error));
    if (!compares(run))
        return SHOAL_OK;
    how.released = false;
    /* What the values of both say counts for both. */
    run->original = (bound_table){.plan = run->table.plan,
                                  .path = run->asked.against ? run->asked.against : MEMORY_NAME,
                                  .memory = run->asked.against_table,
                                  .hooks = &run->hooks,
                                  .pool = run->pool};
    STATUS_TRY(bound_table_read(&run->original, &how, error));
    how.keep = reads;
    how.context = run;
    STATUS_TRY(code_extremes(run, &how, error));
    decimal_comma_turn_like(run->table.owned, run->original.table);
    absent_join_like(run->table.owned, run->original.table);
    absent_join_like(run->original.owned, run->table.table);
    if (!absent_match(run->table.owned, run->original.table, run->plan))
        return status_no_memory(error);
    return SHOAL_OK;
}

/* Puts the rows of the table into the order of the original's. */
static shoal_status match_rows(assess_job *run, shoal_error *error) {
    const char *path = run->asked.mapping_path;
    row_mapping mapping = {0};
    if (!path)
        return SHOAL_OK;
    shoal_status status = row_mapping_read(&mapping, path, error);
    if (status == SHOAL_OK)
        status = row_mapping_check(&mapping, path, run->table.table, run->original.table, error);
    if (status == SHOAL_OK)
        status = row_mapping_apply(&run->mapped, &mapping, run->table.owned, error);
    row_mapping_free(&mapping);
    return status;
}

static shoal_status assess(assess_job *run, shoal_error *error) {
    assessment_input input = {.plan = compares(run) ? run->original.plan : run->table.plan,
                              .table = run->table.table,
                              .path = run->table.path,
                              .original = run->original.table,
                              .original_path = run->original.path,
                              .control = run->control.table,
                              .control_path = run->control.path,
                              .at = run->mapped.to,
                              .unordered = run->asked.table != NULL,
                              .command = run->asked.command,
                              .records = run->records,
                              .mapped = run->mapped.from != NULL,
                              .order_unknown = true,
                              .paired = run->mapped.paired,
                              .row_at = run->mapped.to,
                              .line_at = run->mapped.from,
                              .pool = run->pool,
                              .hooks = &run->hooks};
    phase judging;
    phase_begin(&judging, &run->hooks, "assess", 0);
    STATUS_TRY(assessment_make(&run->facts, &input, error));
    phase_end(&judging, -1);
    return SHOAL_OK;
}

static shoal_status make_result(assess_job *run, shoal_error *error) {
    run->result = memory_zero(1, sizeof *run->result);
    if (!run->result)
        return status_no_memory(error);
    assessment_print_json(&run->result->json, run->facts);
    assessment_print_summary(&run->result->summary, run->facts);
    return run->result->json.failed || run->result->summary.failed ? status_no_memory(error)
                                                                   : SHOAL_OK;
}

static shoal_status fill(pending_file *file, const text *content, shoal_error *error) {
    if (content->failed)
        return status_no_memory(error);
    STATUS_TRY(file_write(file, content->bytes, content->length, error));
    return file_sync(file, error);
}

static shoal_status fill_result(assess_job *run, shoal_error *error) {
    if (!run->asked.public_report)
        return fill(&run->result_file, &run->result->json, error);
    text shown = {0};
    assessment_print_public(&shown, run->facts);
    shoal_status status = fill(&run->result_file, &shown, error);
    text_free(&shown);
    return status;
}

static shoal_status write_files(assess_job *run, shoal_error *error) {
    if (run->asked.result_path)
        STATUS_TRY(fill_result(run, error));
    if (reports(run))
        assessment_print_html(&run->result->report, run->facts, run->asked.public_report);
    if (run->result->report.failed)
        return status_no_memory(error);
    if (run->asked.report_path)
        STATUS_TRY(fill(&run->report_file, &run->result->report, error));
    if (!run->asked.make_report)
        text_free(&run->result->report);
    if (run->hooks.cancel && *run->hooks.cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    if (run->records)
        STATUS_TRY(sink_publish(run->records, error));
    if (run->asked.result_path)
        STATUS_TRY(file_publish(&run->result_file, error));
    return run->asked.report_path ? file_publish(&run->report_file, error) : SHOAL_OK;
}

static shoal_status assess_run(assess_job *run, shoal_error *error) {
    STATUS_TRY(check(run, error));
    STATUS_TRY(open_outputs(run, error));
    STATUS_TRY(context_enter(&run->call, run->asked.context, run->plan->threads, run->hooks.cancel,
                             error));
    run->pool = run->call.pool;
    STATUS_TRY(read_tables(run, error));
    STATUS_TRY(match_rows(run, error));
    STATUS_TRY(assess(run, error));
    if (run->plan->strict)
        STATUS_TRY(warnings_refuse(run->facts->warnings, error));
    STATUS_TRY(make_result(run, error));
    return write_files(run, error);
}

static void assess_close(assess_job *run) {
    shoal_result_free(run->result);
    assessment_free(run->facts);
    mapped_rows_free(&run->mapped);
    bound_table_close(&run->control);
    bound_table_close(&run->original);
    bound_table_close(&run->table);
    context_leave(&run->call);
    sink_close(run->records);
    file_close(&run->report_file);
    file_close(&run->result_file);
    source_names_free(&run->inputs);
}

shoal_status shoal_assess(shoal_result **out, const shoal_plan *plan, const shoal_assess_job *job,
                          const shoal_hooks *hooks, shoal_error *error) {
    assess_job run = {
        .plan = plan, .result_file = PENDING_FILE_NONE, .report_file = PENDING_FILE_NONE};
    sized_copy(&run.asked, sizeof run.asked, job);
    hooks_open(&run.hooks, &run.relay, hooks);
    shoal_status status = assess_run(&run, error);
    *out = NULL;
    if (status == SHOAL_OK) {
        *out = run.result;
        run.result = NULL;
    }
    if (status == SHOAL_INTERRUPTED)
        status = status_fail(error, SHOAL_INTERRUPTED, "interrupted; nothing was written");
    assess_close(&run);
    return status;
}
