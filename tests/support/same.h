/* Comparisons that name the seed of the random problem that they fail for. `made` is any problem
 * that has a seed. */
#ifndef SHOAL_TESTS_SUPPORT_SAME_H
#define SHOAL_TESTS_SUPPORT_SAME_H

#include "support/oracle.h"

#define SAME(made, what, got, expected)                                                            \
    do {                                                                                           \
        unsigned long long got_ = (got), expected_ = (expected);                                   \
        if (got_ != expected_)                                                                     \
            fail_msg("seed %llu: %s is %llu, not %llu", (unsigned long long)(made)->seed, what,    \
                     got_, expected_);                                                             \
    } while (0)

#define SAME_VALUE(made, what, got, expected)                                                      \
    do {                                                                                           \
        double got_ = (got), expected_ = (expected);                                               \
        if (!oracle_equal(got_, expected_))                                                        \
            fail_msg("seed %llu: %s is %.17g, not %.17g", (unsigned long long)(made)->seed, what,  \
                     got_, expected_);                                                             \
    } while (0)

#define HOLDS(made, what, condition)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu, %s: not so: %s", (unsigned long long)(made)->seed, what,          \
                     #condition);                                                                  \
    } while (0)

/* Of class_statistics. */
#define SAME_CLASSES(made, got, expected)                                                          \
    do {                                                                                           \
        SAME(made, "suppressed", (got)->suppressed, (expected)->suppressed);                       \
        SAME(made, "classes", (got)->classes, (expected)->classes);                                \
        SAME(made, "groups", (got)->groups, (expected)->groups);                                   \
        SAME(made, "smallest", (got)->smallest, (expected)->smallest);                             \
        SAME(made, "largest", (got)->largest, (expected)->largest);                                \
        SAME(made, "squares", (got)->squares, (expected)->squares);                                \
        SAME(made, "squares of groups", (got)->squares_of_groups, (expected)->squares_of_groups);  \
    } while (0)

#endif
