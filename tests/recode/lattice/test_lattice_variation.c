/* Crossing and mutating levels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/lattice_problem.h"

#include <math.h>

/* ---- Crossover ----------------------------------------------------------------------------- */

/* The point at which two parents of levels 1 and 2 were crossed; 0 when they are as they were. */
static size_t crossing_point(const uint8_t *one, const uint8_t *other, size_t attributes) {
    size_t point = 0;
    for (size_t a = 0; a < attributes; a++) {
        assert_int_equal(one[a] + other[a], 3);
        if (one[a] == 2 && point == 0)
            point = a;
        assert_int_equal(one[a], point == 0 ? 1 : 2);
    }
    return point;
}

static void crossover_swaps_what_follows_a_point(void **state) {
    (void)state;
    for (size_t attributes = 2; attributes <= 8; attributes++) {
        size_t seen[8] = {0};
        for (uint64_t i = 0; i < 200; i++) {
            uint8_t one[8], other[8];
            random_stream stream = random_open(1, "test", i);
            memset(one, 1, sizeof one);
            memset(other, 2, sizeof other);
            lattice_cross(&stream, attributes, one, other);
            seen[crossing_point(one, other, attributes)]++;
        }
        assert_int_equal(seen[0], 0);
        for (size_t point = 1; point < attributes; point++)
            assert_true(seen[point] > 0);
    }
}

static void one_attribute_is_not_crossed(void **state) {
    (void)state;
    random_stream stream = random_open(1, "test", 0);
    uint8_t one = 1, other = 2;
    lattice_cross(&stream, 1, &one, &other);
    assert_int_equal(one, 1);
    assert_int_equal(other, 2);
}

/* ---- Mutation ------------------------------------------------------------------------------ */

typedef struct mutation_case {
    const char *name;
    int height;
    double rate;
    double changed; /* share of attributes */
} mutation_case;

static const mutation_case mutations[] = {
    {"never", 3, 0, 0},      {"always", 3, 1, 1},    {"at times", 3, 0.25, 0.25},
    {"two levels", 1, 1, 1}, {"no levels", 0, 1, 0},
};

static void mutation_gives_other_levels(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof mutations / sizeof *mutations; i++) {
        const mutation_case *each = &mutations[i];
        random_stream stream = random_open(1, "test", i);
        lattice_problem made;
        lattice_problem_binary(&made, 10, each->height, 10, 1);
        lattice *space = lattice_problem_open(&made, metric_find("dm"), NULL);
        size_t changed = 0;
        for (size_t repeat = 0; repeat < 1000; repeat++) {
            uint8_t before[10], after[10];
            lattice_draw(space, &stream, before);
            memcpy(after, before, sizeof after);
            lattice_mutate(space, &stream, each->rate, after);
            for (size_t a = 0; a < 10; a++) {
                assert_true(before[a] <= each->height && after[a] <= each->height);
                changed += before[a] != after[a];
            }
        }
        if (fabs((double)changed / 10000 - each->changed) > 0.02)
            fail_msg("%s: %zu of 10000 changed", each->name, changed);
        lattice_close(space);
        lattice_problem_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossover_swaps_what_follows_a_point),
        cmocka_unit_test(one_attribute_is_not_crossed),
        cmocka_unit_test(mutation_gives_other_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
