/* What every property test needs: a seed, the number of cases, threads. */
#ifndef SHOAL_TESTS_SUPPORT_RANDOM_CASES_H
#define SHOAL_TESTS_SUPPORT_RANDOM_CASES_H

#include "base/random.h"
#include "base/threads.h"

#include <stdint.h>

/* SHOAL_TEST_SEED, or a fixed one. Prints it. */
uint64_t property_seed(void);
/* SHOAL_TEST_CASES, a number or a share of the test's own default ("25%"); else the default. */
size_t property_cases(size_t fallback);

/* Aborts when they cannot be started. */
thread_pool *property_threads(int threads);

#endif
