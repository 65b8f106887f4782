/* Objects in a plan: in place of files, shared with copies, and never written. */
#include "plan/plan_objects.h"
#include "plan/plan_yaml.h"
#include "store/csv_source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static shoal_plan *fresh(void) {
    shoal_plan *plan;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    return plan;
}

static const source_options headed = {.header = SHOAL_YES, .label = "people"};

static shoal_hierarchy *sexes(void) {
    static const char *const labels[] = {"f", "*", "m", "*"};
    shoal_hierarchy *made;
    assert_int_equal(shoal_hierarchy_from_labels(&made, labels, 2, 1, NULL), SHOAL_OK);
    return made;
}

static void assert_refused(const shoal_plan *plan, const char *part) {
    shoal_error error = {0};
    char *yaml;
    assert_int_equal(shoal_plan_format(&yaml, plan, &error), SHOAL_USAGE);
    assert_null(yaml);
    assert_string_equal(error.code, "plan_has_objects");
    assert_non_null(strstr(error.message, part));
    assert_int_equal(shoal_plan_write(plan, "objects.yaml", &error), SHOAL_USAGE);
    assert_string_equal(error.code, "plan_has_objects");
}

static void a_hierarchy_takes_the_place_of_a_file(void **state) {
    (void)state;
    shoal_plan *plan = fresh(), *copy;
    shoal_hierarchy *made = sexes();
    char *value;
    assert_int_equal(shoal_plan_set(plan, "attributes.sex.hierarchy", "sex.csv", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set_hierarchy(plan, "sex", made, NULL), SHOAL_OK);
    assert_true(plan_has_objects(plan));
    assert_int_equal(shoal_plan_get(&value, plan, "attributes.sex.hierarchy", NULL), SHOAL_OK);
    assert_null(value);
    assert_refused(plan, "'sex'");
    assert_int_equal(shoal_plan_copy(&copy, plan, NULL), SHOAL_OK);
    assert_ptr_equal(plan_find(copy, "sex")->given, made);
    assert_int_equal(shoal_plan_set(plan, "attributes.sex.hierarchy", "flat", NULL), SHOAL_OK);
    assert_false(plan_has_objects(plan));
    shoal_hierarchy_free(made);
    shoal_plan_free(plan);
    /* The copy has the last reference. */
    assert_string_equal(shoal_hierarchy_label(plan_find(copy, "sex")->given, 1, 0), "m");
    assert_int_equal(shoal_plan_set_hierarchy(copy, "sex", NULL, NULL), SHOAL_OK);
    assert_false(plan_has_objects(copy));
    assert_int_equal(shoal_plan_set_hierarchy(copy, "other", NULL, NULL), SHOAL_OK);
    assert_null(plan_find(copy, "other"));
    assert_int_equal(shoal_plan_set_hierarchy(copy, "", NULL, NULL), SHOAL_USAGE);
    shoal_plan_free(copy);
}

static void a_population_takes_the_place_of_a_file(void **state) {
    (void)state;
    shoal_plan *plan = fresh(), *copy;
    shoal_table *people = NULL;
    static const char csv[] = "sex\nf\nm\n";
    assert_int_equal(csv_read_memory(&people, csv, strlen(csv), &headed, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "population.file", "people.csv", NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "privacy.max_risk", "0.1", NULL), SHOAL_OK);
    assert_int_equal(plan->k, 1);
    assert_int_equal(shoal_plan_set_population(plan, people, NULL), SHOAL_OK);
    assert_null(plan->population);
    assert_int_equal(plan->k, 1);
    assert_refused(plan, "shoal_table_write");
    assert_int_equal(shoal_plan_copy(&copy, plan, NULL), SHOAL_OK);
    shoal_table_free(people);
    assert_int_equal(shoal_plan_set_population(plan, NULL, NULL), SHOAL_OK);
    assert_false(plan_has_population(plan));
    assert_int_equal(plan->k, 10);
    shoal_plan_free(plan);
    assert_int_equal(shoal_table_rows(copy->population_table), 2);
    assert_int_equal(shoal_plan_set(copy, "population.file", "people.csv", NULL), SHOAL_OK);
    assert_null(copy->population_table);
    shoal_plan_free(copy);
}

/* Pages show the plan of a run, objects or not. */
static void a_page_names_what_is_in_memory(void **state) {
    (void)state;
    shoal_plan *plan = fresh();
    shoal_hierarchy *made = sexes();
    shoal_table *people = NULL;
    text yaml = {0};
    assert_int_equal(csv_read_memory(&people, "sex\nf\n", 6, &headed, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set_hierarchy(plan, "sex", made, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set_population(plan, people, NULL), SHOAL_OK);
    assert_int_equal(plan_yaml_format(&yaml, plan, NULL, NULL, NULL), SHOAL_OK);
    assert_non_null(strstr(yaml.bytes, "    hierarchy: in memory\n"));
    assert_non_null(strstr(yaml.bytes, "  file: the population in memory\n"));
    text_free(&yaml);
    shoal_hierarchy_free(made);
    shoal_table_free(people);
    shoal_plan_free(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hierarchy_takes_the_place_of_a_file),
        cmocka_unit_test(a_population_takes_the_place_of_a_file),
        cmocka_unit_test(a_page_names_what_is_in_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
