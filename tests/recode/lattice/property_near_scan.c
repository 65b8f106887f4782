/* Reading counters several at a time, against one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recode/lattice/near_scan.h"
#include "support/random_cases.h"

#include <string.h>

enum { MOST_COUNTERS = 70 };

static uint64_t seed;

/* Mostly 0, some small, few as large as they can be. */
static uint32_t random_rows(random_stream *stream) {
    switch (random_below(stream, 8)) {
    case 0:
        return (uint32_t)random_below(stream, (uint64_t)UINT32_MAX + 1);
    case 1:
        return UINT32_MAX;
    case 2:
    case 3:
        return (uint32_t)random_below(stream, 20);
    default:
        return 0;
    }
}

static uint64_t random_least(random_stream *stream) {
    static const uint64_t edges[] = {
        1, 2, INT32_MAX, (uint64_t)INT32_MAX + 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, UINT64_MAX};
    size_t which = (size_t)random_below(stream, 2 * sizeof edges / sizeof *edges);
    return which < sizeof edges / sizeof *edges ? edges[which] : 1 + random_below(stream, 20);
}

static void scans_list_what_plain_ones_do(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(20000); i++) {
        uint32_t counters[MOST_COUNTERS], fast[MOST_COUNTERS + NEAR_SCAN_ROOM],
            slow[MOST_COUNTERS + NEAR_SCAN_ROOM];
        random_stream stream = random_open(seed, "scan", i);
        size_t count = (size_t)random_below(&stream, MOST_COUNTERS + 1);
        uint64_t least = random_least(&stream);
        for (size_t c = 0; c < count; c++)
            counters[c] = random_rows(&stream);
        near_scanned got = near_scan(counters, count, least, fast);
        near_scanned expected = near_scan_plainly(counters, count, least, slow);
        assert_int_equal(got.groups, expected.groups);
        assert_int_equal(got.squares, expected.squares);
        assert_int_equal(got.listed, expected.listed);
        assert_memory_equal(fast, slow, got.listed * sizeof *fast);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scans_list_what_plain_ones_do),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
