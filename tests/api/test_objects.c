/* Hierarchies and populations as objects do what the same files do, byte for byte; results of every
 * call can be read by value. */
#include <shoal.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *read_file(const char *name) {
    FILE *in = fopen(name, "r");
    assert_non_null(in);
    char *bytes = calloc(1, 1 << 16);
    assert_non_null(bytes);
    assert_true(fread(bytes, 1, (1 << 16) - 1, in) > 0);
    fclose(in);
    return bytes;
}

static const char *const towns[] = {"Oslo", "Bergen", "Rome", "Milan", "Turin"};
static const char *const countries[] = {"Norway", "Norway", "Italy", "Italy", "Italy"};
#define TOWNS (sizeof towns / sizeof *towns)

/* A sample, and the population that it is from, with decimal commas in one column. */
static void write_tables(void) {
    FILE *sample = fopen("sample.csv", "w"), *people = fopen("people.csv", "w");
    FILE *labels = fopen("town.csv", "w"), *sizes = fopen("size.csv", "w");
    assert_true(sample && people && labels && sizes);
    fputs("town;size;work\n", sample);
    fputs("town;size;extra\n", people);
    for (int i = 0; i < 400; i++) {
        fprintf(people, "%s;%d,5;x%d\n", towns[i * i % (int)TOWNS], i % 4, i);
        if (i % 2)
            fprintf(sample, "%s;%d,5;w%d\n", towns[i * i % (int)TOWNS], i % 4, i % 3);
    }
    for (size_t i = 0; i < TOWNS; i++)
        fprintf(labels, "%s;%s\n", towns[i], countries[i]);
    for (int i = 0; i < 4; i++)
        fprintf(sizes, "%d,5;%s;*\n", i, i < 2 ? "0,5-1,5" : "2,5-3,5");
    fclose(sample);
    fclose(people);
    fclose(labels);
    fclose(sizes);
}

static void set(shoal_plan *plan, const char *key, const char *value) {
    shoal_error error = {0};
    if (shoal_plan_set(plan, key, value, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
}

static shoal_plan *plan_of(const char *recoding) {
    static const char *const keys[][2] = {
        {"attributes.town.role", "quasi"},
        {"attributes.size.role", "quasi"},
        {"attributes.town.top", "add"},
        {"attributes.work.role", "sensitive"},
        {"privacy.k", "4"},
        {"privacy.models", "k-map k=20"},
        {"suppression", "0.1"},
        {"threads", "1"},
    };
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        set(plan, keys[i][0], keys[i][1]);
    set(plan, "recoding", recoding);
    return plan;
}

static shoal_plan *plan_with_files(const char *recoding) {
    shoal_plan *plan = plan_of(recoding);
    set(plan, "attributes.town.hierarchy", "town.csv");
    set(plan, "attributes.size.hierarchy", "size.csv");
    set(plan, "population.file", "people.csv");
    return plan;
}

static shoal_plan *plan_with_objects(const char *recoding) {
    shoal_plan *plan = plan_of(recoding);
    const char *labels[2 * TOWNS];
    shoal_hierarchy *town, *size;
    shoal_table *people;
    char *csv = read_file("size.csv");
    for (size_t i = 0; i < TOWNS; i++) {
        labels[2 * i] = towns[i];
        labels[2 * i + 1] = countries[i];
    }
    assert_int_equal(shoal_hierarchy_from_labels(&town, labels, TOWNS, 1, NULL), SHOAL_OK);
    assert_int_equal(shoal_hierarchy_parse(&size, csv, strlen(csv), NULL), SHOAL_OK);
    assert_int_equal(shoal_table_read(&people, "people.csv", NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set_hierarchy(plan, "town", town, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set_hierarchy(plan, "size", size, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set_population(plan, people, NULL), SHOAL_OK);
    /* The plan has references of its own. */
    shoal_hierarchy_free(town);
    shoal_hierarchy_free(size);
    shoal_table_free(people);
    free(csv);
    return plan;
}

static shoal_result *anonymize(const shoal_plan *plan, const char *output) {
    shoal_error error = {0};
    shoal_result *result = NULL;
    shoal_job job = {.size = sizeof job,
                     .input = "sample.csv",
                     .output = output,
                     .make_report = shoal_has_reports()};
    if (shoal_anonymize(&result, plan, &job, NULL, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    return result;
}

static void releases_are_the_same(void **state) {
    (void)state;
    static const char *const recodings[] = {"lattice", "cut"};
    for (size_t i = 0; i < 2; i++) {
        shoal_plan *by_file = plan_with_files(recodings[i]);
        shoal_plan *by_object = plan_with_objects(recodings[i]);
        shoal_result *one = anonymize(by_file, "one.csv"), *two = anonymize(by_object, "two.csv");
        char *first = read_file("one.csv"), *second = read_file("two.csv");
        assert_string_equal(first, second);
        assert_true(shoal_result_number(one, "value") == shoal_result_number(two, "value"));
        assert_non_null(shoal_result_plan(one));
        assert_null(shoal_result_plan(two));
        /* The release verifies against either plan. */
        shoal_verdict verdict = {.size = sizeof verdict};
        assert_int_equal(shoal_verify(&verdict, by_object, "two.csv", NULL), SHOAL_OK);
        assert_true(verdict.holds);
        free(first);
        free(second);
        shoal_result_free(one);
        shoal_result_free(two);
        shoal_plan_free(by_file);
        shoal_plan_free(by_object);
    }
    (void)unlink("one.csv");
    (void)unlink("two.csv");
}

/* Twice, since a run must leave the objects as they were. */
static void assessments_are_the_same(void **state) {
    (void)state;
    shoal_plan *by_file = plan_with_files("lattice"), *by_object = plan_with_objects("lattice");
    const shoal_plan *plans[] = {by_file, by_object, by_object};
    double average[3];
    shoal_assess_job job = {
        .size = sizeof job, .input = "sample.csv", .make_report = shoal_has_reports()};
    for (size_t i = 0; i < 3; i++) {
        shoal_result *result = NULL;
        shoal_error error = {0};
        if (shoal_assess(&result, plans[i], &job, NULL, &error) != SHOAL_OK)
            fail_msg("%s", error.message);
        average[i] = shoal_result_number(result, "risk.journalist.average");
        assert_string_equal(shoal_result_text(result, "population.file"),
                            i > 0 ? "the population in memory" : "people.csv");
        assert_true(shoal_result_number(result, "population.rows") == 400);
        shoal_result_free(result);
    }
    assert_true(average[0] > 0 && average[0] == average[1] && average[0] == average[2]);
    shoal_plan_free(by_file);
    shoal_plan_free(by_object);
}

static void objects_are_not_written(void **state) {
    (void)state;
    shoal_plan *plan = plan_with_objects("lattice");
    shoal_result *result = NULL;
    shoal_error error = {0};
    shoal_job job = {
        .size = sizeof job, .input = "sample.csv", .output = "one.csv", .plan_path = "plan.yaml"};
    shoal_inspect_job asked = {
        .size = sizeof asked, .input = "sample.csv", .plan_path = "plan.yaml"};
    assert_int_equal(shoal_anonymize(&result, plan, &job, NULL, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "plan_has_objects");
    assert_int_equal(shoal_inspect(&result, plan, &asked, NULL, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "plan_has_objects");
    assert_int_equal(access("one.csv", F_OK), -1);
    assert_int_equal(access("plan.yaml", F_OK), -1);
    asked.plan_path = NULL;
    if (shoal_inspect(&result, plan, &asked, NULL, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    assert_null(shoal_result_plan(result));
    shoal_result_free(result);
    shoal_plan_free(plan);
}

/* ---- Results by value ---------------------------------------------------------------------- */

static void anonymize_results_have_values(void **state) {
    (void)state;
    shoal_plan *plan = plan_with_files("lattice");
    shoal_result *result = anonymize(plan, "one.csv");
    shoal_attribute each = {.size = sizeof each};
    size_t count = 0;
    assert_string_equal(shoal_result_text(result, "outcome"), "optimal");
    assert_true(shoal_result_number(result, "rows") == 200);
    assert_true(shoal_result_number(result, "metrics.loss") ==
                shoal_result_number(result, "value"));
    for (; shoal_result_attribute(result, count, &each); count++) {
        char path[64];
        snprintf(path, sizeof path, "levels.%s", each.name);
        assert_true(each.level >= 0 && (double)each.level == shoal_result_number(result, path));
        assert_true(each.loss >= 0 && each.loss <= 1);
    }
    assert_int_equal(count, 2);
    shoal_result_free(result);
    shoal_plan_free(plan);
    (void)unlink("one.csv");
}

static void other_results_have_values(void **state) {
    (void)state;
    shoal_plan *plan = plan_with_files("lattice");
    shoal_attribute each = {.size = sizeof each};
    shoal_result *result;
    shoal_inspect_job inspected = {.size = sizeof inspected, .input = "sample.csv"};
    shoal_explore_job explored = {
        .size = sizeof explored, .input = "sample.csv", .ks = "2,4", .suppressions = "0,10%"};
    assert_int_equal(shoal_inspect(&result, plan, &inspected, NULL, NULL), SHOAL_OK);
    assert_int_equal(shoal_value_kind_of(shoal_result_value(result)), SHOAL_VALUE_OBJECT);
    assert_int_equal(shoal_value_count(shoal_value_get(shoal_result_value(result), "columns")), 3);
    assert_false(shoal_result_attribute(result, 0, &each));
    shoal_result_free(result);
    assert_int_equal(shoal_explore(&result, plan, &explored, NULL, NULL), SHOAL_OK);
    assert_int_equal(
        shoal_value_count(shoal_value_get(
            shoal_value_at(shoal_value_get(shoal_result_value(result), "recodings"), 0), "points")),
        4);
    assert_true(shoal_result_number(result, "recodings.0.points.0.k") == 2);
    assert_false(shoal_result_attribute(result, 0, &each));
    shoal_result_free(result);
    shoal_plan_free(plan);
}

static void every_failure_has_a_code(void **state) {
    (void)state;
    shoal_error error = {0};
    shoal_hierarchy *hierarchy;
    shoal_plan *plan;
    assert_int_equal(shoal_hierarchy_read(&hierarchy, "nowhere.csv", &error), SHOAL_IO);
    assert_string_equal(error.code, "io");
    assert_int_equal(shoal_hierarchy_parse(&hierarchy, "a;b\na;c\n", 8, &error), SHOAL_BAD_DATA);
    assert_string_equal(error.code, "bad_data");
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "search.", "1", &error), SHOAL_USAGE);
    assert_string_equal(error.code, "usage");
    assert_null(error.key);
    assert_int_equal(shoal_plan_set(plan, "privacy.k", "0", &error), SHOAL_USAGE);
    assert_string_equal(error.code, "value_invalid");
    assert_string_equal(error.key, "privacy.k");
    assert_int_equal(shoal_plan_parse(plan, "privacy: {k: [", 14, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "usage");
    shoal_plan_free(plan);
}

static int enter(void **state) {
    static char folder[] = "/tmp/shoal-objects-XXXXXX";
    *state = mkdtemp(folder);
    if (!*state || chdir(folder) != 0)
        return -1;
    write_tables();
    return 0;
}

static int leave(void **state) {
    static const char *const made[] = {"sample.csv", "people.csv", "town.csv", "size.csv"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        (void)unlink(made[i]);
    return chdir("/") != 0 || rmdir(*state) != 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(releases_are_the_same),
        cmocka_unit_test(assessments_are_the_same),
        cmocka_unit_test(objects_are_not_written),
        cmocka_unit_test(anonymize_results_have_values),
        cmocka_unit_test(other_results_have_values),
        cmocka_unit_test(every_failure_has_a_code),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
