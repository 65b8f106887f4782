/* From the publication to a verified file. */
#include "anonymize/anonymization.h"
#include "assess/assess.h"
#include "base/clock.h"
#include "release/release_verify.h"

#include <inttypes.h>
#include <string.h>

/* ---- The privacy models ---------------------------------------------------------------------- */

static bool needs_column(void *context, const char *name) {
    const anonymization *run = context;
    const bound_rules *rules = run->bound.bound_rules;
    for (size_t i = 0; rules && i < rules->column_count; i++)
        if (strcmp(rules->columns[i].domain.name, name) == 0)
            return true;
    return false;
}

static shoal_status fail_rule(const rule_found *found, shoal_error *error) {
    return status_fail(error, SHOAL_UNVERIFIED,
                       "the written file failed verification: %" PRIu64
                       " classes violate %s%s%.60s%s",
                       found->classes, found->rule->model->name, found->attribute ? " on '" : "",
                       found->attribute ? found->attribute : "", found->attribute ? "'" : "");
}

static shoal_status check_found(const rules_found *found, shoal_error *error) {
    for (size_t i = 0; i < found->count; i++)
        if (!found->each[i].holds)
            return fail_rule(&found->each[i], error);
    return SHOAL_OK;
}

static shoal_status check_population(const anonymization *run, const rules_input *input,
                                     shoal_error *error) {
    const publication *published = &run->recoder->publication;
    rules_found found = {0};
    recoded_labels *labels = memory_new(published->attributes, sizeof *labels);
    if (!labels)
        return status_no_memory(error);
    for (size_t a = 0; a < published->attributes; a++)
        labels[a] =
            (recoded_labels){published->attribute[a].labels, published->attribute[a].label_count,
                             published->attribute[a].of_population};
    shoal_status status =
        rules_examine_recoded(&found, input, run->bound.bound_rules, labels, error);
    if (status == SHOAL_OK)
        status = check_found(&found, error);
    rules_found_free(&found);
    memory_free(labels);
    return status;
}

/* Every rule is judged again, on the classes as they read. */
static shoal_status check_rules(void *context, const shoal_table *table, const size_t *quasi,
                                size_t attributes, shoal_error *error) {
    anonymization *run = context;
    const bound_rules *rules = run->bound.bound_rules;
    rules_input input = bound_table_rules_input(&run->bound);
    input.table = table;
    input.quasi = quasi;
    input.attributes = attributes;
    input.kept = NULL;
    /* Where no row is suppressed, rows with only `*` are a class like any other. */
    input.stars_count =
        run->recoder->publication.hierarchies && run->recoder->publication.suppressed == 0;
    rules_found_free(&run->release.rules);
    STATUS_TRY(rules_examine(&run->release.rules, &input, error));
    STATUS_TRY(check_found(&run->release.rules, error));
    return rules && rules->population ? check_population(run, &input, error) : SHOAL_OK;
}

/* ---- Writing and reading back ---------------------------------------------------------------- */

static shoal_status write_and_verify(anonymization *run, const release_task *task,
                                     shoal_error *error) {
    double begin = clock_seconds();
    sink *file = run->outputs.release;
    STATUS_TRY(release_write(file, task, error));
    run->seconds.write = clock_seconds() - begin;
    begin = clock_seconds();
    release_checks checks = {.context = run};
    if (run->bound.rules.count > 0) {
        checks.check = check_rules;
        checks.needs = needs_column;
    }
    bool hash = run->asked.result_path || run->asked.report_path;
    STATUS_TRY(release_verify(file, task, run->bound.plan, &checks,
                              hash ? run->release.sha256 : NULL, error));
    if (run->recoder->kind->measure)
        STATUS_TRY(run->recoder->kind->measure(run->recoder, task->cancel, error));
    run->seconds.verify = clock_seconds() - begin;
    return anonymization_was_interrupted(run) ? SHOAL_OK : anonymization_check_cancel(run, error);
}

/* ---- For the report -------------------------------------------------------------------------- */

static shoal_status read_release(anonymization *run, const release_task *task, shoal_error *error) {
    run_release *release = &run->release;
    source_options options = {.pool = run->pool, .cancel = task->cancel};
    source *from = NULL;
    STATUS_TRY(sink_reopen(&from, run->outputs.release, &options, error));
    STATUS_TRY(source_load_opened(&release->table, NULL, from, &options, error));
    memcpy(release->table->sha256, release->sha256, sizeof release->table->sha256);
    return SHOAL_OK;
}

static shoal_status assess(anonymization *run, const release_task *task, shoal_error *error) {
    if (!run->asked.report_path)
        return SHOAL_OK;
    double begin = clock_seconds();
    shoal_hooks hooks = run->hooks;
    hooks.cancel = task->cancel;
    hooks.note = NULL;
    hooks.warning = NULL;
    STATUS_TRY(read_release(run, task, error));
    assessment_input input = {.plan = run->bound.plan,
                              .table = run->release.table,
                              .path = run->asked.output,
                              .original = run->bound.table,
                              .original_path = run->bound.path,
                              .command = run->asked.command,
                              .pool = run->pool,
                              .hooks = &hooks,
                              .warnings = &run->warnings};
    STATUS_TRY(assessment_make(&run->release.assessed, &input, error));
    run->seconds.assess = clock_seconds() - begin;
    return SHOAL_OK;
}

shoal_status anonymize_release(anonymization *run, shoal_error *error) {
    release_column *columns = release_columns(&run->bound);
    if (!columns)
        return status_no_memory(error);
    release_task task = {
        .table = run->bound.table,
        .format = run->bound.format,
        .columns = columns,
        .kept_rows = run->bound.kept,
        .published = &run->recoder->publication,
        .person_of = run->bound.person_of,
        .pool = run->pool,
        .cancel = anonymization_cancel(run),
    };
    shoal_status status = write_and_verify(run, &task, error);
    if (status == SHOAL_OK)
        status = assess(run, &task, error);
    memory_free(columns);
    return status;
}
