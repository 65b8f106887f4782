/* A release judged against its original through the library, with a report for people.
 *
 *   cc -std=c17 assess.c $(pkg-config --cflags --libs shoal) -o assess
 *   ./assess safe.csv people.csv report.html
 */
#include <shoal.h>

#include <stdio.h>

static const char *const settings[][2] = {
    {"attributes.birth_date.role", "quasi"},
    {"attributes.sex.role", "quasi"},
    {"attributes.postcode.role", "quasi"},
    {"attributes.diagnosis.role", "sensitive"},
    {"risk.threshold", "0.09"},
};

static shoal_status make_plan(shoal_plan **out, shoal_error *error) {
    shoal_status status = shoal_plan_new(out, error);
    for (size_t i = 0; status == SHOAL_OK && i < sizeof settings / sizeof *settings; i++)
        status = shoal_plan_set(*out, settings[i][0], settings[i][1], error);
    return status;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s RELEASE ORIGINAL REPORT.html\n", argv[0]);
        return SHOAL_USAGE;
    }
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    shoal_assess_job job = {
        .size = sizeof job, .input = argv[1], .against = argv[2], .report_path = argv[3]};

    shoal_status status = make_plan(&plan, &error);
    if (status == SHOAL_OK)
        status = shoal_assess(&result, plan, &job, NULL, &error);
    if (status == SHOAL_OK)
        fputs(shoal_result_summary(result), stdout);
    else
        fprintf(stderr, "%s\n", error.message);
    shoal_result_free(result);
    shoal_plan_free(plan);
    return (int)status;
}
