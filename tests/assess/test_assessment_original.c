/* Assessments of small tables beside their originals: labels, numbers, and rows in any order. */
#include "support/assessed_table.h"

#include <math.h>
#include <stdio.h>

/* ---- Labels ---------------------------------------------------------------------------------- */

typedef struct label_case {
    const char *name;
    const char *labels; /* of the values 21, 25, 29, 31, 38: a column */
    uint64_t read, observed;
    double loss;
    double expected; /* share of right guesses */
} label_case;

static void labels_of_other_tools_are_understood(void **state) {
    (void)state;
    static const char values[] = "age\n21\n25\n29\n31\n38\n";
    /* Ranges cover three and two of five values: losses 2/4 and 1/4; guesses 3 / 3 and 2 / 2. */
    static const label_case cases[] = {
        {"brackets", "\"[20, 30[\"\n\"[20, 30[\"\n\"[20, 30[\"\n\"[30, 40[\"\n\"[30, 40[\"\n", 2, 0,
         2 / 5.0, 2 / 5.0},
        {"halves", "<30\n<30\n<30\n>=30\n>=30\n", 2, 0, 2 / 5.0, 2 / 5.0},
        {"a set", "\"{21, 25, 29}\"\n\"{21, 25, 29}\"\n\"{21, 25, 29}\"\n31\n38\n", 1, 0, 3 / 10.0,
         3 / 5.0},
        {"masks", "2*\n2*\n2*\n3*\n3*\n", 2, 0, 2 / 5.0, 2 / 5.0},
        {"all values", "{*}\n{*}\n{*}\n31\n38\n", 1, 0, 3 / 5.0, 3 / 5.0},
        {"words", "young\nyoung\nyoung\nold\nold\n", 0, 2, 2 / 5.0, 2 / 5.0},
        /* Anybody below 30 may have any row; the others have one of three. */
        {"overlapping", "20-40\n20-29\n20-29\n20-40\n20-40\n", 2, 0, 4 / 5.0,
         (3 / 5.0 + 2 / 3.0) / 5},
        /* Those below 30 fit both ranges, but the others fill the second one. */
        {"filled up", "20-29\n20-29\n20-29\n21-40\n21-40\n", 2, 0, (3 * 2 / 4.0 + 2) / 5, 2 / 5.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const label_case *each = &cases[i];
        assessed_table of;
        char csv[200];
        print_message("%s\n", each->name);
        snprintf(csv, sizeof csv, "age\n%s", each->labels);
        assert_int_equal(assessed_table_make(&of, csv, values,
                                             KEYS("attributes.age.role", "quasi",
                                                  "attributes.age.hierarchy", "flat")),
                         SHOAL_OK);
        assert_int_equal(of.facts->linkage.labels[0].read, each->read);
        assert_int_equal(of.facts->linkage.labels[0].observed, each->observed);
        assert_near(assessed_table_metric(of.facts, "loss"), each->loss);
        assert_near(of.facts->linkage.generalized.expected, each->expected);
        assert_int_equal(of.facts->linkage.generalized.found, 5);
        /* Both are given, and the higher one is the risk. */
        double marketer = of.facts->table.risk.marketer.average;
        assert_near(of.facts->linkage.risk, fmax(marketer, each->expected));
        assert_int_equal(of.facts->linkage.risk_is_marketer, marketer > each->expected + 1e-9);
        assessed_table_close(&of);
    }
}

/* At level 1 "rest" covers c alone, at level 2 it covers a, b and c. The labels of the release are
 * all of level 1: whoever has a or b is not among the rows of "rest". */
static void labels_of_one_level_are_read_at_that_level(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, "v\nab\nab\nrest\nrest\n", "v\na\nb\nc\nc\n",
                            KEYS("attributes.v.role", "quasi", "attributes.v.hierarchy",
                                 "groups:ab=a|b;rest=c/rest=ab|rest")),
        SHOAL_OK);
    assert_near(of.facts->linkage.generalized.expected, 0.5);
    assert_near(of.facts->table.risk.marketer.average, 0.5);
    assessed_table_close(&of);
}

/* 20-29 stands for five people and is published of five; 30-39 for four, published of three. */
static void labels_count_the_rows_they_stand_for(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, assessed_release, assessed_original, KEYS(ASSESSED_EXAMPLE)),
        SHOAL_OK);
    const assessment_column *age = &of.facts->columns[0];
    assert_string_equal(age->after.top[0], "20-29");
    assert_near(age->covered[0], 5);
    assert_string_equal(age->after.top[1], "30-39");
    assert_near(age->covered[1], 4);
    assert_int_equal(age->after.categories.top[1].rows, 3);
    assert_string_equal(age->after.top[2], "*");
    assert_near(age->covered[2], NAN);
    text page = {0};
    assessment_print_html(&page, of.facts, false);
    assert_non_null(strstr(page.bytes, "age as published"));
    assert_non_null(strstr(page.bytes, "the correlation ratio. Without suppressed rows."));
    text_free(&page);
    assessed_table_close(&of);
}

/* Shares of 49 rows do not add up to 1 in binary. */
static void nothing_in_common_is_a_distance_of_one(void **state) {
    (void)state;
    assessed_table of;
    text before = {0}, after = {0};
    text_add_string(&before, "a\n");
    text_add_string(&after, "a\n");
    for (int i = 0; i < 49; i++) {
        text_format(&before, "x%d\n", i);
        text_add_string(&after, "any\n");
    }
    assert_int_equal(
        assessed_table_make(&of, after.bytes, before.bytes, KEYS("attributes.a.role", "quasi")),
        SHOAL_OK);
    assert_true(of.facts->columns[0].distance == 1);
    text_free(&before);
    text_free(&after);
    assessed_table_close(&of);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Values 1, 2, 5, 6 become 1.5 and 5.5: of the squares 4 * 0.25 = 1 are lost, of 17. Every masked
 * value is shared, so that nobody is linked; before, everybody is. */
static void numbers_are_linked(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, "x\n1.5\n1.5\n5.5\n5.5\n", "x\n1\n2\n5\n6\n",
                            KEYS("attributes.x.role", "quasi", "recoding", "microaggregation")),
        SHOAL_OK);
    const assessment_linkage *linkage = &of.facts->linkage;
    assert_null(linkage->numeric_none);
    assert_int_equal(linkage->numeric_count, 1);
    assert_int_equal(linkage->attacked, 4);
    assert_near(linkage->dld_before, 100);
    assert_near(linkage->dld, 0);
    /* But whoever takes one of the two nearest is right every second time. */
    assert_near(linkage->guessed_by_distance_before, 100);
    assert_near(linkage->guessed_by_distance, 50);
    assert_near(linkage->risk, 0.5);
    assert_string_equal(linkage->risk_of, "distance");
    /* 5.5 is within 10 % of 6 (and of 5, but there rounding decides), 1.5 not of 1 or 2.
     * Standardized, all four are off by more than 10 % of their distance from the mean, 3.5. */
    assert_true(linkage->id_original >= 25);
    assert_near(linkage->id, 0);
    assert_near(assessed_table_metric(of.facts, "sse"), 100 / 17.0);
    assert_near(assessed_table_metric(of.facts, "loss"), NAN);
    assert_non_null(linkage->generalized_none);
    assert_int_equal(of.facts->table.k, 2);
    /* Shares up to 1.0 to 1.49…: 1/4 before, 0 after; the mean stays. */
    assert_near(of.facts->columns[0].distance, 0.25);
    assert_near(of.facts->columns[0].shift, 0);
    assessed_table_close(&of);
}

/* ---- The order of rows ----------------------------------------------------------------------- */

static void different_numbers_of_rows_are_reported(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(
        assessed_table_make(&of, "a\n1\n2\n", "a\n1\n2\n2\n", KEYS("attributes.a.role", "quasi")),
        SHOAL_OK);
    assert_false(of.facts->aligned);
    assert_non_null(of.facts->utility.none);
    assert_int_equal(of.facts->utility.metric_count, 0);
    assert_near(of.facts->columns[0].loss, NAN);
    /* Whoever has candidates is taken to be one of them. */
    assert_int_equal(of.facts->linkage.generalized.attacked, 3);
    assert_int_equal(of.facts->linkage.generalized.found, 3);
    assert_near(of.facts->linkage.generalized.expected, 1);
    assessed_table_close(&of);
}

/* The example's release with its rows the other way round, stars at the end. */
static const char turned[] = "age,sex,disease,pay,works\n"
                             "30-39,f,ulcer,20,yes\n"
                             "30-39,f,cold,10,yes\n"
                             "30-39,f,cold,30,yes\n"
                             "20-29,m,ulcer,20,yes\n"
                             "20-29,m,flu,10,yes\n"
                             "20-29,f,cold,30,no\n"
                             "20-29,f,flu,20,yes\n"
                             "20-29,f,flu,10,yes\n"
                             "*,*,ulcer,20,no\n"
                             "*,*,flu,30,yes\n";

static void another_order_is_reported(void **state) {
    (void)state;
    assessed_table of;
    assert_int_equal(assessed_table_make(&of, turned, assessed_original, KEYS(ASSESSED_EXAMPLE)),
                     SHOAL_OK);
    static const char reason[] =
        "the two tables list their rows in different orders: 8 of 8 rows do "
        "not match";
    assert_false(of.facts->aligned);
    assert_string_equal(of.facts->apart, reason);
    assert_string_equal(of.facts->utility.none, reason);
    assert_string_equal(of.facts->linkage.numeric_none, reason);
    assert_int_equal(of.facts->utility.metric_count, 0);
    assert_near(of.facts->columns[0].loss, NAN);
    /* Classes of 3, 2 and 3 people, and two of 34 m and 52 m who fit only the stars: whoever has
     * candidates is taken to be one of them. */
    assert_null(of.facts->linkage.generalized_none);
    assert_int_equal(of.facts->linkage.generalized.attacked, 10);
    const char *last = of.facts->assumed[of.facts->assumed_count - 2];
    assert_memory_equal(last, reason, strlen(reason));
    assessed_table_close(&of);
}

typedef struct order_case {
    const char *name;
    const char *release, *original;
    bool aligned, attacked;
} order_case;

static void only_contradictions_show_another_order(void **state) {
    (void)state;
    static const order_case cases[] = {
        {"as it was", "a,s\nx,1\ny,2\nz,3\n", "a,s\nx,1\ny,2\nz,3\n", true, true},
        {"values exchanged", "a,s\ny,1\nx,2\nz,3\n", "a,s\nx,1\ny,2\nz,3\n", false, true},
        {"sensitive values exchanged", "a,s\nx,2\nx,1\n", "a,s\nx,1\nx,2\n", false, true},
        {"noise", "a,s\n11,1\n19,2\n31,3\n", "a,s\n10,1\n20,2\n30,3\n", true, true},
        {"noise on sensitive values", "a,s\nx,11\ny,19\n", "a,s\nx,10\ny,20\n", true, true},
        {"words", "a,s\nlow,1\nlow,2\nhigh,3\n", "a,s\n1,1\n2,2\n3,3\n", true, true},
        {"words, turned", "a,s\nhigh,3\nlow,2\nlow,1\n", "a,s\n1,1\n2,2\n3,3\n", false, false},
        {"missing cells", "a,s\nx,?\ny,2\n", "a,s\nx,1\ny,2\n", true, true},
        {"ranges", "a,s\n0-9,1\n10-19,1\n", "a,s\n5,1\n15,1\n", true, true},
        {"ranges, turned", "a,s\n10-19,1\n0-9,1\n", "a,s\n5,1\n15,1\n", false, true},
        {"suppressed rows", "a,s\n*,2\n*,1\n0-9,1\n", "a,s\n5,1\n15,2\n6,1\n", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assessed_table of;
        print_message("%s\n", cases[i].name);
        assert_int_equal(assessed_table_make(&of, cases[i].release, cases[i].original,
                                             KEYS("attributes.a.role", "quasi", "attributes.s.role",
                                                  "sensitive", "attributes.a.hierarchy", "flat")),
                         SHOAL_OK);
        assert_int_equal(of.facts->aligned, cases[i].aligned);
        assert_int_equal(of.facts->apart == NULL, cases[i].aligned);
        assert_int_equal(of.facts->linkage.generalized_none == NULL, cases[i].attacked);
        assessed_table_close(&of);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_of_other_tools_are_understood),
        cmocka_unit_test(labels_of_one_level_are_read_at_that_level),
        cmocka_unit_test(labels_count_the_rows_they_stand_for),
        cmocka_unit_test(nothing_in_common_is_a_distance_of_one),
        cmocka_unit_test(numbers_are_linked),
        cmocka_unit_test(different_numbers_of_rows_are_reported),
        cmocka_unit_test(another_order_is_reported),
        cmocka_unit_test(only_contradictions_show_another_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
