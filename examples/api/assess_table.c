/* Any table judged: here a release in memory against its original. */
#include "example.h"

int main(void) {
    shoal_table *people = people_new(), *release = NULL;
    shoal_plan *plan = people_plan();
    shoal_error error = {0};
    shoal_result *made = NULL;
    shoal_job run = {.size = sizeof run, .table = people, .release = &release};
    must(shoal_anonymize(&made, plan, &run, NULL, &error), &error);

    /* [shoal_assess] */
    shoal_result *result = NULL;
    shoal_assess_job job = {.size = sizeof job, .table = release, .against_table = people};
    must(shoal_assess(&result, plan, &job, NULL, &error), &error);
    fputs(shoal_result_summary(result), stdout);
    check(shoal_result_number(result, "k_eff") >= 3);
    /* [] */
    shoal_result_free(result);
    shoal_result_free(made);
    shoal_table_free(release);
    shoal_table_free(people);
    shoal_plan_free(plan);
    return 0;
}
