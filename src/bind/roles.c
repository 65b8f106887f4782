#include "bind/roles.h"

#define NEAR_UNIQUE_ROWS 20
#define NEAR_UNIQUE_SHARE 0.9

bool roles_keep_quasi(const char *name, void *plan) {
    return plan_role_of(plan, name) == ROLE_QUASI;
}

bool roles_keep_published(const char *name, void *plan) {
    return plan_role_of(plan, name) != ROLE_IDENTIFIER;
}

bool roles_is_near_unique(const shoal_table *table, size_t place) {
    double values = (double)table->column[place].values.size;
    return table->rows >= NEAR_UNIQUE_ROWS && values >= NEAR_UNIQUE_SHARE * (double)table->rows;
}

static shoal_status fail_absent(const shoal_table *table, const char *name, shoal_error *error) {
    char columns[120];
    table_name_columns(table, columns, sizeof columns);
    return status_refuse(error, SHOAL_USAGE, "column_unknown", "attributes.NAME.role",
                         "the table has no column '%.60s'; it has %s", name, columns);
}

static shoal_status check_present(const shoal_table *table, const shoal_plan *plan, bool quasi_only,
                                  shoal_error *error) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        const plan_attribute *each = &plan->attributes[i];
        bool shaped = each->weighted || each->constrained || each->order || each->finest > 0;
        bool needed = quasi_only ? each->role == ROLE_QUASI : each->role != ROLE_PLAIN || shaped;
        if (needed && table_find(table, each->name) < 0)
            return fail_absent(table, each->name, error);
    }
    return SHOAL_OK;
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
