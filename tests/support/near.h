/* Figures that are equal but for rounding. */
#ifndef SHOAL_TESTS_SUPPORT_NEAR_H
#define SHOAL_TESTS_SUPPORT_NEAR_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>

/* Equal but for rounding, or both undefined. */
static inline bool near(double a, double b) {
    return isnan(a) ? isnan(b) : fabs(a - b) < 1e-9 * fmax(1, fabs(b));
}

static inline void assert_near(double found, double expected, size_t item) {
    if (!near(found, expected))
        fail_msg("case %zu: %.17g instead of %.17g", item, found, expected);
}

#endif
