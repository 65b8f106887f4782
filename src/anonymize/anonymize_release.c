/* From the publication to a verified file. */
#include "anonymize/anonymization.h"
#include "assess/assess.h"
#include "base/clock.h"
#include "base/phase.h"
#include "data/decimal_comma.h"
#include "release/release_order.h"
#include "release/release_verify.h"

#include <inttypes.h>
#include <string.h>

/* ---- Pseudonyms ------------------------------------------------------------------------------ */

static void warn_of_pseudonyms(anonymization *run) {
    const person_sequences *found = &run->release.sequences;
    warning_list *out = &run->warnings;
    warnings_add(out, warning_pseudonyms_link, NULL,
                 "with pseudonyms the rows of a person can be linked: taken together they read as "
                 "those of fewer than k = %" PRId64 " persons for %" PRIu64 " of %" PRIu64
                 " persons, and like nobody else's for %" PRIu64,
                 run->bound.plan->k, found->below, found->persons, found->unique);
    warnings_count(out, "persons", found->persons);
    warnings_count(out, "sequences", found->sequences);
    warnings_count(out, "smallest", found->smallest);
    warnings_count(out, "unique", found->unique);
    warnings_count(out, "below_k", found->below);
}

/* ---- Writing and reading back ---------------------------------------------------------------- */

/* Which labels people of the population would get. */
static recoded_labels *labels_of_people(const publication *published) {
    recoded_labels *labels = memory_new(published->attributes, sizeof *labels);
    for (size_t a = 0; labels && a < published->attributes; a++)
        labels[a] =
            (recoded_labels){published->attribute[a].labels, published->attribute[a].label_count,
                             published->attribute[a].of_population};
    return labels;
}

static shoal_status verify(anonymization *run, sink *file, const release_task *task,
                           shoal_error *error) {
    const bound_rules *rules = run->bound.bound_rules;
    const publication *published = &run->recoder->publication;
    bool hash = run->asked.result_path || run->asked.report_path;
    judged_people people = {0};
    recoded_labels *labels = NULL;
    rules_found_free(&run->release.rules);
    release_checks checks = {
        .rules = &run->bound.rules,
        .stars_count = published->hierarchies && published->suppressed == 0,
        .found = &run->release.rules,
        .limits = run->release.limits,
        .limit_count = &run->release.limit_count,
        .sequences = run->bound.plan->pseudonyms ? &run->release.sequences : NULL,
    };
    if (rules && rules->population) {
        labels = labels_of_people(published);
        if (!labels)
            return status_no_memory(error);
        people = (judged_people){&rules->population->tuples, labels};
        checks.people = &people;
    }
    shoal_status status = release_verify(file, task, run->bound.plan, &checks,
                                         hash ? run->release.sha256 : NULL, error);
    memory_free(labels);
    if (status == SHOAL_OK && checks.sequences)
        warn_of_pseudonyms(run);
    return status;
}

static shoal_status write_and_verify(anonymization *run, const release_task *task,
                                     shoal_error *error) {
    double begin = clock_seconds();
    sink *file = run->outputs.release;
    STATUS_TRY(release_write(file, task, error));
    run->seconds.write = clock_seconds() - begin;
    begin = clock_seconds();
    STATUS_TRY(verify(run, file, task, error));
    if (run->recoder->kind->measure)
        STATUS_TRY(run->recoder->kind->measure(run->recoder, task->cancel, error));
    run->seconds.verify = clock_seconds() - begin;
    return anonymization_check_cancel(run, error);
}

/* ---- For the report -------------------------------------------------------------------------- */

static shoal_status read_release(anonymization *run, const release_task *task, shoal_error *error) {
    run_release *release = &run->release;
    source_options options = {.pool = run->pool, .cancel = task->cancel};
    source *from = NULL;
    absent_texts *absent = release_absent(task);
    if (!absent)
        return status_no_memory(error);
    options.absent = absent;
    shoal_status status = sink_reopen(&from, run->outputs.release, &options, error);
    if (status == SHOAL_OK)
        status = source_load_opened(&release->table, NULL, from, &options, error);
    memory_free(absent);
    STATUS_TRY(status);
    decimal_comma_turn_like(release->table, run->bound.table);
    STATUS_TRY(release_order_undo(release->table, task, error));
    memcpy(release->table->sha256, release->sha256, sizeof release->table->sha256);
    return SHOAL_OK;
}

static shoal_status assess(anonymization *run, const release_task *task, shoal_error *error) {
    if (!anonymization_reports(run))
        return SHOAL_OK;
    double begin = clock_seconds();
    shoal_hooks hooks = run->hooks;
    hooks.cancel = task->cancel;
    hooks.note = NULL;
    hooks.event = NULL; /* of notes; phases have their own way */
    hooks.warning = NULL;
    phase judging;
    phase_begin(&judging, &run->hooks, "assess", 0);
    STATUS_TRY(read_release(run, task, error));
    assessment_input input = {.plan = run->bound.plan,
                              .table = run->release.table,
                              .path = run->output,
                              .original = run->bound.table,
                              .original_path = run->bound.path,
                              .command = run->asked.command,
                              .pool = run->pool,
                              .hooks = &hooks,
                              .warnings = &run->warnings};
    STATUS_TRY(assessment_make(&run->release.assessed, &input, error));
    phase_end(&judging, -1);
    run->seconds.assess = clock_seconds() - begin;
    return SHOAL_OK;
}

static shoal_status draw_pseudonyms(anonymization *run, shoal_error *error) {
    return run->bound.plan->pseudonyms
               ? pseudonyms_draw(&run->release.pseudonyms, run->bound.person_of, run->bound.persons,
                                 error)
               : SHOAL_OK;
}

shoal_status anonymize_release(anonymization *run, shoal_error *error) {
    if (anonymize_stays(run))
        return anonymize_release_database(run, error);
    STATUS_TRY(draw_pseudonyms(run, error));
    release_column *columns = release_columns(&run->bound);
    if (!columns)
        return status_no_memory(error);
    for (size_t i = 0; i < run->bound.table->columns; i++)
        run->release.columns += columns[i].use != COLUMN_DROP;
    release_task task = {
        .table = run->bound.table,
        .format = run->bound.format,
        .columns = columns,
        .kept_rows = run->bound.kept,
        .published = &run->recoder->publication,
        .person_of = run->bound.person_of,
        .pseudonyms = &run->release.pseudonyms,
        .pool = run->pool,
        .cancel = anonymization_cancel(run),
        .hooks = &run->hooks,
    };
    uint32_t *order = NULL;
    shoal_status status =
        task.format.unordered ? release_order_make(&order, &task, error) : SHOAL_OK;
    task.order = order;
    if (status == SHOAL_OK)
        status = write_and_verify(run, &task, error);
    if (status == SHOAL_OK)
        status = assess(run, &task, error);
    memory_free(order);
    memory_free(columns);
    return status;
}
