/* Radix sort of keys against the library's, for many and few keys, alike and different. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/key_order.h"
#include "base/memory.h"
#include "support/random_cases.h"

#include <stdlib.h>

static const uint64_t *compared;

static int by_key(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return compared[a] != compared[b] ? (compared[a] > compared[b]) - (compared[a] < compared[b])
                                      : (a > b) - (a < b);
}

static void check(random_stream *draw, size_t count, thread_pool *pool) {
    uint64_t *key = memory_new(count + 1, sizeof *key);
    uint32_t *order = memory_new(count + 1, sizeof *order);
    uint32_t *expected = memory_new(count + 1, sizeof *expected);
    uint64_t kinds = 1 + random_below(draw, 3 * count + 1);
    int shift = (int)random_below(draw, 64);
    for (size_t i = 0; i < count; i++) {
        key[i] = random_below(draw, kinds) * 0x9e3779b97f4a7c15u << shift;
        expected[i] = (uint32_t)i;
    }
    compared = key;
    qsort(expected, count, sizeof *expected, by_key);
    assert_int_equal(key_order(order, key, count, pool, NULL), SHOAL_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(order[i], expected[i]);
    memory_free(key);
    memory_free(order);
    memory_free(expected);
}

static void keys_are_sorted(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    thread_pool *pool = NULL;
    assert_int_equal(threads_start(&pool, 3, NULL), SHOAL_OK);
    for (size_t i = 0, cases = property_cases(60); i < cases; i++) {
        random_stream draw = random_open(seed, "key order", i);
        size_t most = i % 10 == 0 ? 200000 : 3000;
        check(&draw, random_below(&draw, most), i % 2 ? pool : NULL);
    }
    threads_stop(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(keys_are_sorted)};
    return cmocka_run_group_tests_name("key_order", tests, NULL, NULL);
}
