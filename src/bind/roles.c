#include "bind/roles.h"

#include "base/text.h"

#include <string.h>

#define NEAR_UNIQUE_ROWS 20
#define NEAR_UNIQUE_SHARE 0.9

bool roles_keep_quasi(const char *name, void *plan) {
    return plan_role_of(plan, name) == ROLE_QUASI;
}

bool roles_keep_needed(const char *name, void *plan) {
    plan_role role = plan_role_of(plan, name);
    return role == ROLE_PERSON || role == ROLE_HOUSEHOLD || !plan_role_is_hidden(role);
}

bool roles_is_near_unique(const shoal_table *table, size_t place) {
    double values = (double)table->column[place].values.size;
    return table->rows >= NEAR_UNIQUE_ROWS && values >= NEAR_UNIQUE_SHARE * (double)table->rows;
}

bool *roles_missing_codes(const shoal_plan *plan, const column *of, bool *any) {
    bool *missing = memory_new(of->values.size, sizeof *missing);
    *any = false;
    for (uint32_t code = 0; missing && code < of->values.size; code++) {
        missing[code] = plan_is_missing_in(plan, of->name, dictionary_text(&of->values, code));
        *any |= missing[code];
    }
    return missing;
}

static shoal_status fail_absent(const shoal_table *table, const char *name, shoal_error *error) {
    absent_column absent = table_absent(table, name);
    return status_refuse(error, SHOAL_USAGE, "column_unknown", "attributes.NAME.role",
                         "the table has no column '%s'; %s", absent.name, absent.hint);
}

static shoal_status check_present(const shoal_table *table, const shoal_plan *plan, bool quasi_only,
                                  shoal_error *error) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        bool needed = !quasi_only || each->role == ROLE_QUASI;
        if (needed && table_find(table, each->name) < 0)
            return fail_absent(table, each->name, error);
    }
    return SHOAL_OK;
}

shoal_status roles_check_column(const shoal_table *table, const char *path, const char *name,
                                shoal_error *error) {
    if (table_find(table, name) >= 0)
        return SHOAL_OK;
    absent_column absent = table_absent(table, name);
    return status_refuse(error, SHOAL_USAGE, "column_unknown", "attributes.NAME.role",
                         "%.50s has no column '%s'; %s", path, absent.name, absent.hint);
}

shoal_status roles_check_sensitive(const shoal_table *table, const char *path,
                                   const shoal_plan *plan, shoal_error *error) {
    for (size_t i = 0; i < plan->attribute_count; i++)
        if (plan->attributes[i].role == ROLE_SENSITIVE)
            STATUS_TRY(roles_check_column(table, path, plan->attributes[i].name, error));
    return SHOAL_OK;
}

/* ---- Columns that the plan does not name ------------------------------------------------------
 */

#define UNNAMED_LISTED 8   /* by name */
#define UNNAMED_LENGTH 100 /* of the list */

shoal_status roles_unnamed(size_t *count, char **listed, const shoal_table *table,
                           const shoal_plan *plan, shoal_error *error) {
    text names = {0};
    size_t shown = 0;
    *count = 0;
    *listed = NULL;
    for (size_t i = 0; i < table->columns; i++) {
        const char *name = table->column[i].name;
        if (plan_names(plan, name))
            continue;
        (*count)++;
        if (shown == UNNAMED_LISTED || (shown > 0 && names.length + strlen(name) > UNNAMED_LENGTH))
            continue;
        text_format(&names, "%s%.60s", shown++ ? ", " : "", name);
    }
    if (*count > shown)
        text_format(&names, " and %zu more", *count - shown);
    if (names.failed) {
        text_free(&names);
        return status_no_memory(error);
    }
    *listed = names.bytes;
    return SHOAL_OK;
}

shoal_status roles_refuse_unnamed(const shoal_table *table, const shoal_plan *plan,
                                  shoal_error *error) {
    size_t count = 0;
    char *listed = NULL;
    if (plan->unnamed != UNNAMED_REFUSE)
        return SHOAL_OK;
    STATUS_TRY(roles_unnamed(&count, &listed, table, plan, error));
    shoal_status status = SHOAL_OK;
    if (count > 0)
        status =
            status_refuse(error, SHOAL_USAGE, "columns_not_named", "unnamed",
                          "the table has %s that the plan does not name: %s. Give %s a role, "
                          "or set unnamed to drop",
                          count == 1 ? "a column" : "columns", listed, count == 1 ? "it" : "each");
    memory_free(listed);
    return status;
}

shoal_status roles_find_quasi(size_t **out, size_t *count, const shoal_table *table,
                              const shoal_plan *plan, bool quasi_only, shoal_error *error) {
    STATUS_TRY(check_present(table, plan, quasi_only, error));
    size_t *found = memory_new(table->columns, sizeof *found);
    if (!found)
        return status_no_memory(error);
    *count = 0;
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(plan, table->column[i].name) == ROLE_QUASI)
            found[(*count)++] = i;
    *out = found;
    return SHOAL_OK;
}
