/* A population as an object: k-map counts the people that a record could be about. */
#include "example.h"

static shoal_plan *make_plan(void) {
    static const char yaml[] = "version: 1\n"
                               "attributes:\n"
                               "  age: {role: quasi, hierarchy: 'ranges:5,10,20'}\n"
                               "  sex: {role: quasi}\n"
                               "privacy: {k: 1, models: k-map k=3}\n";
    shoal_error error = {0};
    shoal_plan *made = NULL;
    must(shoal_plan_new(&made, &error), &error);
    must(shoal_plan_parse(made, yaml, strlen(yaml), &error), &error);
    return made;
}

int main(void) {
    shoal_error error = {0};
    shoal_table *sample = NULL, *release = NULL;
    shoal_result *result = NULL;
    shoal_plan *plan = make_plan(); /* asks for k-map with k = 3 */
    /* [shoal_plan_set_population] */
    shoal_table *people = people_new(); /* everybody */
    must(shoal_plan_set_population(plan, people, &error), &error);
    shoal_table_free(people); /* the plan has a reference of its own */

    write_text("sample.csv", "age,sex,illness\n"
                             "20,male,flu\n"
                             "27,female,asthma\n");
    must(shoal_table_read(&sample, "sample.csv", NULL, &error), &error);
    shoal_job job = {.size = sizeof job, .table = sample, .release = &release};
    must(shoal_anonymize(&result, plan, &job, NULL, &error), &error);
    for (int64_t row = 0; row < 2; row++) /* alone here, one of three among all people */
        printf("%s %s\n", shoal_table_value(release, row, 0), shoal_table_value(release, row, 1));
    check(same(shoal_table_value(release, 0, 1), "male"));
    must(shoal_plan_set_population(plan, NULL, &error), &error); /* takes it back */
    /* [] */
    shoal_result_free(result);
    shoal_table_free(release);
    shoal_table_free(sample);
    shoal_plan_free(plan);
    return 0;
}
