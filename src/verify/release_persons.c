#include "verify/release_persons.h"

#include "bind/borrowed_persons.h"
#include "bind/coded_extremes.h"
#include "bind/roles.h"
#include "data/absent_match.h"
#include "store/memory/memory_source.h"
#include "verify/paired_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- The same rows? -------------------------------------------------------------------------- */

/* All rows of the original, or those without missing quasi-identifiers if the others are dropped.
 */
static bool is_paired(const bound_table *release, const bound_table *original,
                      const bool **paired) {
    *paired = original->kept;
    if (release->table->rows == original->rows)
        return true;
    *paired = NULL;
    return release->table->rows == original->table->rows;
}

static bool is_published_as_is(const bound_table *of, const char *name) {
    plan_role role = plan_role_of(of->plan, name);
    return role == ROLE_PLAIN || role == ROLE_SENSITIVE;
}

/* Columns that are not recoded must be the same in every row, or the rows are others. */
static shoal_status check_order(const bound_table *release, const bound_table *original,
                                const bool *paired, shoal_error *error) {
    bool shown = release->plan->order == ORDER_INPUT;
    for (size_t i = 0; i < release->table->columns; i++) {
        const column *after = &release->table->column[i];
        int64_t place = table_find(original->table, after->name);
        if (place < 0 || !after->kept || !original->table->column[place].kept ||
            !is_published_as_is(release, after->name))
            continue;
        uint64_t different =
            paired_rows_different(release, after, &original->table->column[place], paired);
        shown |= after->values.size > 1;
        if (different == 0)
            continue;
        char why[100];
        snprintf(why, sizeof why, "'%.30s' differs in %" PRIu64 " of %zu rows", after->name,
                 different, release->table->rows);
        return persons_refuse_rows(release, original, why, error);
    }
    return shown ? SHOAL_OK
                 : persons_refuse_rows(release, original, "no column shows their order", error);
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status take_persons(bound_table *release, bound_table *original, const char *mapping,
                                 mapped_rows *mapped, shoal_error *error) {
    table_reading how = {
        .keep = roles_keep_needed, .context = (void *)original->plan, .hash = mapping != NULL};
    const bool *paired;
    STATUS_TRY(bound_table_read(original, &how, error));
    STATUS_TRY(coded_extremes_of_table(original, error));
    /* Texts of columns that are published as they are must be the same, absent values included. */
    if (!absent_match(original->owned, release->table, original->plan))
        return status_no_memory(error);
    const char *lacking = persons_lack(original->table, original->plan);
    if (lacking)
        return persons_refuse(original, lacking, error);
    STATUS_TRY(bound_table_find_columns(original, true, error));
    STATUS_TRY(bound_table_choose_rows(original, error));
    if (mapping) {
        STATUS_TRY(paired_rows_match(mapped, release, original, mapping, error));
        return persons_borrow(release, original, mapped->paired, error);
    }
    if (!is_paired(release, original, &paired))
        return persons_refuse_rows(release, original, "the tables have different numbers of rows",
                                   error);
    STATUS_TRY(check_order(release, original, paired, error));
    return persons_borrow(release, original, paired, error);
}

shoal_status release_persons_find(mapped_rows *mapped, bound_table *release,
                                  const original_rows *original, shoal_error *error) {
    if (plan_count_role(release->plan, ROLE_PERSON) == 0)
        return SHOAL_OK;
    const char *lacking = persons_lack(release->table, release->plan);
    if (!lacking)
        return bound_table_find_persons(release, error);
    if (!original->path && !original->memory)
        return persons_refuse(release, lacking, error);
    bound_table from = {.plan = release->plan,
                        .path = original->path ? original->path : MEMORY_NAME,
                        .memory = original->memory,
                        .pool = release->pool};
    shoal_status status = take_persons(release, &from, original->mapping, mapped, error);
    bound_table_close(&from);
    return status;
}
