/* Tables that a release handed out, and what a caller has when one could not be made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <shoal.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 8 };

/* The release of a column in which absent values and empty texts are told apart. */
static shoal_table *release_new(const char *const *cells, const char *const (*settings)[2],
                                size_t count) {
    static const char *const ones[ROWS] = {"1", "1", "1", "1", "1", "1", "1", "1"};
    shoal_column of[] = {{.size = sizeof *of, .name = "q", .texts = cells},
                         {.size = sizeof *of, .name = "one", .texts = ones}};
    shoal_table *table = NULL, *release = NULL;
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    assert_int_equal(shoal_table_from_columns(&table, of, 2, ROWS, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(shoal_plan_set(plan, settings[i][0], settings[i][1], NULL), SHOAL_OK);
    shoal_job job = {.size = sizeof job, .table = table, .release = &release};
    assert_int_equal(shoal_anonymize(&result, plan, &job, NULL, NULL), SHOAL_OK);
    shoal_result_free(result);
    shoal_plan_free(plan);
    shoal_table_free(table);
    return release;
}

/* A table of CSV cannot tell absent values and empty texts apart. */
static void check_as_csv(shoal_table *released) {
    char path[] = "/tmp/released_XXXXXX.csv";
    int made = mkstemps(path, 4);
    assert_true(made >= 0);
    close(made);
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    shoal_table *read = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "privacy.k", "7", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.one.role", "quasi", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "missing.tokens", "-", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "order", "input", NULL), SHOAL_OK);
    shoal_job job = {.size = sizeof job, .table = released, .output = path};
    assert_int_equal(shoal_anonymize(&result, plan, &job, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_table_read_csv(&read, path, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_table_rows(read), shoal_table_rows(released));
    for (int64_t row = 0; row < shoal_table_rows(read); row++)
        assert_string_equal(shoal_table_value(read, row, 0), shoal_table_value(released, row, 0));
    unlink(path);
    shoal_table_free(read);
    shoal_result_free(result);
    shoal_plan_free(plan);
    shoal_table_free(released);
}

static void a_release_without_absent_values_and_empty_texts(void **state) {
    static const char *const cells[ROWS] = {NULL, "", "x", "y", NULL, "", "x", "y"};
    static const char *const settings[][2] = {{"privacy.k", "3"},
                                              {"attributes.q.role", "quasi"},
                                              {"attributes.q.hierarchy", "flat"},
                                              {"missing.tokens", "-"}};
    (void)state;
    check_as_csv(release_new(cells, settings, 4));
}

static void a_release_with_only_one_of_them(void **state) {
    static const char *const no_null[ROWS] = {NULL, "", "", "!", "!", "b", "b", "\"\"0"};
    static const char *const no_empty[ROWS] = {NULL, NULL, "a", "a", "b", "b", "", "a"};
    static const char *const settings[][2] = {{"privacy.k", "2"},
                                              {"attributes.q.role", "quasi"},
                                              {"suppression", "0.5"},
                                              {"attributes.q.hierarchy", "flat"},
                                              {"attributes.q.max_level", "0"},
                                              {"missing.tokens", "-"}};
    (void)state;
    check_as_csv(release_new(no_null, settings, 6));
    check_as_csv(release_new(no_empty, settings, 6));
}

static void a_failed_run_hands_out_nothing(void **state) {
    static const char *const cells[ROWS] = {"a", "a", "a", "a", "b", "b", "b", "b"};
    shoal_column of = {.size = sizeof of, .name = "q", .texts = cells};
    shoal_table *table = NULL, *release = NULL;
    shoal_plan *plan = NULL;
    shoal_result *result = NULL;
    (void)state;
    assert_int_equal(shoal_table_from_columns(&table, &of, 1, ROWS, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "privacy.k", "2", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.q.role", "quasi", NULL), SHOAL_OK);
    shoal_job job = {
        .size = sizeof job, .table = table, .release = &release, .result_path = "/dev/full"};
    assert_int_equal(shoal_anonymize(&result, plan, &job, NULL, NULL), SHOAL_IO);
    assert_null(release);
    shoal_result_free(result);
    shoal_plan_free(plan);
    shoal_table_free(table);
}

static void files_without_names_are_refused(void **state) {
    shoal_plan *plan = NULL;
    shoal_verdict verdict = {.size = sizeof verdict};
    shoal_verify_job job = {.size = sizeof job, .path_count = 2};
    (void)state;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_verify_release(&verdict, plan, &job, NULL), SHOAL_USAGE);
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_release_without_absent_values_and_empty_texts),
        cmocka_unit_test(a_release_with_only_one_of_them),
        cmocka_unit_test(a_failed_run_hands_out_nothing),
        cmocka_unit_test(files_without_names_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
