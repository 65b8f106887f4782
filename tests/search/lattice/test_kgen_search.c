/* The operators of kgen, its population, and its parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/algorithms.h"
#include "search/lattice/kgen_operators.h"
#include "search/lattice/kgen_population.h"
#include "support/lattice_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GENES 6
#define ROUNDS 2000

static bool is_between(const uint8_t *node, const uint8_t *low, const uint8_t *high) {
    for (size_t a = 0; a < GENES; a++)
        if (node[a] < low[a] || node[a] > high[a])
            return false;
    return true;
}

static bool is_same(const uint8_t *one, const uint8_t *other) {
    return memcmp(one, other, GENES) == 0;
}

/* ---- Crossover ----------------------------------------------------------------------------- */

typedef enum where { MINIMUM, MAXIMUM, TO_FIRST, TO_SECOND } where;

typedef struct cross_case {
    const char *name;
    bool one, other, minimum; /* feasible */
    size_t children;
    where child[2];
} cross_case;

static const cross_case crosses[] = {
    {"case 1, the minimum is feasible", true, true, true, 1, {MINIMUM}},
    {"case 1, the minimum is not", true, true, false, 2, {TO_FIRST, TO_SECOND}},
    {"case 2", false, false, false, 1, {MAXIMUM}},
    {"case 3, the first is feasible", true, false, false, 1, {TO_FIRST}},
    {"case 3, the second is feasible", false, true, false, 1, {TO_SECOND}},
};

static bool is_there(const uint8_t *child, where wanted, const uint8_t *one, const uint8_t *other) {
    uint8_t low[GENES], high[GENES];
    kgen_minimum(low, one, other, GENES);
    kgen_maximum(high, one, other, GENES);
    switch (wanted) {
    case MINIMUM:
        return is_same(child, low);
    case MAXIMUM:
        return is_same(child, high);
    case TO_FIRST:
        return is_between(child, low, one);
    default:
        return is_between(child, low, other);
    }
}

static void draw_node(uint8_t *node, random_stream *stream) {
    for (size_t a = 0; a < GENES; a++)
        node[a] = (uint8_t)random_below(stream, 5);
}

static void children_are_where_their_case_says(void **state) {
    (void)state;
    random_stream stream = random_open(1, "test", 0);
    for (size_t i = 0; i < ROUNDS; i++) {
        const cross_case *each = &crosses[i % (sizeof crosses / sizeof *crosses)];
        uint8_t one[GENES], other[GENES], out[2 * GENES];
        draw_node(one, &stream);
        draw_node(other, &stream);
        size_t count = kgen_cross(out, (kgen_parent){one, each->one},
                                  (kgen_parent){other, each->other}, each->minimum, GENES, &stream);
        if (count != each->children)
            fail_msg("%s: %zu children", each->name, count);
        for (size_t c = 0; c < count; c++)
            if (!is_there(out + c * GENES, each->child[c], one, other))
                fail_msg("%s: child %zu is elsewhere", each->name, c);
    }
}

/* ---- Mutations ----------------------------------------------------------------------------- */

static uint8_t lows[GENES] = {0, 1, 0, 2, 0, 3};
static uint8_t highs[GENES] = {4, 5, 0, 4, 1, 3}; /* two genes cannot move */
static const kgen_bounds bounds = {GENES, lows, highs};

static void random_nodes_are_within_bounds(void **state) {
    (void)state;
    random_stream stream = random_open(2, "test", 0);
    size_t tops = 0;
    for (size_t i = 0; i < ROUNDS; i++) {
        uint8_t node[GENES];
        kgen_scatter(node, &bounds, &stream);
        assert_true(is_between(node, lows, highs));
        tops += is_same(node, highs);
    }
    assert_true(tops > 0 && tops < ROUNDS / 2);
}

static void mutation_moves_one_gene_by_one_level(void **state) {
    (void)state;
    random_stream stream = random_open(3, "test", 0);
    for (size_t i = 0; i < ROUNDS; i++) {
        uint8_t node[GENES], before[GENES];
        int levels = 0;
        kgen_scatter(node, &bounds, &stream);
        memcpy(before, node, GENES);
        kgen_mutate(node, &bounds, &stream);
        for (size_t a = 0; a < GENES; a++)
            levels += abs(node[a] - before[a]);
        assert_int_equal(levels, 1);
        assert_true(is_between(node, lows, highs));
    }
}

static void mutation_leaves_a_single_node(void **state) {
    (void)state;
    random_stream stream = random_open(4, "test", 0);
    uint8_t node[GENES];
    size_t order[GENES];
    kgen_bounds single = {GENES, lows, lows};
    memcpy(node, lows, GENES);
    kgen_mutate(node, &single, &stream);
    kgen_mutate_horizontally(node, &single, 1, order, &stream);
    assert_true(is_same(node, lows));
}

typedef struct share_case {
    double share;
    size_t raised, lowered; /* at most */
} share_case;

/* Of six genes. */
static const share_case shares[] = {
    {0, 1, 1}, {0.2, 1, 1}, {0.5, 2, 1}, {0.7, 2, 2}, {1, 3, 3},
};

static void horizontal_mutation_raises_and_lowers(void **state) {
    (void)state;
    random_stream stream = random_open(5, "test", 0);
    for (size_t s = 0; s < sizeof shares / sizeof *shares; s++) {
        size_t most_raised = 0, most_lowered = 0;
        for (size_t i = 0; i < ROUNDS; i++) {
            uint8_t wide[GENES], bottom[GENES] = {0}, node[GENES], before[GENES];
            size_t order[GENES], raised = 0, lowered = 0;
            memset(wide, 200, GENES);
            memset(node, 100, GENES);
            memcpy(before, node, GENES);
            kgen_bounds all = {GENES, bottom, wide};
            kgen_mutate_horizontally(node, &all, shares[s].share, order, &stream);
            for (size_t a = 0; a < GENES; a++) {
                raised += node[a] > before[a];
                lowered += node[a] < before[a];
            }
            assert_true(is_between(node, bottom, wide));
            most_raised = raised > most_raised ? raised : most_raised;
            most_lowered = lowered > most_lowered ? lowered : most_lowered;
        }
        assert_int_equal(most_raised, shares[s].raised);
        assert_int_equal(most_lowered, shares[s].lowered);
    }
}

static void one_gene_is_raised_only(void **state) {
    (void)state;
    random_stream stream = random_open(6, "test", 0);
    uint8_t low = 0, high = 9, node = 4;
    size_t order;
    kgen_bounds single = {1, &low, &high};
    for (size_t i = 0; i < 50; i++) {
        uint8_t before = node;
        kgen_mutate_horizontally(&node, &single, 0.5, &order, &stream);
        assert_in_range(node, before, high);
    }
}

/* ---- Population ---------------------------------------------------------------------------- */

static individual *add(population *of, bool feasible, double value, uint64_t suppressed) {
    individual *newborn = population_add(of);
    assert_non_null(newborn);
    newborn->result = (evaluation){.value = value, .feasible = feasible};
    newborn->result.classes.suppressed = suppressed;
    return newborn;
}

typedef struct survival_case {
    const char *name;
    double infeasible;
    const char *order; /* values of the survivors, in tenths */
} survival_case;

/* Of feasible 3, 2 and twice 5 with more and fewer suppressed, infeasible 1 and 4. */
static const survival_case survivals[] = {
    {"feasible first", 0, "2355"},
    {"one in four infeasible", 0.25, "2354"},
    {"half infeasible", 0.5, "2341"},
    {"as many as there are", 1, "2341"},
};

static void the_best_survive(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof survivals / sizeof *survivals; i++) {
        char order[8] = "";
        arena memory = {0};
        population people;
        assert_true(population_open(&people, &memory, 1, 4, 6));
        add(&people, false, 0.1, 30);
        add(&people, true, 0.3, 5);
        add(&people, true, 0.5, 4);
        add(&people, true, 0.5, 3);
        add(&people, false, 0.4, 20);
        add(&people, true, 0.2, 5);
        assert_null(population_add(&people));
        population_survive(&people, survivals[i].infeasible);
        for (size_t m = 0; m < people.count; m++)
            order[m] = (char)('0' + lround(10 * people.members[m].result.value));
        assert_string_equal(order, survivals[i].order);
        if (people.members[2].result.value == 0.5)
            assert_int_equal(people.members[2].result.classes.suppressed, 3);
        arena_free(&memory);
    }
}

typedef struct rank_case {
    const char *name;
    bool feasible[2];
    double value[2];
    uint64_t suppressed[2];
} rank_case;

/* The first goes before the second. */
static const rank_case ranks[] = {
    {"feasible", {true, false}, {0.9, 0.1}, {9, 10}},
    {"feasible by value", {true, true}, {0.1, 0.2}, {9, 0}},
    {"then by suppressed rows", {true, true}, {0.1, 0.1}, {3, 4}},
    {"infeasible by suppressed rows", {false, false}, {0.9, 0.1}, {30, 40}},
    {"then by value", {false, false}, {0.1, 0.2}, {30, 30}},
};

static void ranks_are_as_described(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        individual both[2] = {{.born = 0}, {.born = 1}};
        for (size_t m = 0; m < 2; m++) {
            both[m].result.feasible = ranks[i].feasible[m];
            both[m].result.value = ranks[i].value[m];
            both[m].result.classes.suppressed = ranks[i].suppressed[m];
        }
        if (individual_compare(&both[0], &both[1]) >= 0 ||
            individual_compare(&both[1], &both[0]) <= 0)
            fail_msg("%s", ranks[i].name);
    }
}

/* The example of the paper's figure 5, and its inverse. */
static void weights_follow_value_and_age(void **state) {
    (void)state;
    static const double values[] = {0.85, 0.44, 0.55}, printed[] = {0.85, 0.308, 0.495};
    static const int ages[] = {0, 3, 1};
    double weights[3];
    arena memory = {0};
    population people;
    assert_true(population_open(&people, &memory, 1, 3, 3));
    for (size_t i = 0; i < 3; i++)
        add(&people, true, values[i], 0)->age = ages[i];
    population_weigh(&people, 1, true, weights);
    for (size_t i = 0; i < 3; i++)
        assert_true(fabs(weights[i] - printed[i]) < 1e-12);
    population_weigh(&people, 1, false, weights);
    for (size_t i = 0; i < 3; i++)
        assert_true(fabs(weights[i] - (1 - values[i]) * (1 - ages[i] / 10.0)) < 1e-12);
    population_weigh(&people, 0.5, false, weights); /* the worst member sets the scale */
    assert_true(weights[0] == 0 && weights[1] > 0);
    arena_free(&memory);
}

static void members_age_until_they_are_never_chosen(void **state) {
    (void)state;
    double weights[2];
    arena memory = {0};
    population people;
    assert_true(population_open(&people, &memory, 1, 2, 2));
    individual *old = add(&people, true, 0.5, 0);
    for (int age = 1; age <= 15; age++) {
        population_age(&people);
        assert_int_equal(old->age, age < POPULATION_OLDEST ? age : POPULATION_OLDEST);
        population_weigh(&people, 1, false, weights);
        assert_true(age < POPULATION_OLDEST ? weights[0] > 0 : weights[0] == 0);
    }
    assert_int_equal(add(&people, true, 0.5, 0)->age, 0);
    arena_free(&memory);
}

static void draws_follow_the_weights(void **state) {
    (void)state;
    static const double weights[] = {1, 0, 3}, none[] = {0, 0, 0};
    size_t drawn[3] = {0}, others[3] = {0}, equal[3] = {0};
    random_stream stream = random_open(7, "test", 0);
    for (size_t i = 0; i < 4000; i++) {
        drawn[population_draw(weights, 3, SIZE_MAX, &stream)]++;
        others[population_draw(weights, 3, 2, &stream)]++;
        equal[population_draw(none, 3, 1, &stream)]++;
    }
    assert_in_range(drawn[0], 900, 1100);
    assert_int_equal(drawn[1], 0);
    assert_int_equal(others[0], 4000);
    assert_in_range(equal[0], 1850, 2150);
    assert_int_equal(equal[1], 0);
    assert_int_equal(population_draw(weights, 1, 0, &stream), 0);
}

/* ---- Running ------------------------------------------------------------------------------- */

static shoal_status solve(search *run, lattice_problem *made, const shoal_parameter *settings,
                          uint64_t seed, shoal_error *error) {
    search_setup setup = {
        .space = lattice_as_space(lattice_problem_open(made, metric_find("precision"), NULL)),
        .algorithm = &algorithm_kgen,
        .settings = settings,
        .seed = seed,
    };
    shoal_status status = search_run(run, &setup, error);
    lattice_close(lattice_of_space(setup.space));
    return status;
}

static const shoal_parameter refused[] = {
    {"population", "0", "at least 1"},    {"population", "-5", "at least 1"},
    {"population", "1048577", "at most"}, {"budget", "0", "at least 1"},
    {"stall", "0", "at least 1"},         {"crossover", "1.1", "from 0 to 1"},
    {"mutation", "-0.1", "from 0 to 1"},  {"horizontal", "2", "from 0 to 1"},
    {"horizontal_share", "-1", "0 to 1"}, {"infeasible", "50", "from 0 to 1"},
    {"selection", "best", "'best'"},      {"reduction", "pairs", "'pairs'"},
    {"population", "few", "'few'"},       {"generations", "9", "no parameter 'generations'"},
};

static void refusals_say_why(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 3, 2, 50, 1);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const shoal_parameter settings[] = {{refused[i].name, refused[i].fallback, NULL},
                                            {NULL, NULL, NULL}};
        shoal_error error = {0};
        search run;
        shoal_status status = solve(&run, &made, settings, 1, &error);
        if (status != SHOAL_USAGE || !strstr(error.message, refused[i].summary))
            fail_msg("%s=%s: status %d, %s", refused[i].name, refused[i].fallback, (int)status,
                     error.message);
    }
    lattice_problem_free(&made);
}

static const shoal_parameter accepted[] = {
    {"population", "1", NULL},    {"population", "7", NULL},
    {"crossover", "0", NULL},     {"crossover", "1", NULL},
    {"mutation", "1", NULL},      {"horizontal", "1", NULL},
    {"horizontal", "0", NULL},    {"horizontal_share", "1", NULL},
    {"infeasible", "0", NULL},    {"infeasible", "1", NULL},
    {"budget", "1", NULL},        {"budget", "150", NULL},
    {"stall", "1", NULL},         {"selection", "kgen-printed", NULL},
    {"reduction", "kgen", NULL},  {"reduction", "off", NULL},
    {"reduction", "sound", NULL},
};

/* Besides the members, only the top, minima of pairs and single levels are evaluated. */
static void every_setting_ends_within_its_budget(void **state) {
    (void)state;
    lattice_problem made;
    lattice_problem_binary(&made, 8, 3, 300, 1);
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        const shoal_parameter settings[] = {accepted[i], {NULL, NULL, NULL}};
        bool budget = strcmp(accepted[i].name, "budget") == 0;
        int64_t members = budget ? strtoll(accepted[i].fallback, NULL, 10) : 5000;
        search run;
        assert_int_equal(solve(&run, &made, settings, i, NULL), SHOAL_OK);
        assert_true(run.found);
        assert_int_equal(run.stopped_by, STOPPED_BY_ITSELF);
        assert_true(run.evaluations <= 1 + 8 * 3 + 2 * members);
        search_close(&run);
    }
    lattice_problem_free(&made);
}

static double solved_value(lattice_problem *made, const algorithm *by,
                           const shoal_parameter *settings) {
    search_setup setup = {
        .space = lattice_as_space(lattice_problem_open(made, metric_find("precision"), NULL)),
        .algorithm = by,
        .settings = settings,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    double value = run.best.value;
    assert_true(run.found);
    search_close(&run);
    lattice_close(lattice_of_space(setup.space));
    return value;
}

/* One row in 60 has a value of its own in each attribute: it may be suppressed, but for the paper's
 * reduction (see its section 7) it keeps the untouched table out. */
static void only_the_papers_reduction_cuts_feasible_nodes(void **state) {
    (void)state;
    static const char *const kinds[] = {"sound", "off", "kgen"};
    lattice_problem made;
    lattice_problem_binary(&made, 2, 2, 60, 1);
    for (size_t a = 0; a < 2; a++)
        for (size_t r = 0; r < 60; r++)
            codes_put(&made.columns[a], r, r == 0 ? 3 : (uint32_t)(r % 2));
    lattice_problem same;
    lattice_problem_shuffle(&same, &made, 1);
    same.context.limit = 1;
    assert_true(solved_value(&same, &algorithm_exhaustive, NULL) == 0);
    for (size_t i = 0; i < 3; i++) {
        const shoal_parameter settings[] = {{"reduction", kinds[i], NULL}, {NULL, NULL, NULL}};
        double value = solved_value(&same, &algorithm_kgen, settings);
        assert_true(i < 2 ? value == 0 : value > 0);
    }
    lattice_problem_free(&same);
    lattice_problem_free(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_are_where_their_case_says),
        cmocka_unit_test(random_nodes_are_within_bounds),
        cmocka_unit_test(mutation_moves_one_gene_by_one_level),
        cmocka_unit_test(mutation_leaves_a_single_node),
        cmocka_unit_test(horizontal_mutation_raises_and_lowers),
        cmocka_unit_test(one_gene_is_raised_only),
        cmocka_unit_test(the_best_survive),
        cmocka_unit_test(ranks_are_as_described),
        cmocka_unit_test(weights_follow_value_and_age),
        cmocka_unit_test(members_age_until_they_are_never_chosen),
        cmocka_unit_test(draws_follow_the_weights),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(every_setting_ends_within_its_budget),
        cmocka_unit_test(only_the_papers_reduction_cuts_feasible_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
