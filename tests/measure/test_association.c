/* Associations between columns, by hand. */
#include "support/named_column.h"

#include "measure/association.h"

#include <math.h>

typedef struct association_case {
    const char *name;
    const char *one[NAMED_MOST], *other[NAMED_MOST];
    bool one_is_number, other_is_number;
    double expected;
} association_case;

static const association_case associations[] = {
    /* 23 / 2 over the root of 5 * 107 / 4. */
    {"correlation", {"1", "2", "3", "4"}, {"2", "4", "6", "9"}, true, true, 0.99437671268436889},
    {"falling", {"1", "2", "3"}, {"6", "4", "2"}, true, true, -1},
    {"pairs with a missing one are left out",
     {"1", "2", "?", "3", "9"},
     {"1", "2", "7", "3", "?"},
     true,
     true,
     1},
    {"constant", {"1", "2", "3"}, {"4", "4", "4"}, true, true, NAN},
    {"constant in what is left", {"1", "2", "3"}, {"4", "4", "?"}, true, true, NAN},
    {"huge numbers", {"-1e308", "1e308", "1e308"}, {"1", "2", "2"}, true, true, 1},
    /* Phi squared is 1/4, of which 1/7 is expected: (3/28) / (6/7) = 1/8. */
    {"Cramér's V",
     {"a", "a", "a", "a", "b", "b", "b", "b"},
     {"x", "x", "x", "y", "x", "y", "y", "y"},
     false,
     false,
     0.35355339059327379},
    {"determined", {"a", "a", "b", "b", "c"}, {"x", "x", "y", "y", "z"}, false, false, 1},
    {"less than expected", {"a", "a", "b", "b"}, {"x", "y", "x", "y"}, false, false, 0},
    {"all rows differ", {"a", "b", "c"}, {"x", "y", "y"}, false, false, NAN},
    {"one category", {"a", "a", "?"}, {"x", "y", "z"}, false, false, NAN},
    {"no row is left", {"a", "b", "?", "?"}, {"?", "?", "x", "y"}, false, false, NAN},
    /* 9 of 14 squares lie between the groups. */
    {"correlation ratio",
     {"a", "a", "b", "b"},
     {"1", "2", "3", "6"},
     false,
     true,
     0.80178372573727319},
    {"numbers first", {"1", "2", "3", "6"}, {"a", "a", "b", "b"}, true, false, 0.80178372573727319},
    {"one group is left", {"a", "a", "b"}, {"1", "2", "?"}, false, true, NAN},
    {"equal means", {"a", "a", "b", "b"}, {"1", "3", "0", "4"}, false, true, 0},
};

static void pairs_are_associated(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof associations / sizeof *associations; i++) {
        const association_case *is = &associations[i];
        named one, other;
        association_matrix found;
        print_message("%s\n", is->name);
        named_of(&one, is->one, is->one_is_number);
        named_of(&other, is->other, is->other_is_number);
        variable both[] = {one.as, other.as};
        assert_int_equal(association_measure(&found, both, 2, &one.rows, NULL, NULL), SHOAL_OK);
        assert_near(found.value[1], is->expected);
        assert_near(found.value[2], is->expected);
        assert_int_equal(found.numeric[0], is->one_is_number);
        assert_int_equal(found.left_out, 0);
        named_free(&one);
        named_free(&other);
    }
}

static void more_columns_are_left_out(void **state) {
    (void)state;
    named in;
    association_matrix found;
    variable many[ASSOCIATION_MOST + 3];
    named_of(&in, CELLS("1", "2", "3"), true);
    for (size_t i = 0; i < ASSOCIATION_MOST + 3; i++)
        many[i] = in.as;
    assert_int_equal(association_measure(&found, many, ASSOCIATION_MOST + 3, &in.rows, NULL, NULL),
                     SHOAL_OK);
    assert_int_equal(found.columns, ASSOCIATION_MOST);
    assert_int_equal(found.left_out, 3);
    for (size_t i = 0; i < ASSOCIATION_MOST * ASSOCIATION_MOST; i++)
        assert_near(found.value[i], 1);
    assert_int_equal(association_measure(&found, many, 0, &in.rows, NULL, NULL), SHOAL_OK);
    assert_int_equal(found.columns, 0);
    named_free(&in);
}

static void changes_are_found(void **state) {
    (void)state;
    association_matrix before = {.columns = 3, .numeric = {true, true, false}}, after = before;
    const double one[] = {1, 0.5, 0.2, 0.5, 1, NAN, 0.2, NAN, 1};
    const double other[] = {1, -0.25, 0.9, -0.25, 1, 0.5, 0.9, 0.5, 1};
    memcpy(before.value, one, sizeof one);
    memcpy(after.value, other, sizeof other);
    association_change found = association_compare(&before, &after);
    assert_int_equal(found.compared, 2);
    assert_int_equal(found.one, 0);
    assert_int_equal(found.other, 1);
    assert_near(found.largest, 0.75);
    assert_near(found.mean, (0.75 + 0.7) / 2);
    after.numeric[1] = false;
    found = association_compare(&before, &after);
    assert_int_equal(found.compared, 1);
    assert_int_equal(found.other, 2);
    assert_near(found.largest, 0.7);
    after.columns = 2;
    assert_int_equal(association_compare(&before, &after).compared, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_associated),
        cmocka_unit_test(more_columns_are_left_out),
        cmocka_unit_test(changes_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
