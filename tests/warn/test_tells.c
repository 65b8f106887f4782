/* Whether a column tells another, on tables small enough to count by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/tells.h"
#include "warn/person_counts.h"
#include "warn/published_classes.h"

#include <string.h>

static uint32_t scratch[256];

static void assert_close(double found, double expected) {
    assert_true(found > expected - 1e-9 && found < expected + 1e-9);
}

static telling count(const uint32_t *by, uint32_t by_size, const uint32_t *of, uint32_t of_size,
                     const bool *hides, size_t rows) {
    told_groups groups;
    told_chances chances;
    told_column told = {of, of_size};
    assert_true(told_groups_make(&groups, &(told_column){by, by_size}, rows));
    told_chances_fill(&chances, &told, rows, scratch);
    telling found = told_count(&groups, &told, &chances, hides, scratch);
    told_groups_free(&groups);
    for (size_t i = 0; i < 256; i++)
        assert_int_equal(scratch[i], 0);
    return found;
}

/* a a a a b b b c d d
 * 1 1 1 1 2 2 3 1 3 3: a and d leave one value, b does not, c occurs once. */
static void certain_rows_are_counted(void **state) {
    (void)state;
    const uint32_t by[] = {0, 0, 0, 0, 1, 1, 1, 2, 3, 3};
    const uint32_t of[] = {1, 1, 1, 1, 2, 2, 3, 1, 3, 3};
    const bool hides[] = {true, true, false, false, true, true, true, true, true, false};
    telling found = count(by, 4, of, 4, hides, 10);
    assert_int_equal(found.judged, 9);
    assert_int_equal(found.few, 9);
    assert_int_equal(found.certain, 6);
    assert_int_equal(found.hidden, 3);
    /* The values have shares 0.5, 0.2 and 0.3: groups of 4, 3 and 2 rows agree by chance with
     * 0.0722, 0.16 and 0.38. */
    assert_close(found.chance, 4 * 0.0722 + 3 * 0.16 + 2 * 0.38);
    assert_close(telling_gain(&found), (6 - 1.5288) / (9 - 1.5288));
    found = count(by, 4, of, 4, NULL, 10);
    assert_int_equal(found.hidden, 0);
}

static void nothing_is_told_of_one_value(void **state) {
    (void)state;
    const uint32_t by[] = {0, 0, 1, 1, 2, 2};
    const uint32_t of[] = {0, 0, 0, 0, 0, 0};
    telling found = count(by, 3, of, 1, NULL, 6);
    assert_int_equal(found.certain, 6);
    assert_close(found.chance, 6);
    assert_close(telling_gain(&found), 0);
}

static void own_values_tell_nothing(void **state) {
    (void)state;
    const uint32_t by[] = {0, 1, 2, 3};
    const uint32_t of[] = {0, 1, 0, 1};
    telling found = count(by, 4, of, 2, NULL, 4);
    assert_int_equal(found.judged, 0);
    assert_close(telling_gain(&found), 0);
    found = count(by, 4, of, 2, NULL, 0);
    assert_int_equal(found.judged, 0);
}

/* One slip in a hundred rows hides nothing, two do. */
static void slips_are_overlooked(void **state) {
    (void)state;
    uint32_t by[200], of[200];
    for (size_t i = 0; i < 200; i++) {
        by[i] = i < 100 ? 0 : 1;
        of[i] = i < 100 ? i == 7 : 1 - (i == 107 || i == 108);
    }
    telling found = count(by, 2, of, 2, NULL, 200);
    assert_int_equal(found.judged, 200);
    assert_int_equal(found.few, 0);
    assert_int_equal(found.certain, 100);
    /* In groups of under a hundred rows all must agree. */
    found = count(by, 2, of, 2, NULL, 99);
    assert_int_equal(found.certain, 0);
}

/* Birth years 1970 1970 1971 1971 1980 1980 and ages 49 50 48 49 40 39, all published as `*`: a
 * year leaves two ages, the label six. Where ages are published in halves, a half has three or
 * more. */
static void labels_are_narrowed(void **state) {
    (void)state;
    const uint32_t year[] = {0, 0, 1, 1, 2, 2}, star[] = {0, 0, 0, 0, 0, 0};
    const uint32_t age[] = {4, 5, 3, 4, 1, 0}, half[] = {1, 1, 1, 1, 0, 0};
    told_column by = {year, 3}, all = {star, 1}, halves = {half, 2}, value = {age, 6};
    uint64_t narrowed;
    assert_true(told_narrowed(&narrowed, &by, &all, &value, 6, scratch));
    assert_int_equal(narrowed, 6);
    /* The young half has ages 39 and 40 alone, the old one 48, 49 and 50. */
    assert_true(told_narrowed(&narrowed, &by, &halves, &value, 6, scratch));
    assert_int_equal(narrowed, 0);
    assert_true(told_narrowed(&narrowed, &halves, &all, &value, 6, scratch));
    assert_int_equal(narrowed, 2);
    assert_true(told_narrowed(&narrowed, &all, &by, &value, 6, scratch));
    assert_int_equal(narrowed, 0);
}

/* ---- Persons --------------------------------------------------------------------------------- */

/* Class 0: rows of persons 1 1 1 2; class 1: of 3 4 5; class 2: of 6 6, too few rows to claim k. */
static void persons_are_counted(void **state) {
    (void)state;
    const uint32_t none = UINT32_MAX;
    const uint32_t class_of[] = {0, 1, 0, 1, none, 0, 2, 1, 2, 0};
    const uint32_t person[] = {1, 3, 1, 4, 9, 1, 6, 5, 6, 2};
    person_rows from = {.class_of = class_of, .person = person, .rows = 10, .classes = 3, .k = 3};
    person_counts found;
    assert_true(person_counts_make(&found, &from));
    assert_int_equal(found.below, 1);
    assert_int_equal(found.smallest, 2);
    from.k = 2;
    assert_true(person_counts_make(&found, &from));
    assert_int_equal(found.below, 1);
    assert_int_equal(found.smallest, 1);
    from.k = 4;
    assert_true(person_counts_make(&found, &from));
    assert_int_equal(found.below, 1);
    from.k = 5;
    assert_true(person_counts_make(&found, &from));
    assert_int_equal(found.below, 0);
    assert_int_equal(found.smallest, 5);
}

/* ---- Classes --------------------------------------------------------------------------------- */

static void blank_third(const void *context, size_t begin, size_t count, uint8_t *blank) {
    (void)context;
    for (size_t i = 0; i < count; i++)
        blank[i] = begin + i == 2;
}

/* Two attributes: the labels of the first are those of `map`, of the second the codes, and the
 * cell of row 3 is blanked. */
static void rows_with_the_same_labels_are_a_class(void **state) {
    (void)state;
    uint8_t first[] = {0, 1, 0, 2, 1, 2}, second[] = {0, 0, 0, 1, 0, 1};
    const uint32_t map[] = {0, 0, 1};
    const uint64_t blanked[] = {1 << 3};
    const bool kept[] = {true, true, true, true, true, true};
    codes one = {first, 1}, other = {second, 1};
    warn_quasi quasi[] = {
        {.name = "a", .label = &one, .map = map, .labels = 2, .star = 2},
        {.name = "b", .label = &other, .blanked = blanked, .labels = 2, .star = 2},
    };
    publication_blanks blanks = {.rows = blank_third};
    published_rows rows = {
        .quasi = quasi, .attributes = 2, .rows = 6, .kept = kept, .blanks = &blanks};
    published_classes found;
    assert_int_equal(published_classes_make(&found, &rows, NULL), SHOAL_OK);
    const uint32_t expected[] = {0, 0, 3, 1, 0, 2};
    assert_int_equal(found.count, 4);
    assert_int_equal(found.suppressed, 3);
    assert_memory_equal(found.of_row, expected, sizeof expected);
    published_classes_free(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certain_rows_are_counted),
        cmocka_unit_test(nothing_is_told_of_one_value),
        cmocka_unit_test(own_values_tell_nothing),
        cmocka_unit_test(slips_are_overlooked),
        cmocka_unit_test(labels_are_narrowed),
        cmocka_unit_test(persons_are_counted),
        cmocka_unit_test(rows_with_the_same_labels_are_a_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
