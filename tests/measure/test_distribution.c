/* Distributions before and after, by hand. */
#include "support/named_column.h"

#include "measure/distribution.h"

#include <math.h>

static void categories_are_counted(void **state) {
    (void)state;
    named in;
    category_distribution found;
    named_of(&in, CELLS("b", "a", "?", "a", "c", "b", "a", "?"), false);
    assert_int_equal(category_distribution_take(&found, &in.as, &in.rows, NULL), SHOAL_OK);
    assert_int_equal(found.rows, 8);
    assert_int_equal(found.missing, 2);
    assert_int_equal(found.distinct, 3);
    assert_int_equal(found.shown, 3);
    assert_int_equal(found.rest, 0);
    assert_near(found.entropy, log2(6) - (3 * log2(3) + 2) / 6);
    const char *order[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(dictionary_text(&in.made.values, found.top[i].code), order[i]);
        assert_int_equal(found.top[i].rows, 3 - i);
    }
    const bool kept[] = {true, false, true, false, true, false, false, false};
    variable_rows some = {8, kept};
    assert_int_equal(category_distribution_take(&found, &in.as, &some, NULL), SHOAL_OK);
    assert_int_equal(found.rows, 3);
    assert_int_equal(found.missing, 1);
    assert_near(found.entropy, 1);
    named_free(&in);
}

/* Forty values: 35 twice, the others once. */
static void rare_categories_are_the_rest(void **state) {
    (void)state;
    uint8_t data[41];
    for (size_t i = 0; i < 41; i++)
        data[i] = (uint8_t)(i < 40 ? i : 35);
    codes values = {data, 1};
    variable in = {.codes = &values, .size = 50};
    variable_rows rows = {.rows = 41};
    category_distribution found;
    assert_int_equal(category_distribution_take(&found, &in, &rows, NULL), SHOAL_OK);
    assert_int_equal(found.distinct, 40);
    assert_int_equal(found.shown, DISTRIBUTION_TOP);
    assert_int_equal(found.top[0].code, 35);
    assert_int_equal(found.top[1].code, 0);
    assert_int_equal(found.top[29].code, 28);
    assert_int_equal(found.rest, 41 - 31);
    rows.rows = 0;
    assert_int_equal(category_distribution_take(&found, &in, &rows, NULL), SHOAL_OK);
    assert_int_equal(found.rows + found.shown + found.rest, 0);
    assert_near(found.entropy, 0);
}

typedef struct distance_case {
    const char *name;
    const char *before[NAMED_MOST], *after[NAMED_MOST];
    double distance;
} distance_case;

static const distance_case distances[] = {
    {"the same", {"a", "b", "b"}, {"b", "a", "b"}, 0},
    {"another number of rows", {"a", "b"}, {"b", "a", "b", "a"}, 0},
    {"nothing in common", {"a", "b"}, {"c", "d"}, 1},
    {"a star in a quarter of the rows", {"a", "a", "b", "b"}, {"a", "b", "b", "*"}, 0.25},
    {"missing is a value", {"a", "?"}, {"a", "a"}, 0.5},
    {"missing in both", {"?", "a"}, {"a", "?"}, 0},
    {"only the first has it", {"a", "b", "c", "d"}, {"b"}, 0.75},
};

static void categories_are_compared(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
        named before, after;
        uint32_t match[NAMED_MOST];
        double found;
        print_message("%s\n", distances[i].name);
        named_of(&before, distances[i].before, false);
        named_of(&after, distances[i].after, false);
        assert_int_equal(distribution_match(match, &before.made.values, &after.made.values, NULL),
                         SHOAL_OK);
        assert_int_equal(category_distance(&found, &before.as, &before.rows, &after.as, &after.rows,
                                           match, NULL),
                         SHOAL_OK);
        assert_near(found, distances[i].distance);
        after.rows.rows = 0;
        assert_int_equal(category_distance(&found, &before.as, &before.rows, &after.as, &after.rows,
                                           match, NULL),
                         SHOAL_OK);
        assert_near(found, NAN);
        named_free(&before);
        named_free(&after);
    }
}

static void numbers_are_summarized(void **state) {
    (void)state;
    named before, after;
    number_comparison found;
    named_of(&before, CELLS("1", "4", "2", "3"), true);
    named_of(&after, CELLS("2", "3.0", "?", "2.0"), true);
    assert_int_equal(number_distributions_compare(&found, &before.as, &before.rows, &after.as,
                                                  &after.rows, NULL),
                     SHOAL_OK);
    assert_near(found.before.mean, 2.5);
    assert_near(found.before.deviation, sqrt(1.25));
    const double quartiles[] = {1.75, 2.5, 3.25}, after_quartiles[] = {2, 2, 2.5};
    for (size_t i = 0; i < 3; i++) {
        assert_near(found.before.quartile[i], quartiles[i]);
        assert_near(found.after.quartile[i], after_quartiles[i]);
    }
    assert_near(found.after.mean, 7.0 / 3);
    assert_near(found.after.deviation, sqrt(2.0 / 9));
    assert_near(found.after.smallest, 2);
    assert_near(found.after.largest, 3);
    assert_int_equal(found.after.distinct, 2);
    assert_int_equal(found.after.rows, 4);
    assert_int_equal(found.after.missing, 1);
    assert_near(found.low, 1);
    assert_near(found.high, 4);
    const size_t bins[] = {0, 10, 20, 29}, rows[] = {0, 2, 1, 0};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(found.before.bin[bins[i]], 1);
        assert_int_equal(found.after.bin[bins[i]], rows[i]);
    }
    assert_near(found.shift, (7.0 / 3 - 2.5) / sqrt(1.25));
    assert_near(found.kolmogorov, 0.25);
    named_free(&before);
    named_free(&after);
}

typedef struct number_case {
    const char *name;
    const char *before[NAMED_MOST], *after[NAMED_MOST];
    double mean, deviation, shift, kolmogorov;
} number_case;

static const number_case numbers[] = {
    {"constant and the same", {"3", "3"}, {"3"}, 3, 0, 0, 0},
    {"constant and moved", {"3", "3"}, {"4"}, 3, 0, NAN, 1},
    {"nothing is left", {"1", "3"}, {"?"}, 2, 1, NAN, NAN},
    {"nothing was there", {"?"}, {"1"}, NAN, NAN, NAN, NAN},
    {"shifted by two deviations", {"1", "3"}, {"3", "5"}, 2, 1, 2, 0.5},
    {"huge", {"-1e308", "1e308"}, {"1e308"}, 0, 1e308, 1, 0.5},
    {"tiny", {"-1e-310", "1e-310"}, {"-1e-310"}, 0, 1e-310, -1, 0.5},
};

static void unusual_numbers_are_compared(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const number_case *is = &numbers[i];
        named before, after;
        number_comparison found;
        print_message("%s\n", is->name);
        named_of(&before, is->before, true);
        named_of(&after, is->after, true);
        assert_int_equal(number_distributions_compare(&found, &before.as, &before.rows, &after.as,
                                                      &after.rows, NULL),
                         SHOAL_OK);
        assert_near(found.before.mean, is->mean);
        double unit = is->deviation > 0 ? is->deviation : 1;
        assert_near(found.before.deviation / unit, is->deviation / unit);
        assert_near(found.shift, is->shift);
        assert_near(found.kolmogorov, is->kolmogorov);
        uint64_t binned = 0;
        for (size_t b = 0; b < DISTRIBUTION_BINS; b++)
            binned += found.before.bin[b];
        assert_int_equal(binned, found.before.rows - found.before.missing);
        assert_int_equal(
            number_distributions_compare(&found, &before.as, &before.rows, NULL, NULL, NULL),
            SHOAL_OK);
        assert_near(found.before.mean, is->mean);
        assert_near(found.kolmogorov, NAN);
        named_free(&before);
        named_free(&after);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(categories_are_counted),
        cmocka_unit_test(rare_categories_are_the_rest),
        cmocka_unit_test(categories_are_compared),
        cmocka_unit_test(numbers_are_summarized),
        cmocka_unit_test(unusual_numbers_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
