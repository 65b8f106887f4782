/* A release from table to table in memory, and what became of rows and values. */
#include "example.h"

int main(void) {
    shoal_table *people = people_new();
    shoal_plan *plan = people_plan();
    /* [shoal_anonymize shoal_table_value] */
    shoal_error error = {0};
    shoal_table *release = NULL;
    shoal_result *result = NULL;
    shoal_job job = {
        .size = sizeof job, .table = people, .release = &release, .keep_recoding = true};
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error);
    check(shoal_table_rows(release) == PEOPLE);
    check(same(shoal_table_column_name(release, 0), "age"));
    printf("%s became %s\n", shoal_table_value(people, 0, 1), shoal_table_value(release, 0, 0));
    /* [] */

    /* [shoal_result_attribute] */
    shoal_attribute attribute = {.size = sizeof attribute};
    for (size_t i = 0; shoal_result_attribute(result, i, &attribute); i++)
        printf("%s: level %d, loss %.2f\n", attribute.name, (int)attribute.level, attribute.loss);
    check(shoal_result_attribute(result, 0, &attribute) && same(attribute.name, "age"));
    check(!shoal_result_attribute(result, 3, &attribute));
    /* [] */

    /* [shoal_result_recoding] */
    const shoal_hierarchy *ages = shoal_result_recoding(result, "age");
    int64_t place = shoal_hierarchy_find(ages, shoal_table_value(people, 0, 1));
    check(place >= 0 && shoal_hierarchy_height(ages) == 1);
    printf("%s is published as %s\n", shoal_hierarchy_label(ages, place, 0),
           shoal_hierarchy_label(ages, place, 1));
    check(!shoal_result_recoding(result, "illness")); /* no quasi-identifier */
    /* [] */

    /* [shoal_table_view] */
    shoal_column_view illness = {.size = sizeof illness};
    check(shoal_table_view(release, 3, &illness) && illness.untouched);
    /* [] */
    check(shoal_table_is_null(release, 2, 3) == shoal_table_is_null(people, 2, 4));
    shoal_result_free(result);
    shoal_table_free(release);

    /* [shoal_result_kept] */
    must(shoal_plan_set(plan, "missing.rule", "drop", &error), &error);
    must(shoal_plan_set(plan, "attributes.illness.role", "quasi", &error), &error);
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error);
    int64_t rows = 0, kept = 0;
    const uint8_t *is_kept = shoal_result_kept(result, &rows);
    check(is_kept && rows == PEOPLE);
    for (int64_t row = 0; row < rows; row++)
        kept += is_kept[row];
    check(kept == shoal_table_rows(release) && kept < PEOPLE);
    /* [] */
    shoal_result_free(result);
    shoal_table_free(release);
    shoal_table_free(people);
    shoal_plan_free(plan);
    return 0;
}
