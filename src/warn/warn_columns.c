/* What single columns give away, whatever is done to the quasi-identifiers. */
#include "bind/roles.h"
#include "warn/warn.h"

#include <inttypes.h>

bool warn_is_published(const column *of, const shoal_plan *plan) {
    plan_role role = plan_role_of(plan, of->name);
    return of->kept && role != ROLE_QUASI && !plan_role_is_hidden(role);
}

static void warn_near_unique(warning_list *out, const shoal_table *table, size_t place) {
    const column *plain = &table->column[place];
    warnings_add(out, warning_near_unique, plain->name,
                 "%s is published unchanged, with %zu values in %zu rows", plain->name,
                 plain->values.size, table->rows);
    warnings_count(out, "values", plain->values.size);
    warnings_count(out, "rows", table->rows);
}

static void warn_sensitive(warning_list *out, size_t columns) {
    warnings_add(out, warning_sensitive_not_stated, NULL,
                 "no attribute is named as sensitive, and %zu column%s published unchanged",
                 columns, columns == 1 ? " is" : "s are");
    warnings_count(out, "columns", columns);
}

void warn_columns(warning_list *out, const shoal_table *table, const shoal_plan *plan) {
    size_t published = 0;
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        /* Of rows that stay in their database other columns are published without being read. */
        plan_role role = plan_role_of(plan, each->name);
        bool unread = table->whole > 0 && role != ROLE_QUASI && !plan_role_is_hidden(role);
        published += unread || warn_is_published(each, plan);
        if (each->kept && plan_role_of(plan, each->name) == ROLE_PLAIN &&
            roles_is_near_unique(table, i))
            warn_near_unique(out, table, i);
    }
    if (published > 0 && plan_count_role(plan, ROLE_SENSITIVE) == 0)
        warn_sensitive(out, published);
}

static bool names_sensitive(const shoal_table *table, const shoal_plan *plan) {
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(plan, table->column[i].name) == ROLE_SENSITIVE)
            return true;
    return false;
}

void warn_suppressed(warning_list *out, const shoal_table *table, const shoal_plan *plan,
                     uint64_t rows, uint64_t k) {
    if (rows == 0 || rows >= k || !names_sensitive(table, plan))
        return;
    warnings_add(out, warning_few_suppressed, NULL,
                 "%" PRIu64 " row%s suppressed, which is fewer than k = %" PRIu64
                 ": whoever fits no class must be there, and the sensitive values are published",
                 rows, rows == 1 ? " is" : "s are", k);
    warnings_count(out, "rows", rows);
}
