/* Pseudonyms, and what they give away: worked out by hand. */
#include "release/person_sequences.h"
#include "release/pseudonyms.h"
#include "support/assessed_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void find(person_sequences *out, const linked_rows *rows) {
    linked_rows of = *rows;
    shoal_plan *plan = NULL;
    assert_int_equal(shoal_plan_new(&plan, NULL), SHOAL_OK);
    assert_int_equal(shoal_plan_set(plan, "attributes.v.role", "sensitive", NULL), SHOAL_OK);
    of.plan = plan;
    assert_int_equal(person_sequences_find(out, &of, NULL), SHOAL_OK);
    shoal_plan_free(plan);
}

/* A release with k = 2 persons in each of its classes a, b and c, in which six persons have these
 * rows:
 *   0: a b   1: b a   2: a a   3: a   4: a   5: c, and 0: c
 * so that 0 has a b c, 1 has a b, 2 has a a, and 3 and 4 share a; 5 has c. Whoever knows all rows
 * of a person finds all but 3 and 4. */
static void test_sequences(void **state) {
    (void)state;
    static const uint32_t person_of[] = {0, 0, 1, 1, 2, 2, 3, 4, 5, 0};
    static const size_t quasi[] = {0};
    shoal_table *table = assessed_table_read("q\na\nb\nb\na\na\na\na\na\nc\nc\n");
    person_sequences found;
    find(&found, &(linked_rows){table, quasi, 1, person_of, 6, NULL, 2, NULL});
    assert_int_equal(found.persons, 6);
    assert_int_equal(found.sequences, 5);
    assert_int_equal(found.smallest, 1);
    assert_int_equal(found.unique, 4);
    assert_int_equal(found.below, 4);
    find(&found, &(linked_rows){table, quasi, 1, person_of, 6, NULL, 3, NULL});
    assert_int_equal(found.below, 6);
    shoal_table_free(table);
}

/* The order of a person's rows does not matter, and neither do suppressed rows differ. */
static void test_alike(void **state) {
    (void)state;
    static const uint32_t person_of[] = {0, 1, 0, 1};
    static const size_t quasi[] = {0, 1};
    shoal_table *table = assessed_table_read("q,r\n*,*\nx,1\nx,1\n*,*\n");
    person_sequences found;
    find(&found, &(linked_rows){table, quasi, 2, person_of, 2, NULL, 2, NULL});
    assert_int_equal(found.sequences, 1);
    assert_int_equal(found.smallest, 2);
    assert_int_equal(found.unique, 0);
    assert_int_equal(found.below, 0);
    shoal_table_free(table);
}

/* 0 and 1 have rows in a and b, 2 to 5 in one of them. Both of 0 and 1 read y somewhere, which no
 * class tells: 2 has none in a, nor 4 in b. That they read x follows from a. */
static void test_told(void **state) {
    (void)state;
    static const uint32_t person_of[] = {0, 0, 1, 1, 2, 3, 4, 5, 0, 1};
    static const size_t quasi[] = {0};
    shoal_table *table =
        assessed_table_read("q,v\na,y\nb,z\na,z\nb,Y\na,x\na,x\nb,w\nb,z\na,x\na,x\n");
    person_sequences found;
    find(&found, &(linked_rows){table, quasi, 1, person_of, 6, NULL, 2, NULL});
    assert_int_equal(found.sequences, 3);
    assert_int_equal(found.smallest, 2);
    assert_int_equal(found.told.sequences, 1);
    assert_int_equal(found.told.persons, 2);
    shoal_table_free(table);
}

enum { PERSONS = 1000 };

/* Every number from 1 on is one person's, and the next release has another order. */
static void test_drawing(void **state) {
    (void)state;
    uint32_t person_of[1] = {0};
    pseudonyms first, second;
    bool seen[PERSONS + 1] = {false};
    size_t same = 0;
    assert_int_equal(pseudonyms_draw(&first, person_of, PERSONS, NULL), SHOAL_OK);
    assert_int_equal(pseudonyms_draw(&second, person_of, PERSONS, NULL), SHOAL_OK);
    for (size_t p = 0; p < PERSONS; p++) {
        unsigned long number = strtoul(first.labels[p], NULL, 10);
        assert_in_range(number, 1, PERSONS);
        assert_false(seen[number]);
        seen[number] = true;
        same += strcmp(first.labels[p], second.labels[p]) == 0;
    }
    /* About one is expected; so many have a chance of less than one in 10^50. */
    assert_true(same < 50);
    pseudonyms_free(&first);
    pseudonyms_free(&second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sequences),
        cmocka_unit_test(test_alike),
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_drawing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
