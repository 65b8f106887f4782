/* The genetic search: what its members cost, how they are drawn, and how many there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/lattice/cost_rule.h"
#include "support/lattice_problem.h"

#include <math.h>

/* ---- Cost and roulette --------------------------------------------------------------------- */

static void roulette_follows_the_inverse_of_cost(void **state) {
    (void)state;
    static const double costs[] = {1, 2, 4, 4};
    static const double expected[] = {0.5, 0.25, 0.125, 0.125};
    const cost_rule rule = {.least = 1e-9};
    random_stream stream = random_open(1, "test", 0);
    double wheel[4];
    size_t drawn[20000], counts[4] = {0};
    cost_roulette(&rule, &stream, costs, 4, wheel, drawn, 20000);
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
    cost_roulette(&rule, &stream, costs, 4, wheel, drawn, 100);
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
        lattice_problem made;
        lattice_problem_binary(&made, 5, 3, 200, 1);
        search_setup setup = {
            .space = lattice_as_space(lattice_problem_open(&made, metric_find("dm"), NULL)),
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
        lattice_problem_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roulette_follows_the_inverse_of_cost),
        cmocka_unit_test(roulette_bears_costs_of_zero),
        cmocka_unit_test(infeasible_nodes_cost_their_excess),
        cmocka_unit_test(generations_have_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
