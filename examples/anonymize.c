/* A release through the library: the plan of the command line's first example, set key by key.
 *
 *   cc -std=c17 anonymize.c $(pkg-config --cflags --libs shoal) -o anonymize
 *   shoal sample -o people.csv && ./anonymize people.csv safe.csv
 */
#include <shoal.h>

#include <stdio.h>

static const char *const settings[][2] = {
    {"privacy.k", "5"},
    {"suppression", "2%"},
    {"attributes.id.role", "identifier"},
    {"attributes.name.role", "identifier"},
    {"attributes.birth_date.role", "quasi"},
    {"attributes.sex.role", "quasi"},
    {"attributes.postcode.role", "quasi"},
    {"attributes.postcode.hierarchy", "mask:right"},
};

static shoal_status make_plan(shoal_plan **out, shoal_error *error) {
    shoal_status status = shoal_plan_new(out, error);
    for (size_t i = 0; status == SHOAL_OK && i < sizeof settings / sizeof *settings; i++)
        status = shoal_plan_set(*out, settings[i][0], settings[i][1], error);
    return status;
}

static void show_note(const char *sentence, void *user) {
    (void)user;
    fprintf(stderr, "note: %s\n", sentence);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s INPUT OUTPUT\n", argv[0]);
        return SHOAL_USAGE;
    }
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    shoal_job job = {.size = sizeof job, .input = argv[1], .output = argv[2]};
    shoal_hooks hooks = {.size = sizeof hooks, .note = show_note};

    shoal_status status = make_plan(&plan, &error);
    if (status == SHOAL_OK)
        status = shoal_anonymize(&result, plan, &job, &hooks, &error);
    if (status == SHOAL_OK)
        fputs(shoal_result_summary(result), stdout);
    else
        fprintf(stderr, "%s\n", error.message);
    shoal_result_free(result);
    shoal_plan_free(plan);
    return (int)status;
}
