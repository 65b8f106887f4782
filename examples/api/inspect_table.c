/* What is in a table, and a plan to start from. */
#include "example.h"

int main(void) {
    shoal_table *people = people_new(), *release = NULL;
    shoal_error error = {0};
    /* [shoal_inspect shoal_result_plan] */
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    shoal_inspect_job job = {.size = sizeof job, .table = people};
    must(shoal_plan_new(&plan, &error), &error);
    must(shoal_plan_set(plan, "attributes.illness.role", "sensitive", &error), &error); /* known */
    must(shoal_inspect(&result, plan, &job, NULL, &error), &error);
    const char *yaml = shoal_result_plan(result); /* with comments that say why */
    must(shoal_plan_parse(plan, yaml, strlen(yaml), &error), &error);
    /* [] */
    shoal_result_free(result);
    result = NULL;

    /* [shoal_inspect] */
    char *role = NULL;
    must(shoal_plan_get(&role, plan, "attributes.name.role", &error), &error);
    check(same(role, "identifier"));
    shoal_job run = {.size = sizeof run, .table = people, .release = &release};
    must(shoal_anonymize(&result, plan, &run, NULL, &error), &error); /* as it stands */
    /* [] */
    shoal_free(role);
    shoal_result_free(result);
    shoal_table_free(release);
    shoal_table_free(people);
    shoal_plan_free(plan);
    return 0;
}
