/* Columns that identify people whatever their class. */
#include "assess/assess_parts.h"
#include "data/star.h"

#include "bind/roles.h"

#include <string.h>

/* False for a column that is blanked. */
static bool has_values(const column *of) {
    for (uint32_t v = 0; v < of->values.size; v++) {
        const char *value = dictionary_text(&of->values, v);
        if (*value && !is_star(value))
            return true;
    }
    return false;
}

shoal_status assess_exposed(assessing *run, shoal_error *error) {
    const shoal_table *table = run->after.bound.table;
    assessment *facts = run->facts;
    const char **identifiers = arena_new(run->memory, table->columns + 1, sizeof *identifiers);
    const char **near_unique = arena_new(run->memory, table->columns + 1, sizeof *near_unique);
    if (!identifiers || !near_unique)
        return status_no_memory(error);
    for (size_t i = 0; i < table->columns; i++) {
        const column *each = &table->column[i];
        plan_role role = plan_role_of(run->plan, each->name);
        bool meant = role == ROLE_PERSON && run->plan->pseudonyms;
        if (plan_role_is_hidden(role) && role != ROLE_UNNAMED && !meant && has_values(each)) {
            identifiers[facts->identifier_count++] = each->name;
            facts->keyed |= role == ROLE_PERSON;
        }
        if (role == ROLE_PLAIN && roles_is_near_unique(table, i))
            near_unique[facts->near_unique_count++] = each->name;
    }
    facts->identifiers = identifiers;
    facts->near_unique = near_unique;
    return SHOAL_OK;
}
