/* Several objectives: a front of releases, one of its points, and both held against the input. */
#include "example.h"

int main(void) {
    shoal_error error = {0};
    shoal_plan *plan = people_plan();
    shoal_table *people = people_new();
    must(shoal_table_write(people, "people.csv", &error), &error);
    shoal_table_free(people);
    /* [shoal_verify_front] */
    shoal_result *result = NULL;
    shoal_job job = {
        .size = sizeof job, .input = "people.csv", .output = "safe.csv", .front_path = "front.csv"};
    must(shoal_plan_set(plan, "search.algorithm", "nsga2", &error), &error);
    must(shoal_plan_set(plan, "search.objectives", "loss,k_eff", &error), &error);
    must(shoal_plan_set(plan, "search.budget", "500", &error), &error);
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error); /* makes the front */
    shoal_result_free(result);
    job.pick = "2";
    result = NULL;
    must(shoal_anonymize(&result, plan, &job, NULL, &error),
         &error); /* releases its second point */
    shoal_result_free(result);

    shoal_front_verdict verdict = {.size = sizeof verdict};
    must(shoal_verify_front(&verdict, plan, "safe.csv", "front.csv", "people.csv", &error), &error);
    check(verdict.holds && verdict.points >= 2 && verdict.released == 2);
    /* [] */
    shoal_plan_free(plan);
    return 0;
}
