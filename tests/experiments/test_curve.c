/* Box plots and convergence curves, with numbers worked out by hand. */
#include "experiments/box.h"
#include "experiments/curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* ---- Boxes ----------------------------------------------------------------------------------- */

#define MOST 15

static const struct box_case {
    const char *name;
    double numbers[MOST];
    size_t count;
    box expected;
} box_cases[] = {
    {"one", {7}, 1, {1, 7, 7, 7, 7, 7, 7, 7, 0, 0}},
    {"two", {3, 1}, 2, {2, 1, 1.5, 2, 2.5, 3, 1, 3, 0, 0}},
    {"five, each quartile a number", {5, 3, 1, 2, 4}, 5, {5, 1, 2, 3, 4, 5, 1, 5, 0, 0}},
    {"four, between numbers", {4, 8, 2, 6}, 4, {4, 2, 3.5, 5, 6.5, 8, 2, 8, 0, 0}},
    {"all equal", {4, 4, 4, 4}, 4, {4, 4, 4, 4, 4, 4, 4, 4, 0, 0}},
    /* The quartiles are 2 and 4: what lies below -1 or above 7 is an outlier. */
    {"one far above", {1, 2, 3, 4, 8}, 5, {5, 1, 2, 3, 4, 8, 1, 4, 0, 1}},
    {"at the limit", {1, 2, 3, 4, 7}, 5, {5, 1, 2, 3, 4, 7, 1, 7, 0, 0}},
    {"two far below, one above",
     {-9, 10, 11, 12, 13, 14, 15, 16, -8, 40},
     10,
     /* Sorted: -9 -8 10 11 12 13 14 15 16 40; quartiles at places 2.25, 4.5 and 6.75. */
     {10, -9, 10.25, 12.5, 14.75, 40, 10, 16, 2, 1}},
    {"fifteen",
     {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1},
     15,
     {15, 1, 4.5, 8, 11.5, 15, 1, 15, 0, 0}},
};

static void boxes_are_as_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof box_cases / sizeof *box_cases; i++) {
        struct box_case each = box_cases[i];
        box got = box_of(each.numbers, each.count);
        const box *expected = &each.expected;
        print_message("%s\n", each.name);
        assert_int_equal(got.count, expected->count);
        assert_true(got.least == expected->least && got.most == expected->most);
        assert_true(got.lower == expected->lower && got.upper == expected->upper);
        assert_true(got.median == expected->median);
        assert_true(got.whisker_low == expected->whisker_low);
        assert_true(got.whisker_high == expected->whisker_high);
        assert_int_equal(got.low_outliers, expected->low_outliers);
        assert_int_equal(got.high_outliers, expected->high_outliers);
        assert_true(box_range(&got) == expected->upper - expected->lower);
    }
}

static void a_box_of_nothing_is_unknown(void **state) {
    (void)state;
    box none = box_of(NULL, 0);
    assert_true(none.count == 0 && isnan(none.median) && isnan(none.whisker_high));
    assert_true(none.low_outliers == 0 && none.high_outliers == 0);
}

/* ---- Curves ---------------------------------------------------------------------------------- */

/* Points at 4, 8 and 10 evaluations. */
static void open_curve(curve *out) {
    assert_int_equal(curve_open(out, 10, 4, NULL), SHOAL_OK);
    assert_int_equal(out->points, 3);
    assert_true(curve_place(out, 0) == 4 && curve_place(out, 1) == 8 && curve_place(out, 2) == 10);
}

static void assert_curve(const curve *of, double first, double second, double third) {
    assert_true(of->best[0] == first && of->best[1] == second && of->best[2] == third);
}

static void a_curve_keeps_the_best_so_far(void **state) {
    (void)state;
    curve made;
    open_curve(&made);
    curve_improve(&made, 1, 90);
    curve_improve(&made, 4, 70); /* the last evaluation of the first point */
    curve_improve(&made, 9, 60);
    curve_improve(&made, 11, 1); /* beyond the end */
    curve_end(&made);
    assert_curve(&made, 70, 70, 60);
    assert_true(curve_last(&made) == 60);
    curve_free(&made);
}

static void nothing_found_yet_is_not_a_number(void **state) {
    (void)state;
    curve made;
    open_curve(&made);
    curve_improve(&made, 5, 3);
    curve_end(&made);
    assert_true(isnan(made.best[0]) && made.best[1] == 3 && made.best[2] == 3);
    assert_true(curve_reach(&made, 3) == 8);
    curve_free(&made);
}

static void bands_and_distances_are_as_by_hand(void **state) {
    (void)state;
    curve curves[2];
    curve_band band;
    open_curve(&curves[0]);
    open_curve(&curves[1]);
    curve_improve(&curves[0], 2, 30);
    curve_improve(&curves[0], 6, 20);
    curve_improve(&curves[1], 3, 50);
    curve_improve(&curves[1], 10, 10);
    curve_end(&curves[0]);
    curve_end(&curves[1]);
    assert_int_equal(curve_band_make(&band, curves, 2, NULL), SHOAL_OK);
    assert_curve(&band.mean, 40, 35, 15);
    assert_curve(&band.least, 30, 20, 10);
    assert_curve(&band.most, 50, 50, 20);
    assert_true(curve_reach(&band.mean, 40) == 4);
    assert_true(curve_reach(&band.mean, 39) == 8);
    assert_true(curve_reach(&band.mean, 15) == 10);
    assert_true(isinf(curve_reach(&band.mean, 14)));
    /* 4 evaluations at 30 above, 4 at 25, 2 at 5. */
    assert_true(curve_excess(&band.mean, 10) == 23);
    curve_band_free(&band);
    curve_free(&curves[0]);
    curve_free(&curves[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_as_by_hand),
        cmocka_unit_test(a_box_of_nothing_is_unknown),
        cmocka_unit_test(a_curve_keeps_the_best_so_far),
        cmocka_unit_test(nothing_found_yet_is_not_a_number),
        cmocka_unit_test(bands_and_distances_are_as_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
