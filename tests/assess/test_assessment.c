/* Assessments of small tables, every figure worked out by hand. */
#include "support/assessed_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double found_of(const assessment *facts, const assessment_model *model, const char *key) {
    for (size_t f = 0; f < facts->figure_count; f++)
        if (strcmp(facts->figures[f].key, key) == 0)
            return model->found[f];
    fail_msg("no figure %s", key);
    return 0;
}

/* ---- The example ----------------------------------------------------------------------------- */

static void classes_and_risk_are_those_of_the_example(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, assessed_release, assessed_original, KEYS(ASSESSED_EXAMPLE)),
        SHOAL_OK);
    const assessment_table *table = &of.facts->table;
    assert_int_equal(table->rows, 10);
    assert_int_equal(table->suppressed, 2);
    assert_int_equal(table->k, 2);
    assert_int_equal(table->classes.classes, 3);
    assert_int_equal(table->classes.rows, 8);
    assert_near(table->classes.mean, 8 / 3.0);
    assert_near(table->classes.median, 3);
    /* Sizes 3, 2, 3: each of the eight records has 1 / size, three classes make 3 / 8. */
    const reidentification_risk *risk = &table->risk;
    assert_near(risk->prosecutor.largest, 0.5);
    assert_near(risk->prosecutor.average, 3 / 8.0);
    assert_int_equal(risk->prosecutor.above, 2); /* those of B: 0.5 > 0.4 */
    assert_near(risk->prosecutor.share_above, 0.25);
    assert_near(risk->journalist.largest, 0.5);
    assert_near(risk->marketer.average, 3 / 8.0);
    assert_int_equal(risk->marketer.above, 0); /* 0.375 */
    for (size_t i = 0; i < RISK_THRESHOLDS; i++)
        assert_int_equal(table->preset[i].prosecutor.above, 8); /* 1 / 3 > 0.33, too */
    assert_int_equal(table->sample_uniques, 0);
    assert_false(table->estimated);
    assert_int_equal(table->combinations.records, 0);
    /* Before, ages are all different: each record is unique by its age alone, and none by its sex;
     * of two attributes, a set of one scores (2 - 1)! / (2 - 2)! = 1. */
    const assessment_table *before = of.facts->before;
    assert_int_equal(before->k, 1);
    assert_int_equal(before->sample_uniques, 10);
    assert_near(before->risk.prosecutor.average, 1);
    assert_int_equal(before->combinations.records, 10);
    assert_int_equal(before->combinations.attribute[0].records, 10);
    assert_int_equal(before->combinations.attribute[0].score, 10);
    assert_near(before->combinations.attribute[0].share, 1);
    assert_int_equal(before->combinations.attribute[1].records, 0);
    assert_int_equal(before->combinations.values, 10);
    assert_string_equal(before->risky_value[0], "21");
    assert_true(of.facts->holds);
    assessed_table_close(&of);
}

/* Shares of the table: flu 0.4, cold 0.3, ulcer 0.3; pay 0.3, 0.4, 0.3. A has flu 2, cold 1; B flu
 * 1, ulcer 1; C cold 2, ulcer 1. Pay: A and C one of each, B 10 and 20. */
static void models_are_those_of_the_example(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(assessed_table_make(&of, assessed_release, NULL, KEYS(ASSESSED_EXAMPLE)),
                     SHOAL_OK);
    assert_int_equal(of.facts->sensitive_count, 2);
    const assessment_model *disease = &of.facts->table.models[0];
    assert_near(found_of(of.facts, disease, "l_distinct"), 2);
    assert_near(found_of(of.facts, disease, "l_entropy"),
                3 / pow(2, 2 / 3.0));                            /* A, C: exp of ln 3 - 2/3 ln 2 */
    assert_near(found_of(of.facts, disease, "recursive_c2"), 2); /* A, C: 2 < c (1) */
    assert_near(found_of(of.facts, disease, "recursive_c3"), INFINITY); /* 1 < c (0) never holds */
    assert_near(found_of(of.facts, disease, "t_equal"), 0.4); /* C: (0.4 + 11/30 + 1/30) / 2 */
    assert_near(found_of(of.facts, disease, "t_ordered"), NAN);
    /* A: only ulcer is in another group: 0.3 over the root. B: 0.1 within flu and cold, at half
     * the height, and 0.2 over the root. C: 11/30 / 2 + 1/30. */
    assert_near(found_of(of.facts, disease, "t_hierarchical"), 0.3);
    assert_near(found_of(of.facts, disease, "delta"), INFINITY); /* every class lacks a value */
    assert_near(found_of(of.facts, disease, "beta"), 11 / 9.0);  /* C: (2/3 - 0.3) / 0.3 */
    assert_near(found_of(of.facts, disease, "alpha"), 2 / 3.0);
    const assessment_model *pay = &of.facts->table.models[1];
    assert_near(found_of(of.facts, pay, "l_distinct"), 2);
    assert_near(found_of(of.facts, pay, "l_entropy"), 2);
    assert_near(found_of(of.facts, pay, "recursive_c2"), 1);        /* B; A: 1 / 2 */
    assert_near(found_of(of.facts, pay, "recursive_c3"), INFINITY); /* B; A: 1 */
    assert_near(found_of(of.facts, pay, "t_equal"), 0.3);           /* B: (0.2 + 0.1 + 0.3) / 2 */
    assert_near(found_of(of.facts, pay, "t_ordered"), 0.25);        /* B: (0.2 + 0.3 + 0) / 2 */
    assert_near(found_of(of.facts, pay, "t_hierarchical"), NAN);
    assert_near(found_of(of.facts, pay, "beta"), 2 / 3.0); /* B: (0.5 - 0.3) / 0.3 */
    assert_near(found_of(of.facts, pay, "alpha"), 0.5);
    assert_null(of.facts->before);
    assessed_table_close(&of);
}

/* A person is looked for among the rows of the class that covers the values, and the two that are
 * suppressed: five for A and C, four for B; two for rows 9 and 10, whose values nothing else
 * covers. */
static void linkage_is_that_of_the_example(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, assessed_release, assessed_original, KEYS(ASSESSED_EXAMPLE)),
        SHOAL_OK);
    const generalized_outcome *found = &of.facts->linkage.generalized;
    assert_true(of.facts->aligned);
    assert_null(of.facts->linkage.generalized_none);
    assert_int_equal(found->attacked, 10);
    assert_int_equal(found->found, 10);
    assert_int_equal(found->certain, 0);
    /* Classes of three, two and three rows, one right guess in each. Nobody else is looked for
     * among the two suppressed rows, so that one of their two people is found as well. */
    assert_int_equal(found->published, 8);
    assert_near(found->expected, 3 / 8.0);
    assert_near(found->expected, of.facts->table.risk.marketer.average);
    assert_near(found->expected_all, (3 + 1) / 10.0);
    assert_near(found->largest, 0.5);
    assert_int_equal(found->fewest, 2);
    assert_near(found->candidates, (9 + 4 + 9 + 4) / 10.0);
    /* They are found more often than the published ones. */
    assert_near(of.facts->linkage.risk, (3 + 1) / 10.0);
    /* The most frequent diseases of the classes have 2 of 3, 1 of 2 and 2 of 3 rows, and 1 of 2
     * suppressed ones. */
    assert_near(of.facts->table.inferences[0].guessed, 6 / 10.0);
    assert_near(of.facts->table.inferences[0].majority, 4 / 10.0);
    assert_false(of.facts->linkage.risk_is_marketer);
    assert_int_equal(of.facts->linkage.labels[0].of_hierarchy, 2);
    assert_int_equal(of.facts->linkage.labels[1].of_values, 2);
    assert_non_null(of.facts->linkage.numeric_none);
    assessed_table_close(&of);
}

/* Ten ages: 20-29 covers five, 30-39 four (34, which was suppressed, included). */
static void utility_is_that_of_the_example(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, assessed_release, assessed_original, KEYS(ASSESSED_EXAMPLE)),
        SHOAL_OK);
    const assessment *facts = of.facts;
    double age = (5 * 4 / 9.0 + 3 * 3 / 9.0 + 2) / 10, sex = 2 / 10.0;
    assert_near(facts->columns[0].loss, age);
    assert_near(facts->columns[1].loss, sex);
    assert_int_equal(facts->columns[0].level, 1);
    assert_near(assessed_table_metric(facts, "loss"), (age + sex) / 2);
    assert_near(assessed_table_metric(facts, "nwp"), (age + sex) / 2);
    assert_near(assessed_table_metric(facts, "precision"), (1 / 2.0 + 0) / 2);
    assert_near(assessed_table_metric(facts, "dm"), 9 + 4 + 9 + 2 * 10);
    assert_near(assessed_table_metric(facts, "aecs"), 10 / 4.0 / 2);
    assert_near(assessed_table_metric(facts, "necd"), 1 / 9.0);
    /* Bits lost: five rows are one of five, three one of four, two one of ten; both suppressed
     * rows are men, four of ten. Bits there were: ten ages, six women and four men. */
    double lost = 5 * log2(5) + 3 * log2(4) + 2 * log2(10) + 2 * log2(10 / 4.0);
    double bits = 10 * log2(10) + 6 * log2(10 / 6.0) + 4 * log2(10 / 4.0);
    assert_near(assessed_table_metric(facts, "entropy"), lost / bits);
    /* One row of A does not work; two are suppressed. */
    assert_near(assessed_table_metric(facts, "cm"), 3 / 10.0);
    /* Eight of ten work: whatever is left out, the majority of the others does. */
    assert_near(facts->predicted_before.majority, 0.8);
    assert_near(facts->predicted_after.majority, 0.8);
    assert_int_equal(facts->predicted_after.classes, 2);
    /* Two women of six rows more than before: 5 f, 3 m, 2 * instead of 6 f, 4 m. */
    assert_near(facts->columns[1].distance, (0 + 2 / 10.0 + 2 / 10.0) / 2);
    assert_near(facts->columns[3].distance, 0);
    assessed_table_close(&of);
}

/* In the population there are two more women from 20 to 29: A is one of five, B of two, C of
 * three. */
static void populations_count(void **state) {
    (void)state;
    static const char people[] = "age,sex\n21,f\n23,f\n25,f\n27,m\n29,m\n31,f\n35,f\n38,f\n34,m\n"
                                 "52,m\n24,f\n26,f\n45,m\n";
    char path[] = "/tmp/shoal-people-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(people, file);
    fclose(file);
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, assessed_release, NULL,
                            KEYS(ASSESSED_EXAMPLE, "population.file", path, "privacy.models",
                                 "k-map k=3; l-diversity l=3 on=pay")),
        SHOAL_OK);
    remove(path);
    const reidentification_risk *risk = &of.facts->table.risk;
    assert_true(risk->of_population);
    assert_near(risk->prosecutor.average, 3 / 8.0);
    assert_near(risk->journalist.largest, 1 / 2.0);
    assert_near(risk->journalist.average, (3 / 5.0 + 2 / 2.0 + 3 / 3.0) / 8);
    assert_int_equal(risk->journalist.above, 2);
    assert_near(risk->marketer.average, (3 / 5.0 + 2 / 2.0 + 3 / 3.0) / 8);
    assert_true(of.facts->table.estimated);
    assert_near(of.facts->table.uniques.fraction, 8 / 13.0);
    assert_near(of.facts->table.uniques.estimate, 0);
    /* B has two values of pay, and two people of the population. */
    assert_false(of.facts->holds);
    assert_int_equal(of.facts->rule_count, 2);
    assert_string_equal(of.facts->rules[0].attribute, "pay");
    assert_near(of.facts->rules[0].found, 2);
    assert_int_equal(of.facts->rules[0].classes, 2); /* and so have the suppressed rows */
    assert_null(of.facts->rules[1].attribute);
    assert_true(of.facts->rules[1].judged);
    assert_near(of.facts->rules[1].found, 2);
    assert_int_equal(of.facts->rules[1].classes, 1);
    assessed_table_close(&of);
}

/* ---- Missing values -------------------------------------------------------------------------- */

typedef struct missing_case {
    const char *rule;
    uint64_t rows, dropped, classes, k;
    double average; /* prosecutor risk */
} missing_case;

static void missing_values_are_counted_by_three_rules(void **state) {
    (void)state;
    static const char csv[] = "one,two\na,x\na,?\nb,x\nb,x\n";
    static const missing_case cases[] = {
        {"category", 4, 0, 3, 1, 3 / 4.0},
        /* a,x and a,? match each other; attackers read them as they are. */
        {"wildcard", 4, 0, 3, 2, 3 / 4.0},
        {"drop", 3, 1, 2, 1, 2 / 3.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const missing_case *each = &cases[i];
        assessed_table of;
        print_message("%s\n", each->rule);
        assert_int_equal(
            assessed_table_make(&of, csv, NULL,
                                KEYS("attributes.one.role", "quasi", "attributes.two.role", "quasi",
                                     "missing.rule", each->rule)),
            SHOAL_OK);
        const assessment_table *table = &of.facts->table;
        assert_int_equal(table->rows, each->rows);
        assert_int_equal(table->dropped, each->dropped);
        assert_int_equal(table->classes.classes, each->classes);
        assert_int_equal(table->k, each->k);
        assert_near(table->risk.prosecutor.average, each->average);
        for (size_t r = 0; r < ASSESSED_RULES; r++) {
            assert_int_equal(table->missing[r].rows, cases[r].rows);
            assert_int_equal(table->missing[r].classes, cases[r].classes);
            assert_int_equal(table->missing[r].k, cases[r].k);
        }
        assert_int_equal(table->missing[ASSESSED_CATEGORY].uniques, 2);
        assert_int_equal(table->missing[ASSESSED_WILDCARD].uniques, 0);
        assert_int_equal(table->missing[ASSESSED_DROP].uniques, 1);
        assert_int_equal(table->missing_cells[0], 0);
        assert_int_equal(table->missing_cells[1], 1);
        assessed_table_close(&of);
    }
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static void a_table_of_stars_is_one_class(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, "a,b,s\n*,*,x\n*,*,y\n*,*,x\n", "a,b,s\n1,2,x\n3,4,y\n5,6,x\n",
                            KEYS("attributes.a.role", "quasi", "attributes.b.role", "quasi",
                                 "attributes.s.role", "sensitive", "privacy.k", "3")),
        SHOAL_OK);
    assert_true(of.facts->table.one_class);
    assert_int_equal(of.facts->table.suppressed, 0);
    assert_int_equal(of.facts->table.k, 3);
    assert_near(found_of(of.facts, &of.facts->table.models[0], "l_distinct"), 2);
    assert_near(found_of(of.facts, &of.facts->table.models[0], "t_equal"), 0);
    assert_near(found_of(of.facts, &of.facts->table.models[0], "delta"), 0);
    assert_near(assessed_table_metric(of.facts, "loss"), 1);
    assert_near(of.facts->linkage.generalized.expected, 1 / 3.0);
    assert_true(of.facts->holds);
    assessed_table_close(&of);
}

/* Delta: in both classes x is 1/2 or 3/4 of the rows, of all rows 5/8. */
static void delta_is_the_largest_surprise(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, "q,s\n1,x\n1,x\n1,y\n1,y\n2,x\n2,x\n2,x\n2,y\n", NULL,
                            KEYS("attributes.q.role", "quasi", "attributes.s.role", "sensitive")),
        SHOAL_OK);
    assert_near(found_of(of.facts, &of.facts->table.models[0], "delta"),
                log(3 / 2.0)); /* y: 1/4 of 3/8 */
    assert_near(found_of(of.facts, &of.facts->table.models[0], "beta"),
                1 / 3.0); /* y: 1/2 of 3/8 */
    assessed_table_close(&of);
}

/* Independent where they are published; together with the stars Cramér's V would be 0.7. */
static void suppressed_rows_do_not_correlate(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, "a,b\nx,u\nx,v\ny,u\ny,v\n*,*\n*,*\n", NULL,
                            KEYS("attributes.a.role", "quasi", "attributes.b.role", "quasi")),
        SHOAL_OK);
    assert_int_equal(of.facts->table.suppressed, 2);
    assert_near(of.facts->correlations_after.value[1], 0);
    assessed_table_close(&of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_and_risk_are_those_of_the_example),
        cmocka_unit_test(models_are_those_of_the_example),
        cmocka_unit_test(linkage_is_that_of_the_example),
        cmocka_unit_test(utility_is_that_of_the_example),
        cmocka_unit_test(populations_count),
        cmocka_unit_test(missing_values_are_counted_by_three_rules),
        cmocka_unit_test(a_table_of_stars_is_one_class),
        cmocka_unit_test(delta_is_the_largest_surprise),
        cmocka_unit_test(suppressed_rows_do_not_correlate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
