/* An assessment from start to end. */
#include "assess/assess_parts.h"

#include "base/clock.h"
#include "base/note.h"
#include "bind/roles.h"
#include "data/number.h"
#include "measure/numeric_losses.h"
#include "plan/plan_objects.h"
#include "plan/plan_yaml.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define USUAL_THRESHOLD "0.2"

/* The facts and their memory. The facts come first, so that a pointer to them is one to the whole.
 */
typedef struct assessed {
    assessment facts;
    assessment_table before;
    warning_list warnings;
    arena memory;
} assessed;

const volatile int *assess_cancel(const assessing *run) {
    return run->input->hooks ? run->input->hooks->cancel : NULL;
}

shoal_status assess_check_cancel(const assessing *run, shoal_error *error) {
    const volatile int *cancel = assess_cancel(run);
    return cancel && *cancel ? status_fail(error, SHOAL_INTERRUPTED, "interrupted") : SHOAL_OK;
}

/* Small tables take too little time for a note. */
void assess_note(const assessing *run, const char *sentence) {
    const shoal_hooks *hooks = run->input->hooks;
    if (run->after.bound.table->rows >= 200000)
        note_tell(hooks, note_assessing, NULL, sentence);
}

bool assess_keeps(const char *name, void *plan) {
    const shoal_plan *of = plan;
    plan_role role = plan_role_of(of, name);
    return role == ROLE_QUASI || role == ROLE_SENSITIVE ||
           (of->target && strcmp(of->target, name) == 0);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static shoal_status check_column(const bound_table *bound, const char *name, shoal_error *error) {
    return roles_check_column(bound->table, bound->path, name, error);
}

static shoal_status list_names(assessing *run, shoal_error *error) {
    const shoal_table *table = run->after.bound.table;
    const char **quasi = arena_new(run->memory, run->attributes, sizeof *quasi);
    const char **sensitive =
        arena_new(run->memory, run->plan->attribute_count + 1, sizeof *sensitive);
    if (!quasi || !sensitive)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        quasi[a] = assess_quasi(&run->after, a)->name;
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(run->plan, table->column[i].name) == ROLE_SENSITIVE)
            sensitive[run->facts->sensitive_count++] = table->column[i].name;
    run->facts->quasi = quasi;
    run->facts->quasi_count = run->attributes;
    run->facts->sensitive = sensitive;
    return SHOAL_OK;
}

/* Sensitive attributes and the target must be in both tables. */
static shoal_status check_columns(const bound_table *bound, shoal_error *error) {
    const shoal_plan *plan = bound->plan;
    STATUS_TRY(roles_check_sensitive(bound->table, bound->path, plan, error));
    shoal_status status = plan->target ? check_column(bound, plan->target, error) : SHOAL_OK;
    if (status != SHOAL_OK)
        status_blame(error, "target_unknown", "target");
    return status;
}

/* The original may have its columns in another order: its quasi-identifiers are listed in the order
 * of the release. */
static shoal_status match_columns(assessing *run, shoal_error *error) {
    bound_table *original = &run->before.bound;
    for (size_t a = 0; a < run->attributes; a++)
        STATUS_TRY(check_column(original, run->facts->quasi[a], error));
    STATUS_TRY(bound_table_find_columns(original, true, error));
    assert(original->attributes == run->attributes);
    for (size_t a = 0; a < run->attributes; a++) {
        original->quasi[a] = (size_t)table_find(original->table, run->facts->quasi[a]);
        original->quasi_codes[a] = &assess_quasi(&run->before, a)->codes;
    }
    return check_columns(original, error);
}

static shoal_status find_columns(assessing *run, shoal_error *error) {
    bound_table *table = &run->after.bound;
    STATUS_TRY(bound_table_check_plan(run->plan, error));
    STATUS_TRY(roles_refuse_unnamed(table->table, run->plan, error));
    STATUS_TRY(bound_table_find_columns(table, true, error));
    run->attributes = table->attributes;
    STATUS_TRY(check_columns(table, error));
    STATUS_TRY(list_names(run, error));
    return run->before.bound.table ? match_columns(run, error) : SHOAL_OK;
}

/* ---- The plan -------------------------------------------------------------------------------- */

static shoal_status read_threshold(assessing *run, shoal_error *error) {
    const char *given = run->plan->threshold ? run->plan->threshold : USUAL_THRESHOLD;
    number value;
    bool fine = number_parse(&value, given, strlen(given)) && number_places(&value) <= 9 &&
                number_floor(&value, 9, &run->threshold) && run->threshold >= 0 &&
                run->threshold <= MODEL_UNIT;
    if (!fine)
        return status_refuse(
            error, SHOAL_USAGE, "threshold_invalid", "risk.threshold",
            "risk.threshold is \"%.40s\", but must be a number from 0 to 1 with at "
            "most nine decimals, such as 0.09",
            given);
    run->facts->threshold = given;
    run->facts->threshold_value = (double)run->threshold / (double)MODEL_UNIT;
    run->facts->threshold_given = run->plan->threshold != NULL;
    return SHOAL_OK;
}

static shoal_status fill_plan(assessing *run, shoal_error *error) {
    const shoal_plan *plan = run->plan;
    assessment *facts = run->facts;
    text yaml = {0};
    /* A plan with names that are not UTF-8 has no form as YAML: the result does without. */
    shoal_status status = plan_yaml_format(&yaml, plan, NULL, NULL, NULL);
    if (status == SHOAL_OK && !yaml.failed && yaml.bytes)
        facts->plan = arena_text(run->memory, yaml.bytes, yaml.length);
    text_free(&yaml);
    if (status == SHOAL_NO_MEMORY || (status == SHOAL_OK && !facts->plan))
        return status_no_memory(error);
    facts->command = run->input->command;
    facts->k_asked = plan->k;
    facts->suppression_limited = plan->suppression_given;
    facts->suppression_limit = plan->suppression;
    facts->missing = plan_missing_name(plan->missing);
    if (plan_has_population(plan)) {
        char *shown = plan_population_shown(plan);
        facts->population_file = shown ? arena_text(run->memory, shown, strlen(shown)) : NULL;
        memory_free(shown);
        if (!facts->population_file)
            return status_no_memory(error);
    }
    facts->population_size = (uint64_t)plan->people;
    facts->target = plan->target;
    run->recoding = recoding_find(plan->recoding);
    if (!run->recoding)
        run->recoding = recoding_list[0];
    return read_threshold(run, error);
}

static shoal_status read_people(assessing *run, shoal_error *error) {
    if (!plan_has_population(run->plan))
        return SHOAL_OK;
    STATUS_TRY(assess_population_read(run, error));
    run->facts->population_rows = run->people.table->rows;
    if (run->facts->population_size == 0)
        run->facts->population_size = run->people.table->rows;
    return SHOAL_OK;
}

/* ---- One table ------------------------------------------------------------------------------- */

static shoal_status assess_table(assessing *run, assess_side *side, shoal_error *error) {
    const shoal_table *table = side->bound.table;
    const char *hash = table->sha256;
    side->facts->file = (result_file){side->bound.path, *hash ? hash : NULL, table->rows};
    bool attacked = run->input->attacks_only;
    STATUS_TRY(assess_classes(run, side, error));
    STATUS_TRY(assess_check_cancel(run, error));
    if (attacked && side == &run->before)
        return SHOAL_OK;
    STATUS_TRY(assess_risk(run, side, error));
    STATUS_TRY(assess_models(run, side, error));
    return attacked ? SHOAL_OK : assess_inference(run, side, error);
}

static shoal_status check_population_size(const assessing *run, shoal_error *error) {
    const assessment_table *table = &run->facts->table;
    uint64_t people = table->of_persons ? table->persons : table->rows;
    if (run->plan->people == 0 || (uint64_t)run->plan->people >= people)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "population_too_small", "population.size",
                         "population.size is %" PRId64 ", but the table has %" PRIu64
                         " %s: a sample cannot be larger than its population",
                         run->plan->people, people, table->of_persons ? "persons" : "rows");
}

static shoal_status judge(assessing *run, shoal_error *error) {
    assessment *facts = run->facts;
    const assessment_table *table = &facts->table;
    STATUS_TRY(check_population_size(run, error));
    uint64_t limit = suppression_limit_asked(run->plan, table->rows);
    uint64_t k = (uint64_t)run->plan->k;
    facts->suppressed_hold = table->suppressed == 0 || table->suppressed_members >= k;
    facts->k_holds = k == 0 || (table->k >= k && facts->suppressed_hold);
    facts->suppression_holds = table->suppressed <= limit;
    facts->holds = facts->k_holds && facts->suppression_holds;
    facts->violated = !facts->holds;
    facts->asked = run->plan->k > 0 || run->after.bound.rules.count > 0 ||
                   run->plan->max_average_risk || run->plan->max_uniques ||
                   run->plan->suppression_given;
    return assess_rules(run, error);
}

/* ---- Both tables ----------------------------------------------------------------------------- */

/* The release has the rows of the original that a mapping says; or all, or all that were not
 * dropped, in the same order, which assess_order looks at. */
static void align(assessing *run) {
    uint64_t rows = run->after.bound.table->rows;
    if (run->input->mapped) {
        run->facts->aligned = true;
        run->paired = run->input->paired;
        return;
    }
    run->facts->aligned = rows == run->before.bound.rows || rows == run->before.bound.table->rows;
    if (rows == run->before.bound.rows)
        run->paired = run->before.bound.kept;
    if (!run->facts->aligned)
        run->facts->apart = "the tables have different numbers of rows, and there is no mapping";
}

/* Rows that were set aside are not of the original that the release was made of. */
static shoal_status leave_set_aside(bound_table *of, const bool *set_aside, shoal_error *error) {
    if (!set_aside)
        return SHOAL_OK;
    size_t rows = of->table->rows;
    if (!of->kept) {
        of->kept = memory_new(rows, sizeof *of->kept);
        if (!of->kept)
            return status_no_memory(error);
        memset(of->kept, true, rows);
    }
    of->rows = 0;
    for (size_t row = 0; row < rows; row++) {
        of->kept[row] = of->kept[row] && !set_aside[row];
        of->rows += of->kept[row];
    }
    return SHOAL_OK;
}

static shoal_status choose_rows(assessing *run, shoal_error *error) {
    STATUS_TRY(bound_table_choose_rows(&run->after.bound, error));
    if (!run->before.bound.table)
        return SHOAL_OK;
    STATUS_TRY(bound_table_choose_rows(&run->before.bound, error));
    STATUS_TRY(leave_set_aside(&run->before.bound, run->input->set_aside, error));
    align(run);
    return SHOAL_OK;
}

static shoal_status make_room(assessing *run, shoal_error *error) {
    run->attribute_loss = memory_new(run->attributes, sizeof *run->attribute_loss);
    run->level = memory_new(run->attributes, sizeof *run->level);
    run->metric_room = NUMERIC_LOSSES;
    for (size_t i = 0; metric_list[i]; i++)
        run->metric_room++;
    run->metrics = arena_zero(run->memory, run->metric_room, sizeof *run->metrics);
    if (!run->attribute_loss || !run->level || !run->metrics)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++) {
        run->attribute_loss[a] = (double)NAN;
        run->level[a] = -1;
    }
    run->facts->utility.metrics = run->metrics;
    return SHOAL_OK;
}

/* What is left of the data. */
static shoal_status compare_cells(assessing *run, shoal_error *error) {
    if (run->input->attacks_only)
        return SHOAL_OK;
    if (run->facts->aligned)
        STATUS_TRY(assess_utility(run, error));
    else
        run->facts->utility.none = run->facts->apart;
    return assess_queries(run, error);
}

static shoal_status compare(assessing *run, shoal_error *error) {
    STATUS_TRY(assess_bind_original(run, error));
    STATUS_TRY(assess_covers(run, error));
    STATUS_TRY(assess_persons_check(run, error));
    assess_households_forget(run);
    STATUS_TRY(compare_cells(run, error));
    if (run->facts->aligned)
        STATUS_TRY(assess_numbers(run, error));
    else
        run->facts->linkage.numeric_none = run->facts->apart;
    STATUS_TRY(assess_linkage(run, error));
    return assess_attacks(run, error);
}

/* --------------------------------------------------------------------------------------------- */

static shoal_status assess_all(assessing *run, shoal_error *error) {
    STATUS_TRY(rules_read(&run->after.bound.rules, run->plan, error));
    STATUS_TRY(find_columns(run, error));
    STATUS_TRY(fill_plan(run, error));
    if (run->input->consistency)
        return assess_consistent(run, error);
    STATUS_TRY(read_people(run, error));
    STATUS_TRY(choose_rows(run, error));
    STATUS_TRY(assess_persons(run, error));
    STATUS_TRY(assess_table(run, &run->after, error));
    STATUS_TRY(assess_survey(run, error));
    STATUS_TRY(judge(run, error));
    STATUS_TRY(make_room(run, error));
    run->facts->attacks.none = "there is no original to take people from";
    if (run->before.bound.table) {
        run->facts->before = run->before.facts;
        STATUS_TRY(assess_table(run, &run->before, error));
        STATUS_TRY(compare(run, error));
    }
    if (!run->input->attacks_only)
        STATUS_TRY(assess_columns(run, error));
    STATUS_TRY(assess_exposed(run, error));
    STATUS_TRY(assess_assumed(run, error));
    STATUS_TRY(assess_warn(run, error));
    return assess_records(run, error);
}

static void close_side(assess_side *side) {
    memory_free(side->everybody);
    memory_free(side->population);
    release_classes_free(&side->classes);
    bound_table_close(&side->bound);
}

static void close_run(assessing *run) {
    for (size_t a = 0; run->covers && a < run->attributes; a++)
        assess_cover_free(&run->covers[a]);
    memory_free(run->covers);
    memory_free(run->attribute_loss);
    memory_free(run->level);
    memory_free(run->class_of);
    memory_free(run->individual);
    memory_free(run->household_of);
    memory_free(run->household_risk);
    memory_free(run->linked);
    unique_records_free(&run->uniques);
    close_side(&run->after);
    close_side(&run->before);
    bound_table_close(&run->people);
}

static bound_table bind_table(const assessment_input *input, const shoal_table *table,
                              const char *path) {
    return (bound_table){.plan = input->plan, .path = path, .pool = input->pool, .table = table};
}

shoal_status assessment_make(assessment **out, const assessment_input *input, shoal_error *error) {
    assert(input->plan && input->table);
    double begin = clock_seconds();
    assessed *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    assessing run = {.input = input,
                     .plan = input->plan,
                     .after = {.bound = bind_table(input, input->table, input->path),
                               .facts = &made->facts.table},
                     .before = {.bound = bind_table(input, input->original, input->original_path),
                                .facts = &made->before},
                     .facts = &made->facts,
                     .memory = &made->memory};
    /* Not for the original: its hierarchies are bound without a note, which anonymize gave. */
    run.after.bound.hooks = input->hooks;
    made->warnings.accepted = input->plan->accepted;
    made->facts.warnings = &made->warnings;
    run.warnings = run.after.bound.warnings = &made->warnings;
    shoal_status status = assess_all(&run, error);
    made->facts.seconds = clock_seconds() - begin;
    close_run(&run);
    if (status == SHOAL_OK)
        *out = &made->facts;
    else
        assessment_free(&made->facts);
    return status;
}

void assessment_free(assessment *facts) {
    assessed *made = (assessed *)(void *)facts;
    if (!made)
        return;
    unique_combinations_free(&made->facts.table.combinations);
    unique_combinations_free(&made->before.combinations);
    warnings_free(&made->warnings);
    arena_free(&made->memory);
    memory_free(made);
}
