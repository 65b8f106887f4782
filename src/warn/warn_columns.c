/* What single columns give away, whatever is done to the quasi-identifiers. */
#include "bind/roles.h"
#include "warn/warn.h"

static void warn_near_unique(warning_list *out, const shoal_table *table, size_t place) {
    const column *plain = &table->column[place];
    warnings_add(out, warning_near_unique, plain->name,
                 "%s is published unchanged, with %zu values in %zu rows", plain->name,
                 plain->values.size, table->rows);
    warnings_count(out, "values", plain->values.size);
    warnings_count(out, "rows", table->rows);
}

void warn_columns(warning_list *out, const shoal_table *table, const shoal_plan *plan) {
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        bool plain = each->kept && plan_role_of(plan, each->name) == ROLE_PLAIN;
        if (plain && roles_is_near_unique(table, i))
            warn_near_unique(out, table, i);
    }
}
