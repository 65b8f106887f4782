/* shoal_explore: reads the table once, searches the grid, and writes table, result and report. */
#include "base/clock.h"
#include "base/sized.h"
#include "bind/canonical_rows.h"
#include "bind/coded_extremes.h"
#include "bind/roles.h"
#include "explore/explore.h"
#include "files/output_name.h"
#include "plan/plan_guard.h"
#include "report/document.h"
#include "warn/warn.h"

static shoal_status check_names(const shoal_explore_job *asked, shoal_error *error) {
    STATUS_TRY(output_name_check(asked->csv_path, OUTPUT_TEXT, error));
    STATUS_TRY(output_name_check(asked->result_path, OUTPUT_RESULT, error));
    return output_name_check(asked->report_path, OUTPUT_REPORT, error);
}

static shoal_status check_output(const explore_run *run, const char *output, shoal_error *error) {
    STATUS_TRY(source_names_guard(&run->inputs, "the input", output, error));
    STATUS_TRY(plan_guard_files(run->plan, output, error));
    return plan_guard_inputs(run->plan, output, error);
}

static shoal_status check(explore_run *run, shoal_error *error) {
    STATUS_TRY(document_check_build(run->asked.report_path || run->asked.make_report, error));
    STATUS_TRY(source_names_of_job(&run->inputs, run->asked.table, run->asked.input,
                                   run->asked.more_inputs, run->asked.more_input_count, error));
    STATUS_TRY(bound_table_check_plan(run->plan, error));
    if (run->plan->where == WHERE_DATABASE)
        return status_refuse(error, SHOAL_USAGE, "needs_rows", "where",
                             "exploring reads the rows, which stay in the database: leave it out, "
                             "or let the run read them with where: memory");
    STATUS_TRY(explore_read_grid(run, error));
    STATUS_TRY(check_output(run, run->asked.csv_path, error));
    STATUS_TRY(check_output(run, run->asked.result_path, error));
    STATUS_TRY(check_output(run, run->asked.report_path, error));
    return check_names(&run->asked, error);
}

/* Plans that contradict themselves are refused before anything is read. */
static shoal_status check_plans(explore_run *run, shoal_error *error) {
    for (size_t i = 0; i < run->facts.series_count; i++) {
        shoal_plan plan = explore_plan(run, run->facts.series[i].recoding);
        rule_list rules = {0};
        run_request request = {0};
        explore_plan_set(&plan, run->facts.ks[0], run->facts.limits[0]);
        shoal_status status = rules_read(&rules, &plan, error);
        if (status == SHOAL_OK)
            status = run_request_read(&request, &plan, &rules, error);
        run_request_close(&request);
        rules_free(&rules);
        STATUS_TRY(status);
    }
    return SHOAL_OK;
}

/* ---- Outputs --------------------------------------------------------------------------------- */

typedef struct output {
    const char *path; /* NULL: not wanted */
    pending_file *file;
    void (*print)(text *out, const exploration *facts);
} output;

enum { OUTPUTS = 3 };

static void list_outputs(output out[OUTPUTS], explore_run *run) {
    out[0] = (output){run->asked.csv_path, &run->csv_file, exploration_print_csv};
    out[1] = (output){run->asked.result_path, &run->result_file, exploration_print_json};
    out[2] = (output){run->asked.report_path, &run->report_file, exploration_print_html};
}

static shoal_status open_outputs(explore_run *run, shoal_error *error) {
    output each[OUTPUTS];
    list_outputs(each, run);
    for (size_t i = 0; i < OUTPUTS; i++) {
        if (!each[i].path)
            continue;
        STATUS_TRY(file_open(each[i].file, each[i].path, error));
        for (size_t j = 0; j < i; j++)
            if (each[j].path && file_same_target(each[i].file, each[j].file))
                return status_refuse(error, SHOAL_USAGE, "output_named_twice", "output",
                                     "two of table, result and report have the same name %.150s",
                                     each[i].path);
    }
    return SHOAL_OK;
}

static shoal_status fill(const output *to, const exploration *facts, shoal_error *error) {
    text content = {0};
    to->print(&content, facts);
    shoal_status status = content.failed
                              ? status_no_memory(error)
                              : file_write(to->file, content.bytes, content.length, error);
    text_free(&content);
    return status == SHOAL_OK ? file_sync(to->file, error) : status;
}

static shoal_status write_files(explore_run *run, shoal_error *error) {
    output each[OUTPUTS];
    list_outputs(each, run);
    for (size_t i = 0; i < OUTPUTS; i++)
        if (each[i].path)
            STATUS_TRY(fill(&each[i], &run->facts, error));
    if (run->hooks.cancel && *run->hooks.cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    for (size_t i = 0; i < OUTPUTS; i++)
        if (each[i].path)
            STATUS_TRY(file_publish(each[i].file, error));
    return SHOAL_OK;
}

/* ---- The run --------------------------------------------------------------------------------- */

static shoal_status read_table(explore_run *run, shoal_error *error) {
    table_reading how = {.keep = roles_keep_needed,
                         .context = (void *)run->plan,
                         .hash = run->asked.result_path || run->asked.report_path};
    run->table = (bound_table){.plan = run->plan,
                               .path = run->inputs.joined,
                               .names = &run->inputs,
                               .memory = run->asked.table,
                               .hooks = &run->hooks,
                               .pool = run->pool};
    double begin = clock_seconds();
    STATUS_TRY(bound_table_read(&run->table, &how, error));
    STATUS_TRY(coded_extremes_of_table(&run->table, error));
    STATUS_TRY(canonical_rows_sort(&run->table, error)); /* as a run would, for each recoding */
    run->plan = run->table.plan;
    exploration *facts = &run->facts;
    const shoal_table *table = run->table.table;
    STATUS_TRY(
        warn_columns(&run->warnings, &(warn_columns_of){.plan = run->plan, .table = table}, error));
    facts->path = run->table.path;
    facts->sha256 = *table->sha256 ? table->sha256 : NULL;
    facts->command = run->asked.command;
    facts->table_rows = table->rows;
    facts->seed = run->plan->seed;
    facts->threads = threads_count(run->pool);
    facts->seconds_read = clock_seconds() - begin;
    return SHOAL_OK;
}

static shoal_status search_all(explore_run *run, shoal_error *error) {
    exploration *facts = &run->facts;
    double begin = clock_seconds();
    for (size_t i = 0; i < facts->series_count; i++)
        STATUS_TRY(explore_points(run, &facts->series[i], error));
    explore_choose_base(run);
    explore_choose_use(run);
    for (size_t i = 0; facts->series_count > 1 && i < facts->series_count; i++)
        STATUS_TRY(explore_use(run, &facts->series[i], error));
    facts->seconds_grid = clock_seconds() - begin;
    if (run->asked.skip_costs)
        return SHOAL_OK;
    begin = clock_seconds();
    for (size_t i = 0; i < facts->series_count; i++)
        STATUS_TRY(explore_costs(run, &facts->series[i], error));
    facts->seconds_costs = clock_seconds() - begin;
    return SHOAL_OK;
}

static shoal_status make_result(explore_run *run, shoal_error *error) {
    run->result = memory_zero(1, sizeof *run->result);
    if (!run->result)
        return status_no_memory(error);
    exploration_print_json(&run->result->json, &run->facts);
    exploration_print_summary(&run->result->summary, &run->facts);
    if (run->asked.make_report)
        exploration_print_html(&run->result->report, &run->facts);
    const shoal_result *made = run->result;
    return made->json.failed || made->summary.failed || made->report.failed
               ? status_no_memory(error)
               : SHOAL_OK;
}

static shoal_status explore(explore_run *run, shoal_error *error) {
    run->started = clock_seconds();
    STATUS_TRY(
        plan_limit_memory(&run->limited, &run->plan, context_memory(run->asked.context), error));
    STATUS_TRY(run_propose(&run->proposal, run->plan, &run->hooks, error));
    if (run->proposal.plan)
        run->plan = run->proposal.plan;
    STATUS_TRY(check(run, error));
    STATUS_TRY(check_plans(run, error));
    STATUS_TRY(open_outputs(run, error));
    STATUS_TRY(context_enter(&run->call, run->asked.context, run->plan->threads, run->hooks.cancel,
                             error));
    run->pool = run->call.pool;
    STATUS_TRY(read_table(run, error));
    STATUS_TRY(search_all(run, error));
    run->facts.seconds_total = clock_seconds() - run->started;
    STATUS_TRY(make_result(run, error));
    return write_files(run, error);
}

static void close_run(explore_run *run) {
    shoal_result_free(run->result);
    bound_table_close(&run->table);
    run_proposal_close(&run->proposal);
    warnings_free(&run->warnings);
    shoal_plan_free(run->limited);
    context_leave(&run->call);
    file_close(&run->report_file);
    file_close(&run->result_file);
    file_close(&run->csv_file);
    source_names_free(&run->inputs);
    arena_free(&run->memory);
}

shoal_status shoal_explore(shoal_result **out, const shoal_plan *plan, const shoal_explore_job *job,
                           const shoal_hooks *hooks, shoal_error *error) {
    explore_run run = {.plan = plan,
                       .csv_file = PENDING_FILE_NONE,
                       .result_file = PENDING_FILE_NONE,
                       .report_file = PENDING_FILE_NONE};
    sized_copy(&run.asked, sizeof run.asked, job);
    hooks_open(&run.hooks, &run.relay, hooks);
    run.quiet = (shoal_hooks){.size = sizeof run.quiet, .cancel = run.hooks.cancel};
    run.warnings.accepted = plan->accepted;
    shoal_status status = explore(&run, error);
    *out = NULL;
    if (status == SHOAL_OK) {
        *out = run.result;
        run.result = NULL;
    }
    if (status == SHOAL_INTERRUPTED)
        status = status_fail(error, SHOAL_INTERRUPTED, "interrupted; nothing was written");
    close_run(&run);
    return status;
}
