/* What a user's program looks like: nothing but the installed <shoal.h>, as C and as C++.
 * Anonymizes a register (people.csv and its plan, from `shoal sample`) in the present folder and
 * verifies the release. */
#include <shoal.h>
#include <stdio.h>
#include <string.h>

static int fail(const char *what, const shoal_error *error) {
    fprintf(stderr, "%s: %s\n", what, error->message);
    return 1;
}

static void count_note(const char *sentence, void *user) {
    *(int *)user += sentence[0] != '\0';
}

static int use_plan(shoal_plan *plan, const char *input, const char *output) {
    shoal_error error;
    memset(&error, 0, sizeof error);
    shoal_hooks hooks;
    memset(&hooks, 0, sizeof hooks);
    hooks.size = sizeof hooks;
    hooks.note = count_note;
    int notes = 0;
    hooks.user = &notes;
    shoal_job job;
    memset(&job, 0, sizeof job);
    job.size = sizeof job;
    job.input = input;
    job.output = output;

    shoal_result *result = NULL;
    if (shoal_anonymize(&result, plan, &job, &hooks, &error) != SHOAL_OK) {
        shoal_result_free(result);
        return fail("anonymize", &error);
    }
    int described =
        strstr(shoal_result_json(result), "\"outcome\"") && *shoal_result_summary(result);
    shoal_result_free(result);

    shoal_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    verdict.size = sizeof verdict;
    if (shoal_verify(&verdict, plan, output, &error) != SHOAL_OK || !verdict.holds)
        return fail("verify", &error);
    if (!described || verdict.rows != 500 || verdict.k_eff < 3) {
        fprintf(stderr, "unexpected result: %lld rows, k %lld\n", (long long)verdict.rows,
                (long long)verdict.k_eff);
        return 1;
    }
    return 0;
}

/* Errors carry a code and the key to change. */
static int refuse(shoal_plan *plan) {
    shoal_error error;
    memset(&error, 0, sizeof error);
    if (shoal_plan_set(plan, "privacy.k", "many", &error) != SHOAL_USAGE || !error.code ||
        strcmp(error.code, "value_invalid") != 0 || !error.key ||
        strcmp(error.key, "privacy.k") != 0)
        return fail("a wrong k", &error);
    if (shoal_plan_set(plan, "privacy.m", "3", &error) != SHOAL_USAGE || !error.code ||
        strcmp(error.code, "key_unknown") != 0 || error.key)
        return fail("an unknown key", &error);
    shoal_plan *empty = NULL;
    shoal_job job;
    memset(&job, 0, sizeof job);
    job.size = sizeof job;
    job.input = "people.csv";
    job.output = "unsafe.csv";
    shoal_result *result = NULL;
    if (shoal_plan_new(&empty, &error) != SHOAL_OK)
        return fail("plan", &error);
    int wrong = shoal_anonymize(&result, empty, &job, NULL, &error) != SHOAL_USAGE || !error.code ||
                strcmp(error.code, "k_missing") != 0 || !error.key ||
                strcmp(error.key, "privacy.k") != 0;
    shoal_result_free(result);
    shoal_plan_free(empty);
    return wrong ? fail("an empty plan", &error) : 0;
}

/* Several objectives: the whole front, another of its points, and both held against the input. */
static int use_front(shoal_plan *plan, const char *input, const char *output) {
    shoal_error error;
    memset(&error, 0, sizeof error);
    shoal_job job;
    memset(&job, 0, sizeof job);
    job.size = sizeof job;
    job.input = input;
    job.output = output;
    job.front_path = "front.csv";
    if (shoal_plan_set(plan, "search.algorithm", "nsga2", &error) != SHOAL_OK ||
        shoal_plan_set(plan, "search.objectives", "loss,k_eff", &error) != SHOAL_OK ||
        shoal_plan_set(plan, "search.budget", "500", &error) != SHOAL_OK)
        return fail("plan", &error);
    static const char *const picks[] = {NULL, "2"};
    for (int i = 0; i < 2; i++) {
        shoal_result *result = NULL;
        job.pick = picks[i];
        shoal_status status = shoal_anonymize(&result, plan, &job, NULL, &error);
        shoal_result_free(result);
        if (status != SHOAL_OK)
            return fail("front", &error);
        shoal_front_verdict verdict;
        memset(&verdict, 0, sizeof verdict);
        verdict.size = sizeof verdict;
        if (shoal_verify_front(&verdict, plan, output, job.front_path, input, &error) != SHOAL_OK ||
            !verdict.holds)
            return fail("verify front", &error);
        if (verdict.points < 2 || verdict.released != i + 1)
            return 1;
    }
    return 0;
}

static int read_back(const char *path) {
    shoal_error error;
    shoal_table *table = NULL;
    if (shoal_table_read_csv(&table, path, NULL, &error) != SHOAL_OK)
        return fail("read", &error);
    int good = shoal_table_rows(table) == 500 && shoal_table_columns(table) > 3 &&
               shoal_table_value(table, 0, 0) && !shoal_table_value(table, 500, 0);
    shoal_table_free(table);
    return good ? 0 : 1;
}

int main(void) {
    shoal_error error;
    shoal_plan *plan = NULL;
    int failed = 0;
    if (shoal_plan_new(&plan, &error) != SHOAL_OK)
        return fail("plan", &error);
    if (shoal_plan_read(plan, "people.plan.yaml", &error) != SHOAL_OK ||
        shoal_plan_set(plan, "privacy.k", "3", &error) != SHOAL_OK)
        failed = fail("plan", &error);
    else
        failed = use_plan(plan, "people.csv", "safe.csv");
    if (!failed)
        failed = refuse(plan);
    if (!failed)
        failed = use_front(plan, "people.csv", "point.csv");
    shoal_plan_free(plan);
    if (!failed)
        failed = read_back("safe.csv");
    if (!failed)
        printf("%s\n", shoal_version());
    return failed;
}
