/* An assessment from start to end. */
#include "assess/assess_parts.h"

#include "base/clock.h"
#include "bind/bound_table.h"
#include "bind/roles.h"
#include "data/number.h"
#include "plan/plan_yaml.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define USUAL_THRESHOLD "0.2"

/* The facts with what they are kept in; facts come first. */
typedef struct assessed {
    assessment facts;
    assessment_table before;
    arena memory;
} assessed;

const volatile int *assess_cancel(const assessing *run) {
    return run->input->hooks ? run->input->hooks->cancel : NULL;
}

shoal_status assess_check_cancel(const assessing *run, shoal_error *error) {
    const volatile int *cancel = assess_cancel(run);
    return cancel && *cancel ? status_fail(error, SHOAL_INTERRUPTED, "interrupted") : SHOAL_OK;
}

/* Small tables are done before anybody could read it. */
void assess_note(const assessing *run, const char *sentence) {
    const shoal_hooks *hooks = run->input->hooks;
    if (hooks && hooks->note && run->after.table->rows >= 200000)
        hooks->note(sentence, hooks->user);
}

bool assess_keeps(const char *name, void *plan) {
    const shoal_plan *of = plan;
    plan_role role = plan_role_of(of, name);
    return role == ROLE_QUASI || role == ROLE_SENSITIVE ||
           (of->target && strcmp(of->target, name) == 0);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static shoal_status find_column(size_t *out, const shoal_table *table, const char *path,
                                const char *name, shoal_error *error) {
    int64_t place = table_find(table, name);
    char columns[90];
    if (place < 0) {
        table_name_columns(table, columns, sizeof columns);
        return status_fail(error, SHOAL_USAGE, "%.60s has no column '%.60s'; it has %s", path, name,
                           columns);
    }
    *out = (size_t)place;
    return SHOAL_OK;
}

static shoal_status list_names(assessing *run, shoal_error *error) {
    const shoal_table *table = run->after.table;
    const char **quasi = arena_new(run->memory, run->attributes, sizeof *quasi);
    const char **sensitive =
        arena_new(run->memory, run->plan->attribute_count + 1, sizeof *sensitive);
    if (!quasi || !sensitive)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        quasi[a] = table->column[run->after.quasi[a]].name;
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(run->plan, table->column[i].name) == ROLE_SENSITIVE)
            sensitive[run->facts->sensitive_count++] = table->column[i].name;
    run->facts->quasi = quasi;
    run->facts->quasi_count = run->attributes;
    run->facts->sensitive = sensitive;
    return SHOAL_OK;
}

/* Sensitive attributes and the target must be in every table that is looked at. */
static shoal_status check_columns(const assessing *run, const shoal_table *table, const char *path,
                                  shoal_error *error) {
    size_t place;
    for (size_t i = 0; i < run->plan->attribute_count; i++)
        if (run->plan->attributes[i].role == ROLE_SENSITIVE)
            STATUS_TRY(find_column(&place, table, path, run->plan->attributes[i].name, error));
    if (run->plan->target)
        STATUS_TRY(find_column(&place, table, path, run->plan->target, error));
    return SHOAL_OK;
}

static shoal_status find_columns(assessing *run, shoal_error *error) {
    const assessment_input *input = run->input;
    STATUS_TRY(bound_table_check_plan(run->plan, error));
    STATUS_TRY(roles_find_quasi(&run->after.quasi, &run->attributes, input->table, run->plan, true,
                                error));
    STATUS_TRY(check_columns(run, input->table, input->path, error));
    STATUS_TRY(list_names(run, error));
    if (!input->original)
        return SHOAL_OK;
    run->before.quasi = memory_new(run->attributes, sizeof *run->before.quasi);
    if (!run->before.quasi)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++)
        STATUS_TRY(find_column(&run->before.quasi[a], input->original, input->original_path,
                               run->facts->quasi[a], error));
    return check_columns(run, input->original, input->original_path, error);
}

/* ---- The plan -------------------------------------------------------------------------------- */

static shoal_status read_threshold(assessing *run, shoal_error *error) {
    const char *given = run->plan->threshold ? run->plan->threshold : USUAL_THRESHOLD;
    number value;
    bool fine = number_parse(&value, given, strlen(given)) && number_places(&value) <= 9 &&
                number_floor(&value, 9, &run->threshold) && run->threshold >= 0 &&
                run->threshold <= MODEL_UNIT;
    if (!fine)
        return status_fail(error, SHOAL_USAGE,
                           "risk.threshold is \"%.40s\", but must be a number from 0 to 1 of at "
                           "most nine decimals, such as 0.09",
                           given);
    run->facts->threshold = given;
    run->facts->threshold_value = (double)run->threshold / (double)MODEL_UNIT;
    run->facts->threshold_given = run->plan->threshold != NULL;
    return SHOAL_OK;
}

static shoal_status state_plan(assessing *run, shoal_error *error) {
    const shoal_plan *plan = run->plan;
    assessment *facts = run->facts;
    text yaml = {0};
    shoal_status status = plan_yaml_format(&yaml, plan, NULL, NULL, error);
    if (status == SHOAL_OK && !yaml.failed && yaml.bytes)
        facts->plan = arena_text(run->memory, yaml.bytes, yaml.length);
    text_free(&yaml);
    STATUS_TRY(status);
    if (!facts->plan)
        return status_no_memory(error);
    facts->command = run->input->command;
    facts->k_asked = plan->k;
    facts->suppression_limited = plan->suppression_given;
    facts->suppression_limit = plan->suppression;
    facts->missing = plan_missing_name(plan->missing);
    facts->population_file = plan->population;
    facts->population_size = (uint64_t)plan->people;
    facts->target = plan->target;
    run->cuts = strcmp(plan->recoding, "cut") == 0;
    run->masks = strcmp(plan->recoding, "microaggregation") == 0;
    return read_threshold(run, error);
}

static shoal_status read_people(assessing *run, shoal_error *error) {
    if (!run->plan->population)
        return SHOAL_OK;
    STATUS_TRY(assess_population_read(run, error));
    run->facts->population_rows = run->people->rows;
    if (run->facts->population_size == 0)
        run->facts->population_size = run->people->rows;
    return SHOAL_OK;
}

/* ---- One table ------------------------------------------------------------------------------- */

static shoal_status assess_table(assessing *run, assess_side *side, const char *path,
                                 shoal_error *error) {
    const char *hash = side->table->sha256;
    side->facts->file = (result_file){path, *hash ? hash : NULL, side->table->rows};
    STATUS_TRY(assess_classes(run, side, error));
    if (side->rows == 0)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.120s: every row misses a value of a quasi-identifier, so that "
                           "dropping such rows leaves none",
                           path);
    STATUS_TRY(assess_check_cancel(run, error));
    STATUS_TRY(assess_risk(run, side, error));
    return assess_models(run, side, error);
}

static shoal_status check_population_size(const assessing *run, shoal_error *error) {
    uint64_t rows = run->facts->table.rows;
    if (run->plan->people == 0 || (uint64_t)run->plan->people >= rows)
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE,
                       "population.size is %" PRId64 ", but the table has %" PRIu64
                       " rows: a sample is not larger than what it is taken from",
                       run->plan->people, rows);
}

static shoal_status judge(assessing *run, shoal_error *error) {
    assessment *facts = run->facts;
    const assessment_table *table = &facts->table;
    STATUS_TRY(check_population_size(run, error));
    uint64_t limit = suppression_limit_asked(run->plan, table->rows);
    facts->k_holds = run->plan->k == 0 || table->k >= (uint64_t)run->plan->k;
    facts->suppression_holds = table->suppressed <= limit;
    facts->holds = facts->k_holds && facts->suppression_holds;
    facts->violated = !facts->holds;
    facts->asked = run->plan->k > 0 || run->rules.count > 0 || run->plan->suppression_given;
    return assess_rules(run, error);
}

/* ---- Both tables ----------------------------------------------------------------------------- */

/* The release has the rows of the original in their order, or those that were not dropped. */
static void align(assessing *run) {
    uint64_t rows = run->after.table->rows;
    run->facts->aligned = rows == run->before.rows || rows == run->before.table->rows;
    if (rows == run->before.rows)
        run->paired = run->before.kept;
    if (!run->facts->aligned)
        run->facts->apart = "the tables have different numbers of rows";
}

static shoal_status make_room(assessing *run, shoal_error *error) {
    run->attribute_loss = memory_new(run->attributes, sizeof *run->attribute_loss);
    run->level = memory_new(run->attributes, sizeof *run->level);
    run->metrics = arena_zero(run->memory, ASSESS_METRICS, sizeof *run->metrics);
    if (!run->attribute_loss || !run->level || !run->metrics)
        return status_no_memory(error);
    for (size_t a = 0; a < run->attributes; a++) {
        run->attribute_loss[a] = (double)NAN;
        run->level[a] = -1;
    }
    run->facts->utility.metrics = run->metrics;
    return SHOAL_OK;
}

static shoal_status compare(assessing *run, shoal_error *error) {
    align(run);
    STATUS_TRY(assess_bind_original(run, error));
    STATUS_TRY(assess_covers(run, error));
    if (run->facts->aligned) {
        STATUS_TRY(assess_utility(run, error));
        STATUS_TRY(assess_numbers(run, error));
    } else {
        run->facts->utility.none = run->facts->apart;
        run->facts->linkage.numeric_none = run->facts->utility.none;
    }
    return assess_linkage(run, error);
}

/* --------------------------------------------------------------------------------------------- */

static shoal_status assess_all(assessing *run, shoal_error *error) {
    STATUS_TRY(rules_read(&run->rules, run->plan, error));
    STATUS_TRY(find_columns(run, error));
    STATUS_TRY(state_plan(run, error));
    STATUS_TRY(read_people(run, error));
    STATUS_TRY(assess_table(run, &run->after, run->input->path, error));
    STATUS_TRY(judge(run, error));
    STATUS_TRY(make_room(run, error));
    if (run->before.table) {
        run->facts->before = run->before.facts;
        STATUS_TRY(assess_table(run, &run->before, run->input->original_path, error));
        STATUS_TRY(compare(run, error));
    }
    STATUS_TRY(assess_columns(run, error));
    STATUS_TRY(assess_exposed(run, error));
    return assess_assumed(run, error);
}

static void close_side(assess_side *side) {
    memory_free(side->quasi);
    memory_free(side->kept);
    memory_free(side->population);
    release_classes_free(&side->classes);
}

static void close_run(assessing *run) {
    for (size_t a = 0; run->covers && a < run->attributes; a++)
        assess_cover_free(&run->covers[a]);
    for (size_t a = 0; run->domains && a < run->attributes; a++)
        ordered_domain_free(&run->domains[a]);
    for (size_t a = 0; run->hierarchies && a < run->attributes; a++)
        bound_hierarchy_free(&run->hierarchies[a]);
    for (size_t a = 0; run->described && a < run->attributes; a++)
        memory_free(run->described[a]);
    memory_free(run->covers);
    memory_free(run->domains);
    memory_free(run->hierarchies);
    memory_free(run->described);
    memory_free(run->attribute_loss);
    memory_free(run->level);
    close_side(&run->after);
    close_side(&run->before);
    shoal_table_free(run->people);
    memory_free(run->people_quasi);
    rules_free(&run->rules);
}

shoal_status assessment_make(assessment **out, const assessment_input *input, shoal_error *error) {
    double begin = clock_seconds();
    assessed *made = memory_zero(1, sizeof *made);
    *out = NULL;
    if (!made)
        return status_no_memory(error);
    assessing run = {.input = input,
                     .plan = input->plan,
                     .after = {.table = input->table, .facts = &made->facts.table},
                     .before = {.table = input->original, .facts = &made->before},
                     .facts = &made->facts,
                     .memory = &made->memory};
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
    arena_free(&made->memory);
    memory_free(made);
}
