/* What the property tests of risk say when a number is not its twin's. */
#ifndef SHOAL_TESTS_SUPPORT_TWIN_H
#define SHOAL_TESTS_SUPPORT_TWIN_H

#include <math.h>
#include <stdint.h>

#define TWIN_CASES 300

static inline void twin_same(const char *what, size_t number, uint64_t found, uint64_t wanted) {
    if (found != wanted)
        fail_msg("case %zu, %s: %llu instead of %llu", number, what, (unsigned long long)found,
                 (unsigned long long)wanted);
}

static inline void twin_near(const char *what, size_t number, double found, double wanted,
                             double tolerance) {
    if (isnan(found) != isnan(wanted) || fabs(found - wanted) > tolerance * (1 + fabs(wanted)))
        fail_msg("case %zu, %s: %.17g instead of %.17g", number, what, found, wanted);
}

#endif
