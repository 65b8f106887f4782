/* What each k and each limit of suppression would cost. */
#include "example.h"

int main(void) {
    shoal_table *people = people_new();
    shoal_plan *plan = people_plan();
    shoal_error error = {0};
    /* [shoal_explore] */
    shoal_result *result = NULL;
    shoal_explore_job job = {.size = sizeof job,
                             .table = people,
                             .ks = "2,3,5",
                             .suppressions = "0,5%",
                             .csv_path = "points.csv",
                             .skip_costs = true};
    must(shoal_explore(&result, plan, &job, NULL, &error), &error);
    fputs(shoal_result_summary(result), stdout);
    const shoal_value *root = shoal_result_value(result);
    const shoal_value *of_lattice = shoal_value_at(shoal_value_get(root, "recodings"), 0);
    check(shoal_value_count(shoal_value_get(of_lattice, "points")) == 6); /* three k, two limits */
    check(shoal_result_number(result, "recodings.0.points.5.k") == 5);
    /* [] */
    shoal_result_free(result);
    shoal_table_free(people);
    shoal_plan_free(plan);
    return 0;
}
