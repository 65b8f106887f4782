/* shoal_inspect: reads the table, inspects it, and writes plan, result and report. */
#include "base/context.h"
#include "base/hooks.h"
#include "base/sized.h"
#include "bind/bound_table.h"
#include "files/output_name.h"
#include "files/pending_file.h"
#include "inspect/inspect.h"
#include "plan/plan_guard.h"
#include "plan/plan_objects.h"
#include "report/document.h"
#include "report/public_form.h"
#include "store/source_names.h"

typedef struct inspect_job {
    const shoal_plan *plan;
    shoal_inspect_job asked; /* its input is what the inputs are called together */
    source_names inputs;
    shoal_hooks hooks;
    hook_relay relay; /* of the hooks */
    pending_file plan_file, result_file, report_file;
    context_call call;
    thread_pool *pool; /* of the call */
    bound_table table; /* as read */
    inspection *facts;
    shoal_result *result;
} inspect_job;

static bool reports(const inspect_job *run) {
    return run->asked.report_path || run->asked.make_report;
}

static shoal_status check_names(const shoal_inspect_job *asked, shoal_error *error) {
    STATUS_TRY(output_name_check(asked->plan_path, OUTPUT_PLAN, error));
    STATUS_TRY(output_name_check(asked->result_path, OUTPUT_RESULT, error));
    return output_name_check(asked->report_path, OUTPUT_REPORT, error);
}

static shoal_status check_output(const inspect_job *run, const char *output, shoal_error *error) {
    STATUS_TRY(source_names_guard(&run->inputs, "the input", output, error));
    STATUS_TRY(plan_guard_files(run->plan, output, error));
    return plan_guard_inputs(run->plan, output, error);
}

static shoal_status check(inspect_job *run, shoal_error *error) {
    STATUS_TRY(document_check_build(reports(run), error));
    STATUS_TRY(source_names_of_job(&run->inputs, run->asked.table, run->asked.input,
                                   run->asked.more_inputs, run->asked.more_input_count, error));
    run->asked.input = run->inputs.joined;
    if (run->asked.plan_path)
        STATUS_TRY(plan_refuse_objects(run->plan, error));
    STATUS_TRY(check_output(run, run->asked.plan_path, error));
    STATUS_TRY(check_output(run, run->asked.result_path, error));
    STATUS_TRY(check_output(run, run->asked.report_path, error));
    return check_names(&run->asked, error);
}

/* ---- Outputs --------------------------------------------------------------------------------- */

typedef struct output {
    const char *path; /* NULL: not wanted */
    pending_file *file;
} output;

enum { OUTPUTS = 3 };

static void list_outputs(output out[OUTPUTS], inspect_job *run) {
    out[0] = (output){run->asked.plan_path, &run->plan_file};
    out[1] = (output){run->asked.result_path, &run->result_file};
    out[2] = (output){run->asked.report_path, &run->report_file};
}

static shoal_status open_outputs(inspect_job *run, shoal_error *error) {
    output each[OUTPUTS];
    list_outputs(each, run);
    for (size_t i = 0; i < OUTPUTS; i++) {
        if (!each[i].path)
            continue;
        STATUS_TRY(file_open(each[i].file, each[i].path, error));
        for (size_t j = 0; j < i; j++)
            if (each[j].path && file_same_target(each[i].file, each[j].file))
                return status_refuse(error, SHOAL_USAGE, "output_named_twice", "output",
                                     "two of plan, result and report have the same name %.150s",
                                     each[i].path);
    }
    return SHOAL_OK;
}

static shoal_status fill(pending_file *file, const char *bytes, size_t length, shoal_error *error) {
    STATUS_TRY(file_write(file, bytes, length, error));
    return file_sync(file, error);
}

static shoal_status fill_report(inspect_job *run, shoal_error *error) {
    text *page = &run->result->report;
    inspection_print_html(page, run->facts, run->asked.public_report);
    if (page->failed)
        return status_no_memory(error);
    if (run->asked.report_path)
        STATUS_TRY(fill(&run->report_file, page->bytes, page->length, error));
    if (!run->asked.make_report)
        text_free(page);
    return SHOAL_OK;
}

static shoal_status fill_result(inspect_job *run, shoal_error *error) {
    const text *whole = &run->result->json;
    if (!run->asked.public_report)
        return fill(&run->result_file, whole->bytes, whole->length, error);
    text shown = {0};
    inspection_print_public(&shown, run->facts);
    shoal_status status = shown.failed ? status_no_memory(error)
                                       : fill(&run->result_file, shown.bytes, shown.length, error);
    text_free(&shown);
    return status;
}

static shoal_status fill_plan(inspect_job *run, shoal_error *error) {
    if (run->facts->planless)
        return status_fail(error, SHOAL_USAGE, "%s", run->facts->planless);
    return fill(&run->plan_file, run->facts->plan, strlen(run->facts->plan), error);
}

static shoal_status write_files(inspect_job *run, shoal_error *error) {
    output each[OUTPUTS];
    list_outputs(each, run);
    if (run->asked.plan_path)
        STATUS_TRY(fill_plan(run, error));
    if (run->asked.result_path)
        STATUS_TRY(fill_result(run, error));
    if (reports(run))
        STATUS_TRY(fill_report(run, error));
    if (run->hooks.cancel && *run->hooks.cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < OUTPUTS; i++)
        if (each[i].path)
            STATUS_TRY(file_publish(each[i].file, error));
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status read_table(inspect_job *run, shoal_error *error) {
    table_reading how = {.hash = run->asked.result_path || run->asked.report_path};
    run->table = (bound_table){.plan = run->plan,
                               .path = run->asked.input,
                               .names = &run->inputs,
                               .memory = run->asked.table,
                               .hooks = &run->hooks,
                               .pool = run->pool};
    return bound_table_read(&run->table, &how, error);
}

static shoal_status make_result(inspect_job *run, shoal_error *error) {
    run->result = memory_zero(1, sizeof *run->result);
    if (!run->result)
        return status_no_memory(error);
    inspection_print_json(&run->result->json, run->facts);
    inspection_print_summary(&run->result->summary, run->facts);
    if (!run->facts->planless && !plan_has_objects(run->plan))
        text_add_string(&run->result->plan, run->facts->plan);
    const shoal_result *made = run->result;
    return made->json.failed || made->summary.failed || made->plan.failed ? status_no_memory(error)
                                                                          : SHOAL_OK;
}

static shoal_status inspect_run(inspect_job *run, shoal_error *error) {
    STATUS_TRY(check(run, error));
    STATUS_TRY(open_outputs(run, error));
    STATUS_TRY(context_enter(&run->call, run->asked.context, run->plan->threads, run->hooks.cancel,
                             error));
    run->pool = run->call.pool;
    STATUS_TRY(read_table(run, error));
    inspection_input input = {.plan = run->table.plan, /* with what reading has found */
                              .table = run->table.table,
                              .path = run->asked.input,
                              .plan_path = run->asked.plan_path,
                              .command = run->asked.command,
                              .pool = run->pool,
                              .hooks = &run->hooks};
    STATUS_TRY(inspection_make(&run->facts, &input, error));
    STATUS_TRY(make_result(run, error));
    return write_files(run, error);
}

static void inspect_close(inspect_job *run) {
    shoal_result_free(run->result);
    inspection_free(run->facts);
    bound_table_close(&run->table);
    context_leave(&run->call);
    file_close(&run->report_file);
    file_close(&run->result_file);
    file_close(&run->plan_file);
    source_names_free(&run->inputs);
}

shoal_status shoal_inspect(shoal_result **out, const shoal_plan *plan, const shoal_inspect_job *job,
                           const shoal_hooks *hooks, shoal_error *error) {
    inspect_job run = {.plan = plan,
                       .plan_file = PENDING_FILE_NONE,
                       .result_file = PENDING_FILE_NONE,
                       .report_file = PENDING_FILE_NONE};
    sized_copy(&run.asked, sizeof run.asked, job);
    hooks_open(&run.hooks, &run.relay, hooks);
    shoal_status status = inspect_run(&run, error);
    *out = NULL;
    if (status == SHOAL_OK) {
        *out = run.result;
        run.result = NULL;
    }
    if (status == SHOAL_INTERRUPTED)
        status = status_fail(error, SHOAL_INTERRUPTED, "interrupted; nothing was written");
    inspect_close(&run);
    return status;
}
