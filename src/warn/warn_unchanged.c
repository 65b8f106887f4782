/* What columns give away that are published unchanged: names and numbers of people, values that
 * single one person out, and people who are alone with all these columns together, be it one. */
#include "bind/roles.h"
#include "recognize/role_suggestion.h"
#include "warn/alone.h"
#include "warn/warn.h"

#include <inttypes.h>

/* Fewer people than this are too few to call a column nearly unique. */
#define NEAR_UNIQUE_PEOPLE 20
#define NEAR_UNIQUE_PERCENT 80

typedef struct unchanged_columns {
    warning_list *out;
    const warn_columns_of *of;
    alone_rows rows;
    column_profile *profile; /* [columns] of the table */
    role_suggestion *found;  /* [columns] */
    const column **each;     /* [count] of those that are published unchanged */
    size_t count;
    alone_count last; /* of the last of them by itself */
    bool told;        /* of some column by itself */
} unchanged_columns;

/* ---- Names of people ------------------------------------------------------------------------- */

/* Columns that are not published count by their names: they may say that rows are about people. */
static shoal_status make_profiles(unchanged_columns *run, shoal_error *error) {
    const shoal_table *table = run->of->table;
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        if (table->whole == 0 && warn_is_published(each, run->of->plan))
            STATUS_TRY(
                column_profile_make(&run->profile[i], each, table->rows, run->of->plan, error));
        else
            run->profile[i] = (column_profile){.name = each->name,
                                               .concept = name_concept_find(each->name),
                                               .generic_name = name_is_generic(each->name)};
    }
    role_suggestions_make(run->found, run->profile, NULL, table->columns);
    return SHOAL_OK;
}

/* The key of a person is found by its name here, and that is enough. */
static bool is_identifier(const role_suggestion *found) {
    return found->role == ROLE_PERSON ||
           (found->certainty == CERTAINTY_SURE &&
            (found->role == ROLE_IDENTIFIER || found->role == ROLE_HOUSEHOLD));
}

static void warn_identifier(unchanged_columns *run, const column *of, const role_suggestion *found,
                            const alone_count *count) {
    warnings_add(run->out, warning_identifier_published, of->name,
                 "%s is published unchanged and identifies people: %s", of->name, found->reason);
    warnings_count(run->out, "values", of->values.size);
    warnings_count(run->out, "with_value", count->of);
    warnings_count(run->out, "alone", count->alone);
}

/* ---- Values of one person -------------------------------------------------------------------- */

static bool is_near_unique(const alone_count *found) {
    return found->of >= NEAR_UNIQUE_PEOPLE && found->alone * 100 >= found->of * NEAR_UNIQUE_PERCENT;
}

static void warn_near_unique(unchanged_columns *run, const column *of, const alone_count *found) {
    warnings_add(run->out, warning_near_unique, of->name,
                 "%s is published unchanged, and of %" PRIu64 " %s with a value %" PRIu64
                 " have one that nobody else has",
                 of->name, found->of, run->rows.person_of ? "persons" : "rows", found->alone);
    warnings_count(run->out, "values", of->values.size);
    warnings_count(run->out, "rows", run->of->table->rows);
    warnings_count(run->out, "with_value", found->of);
    warnings_count(run->out, "alone", found->alone);
}

static shoal_status look_at_column(unchanged_columns *run, size_t place, shoal_error *error) {
    const column *of = &run->of->table->column[place];
    bool any;
    bool *missing = roles_missing_codes(run->of->plan, of, &any);
    bool made = missing && alone_by_column(&run->last, &run->rows, of, missing);
    memory_free(missing);
    if (!made)
        return status_no_memory(error);
    bool identifies = is_identifier(&run->found[place]);
    if (identifies)
        warn_identifier(run, of, &run->found[place], &run->last);
    else if (is_near_unique(&run->last))
        warn_near_unique(run, of, &run->last);
    run->told |= identifies || is_near_unique(&run->last);
    return SHOAL_OK;
}

/* ---- All of them together -------------------------------------------------------------------- */

static void warn_unique(unchanged_columns *run, const alone_count *found) {
    const char *people = run->rows.person_of ? "persons" : "rows";
    double percent = 100 * (double)found->alone / (double)found->of;
    if (run->count == 1)
        warnings_add(run->out, warning_unique_unchanged, run->each[0]->name,
                     "%" PRIu64 " of %" PRIu64 " %s with a value (%.3g %%) are unique on %s, the "
                     "only column that is published unchanged",
                     found->alone, found->of, people, percent, run->each[0]->name);
    else
        warnings_add(run->out, warning_unique_unchanged, NULL,
                     "%" PRIu64 " of %" PRIu64 " %s (%.3g %%) are unique on the %zu columns that "
                     "are published unchanged, taken together",
                     found->alone, found->of, people, percent, run->count);
    warnings_count(run->out, "alone", found->alone);
    warnings_count(run->out, "of", found->of);
    warnings_count(run->out, "columns", run->count);
}

/* Of one column a stronger sentence may have been said above. */
static shoal_status look_at_all(unchanged_columns *run, shoal_error *error) {
    alone_count found = run->last;
    if (run->count == 0 || (run->count == 1 && run->told))
        return SHOAL_OK;
    if (run->count > 1 && run->of->table->whole > 0)
        return SHOAL_OK;
    if (run->count > 1 && !alone_by_columns(&found, &run->rows, run->each, run->count))
        return status_no_memory(error);
    if (found.alone > 0)
        warn_unique(run, &found);
    return SHOAL_OK;
}

static shoal_status look(unchanged_columns *run, shoal_error *error) {
    const shoal_table *table = run->of->table;
    STATUS_TRY(make_profiles(run, error));
    for (size_t i = 0; i < table->columns; i++) {
        if (!warn_is_published(&table->column[i], run->of->plan))
            continue;
        run->each[run->count++] = &table->column[i];
        STATUS_TRY(look_at_column(run, i, error));
    }
    return look_at_all(run, error);
}

shoal_status warn_unchanged(warning_list *out, const warn_columns_of *of, shoal_error *error) {
    size_t columns = of->table->columns;
    unchanged_columns run = {
        .out = out,
        .of = of,
        .rows = {of->table, of->kept, of->person_of, of->persons},
        .profile = memory_zero(columns, sizeof *run.profile),
        .found = memory_zero(columns, sizeof *run.found),
        .each = memory_new(columns, sizeof *run.each),
    };
    shoal_status status =
        run.profile && run.found && run.each ? look(&run, error) : status_no_memory(error);
    memory_free(run.profile);
    memory_free(run.found);
    memory_free(run.each);
    return status;
}
