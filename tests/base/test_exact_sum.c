/* Sums that do not depend on their order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/exact_sum.h"
#include "base/random.h"

enum { SUMMANDS = 5000 };

static void order_does_not_matter(void **state) {
    (void)state;
    static double each[SUMMANDS];
    static uint64_t times[SUMMANDS];
    exact_sum forward = {0}, backward = {0};
    long double plain = 0;
    random_stream stream = random_open(1, "exact", 0);
    for (size_t i = 0; i < SUMMANDS; i++) {
        each[i] = (double)random_below(&stream, 1000) / (double)(1 + random_below(&stream, 997));
        times[i] = random_below(&stream, 1000000);
        plain += (long double)each[i] * (long double)times[i];
    }
    for (size_t i = 0; i < SUMMANDS; i++) {
        exact_sum_add(&forward, each[i], times[i]);
        exact_sum_add(&backward, each[SUMMANDS - 1 - i], times[SUMMANDS - 1 - i]);
    }
    assert_true(exact_sum_value(forward) == exact_sum_value(backward));
    assert_true(fabsl(plain - (long double)exact_sum_value(forward)) <= 1e-14L * plain);
}

static void extremes(void **state) {
    (void)state;
    exact_sum sum = {0};
    exact_sum_add(&sum, 1.0 / 3, 3);
    assert_true(exact_sum_value(sum) == 1);
    exact_sum_add(&sum, 0x1p30, UINT32_MAX);
    exact_sum_add(&sum, -0x1p30, UINT32_MAX);
    assert_true(exact_sum_value(sum) == 1);
    exact_sum_add(&sum, 1e300, 2);
    assert_true(exact_sum_value(sum) == 2e300);
    exact_sum_add(&sum, (double)INFINITY, 1);
    assert_true(isinf(exact_sum_value(sum)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
