#include "bind/bound_table.h"

#include "base/phase.h"
#include "bind/found_values.h"
#include "bind/reading_notes.h"
#include "bind/roles.h"
#include "data/absent_join.h"
#include "data/person_lists.h"
#include "data/star.h"
#include "data/table_tuples.h"
#include "files/store_name_shown.h"
#include "store/memory/memory_source.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

void bound_table_close(bound_table *bound) {
    bound_rules_close(bound->bound_rules);
    rules_free(&bound->rules);
    frequency_free(&bound->set);
    for (size_t a = 0; a < bound->attributes; a++) {
        if (bound->domains)
            ordered_domain_free(&bound->domains[a]);
        if (bound->hierarchies)
            bound_hierarchy_free(&bound->hierarchies[a]);
        if (bound->described)
            memory_free(bound->described[a]);
    }
    memory_free(bound->domains);
    memory_free(bound->hierarchies);
    memory_free(bound->described);
    memory_free(bound->was_given);
    memory_free(bound->person_of);
    memory_free(bound->kept);
    memory_free(bound->input_row);
    memory_free(bound->quasi_codes);
    memory_free(bound->quasi);
    shoal_table_free(bound->owned);
    shoal_plan_free(bound->found);
    memory_free(bound->shown);
    *bound = (bound_table){0};
}

uint64_t suppression_rows(double share, uint64_t rows) {
    /* A share such as 0.29 of 100 rows is 29, though its product is a little less. */
    double limit = floor(share * (double)rows + 1e-9);
    return limit >= (double)rows ? rows : (uint64_t)limit;
}

uint64_t suppression_limit(const shoal_plan *plan, uint64_t rows) {
    return suppression_rows(plan->suppression, rows);
}

uint64_t suppression_limit_asked(const shoal_plan *plan, uint64_t rows) {
    return plan->suppression_given ? suppression_limit(plan, rows) : rows;
}

shoal_status bound_table_check_plan(const shoal_plan *plan, shoal_error *error) {
    if (plan_count_role(plan, ROLE_QUASI) > 0)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "quasi_identifier_missing", "attributes.NAME.role",
                         "no quasi-identifier is named");
}

static shoal_status show_path(bound_table *bound, shoal_error *error) {
    bound->path = bound->shown = store_name_shown(bound->path);
    return bound->path ? SHOAL_OK : status_no_memory(error);
}

static shoal_status load(bound_table *bound, const char *const *name, size_t count,
                         const source_options *options, shoal_error *error) {
    source *from = NULL;
    if (!bound->memory)
        return source_load(&bound->owned, &bound->format, name, count, options, error);
    STATUS_TRY(memory_source_open(&from, bound->memory, options, error));
    return source_load_opened(&bound->owned, &bound->format, from, options, error);
}

shoal_status bound_table_read(bound_table *bound, const table_reading *how, shoal_error *error) {
    assert(bound->path && !bound->table);
    const source_names *names = bound->names;
    const char *const *name = names ? names->name : &bound->path;
    size_t count = names ? names->count : 1;
    bool fixed = bound->plan->delimiter == PLAN_FIXED;
    phase reading;
    source_options options = {
        .encoding = bound->plan->encoding,
        .delimiter = how->released && fixed ? ',' : bound->plan->delimiter,
        .header = bound->plan->header,
        .trim = bound->plan->trim,
        .sheet = bound->plan->sheet,
        .note = note_is_heard(bound->hooks) ? note_pass : NULL,
        .note_context = (void *)bound->hooks,
        .sha256 = how->hash,
        .keep = how->keep,
        .context = how->context,
        .see = how->see,
        .see_context = how->see_context,
        .sees = how->sees,
        .pool = bound->pool,
        .cancel = bound->hooks ? bound->hooks->cancel : NULL,
        .progress = phase_tell,
        .progress_context = &reading,
    };
    phase_begin(&reading, bound->hooks, "read",
                bound->memory ? 0 : (double)source_bytes(name, count));
    shoal_status status = load(bound, name, count, &options, error);
    bound->table = bound->owned;
    if (status != SHOAL_OK)
        return status;
    if (!names)
        STATUS_TRY(show_path(bound, error));
    if (how->joins_absent)
        absent_join(bound->owned);
    phase_end(&reading, (int64_t)bound->table->rows);
    reading_notes(bound->hooks, bound->path, bound->plan, bound->table, &bound->format);
    STATUS_TRY(
        found_values(&bound->found, bound->plan, bound->owned, how->released, bound->hooks, error));
    bound->plan = bound->found ? bound->found : bound->plan;
    return SHOAL_OK;
}

shoal_status bound_table_find_columns(bound_table *bound, bool quasi_only, shoal_error *error) {
    assert(bound->table && !bound->quasi);
    if (!quasi_only)
        STATUS_TRY(roles_refuse_unnamed(bound->table, bound->plan, error));
    STATUS_TRY(roles_find_quasi(&bound->quasi, &bound->attributes, bound->table, bound->plan,
                                quasi_only, error));
    bound->quasi_codes = memory_new(bound->attributes, sizeof *bound->quasi_codes);
    if (!bound->quasi_codes)
        return status_no_memory(error);
    for (size_t a = 0; a < bound->attributes; a++)
        bound->quasi_codes[a] = &bound->table->column[bound->quasi[a]].codes;
    bound->rows = table_whole(bound->table);
    bound->limit = suppression_limit(bound->plan, bound->rows);
    return SHOAL_OK;
}

/* ---- Rows that count ------------------------------------------------------------------------- */

/* Leaves out the rows whose value in the column is missing. */
static bool drop_missing(bound_table *bound, const column *values) {
    bool any;
    bool *missing = roles_missing_codes(bound->plan, values, &any);
    if (!missing)
        return false;
    for (size_t row = 0; any && row < bound->table->rows; row++)
        bound->kept[row] &= !missing[codes_get(&values->codes, row)];
    memory_free(missing);
    return true;
}

static shoal_status fail_dropped(const bound_table *bound, shoal_error *error) {
    return status_fail(
        error, SHOAL_BAD_DATA,
        "%.120s: every row has a missing quasi-identifier, so dropping these rows leaves none",
        bound->path);
}

shoal_status bound_table_choose_rows(bound_table *bound, shoal_error *error) {
    const shoal_table *table = bound->table;
    if (bound->plan->missing != MISSING_DROP)
        return SHOAL_OK;
    if (table->whole > 0) {
        bound->rows = table->counted;
        bound->limit = suppression_limit(bound->plan, bound->rows);
        return bound->rows > 0 ? SHOAL_OK : fail_dropped(bound, error);
    }
    bound->kept = memory_new(table->rows, sizeof *bound->kept);
    if (!bound->kept)
        return status_no_memory(error);
    memset(bound->kept, true, table->rows);
    for (size_t a = 0; a < bound->attributes; a++)
        if (!drop_missing(bound, &table->column[bound->quasi[a]]))
            return status_no_memory(error);
    bound->rows = 0;
    for (size_t row = 0; row < table->rows; row++)
        bound->rows += bound->kept[row];
    bound->limit = suppression_limit(bound->plan, bound->rows);
    return bound->rows > 0 ? SHOAL_OK : fail_dropped(bound, error);
}

/* ---- Tuples ------------------------------------------------------------------ */

static uint64_t smallest_of(const uint32_t *sizes, size_t count) {
    uint32_t smallest = count > 0 ? UINT32_MAX : 0;
    for (size_t i = 0; i < count; i++)
        smallest = sizes[i] < smallest ? sizes[i] : smallest;
    return smallest;
}

static shoal_status count_persons(bound_table *bound, uint32_t *tuple_of, shoal_error *error) {
    const frequency_set *set = &bound->set;
    person_lists lists = {0};
    STATUS_TRY(table_tuples_find(tuple_of, set, bound->table, bound->quasi, bound->kept, error));
    grouped_rows rows = {set, tuple_of, bound->person_of, bound->table->rows, bound->kept};
    uint32_t *persons =
        person_lists_make(&lists, &rows) ? person_lists_count(&lists, set->tuples) : NULL;
    if (persons)
        bound->smallest = smallest_of(persons, set->tuples);
    person_lists_free(&lists);
    memory_free(persons);
    return persons ? SHOAL_OK : status_no_memory(error);
}

shoal_status bound_table_count(bound_table *bound, shoal_error *error) {
    if (bound->fill)
        STATUS_TRY(bound->fill(bound, bound->fill_context, error));
    if (!bound->set.codes)
        STATUS_TRY(table_tuples(&bound->set, bound->table, bound->quasi, bound->attributes,
                                bound->kept, bound->pool, error));
    bound->smallest = smallest_of(bound->set.counts, bound->set.tuples);
    if (!bound->person_of)
        return SHOAL_OK;
    uint32_t *tuple_of = memory_new(bound->table->rows, sizeof *tuple_of);
    shoal_status status =
        tuple_of ? count_persons(bound, tuple_of, error) : status_no_memory(error);
    memory_free(tuple_of);
    return status;
}

static bool is_all_stars(const bound_table *bound, size_t tuple) {
    for (size_t a = 0; a < bound->attributes; a++) {
        const dictionary *values = &bound->table->column[bound->quasi[a]].values;
        if (!is_star(dictionary_text(values, codes_get(&bound->set.codes[a], tuple))))
            return false;
    }
    return true;
}

shoal_status bound_table_check_stars(const bound_table *bound, shoal_error *error) {
    for (size_t t = 0; t < bound->set.tuples; t++)
        if (is_all_stars(bound, t))
            return status_fail(error, SHOAL_BAD_DATA,
                               "%.120s: %" PRIu32 " row%s `*` in every quasi-identifier, as "
                               "suppressed rows do; remove or rename them",
                               bound->path, bound->set.counts[t],
                               bound->set.counts[t] == 1 ? " has" : "s have");
    return SHOAL_OK;
}

/* ---- Privacy rules --------------------------------------------------------------------------- */

rules_input bound_table_rules_input(const bound_table *bound) {
    return (rules_input){
        .plan = bound->plan,
        .rules = &bound->rules,
        .table = bound->table,
        .quasi = bound->quasi,
        .attributes = bound->attributes,
        .kept = bound->kept,
        .set = &bound->set,
        .person_of = bound->person_of,
        .persons = bound->persons,
        .target = bound->target,
        .hierarchies = bound->hierarchies,
        .pool = bound->pool,
        .hooks = bound->hooks,
    };
}

shoal_status bound_table_bind_rules(bound_table *bound, shoal_error *error) {
    rules_input input = bound_table_rules_input(bound);
    return rules_bind(&bound->bound_rules, &input, error);
}
