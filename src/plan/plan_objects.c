#include "plan/plan_objects.h"

#include "base/nearest_name.h"
#include "files/store_name_shown.h"

#include <string.h>

char *plan_population_shown(const shoal_plan *plan) {
    return plan->population ? store_name_shown(plan->population)
                            : memory_text(PLAN_POPULATION_SHOWN, strlen(PLAN_POPULATION_SHOWN));
}

void plan_drop_hierarchy(plan_attribute *of) {
    shoal_hierarchy_free(of->given);
    of->given = NULL;
}

void plan_drop_population(shoal_plan *plan) {
    shoal_table_free(plan->population_table);
    plan->population_table = NULL;
}

bool plan_has_objects(const shoal_plan *plan) {
    bool any = plan->population_table != NULL;
    for (size_t i = 0; i < plan->attribute_count; i++)
        any |= plan->attributes[i].given != NULL;
    return any;
}

shoal_status plan_refuse_objects(const shoal_plan *plan, shoal_error *error) {
    for (size_t i = 0; i < plan->attribute_count; i++) {
        if (!plan->attributes[i].given)
            continue;
        char name[64];
        name_show(name, sizeof name, plan->attributes[i].name);
        return status_refuse(error, SHOAL_USAGE, "plan_has_objects", NULL,
                             "the hierarchy of '%s' is in memory, and a plan can only name files: "
                             "write it with shoal_hierarchy_write, then set "
                             "attributes.NAME.hierarchy to that file",
                             name);
    }
    if (plan->population_table)
        return status_refuse(error, SHOAL_USAGE, "plan_has_objects", NULL,
                             "the population is in memory, and a plan can only name files: write "
                             "it with shoal_table_write, then set population.file to that file");
    return SHOAL_OK;
}

static void take_hierarchy(plan_attribute *to, const shoal_hierarchy *given) {
    shoal_hierarchy *shared = shoal_hierarchy_share(given);
    plan_drop_hierarchy(to);
    to->given = shared;
    if (given) {
        memory_free(to->hierarchy);
        to->hierarchy = NULL;
    }
}

static void take_population(shoal_plan *to, const shoal_table *people) {
    shoal_table *shared = shoal_table_share(people);
    plan_drop_population(to);
    to->population_table = shared;
    if (people) {
        memory_free(to->population);
        to->population = NULL;
    }
}

bool plan_share_objects(shoal_plan *out, const shoal_plan *from) {
    for (size_t i = 0; i < from->attribute_count; i++) {
        if (!from->attributes[i].given)
            continue;
        plan_attribute *to = plan_attribute_named(out, from->attributes[i].name);
        if (!to)
            return false;
        take_hierarchy(to, from->attributes[i].given);
    }
    if (from->population_table)
        take_population(out, from->population_table);
    return true;
}

shoal_status shoal_plan_set_hierarchy(shoal_plan *plan, const char *attribute,
                                      const shoal_hierarchy *hierarchy, shoal_error *error) {
    if (!*attribute)
        return status_refuse(error, SHOAL_USAGE, "attribute_missing", NULL,
                             "the name of the hierarchy's attribute is empty");
    if (!hierarchy && !plan_find(plan, attribute))
        return SHOAL_OK;
    plan_attribute *to = plan_attribute_named(plan, attribute);
    if (!to)
        return status_no_memory(error);
    take_hierarchy(to, hierarchy);
    return SHOAL_OK;
}

shoal_status shoal_plan_set_population(shoal_plan *plan, const shoal_table *people,
                                       shoal_error *error) {
    (void)error;
    take_population(plan, people);
    plan_settle(plan);
    return SHOAL_OK;
}
