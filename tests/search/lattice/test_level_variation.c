/* The operators of the genetic searches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/lattice/level_variation.h"
#include "support/task.h"

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
            variation_cross(&stream, attributes, one, other);
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
    variation_cross(&stream, 1, &one, &other);
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
        task made;
        task_binary(&made, 10, each->height, 10, 1);
        lattice *space = task_lattice(&made, metric_find("dm"), NULL);
        size_t changed = 0;
        for (size_t repeat = 0; repeat < 1000; repeat++) {
            uint8_t before[10], after[10];
            variation_draw(space, &stream, before);
            memcpy(after, before, sizeof after);
            variation_mutate(space, &stream, each->rate, after);
            for (size_t a = 0; a < 10; a++) {
                assert_true(before[a] <= each->height && after[a] <= each->height);
                changed += before[a] != after[a];
            }
        }
        if (fabs((double)changed / 10000 - each->changed) > 0.02)
            fail_msg("%s: %zu of 10000 changed", each->name, changed);
        lattice_close(space);
        task_free(&made);
    }
}

/* ---- Cost and roulette --------------------------------------------------------------------- */

static void roulette_follows_the_inverse_of_cost(void **state) {
    (void)state;
    static const double costs[] = {1, 2, 4, 4};
    static const double expected[] = {0.5, 0.25, 0.125, 0.125};
    const cost_rule rule = {.least = 1e-9};
    random_stream stream = random_open(1, "test", 0);
    double wheel[4];
    size_t drawn[20000], counts[4] = {0};
    variation_roulette(&rule, &stream, costs, 4, wheel, drawn, 20000);
    for (size_t i = 0; i < 20000; i++)
        counts[drawn[i]]++;
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs((double)counts[i] / 20000 - expected[i]) < 0.02);
}

static void roulette_bears_costs_of_zero(void **state) {
    (void)state;
    static const double costs[] = {1, 0, 3, 0};
    const cost_rule rule = {.least = 1e-9};
    random_stream stream = random_open(1, "test", 0);
    double wheel[4];
    size_t drawn[100];
    variation_roulette(&rule, &stream, costs, 4, wheel, drawn, 100);
    for (size_t i = 0; i < 100; i++)
        assert_true(drawn[i] == 1 || drawn[i] == 3);
}

typedef struct cost_case {
    const char *name;
    evaluation of;
    double cost;
} cost_case;

static const cost_case costs_of_nodes[] = {
    {"feasible", {.value = 7, .feasible = true, .classes = {.suppressed = 0}}, 7},
    {"at the limit", {.value = 7, .feasible = true, .classes = {.suppressed = 10}}, 7},
    {"one beyond", {.value = 7, .feasible = false, .classes = {.suppressed = 11}}, 9.5},
    {"far beyond", {.value = 7, .feasible = false, .classes = {.suppressed = 30}}, 57},
};

static void infeasible_nodes_cost_their_excess(void **state) {
    (void)state;
    const cost_rule rule = {.per_row = 2.5, .limit = 10, .least = 1};
    for (size_t i = 0; i < sizeof costs_of_nodes / sizeof *costs_of_nodes; i++)
        if (cost_of(&rule, &costs_of_nodes[i].of) != costs_of_nodes[i].cost)
            fail_msg("%s: %g", costs_of_nodes[i].name, cost_of(&rule, &costs_of_nodes[i].of));
}

/* ---- The algorithm ------------------------------------------------------------------------- */

typedef struct breeding_case {
    const char *name;
    const shoal_parameter settings[4];
    int64_t proposals;
} breeding_case;

/* The top, the first generation, and the children of each. */
static const breeding_case breedings[] = {
    {"one generation", {{"generations", "1", NULL}}, 1 + 20 + 20},
    {"three of five", {{"generations", "3", NULL}, {"population", "5", NULL}}, 1 + 5 + 3 * 5},
    {"an elite",
     {{"generations", "3", NULL}, {"population", "5", NULL}, {"elite", "2", NULL}},
     1 + 5 + 3 * 3},
    {"the usual", {{NULL, NULL, NULL}}, 1 + 20 + 300 * 20},
};

static void generations_have_their_size(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof breedings / sizeof *breedings; i++) {
        const breeding_case *each = &breedings[i];
        task made;
        task_binary(&made, 5, 3, 200, 1);
        search_setup setup = {
            .space = lattice_as_space(task_lattice(&made, metric_find("dm"), NULL)),
            .algorithm = &algorithm_genetic,
            .settings = each->settings,
        };
        search run;
        assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
        if (run.evaluations + run.memo_hits != each->proposals)
            fail_msg("%s: %lld", each->name, (long long)(run.evaluations + run.memo_hits));
        assert_true(run.found);
        search_close(&run);
        lattice_close(lattice_of_space(setup.space));
        task_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossover_swaps_what_follows_a_point),
        cmocka_unit_test(one_attribute_is_not_crossed),
        cmocka_unit_test(mutation_gives_other_levels),
        cmocka_unit_test(roulette_follows_the_inverse_of_cost),
        cmocka_unit_test(roulette_bears_costs_of_zero),
        cmocka_unit_test(infeasible_nodes_cost_their_excess),
        cmocka_unit_test(generations_have_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
