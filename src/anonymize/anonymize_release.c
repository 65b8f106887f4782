/* From the publication to a verified file. */
#include "anonymize/anonymization.h"
#include "assess/assess.h"
#include "attack/attack_warn.h"
#include "base/clock.h"
#include "base/phase.h"
#include "bind/canonical_rows.h"
#include "data/decimal_comma.h"
#include "release/release_order.h"
#include "release/release_verify.h"
#include "release/row_mapping.h"
#include "warn/warn_links.h"

#include <inttypes.h>
#include <string.h>

/* ---- Writing and reading back ---------------------------------------------------------------- */

/* Which labels people of the population would get. */
static recoded_labels *labels_of_people(const publication *published) {
    recoded_labels *labels = memory_new(published->attributes, sizeof *labels);
    for (size_t a = 0; labels && a < published->attributes; a++)
        labels[a] = (recoded_labels){
            published->attribute[a].labels, published->attribute[a].label_count,
            published->attribute[a].of_population, published->attribute[a].partial};
    return labels;
}

shoal_status anonymize_release_people(judged_people *people, recoded_labels **labels,
                                      const anonymization *run, shoal_error *error) {
    const bound_rules *rules = run->bound.bound_rules;
    *people = (judged_people){0};
    *labels = NULL;
    if (!rules || !rules->population)
        return SHOAL_OK;
    *labels = labels_of_people(&run->recoder->publication);
    *people = (judged_people){&rules->population->tuples, *labels};
    return *labels ? SHOAL_OK : status_no_memory(error);
}

static shoal_status verify(anonymization *run, sink *file, const release_task *task,
                           shoal_error *error) {
    bool hash = run->asked.result_path || run->asked.report_path || run->asked.mapping_path;
    judged_people people = {0};
    recoded_labels *labels = NULL;
    rules_found_free(&run->release.rules);
    release_checks checks = {
        .rules = &run->bound.rules,
        .found = &run->release.rules,
        .limits = run->release.limits,
        .limit_count = &run->release.limit_count,
        .sequences = run->bound.plan->pseudonyms ? &run->release.sequences : NULL,
    };
    STATUS_TRY(anonymize_release_people(&people, &labels, run, error));
    checks.people = people.tuples ? &people : NULL;
    shoal_status status = release_verify(file, task, run->bound.plan, &checks,
                                         hash ? run->release.sha256 : NULL, error);
    memory_free(labels);
    if (status == SHOAL_OK && checks.sequences)
        warn_links(&run->warnings, checks.sequences, (uint64_t)run->bound.plan->k);
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

/* ---- Which row is which ---------------------------------------------------------------------- */

static shoal_status check_hash(const char *sha256, const char *name, shoal_error *error) {
    if (*sha256)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "mapping_unsupported", "mapping",
                         "a mapping names its files by their hashes, but %.150s is no file", name);
}

static shoal_status write_mapping(anonymization *run, const release_task *task,
                                  shoal_error *error) {
    const bound_table *bound = &run->bound;
    row_mapping made = {.input.rows = task->table->rows};
    text content = {0};
    if (!run->asked.mapping_path)
        return SHOAL_OK;
    STATUS_TRY(check_hash(task->table->sha256, bound->path, error));
    STATUS_TRY(check_hash(run->release.sha256, run->output, error));
    memcpy(made.input.sha256, task->table->sha256, sizeof made.input.sha256);
    memcpy(made.release.sha256, run->release.sha256, sizeof made.release.sha256);
    made.row = memory_new(task->table->rows, sizeof *made.row);
    for (size_t i = 0; made.row && i < task->table->rows; i++) {
        uint32_t row = task->order ? task->order[i] : (uint32_t)i;
        if (!task->kept_rows || task->kept_rows[row])
            made.row[made.release.rows++] = bound->input_row ? bound->input_row[row] : row;
    }
    if (made.row)
        row_mapping_print(&content, &made);
    shoal_status status = made.row ? run_output_fill(&run->outputs.mapping, &content, error)
                                   : status_no_memory(error);
    text_free(&content);
    row_mapping_free(&made);
    return status;
}

/* ---- Attacks, and the report
 * -------------------------------------------------------------------------- */

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

/* The row of the table that was read back, whose rows are in the order of the input, at each place
 * of the file. NULL in *out: the same. */
static shoal_status find_places(uint32_t **out, const release_task *task, shoal_error *error) {
    size_t rows = task->table->rows, kept = 0;
    *out = NULL;
    if (!task->order)
        return SHOAL_OK;
    uint32_t *rank = memory_new(rows, sizeof *rank);
    *out = memory_new(rows, sizeof **out);
    for (size_t row = 0; rank && *out && row < rows; row++)
        rank[row] = !task->kept_rows || task->kept_rows[row] ? (uint32_t)kept++ : UINT32_MAX;
    for (size_t at = 0; rank && *out && at < kept; at++)
        (*out)[at] = rank[task->order[at]];
    memory_free(rank);
    if (rank && *out)
        return SHOAL_OK;
    memory_free(*out);
    *out = NULL;
    return status_no_memory(error);
}

static shoal_status assess(anonymization *run, const release_task *task, shoal_error *error) {
    if (!anonymization_attacks(run))
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
    STATUS_TRY(anonymize_read_control(run, error));
    uint32_t *places = NULL;
    STATUS_TRY(find_places(&places, task, error));
    assessment_input input = {.plan = run->bound.plan,
                              .table = run->release.table,
                              .path = run->output,
                              .original = run->bound.table,
                              .original_path = run->bound.path,
                              .source_row = run->bound.input_row,
                              .control = run->control.table,
                              .control_path = run->control.path,
                              .set_aside = run->set_aside,
                              .at = places,
                              .unordered = run->asked.release != NULL,
                              .command = run->asked.command,
                              .attacks_only = !anonymization_reports(run),
                              .pool = run->pool,
                              .hooks = &hooks,
                              .mapped = true,
                              .paired = anonymization_kept(run),
                              .warnings = &run->warnings};
    shoal_status status = assessment_make(&run->release.assessed, &input, error);
    memory_free(places);
    STATUS_TRY(status);
    attacks_warn(&run->warnings, &run->release.assessed->attacks);
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

/* A table in memory has the order of its input, which the caller has anyway, and so has a file
 * where the plan says so; what leaves otherwise has an order that says nothing. */
static shoal_status find_order(uint32_t **out, const anonymization *run, const release_task *task,
                               shoal_error *error) {
    const bound_table *bound = &run->bound;
    bool keeps = run->asked.release || bound->plan->order == ORDER_INPUT;
    if (task->format.unordered || !keeps)
        return release_order_make(out, task, error);
    if (!bound->input_row)
        return SHOAL_OK;
    *out = canonical_rows_back(bound);
    return *out ? SHOAL_OK : status_no_memory(error);
}

shoal_status anonymize_release_task(release_task *out, release_column **columns, anonymization *run,
                                    shoal_error *error) {
    *columns = release_columns(&run->bound);
    if (!*columns)
        return status_no_memory(error);
    *out = (release_task){
        .table = run->bound.table,
        .format = run->bound.format,
        .columns = *columns,
        .kept_rows = anonymization_kept(run),
        .published = &run->recoder->publication,
        .person_of = run->bound.person_of,
        .pseudonyms = &run->release.pseudonyms,
        .pool = run->pool,
        .cancel = anonymization_cancel(run),
        .hooks = &run->hooks,
    };
    return SHOAL_OK;
}

shoal_status anonymize_release(anonymization *run, shoal_error *error) {
    release_task task;
    release_column *columns;
    if (anonymize_stays(run))
        return anonymize_release_database(run, error);
    STATUS_TRY(draw_pseudonyms(run, error));
    STATUS_TRY(anonymize_release_task(&task, &columns, run, error));
    for (size_t i = 0; i < run->bound.table->columns; i++)
        run->release.columns += columns[i].use != COLUMN_DROP;
    uint32_t *order = NULL;
    shoal_status status = find_order(&order, run, &task, error);
    task.order = order;
    if (status == SHOAL_OK)
        status = write_and_verify(run, &task, error);
    if (status == SHOAL_OK)
        status = write_mapping(run, &task, error);
    if (status == SHOAL_OK)
        status = assess(run, &task, error);
    memory_free(order);
    memory_free(columns);
    return status;
}
