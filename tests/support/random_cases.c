#include "support/random_cases.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t property_seed(void) {
    const char *given = getenv("SHOAL_TEST_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : 20060706;
    printf("seed %llu (SHOAL_TEST_SEED sets another)\n", (unsigned long long)seed);
    return seed;
}

size_t property_cases(size_t fallback) {
    const char *given = getenv("SHOAL_TEST_CASES");
    if (!given)
        return fallback;
    char *end;
    size_t number = (size_t)strtoull(given, &end, 10);
    return *end == '%' ? (fallback * number + 99) / 100 : number;
}

thread_pool *property_threads(int threads) {
    thread_pool *pool = NULL;
    if (threads_start(&pool, threads, NULL) != SHOAL_OK)
        abort();
    return pool;
}
