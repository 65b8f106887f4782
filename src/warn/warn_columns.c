/* What single columns give away, whatever is done to the quasi-identifiers. */
#include "bind/roles.h"
#include "warn/warn.h"

#include <inttypes.h>

bool warn_is_published(const column *of, const shoal_plan *plan) {
    plan_role role = plan_role_of(plan, of->name);
    return of->kept && role != ROLE_QUASI && !plan_role_is_hidden(role);
}

static void warn_sensitive(warning_list *out, size_t columns) {
    warnings_add(out, warning_sensitive_not_stated, NULL,
                 "no attribute is named as sensitive, and %zu column%s published unchanged",
                 columns, columns == 1 ? " is" : "s are");
    warnings_count(out, "columns", columns);
}

shoal_status warn_columns(warning_list *out, const warn_columns_of *of, shoal_error *error) {
    const shoal_table *table = of->table;
    size_t published = 0;
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        /* Of rows that stay in their database other columns are published without being read. */
        plan_role role = plan_role_of(of->plan, each->name);
        bool unread = table->whole > 0 && role != ROLE_QUASI && !plan_role_is_hidden(role);
        published += unread || warn_is_published(each, of->plan);
    }
    STATUS_TRY(warn_unchanged(out, of, error));
    if (published > 0 && plan_count_role(of->plan, ROLE_SENSITIVE) == 0)
        warn_sensitive(out, published);
    return SHOAL_OK;
}

shoal_status warn_unnamed(warning_list *out, const shoal_table *table, const shoal_plan *plan,
                          shoal_error *error) {
    size_t count = 0;
    char *listed = NULL;
    STATUS_TRY(roles_unnamed(&count, &listed, table, plan, error));
    if (count > 0) {
        warnings_add(out, warning_unnamed_published, NULL,
                     "%zu column%s that the plan does not name %s published unchanged (%s)", count,
                     count == 1 ? "" : "s", count == 1 ? "is" : "are", listed);
        warnings_count(out, "columns", count);
    }
    memory_free(listed);
    return SHOAL_OK;
}

static bool names_sensitive(const shoal_table *table, const shoal_plan *plan) {
    for (size_t i = 0; i < table->columns; i++)
        if (plan_role_of(plan, table->column[i].name) == ROLE_SENSITIVE)
            return true;
    return false;
}

void warn_suppressed(warning_list *out, const shoal_table *table, const shoal_plan *plan,
                     uint64_t members, uint64_t k) {
    const char *unit = plan_count_role(plan, ROLE_PERSON) > 0 ? "person" : "row";
    if (members == 0 || members >= k || !names_sensitive(table, plan))
        return;
    warnings_add(out, warning_few_suppressed, NULL,
                 "%" PRIu64 " %s%s suppressed, which is fewer than k = %" PRIu64
                 ": people who fit no class must be there, and the sensitive values are published",
                 members, unit, members == 1 ? " is" : "s are", k);
    warnings_count(out, "rows", members);
}
