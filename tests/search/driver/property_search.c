/* The algorithms against the best node that the oracle finds among all, on random small tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/lattice_search.h"
#include "support/oracle.h"
#include "support/random_cases.h"

#include <math.h>

static const lattice_shape small = {2, 5, 3, 8, 120, 256};

static uint64_t seed;

/* ---- What the oracle knows ----------------------------------------------------------------- */

typedef struct solved {
    lattice_problem problem;
    size_t nodes;
    oracle_answer answers[256];
    bool minimal[256]; /* feasible, and no node below it is */
    bool lowest[256];  /* feasible, and no node of less height is */
    bool any;          /* some node is feasible */
} solved;

static size_t height_of(const lattice_problem *made, size_t index) {
    uint8_t node[8];
    size_t height = 0;
    lattice_problem_node(made, index, node);
    for (size_t a = 0; a < made->attributes; a++)
        height += node[a];
    return height;
}

static void find_special_nodes(solved *done) {
    for (size_t i = 0; i < done->nodes; i++) {
        done->minimal[i] = done->lowest[i] = done->answers[i].feasible;
        done->any |= done->answers[i].feasible;
        for (size_t j = 0; j < done->nodes; j++) {
            if (!done->answers[j].feasible)
                continue;
            done->minimal[i] &= !lattice_problem_is_below(&done->problem, j, i);
            done->lowest[i] &= height_of(&done->problem, j) >= height_of(&done->problem, i);
        }
    }
}

static solved *solved_new(uint64_t index) {
    solved *done = memory_zero(1, sizeof *done);
    assert_non_null(done);
    lattice_problem_new(&done->problem, seed + index, &small);
    done->nodes = lattice_problem_nodes(&done->problem);
    for (size_t i = 0; i < done->nodes; i++) {
        uint8_t node[8];
        lattice_problem_node(&done->problem, i, node);
        oracle_evaluate(&done->answers[i], &done->problem, node);
    }
    find_special_nodes(done);
    return done;
}

static void solved_free(solved *done) {
    for (size_t i = 0; i < done->nodes; i++)
        oracle_free(&done->answers[i]);
    lattice_problem_free(&done->problem);
    memory_free(done);
}

/* The best value among the feasible nodes, or among the marked ones of them. */
static double best_value(const solved *done, size_t target, const bool *marked) {
    double best = INFINITY;
    for (size_t i = 0; i < done->nodes; i++)
        if (done->answers[i].feasible && (!marked || marked[i]))
            best = fmin(best, done->answers[i].values[target]);
    return best;
}

/* ---- Running ------------------------------------------------------------------------------- */

static lattice_outcome solve_within(lattice_problem *made, size_t target, const char *name,
                                    int threads, int64_t evaluations) {
    return lattice_search(made, target, name, NULL, threads, evaluations);
}

static lattice_outcome solve(lattice_problem *made, size_t target, const char *name) {
    return solve_within(made, target, name, 1, 0);
}

#define CHECK(made, target, searcher, holds)                                                       \
    do {                                                                                           \
        if (!(holds))                                                                              \
            fail_msg("seed %llu, %s, %s: not so: %s", (unsigned long long)(made)->seed, searcher,  \
                     metric_list[target]->name, #holds);                                           \
    } while (0)

/* What holds for any answer of any algorithm. */
static void check_answer(const solved *done, size_t target, const char *name,
                         const lattice_outcome *got) {
    const lattice_problem *made = &done->problem;
    double optimum = best_value(done, target, NULL);
    CHECK(made, target, name, !got->found || done->any);
    CHECK(made, target, name, !got->closed || got->found == done->any);
    CHECK(made, target, name,
          !done->any || got->bound <= optimum || oracle_equal(got->bound, optimum));
    if (!got->found)
        return;
    const oracle_answer *answer = &done->answers[lattice_problem_index(made, got->node)];
    CHECK(made, target, name, answer->feasible);
    CHECK(made, target, name, oracle_equal(got->best.value, answer->values[target]));
    CHECK(made, target, name, got->bound <= got->best.value);
    CHECK(made, target, name, got->best.value >= optimum || oracle_equal(got->best.value, optimum));
    CHECK(made, target, name, !got->closed || oracle_equal(got->best.value, optimum));
}

typedef void property(solved *done, size_t target);

static void for_all(property *check) {
    for (size_t i = 0; i < property_cases(150); i++) {
        solved *done = solved_new(i);
        for (size_t target = 0; metric_list[target]; target++)
            check(done, target);
        solved_free(done);
    }
}

/* ---- Properties ---------------------------------------------------------------------------- */

static void check_exact(solved *done, size_t target) {
    static const char *const exact[] = {"auto", "optimal", "exhaustive", "incognito"};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        lattice_outcome got = solve(&done->problem, target, exact[i]);
        check_answer(done, target, exact[i], &got);
        CHECK(&done->problem, target, exact[i], got.closed);
        CHECK(&done->problem, target, exact[i], got.found == done->any);
    }
}

static void exact_algorithms_prove_the_optimum(void **state) {
    (void)state;
    for_all(check_exact);
}

/* An attribute of the optimum that could be lowered at no gain for the cells, but at no cost in
 * suppressed rows either, is lowered. */
static void check_finest(solved *done, size_t target) {
    lattice_outcome got = solve(&done->problem, target, "optimal");
    size_t answer = got.found ? lattice_problem_index(&done->problem, got.node) : 0;
    lattice *space = lattice_problem_open(&done->problem, metric_list[target], NULL);
    for (size_t a = 0; got.found && a < done->problem.attributes; a++) {
        uint8_t node[8];
        memcpy(node, got.node, sizeof node);
        if (node[a]-- == done->problem.hierarchies[a].lowest ||
            lattice_floor(space, node, 0) < lattice_floor(space, got.node, 0))
            continue;
        const oracle_answer *lower = &done->answers[lattice_problem_index(&done->problem, node)];
        CHECK(&done->problem, target, "optimal",
              !lower->feasible || lower->values[target] > got.best.value ||
                  lower->classes.suppressed > done->answers[answer].classes.suppressed);
    }
    lattice_close(space);
}

static void optima_do_not_generalize_for_nothing(void **state) {
    (void)state;
    for_all(check_finest);
}

static void check_ola(solved *done, size_t target) {
    lattice_outcome got = solve(&done->problem, target, "ola");
    double best = best_value(done, target, done->minimal);
    check_answer(done, target, "ola", &got);
    CHECK(&done->problem, target, "ola", got.found == done->any);
    CHECK(&done->problem, target, "ola",
          !got.found || got.best.value <= best || oracle_equal(got.best.value, best));
    if (metric_list[target]->monotone(&done->problem.context))
        CHECK(&done->problem, target, "ola", got.closed);
}

static void ola_finds_all_minimal_nodes(void **state) {
    (void)state;
    for_all(check_ola);
}

static void check_samarati(solved *done, size_t target) {
    lattice_outcome got = solve(&done->problem, target, "samarati");
    double best = best_value(done, target, done->lowest);
    check_answer(done, target, "samarati", &got);
    CHECK(&done->problem, target, "samarati", got.found == done->any);
    CHECK(&done->problem, target, "samarati",
          !got.found || got.best.value <= best || oracle_equal(got.best.value, best));
}

static void samarati_finds_the_lowest_nodes(void **state) {
    (void)state;
    for_all(check_samarati);
}

/* The walk itself, on the distinct values that the rows show. */
static bool datafly_climb(const lattice_problem *made, uint8_t *node) {
    size_t widest = SIZE_MAX, most = 0;
    for (size_t a = 0; a < made->attributes; a++) {
        size_t distinct = made->hierarchies[a].level[node[a]].size;
        if (node[a] < bound_hierarchy_highest(&made->hierarchies[a]) && distinct > most) {
            widest = a;
            most = distinct;
        }
    }
    if (widest == SIZE_MAX)
        return false;
    node[widest]++;
    return true;
}

static void check_datafly(solved *done, size_t target) {
    uint8_t node[8];
    lattice_problem_node(&done->problem, 0, node);
    lattice_outcome got = solve(&done->problem, target, "datafly");
    check_answer(done, target, "datafly", &got);
    CHECK(&done->problem, target, "datafly", got.found == done->any);
    while (!done->answers[lattice_problem_index(&done->problem, node)].feasible &&
           datafly_climb(&done->problem, node))
        continue;
    CHECK(&done->problem, target, "datafly",
          !got.found || memcmp(node, got.node, done->problem.attributes) == 0);
}

static void datafly_walks_as_described(void **state) {
    (void)state;
    for_all(check_datafly);
}

static void check_random(solved *done, size_t target) {
    lattice_outcome got = solve(&done->problem, target, "random");
    check_answer(done, target, "random", &got);
    CHECK(&done->problem, target, "random", got.evaluations + got.memo_hits == 5000);
    CHECK(&done->problem, target, "random", (size_t)got.evaluations <= done->nodes);
}

static void random_answers_are_never_better(void **state) {
    (void)state;
    for_all(check_random);
}

/* They look at the top, which is feasible if any node is. */
static void check_inspired(solved *done, size_t target) {
    static const char *const inspired[] = {"genetic", "tabu", "tabu-genetic"};
    for (size_t i = 0; i < sizeof inspired / sizeof *inspired; i++) {
        lattice_outcome got = solve(&done->problem, target, inspired[i]);
        check_answer(done, target, inspired[i], &got);
        CHECK(&done->problem, target, inspired[i], got.found == done->any);
        CHECK(&done->problem, target, inspired[i], (size_t)got.evaluations <= done->nodes);
    }
}

static void bred_and_walked_answers_are_never_better(void **state) {
    (void)state;
    for_all(check_inspired);
}

/* It looks at single levels, too. */
static void check_kgen(solved *done, size_t target) {
    lattice_outcome got = solve(&done->problem, target, "kgen");
    size_t levels = 0;
    for (size_t a = 0; a < done->problem.attributes; a++)
        levels += (size_t)done->problem.hierarchies[a].height;
    check_answer(done, target, "kgen", &got);
    CHECK(&done->problem, target, "kgen", got.found == done->any);
    CHECK(&done->problem, target, "kgen", (size_t)got.evaluations <= done->nodes + levels);
}

static void kgen_answers_are_never_better(void **state) {
    (void)state;
    for_all(check_kgen);
}

static bool is_same(const lattice_outcome *one, const lattice_outcome *other, size_t attributes) {
    return one->found == other->found && one->closed == other->closed &&
           one->evaluations == other->evaluations && one->memo_hits == other->memo_hits &&
           (!one->found || (one->best.value == other->best.value && one->bound == other->bound &&
                            memcmp(one->node, other->node, attributes) == 0));
}

static void check_repeatable(solved *done, size_t target) {
    lattice_problem shuffled;
    lattice_problem_shuffle(&shuffled, &done->problem, seed + target);
    for (size_t i = 0; algorithm_list[i]; i++) {
        const char *name = algorithm_list[i]->name;
        if (algorithm_list[i]->recoding != &lattice_recoding || algorithm_list[i]->multi_objective)
            continue;
        lattice_outcome one = solve_within(&done->problem, target, name, 1, 0);
        lattice_outcome two = solve_within(&done->problem, target, name, 2, 0);
        lattice_outcome seven = solve_within(&shuffled, target, name, 7, 0);
        CHECK(&done->problem, target, name, is_same(&one, &two, shuffled.attributes));
        CHECK(&done->problem, target, name, is_same(&one, &seven, shuffled.attributes));
    }
    lattice_problem_free(&shuffled);
}

static void threads_and_row_order_change_nothing(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150) / 3; i++) {
        solved *done = solved_new(i);
        check_repeatable(done, i % ORACLE_METRICS);
        solved_free(done);
    }
}

static void check_stopped(solved *done, size_t target) {
    random_stream stream = random_open(done->problem.seed, "limit", target);
    for (size_t i = 0; algorithm_list[i]; i++) {
        const char *name = algorithm_list[i]->name;
        if (algorithm_list[i]->recoding != &lattice_recoding || algorithm_list[i]->multi_objective)
            continue;
        int64_t limit = 1 + (int64_t)random_below(&stream, done->nodes);
        lattice_outcome got = solve_within(&done->problem, target, name, 1, limit);
        CHECK(&done->problem, target, name, got.evaluations <= limit);
        check_answer(done, target, name, &got);
    }
}

static void stopped_searches_claim_only_what_is_proven(void **state) {
    (void)state;
    for_all(check_stopped);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_algorithms_prove_the_optimum),
        cmocka_unit_test(optima_do_not_generalize_for_nothing),
        cmocka_unit_test(ola_finds_all_minimal_nodes),
        cmocka_unit_test(samarati_finds_the_lowest_nodes),
        cmocka_unit_test(datafly_walks_as_described),
        cmocka_unit_test(random_answers_are_never_better),
        cmocka_unit_test(bred_and_walked_answers_are_never_better),
        cmocka_unit_test(kgen_answers_are_never_better),
        cmocka_unit_test(threads_and_row_order_change_nothing),
        cmocka_unit_test(stopped_searches_claim_only_what_is_proven),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
