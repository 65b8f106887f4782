/* A release from file to file, with everything that a run leaves behind. */
#include "example.h"

static void show_note(const char *sentence, void *user) {
    (void)user;
    printf("note: %s\n", sentence);
}

static void make_people(void) {
    shoal_error error = {0};
    shoal_table *people = people_new();
    must(shoal_table_write(people, "people.csv", &error), &error);
    shoal_table_free(people);
}

int main(void) {
    make_people();
    shoal_plan *plan = people_plan();
    /* [shoal_anonymize] */
    shoal_error error = {0};
    shoal_result *result = NULL;
    shoal_hooks hooks = {.size = sizeof hooks, .note = show_note};
    shoal_job job = {.size = sizeof job,
                     .input = "people.csv",
                     .output = "safe.csv",
                     .result_path = "safe.result.json",
                     .plan_path = "safe.plan.yaml",
                     .make_report = shoal_has_reports()};
    must(shoal_anonymize(&result, plan, &job, &hooks, &error), &error);
    /* safe.csv is there now, complete and verified. */
    /* [] */

    /* [shoal_result_summary shoal_result_json] */
    fputs(shoal_result_summary(result), stdout);  /* for people */
    const char *json = shoal_result_json(result); /* for programs: what safe.result.json has */
    check(json[0] == '{' && strstr(json, "\"outcome\""));
    /* [] */

    /* [shoal_has_reports shoal_result_report] */
    size_t length = 0;
    const char *page = shoal_result_report(result, &length);
    if (shoal_has_reports())
        check(page && length > 0 && strstr(page, "<html") != NULL);
    else
        check(!page);
    /* [] */

    /* [shoal_result_plan] */
    const char *effective = shoal_result_plan(result); /* what safe.plan.yaml has */
    check(effective && strstr(effective, "k: 3"));
    /* [] */

    /* [shoal_result_free] */
    shoal_result_free(result); /* and all that was borrowed from it */
    /* [] */

    /* [shoal_anonymize] */
    must(shoal_plan_set(plan, "privacy.k", "50", &error), &error);
    must(shoal_plan_set(plan, "attributes.sex.max_level", "0", &error), &error);
    job.output = "safer.csv";
    result = NULL;
    check(shoal_anonymize(&result, plan, &job, NULL, &error) == SHOAL_INFEASIBLE);
    printf("%s\n", error.message); /* there is no safer.csv */
    check(fopen("safer.csv", "rb") == NULL);
    shoal_result_free(result);
    /* [] */
    shoal_plan_free(plan);
    return 0;
}
