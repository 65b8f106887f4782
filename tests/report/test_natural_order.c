/* The order of labels, and labels that are ranges. */
#include "report/natural_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int compare(const void *one, const void *other) {
    return natural_compare(*(const char *const *)one, *(const char *const *)other);
}

#define MOST 8

static void labels_are_ordered_by_their_numbers(void **state) {
    (void)state;
    static const struct {
        const char *given[MOST], *wanted[MOST];
    } cases[] = {
        {{"[70-80)", "[60-70)", "[100-110)", "[5-10)"},
         {"[5-10)", "[60-70)", "[70-80)", "[100-110)"}},
        {{">30", "30", "<30", "*"}, {"<30", "30", ">30", "*"}},
        {{"10", "9", "-3", "1.5"}, {"-3", "1.5", "9", "10"}},
        {{"grade 10", "grade 9", "grade 1"}, {"grade 1", "grade 9", "grade 10"}},
        {{"2020-10", "2020-09", "1999-12"}, {"1999-12", "2020-09", "2020-10"}},
        {{"unknown", "20-39", "*", "0-19"}, {"0-19", "20-39", "unknown", "*"}},
        {{"≥80", "80", "≤20", "20"}, {"≤20", "20", "80", "≥80"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *labels[MOST];
        size_t count = 0;
        while (count < MOST && cases[i].given[count]) {
            labels[count] = cases[i].given[count];
            count++;
        }
        qsort(labels, count, sizeof *labels, compare);
        for (size_t l = 0; l < count; l++)
            assert_string_equal(labels[l], cases[i].wanted[l]);
    }
}

static void only_labels_with_numbers_have_an_order(void **state) {
    (void)state;
    static const char *const ages[] = {"[70-80)", "*", "[60-70)"};
    static const char *const grades[] = {"grade 2", "grade 10", "none"};
    static const char *const towns[] = {"Ávila", "León", "2nd town", "*"};
    static const char *const codes[] = {"A1", "B2", "C3"};
    assert_true(natural_is_ordered(ages, 3));
    assert_true(natural_is_ordered(grades, 3));
    assert_false(natural_is_ordered(towns, 4));
    assert_false(natural_is_ordered(codes, 3));
    assert_false(natural_is_ordered(ages, 0));
}

static void ranges_are_read(void **state) {
    (void)state;
    static const struct {
        const char *label;
        bool read;
        double low, high;
        bool closed;
    } cases[] = {
        {"[70-80)", true, 70, 80, false},
        {"20-39", true, 20, 39, true},
        {"[1.5, 2.5]", true, 1.5, 2.5, true},
        {"40 to 60", true, 40, 60, true},
        {"0–19", true, 0, 19, true},
        {"[-5, 5[", true, -5, 5, false},
        {"2020-05", false, 0, 0, false},
        {"2020-05-03", false, 0, 0, false},
        {"80+", false, 0, 0, false},
        {"<20-30", false, 0, 0, false},
        {"a-b", false, 0, 0, false},
        {"20-39 years", false, 0, 0, false},
        {"*", false, 0, 0, false},
        {"", false, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        natural_range found = {0};
        print_message("%s\n", cases[i].label);
        assert_int_equal(natural_range_read(&found, cases[i].label), cases[i].read);
        if (!cases[i].read)
            continue;
        assert_true(found.low == cases[i].low && found.high == cases[i].high);
        assert_int_equal(found.closed, cases[i].closed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_ordered_by_their_numbers),
        cmocka_unit_test(only_labels_with_numbers_have_an_order),
        cmocka_unit_test(ranges_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
