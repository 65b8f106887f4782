#include "bind/roles.h"

#define NEAR_UNIQUE_ROWS 20
#define NEAR_UNIQUE_SHARE 0.9

bool roles_keep_quasi(const char *name, void *plan) {
    return plan_role_of(plan, name) == ROLE_QUASI;
}

bool roles_keep_needed(const char *name, void *plan) {
    plan_role role = plan_role_of(plan, name);
    return role == ROLE_PERSON || !plan_role_is_hidden(role);
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
        bool shaped = each->weighted || each->constrained || each->order || each->finest > 0 ||
                      each->hierarchy || each->given || each->type != TYPE_AUTO || each->add_top ||
                      each->missing || each->min_level > 0 || each->max_level > 0 ||
                      each->shape != SHAPE_AUTO || each->local != LOCAL_FREE;
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
