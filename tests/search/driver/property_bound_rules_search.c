/* Searches on random small lattices with privacy models beside k: exact ones against enumeration,
 * claims against the truth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/multi/objectives.h"
#include "search/multi/pareto.h"
#include "support/constrained_lattice.h"
#include "support/lattice_search.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>

static uint64_t seed;

/* ---- Searches on lattices -------------------------------------------------------------------- */

static lattice_outcome solve(lattice_problem *made, size_t target, const char *name, int threads,
                             int64_t evaluations) {
    static const shoal_parameter brief[] = {{"samples", "200", NULL}, {NULL, NULL, NULL}};
    return lattice_search(made, target, name, strcmp(name, "random") == 0 ? brief : NULL, threads,
                          evaluations);
}

/* What holds for any answer of any algorithm. */
static void check_answer(const constrained_lattice *done, size_t target, const char *name,
                         const lattice_outcome *got) {
    char what[80];
    double optimum = constrained_lattice_best(done, target);
    snprintf(what, sizeof what, "%s, %s", name, metric_list[target]->name);
    RULES_CHECK(done, what, !got->found || isfinite(optimum));
    RULES_CHECK(done, what, !got->proven || got->found == isfinite(optimum));
    RULES_CHECK(done, what, got->bound <= optimum || oracle_equal(got->bound, optimum));
    if (!got->found)
        return;
    const oracle_answer *answer = &done->answers[lattice_problem_index(&done->problem, got->node)];
    RULES_CHECK(done, what, answer->feasible && got->best.feasible);
    RULES_CHECK(done, what, oracle_equal(got->best.value, answer->values[target]));
    RULES_CHECK(done, what, got->bound <= got->best.value);
    RULES_CHECK(done, what, got->best.value >= optimum || oracle_equal(got->best.value, optimum));
    RULES_CHECK(done, what, !got->proven || oracle_equal(got->best.value, optimum));
}

static void check_exact(constrained_lattice *done) {
    static const char *const exact[] = {"optimal", "auto", "exhaustive", "incognito", "ola"};
    for (size_t target = 0; target < ORACLE_METRICS; target++) {
        const metric *by = metric_list[target];
        bool monotone = bound_rules_is_monotone(done->rules.made, &done->problem.context);
        for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
            lattice_outcome got = solve(&done->problem, target, exact[i], 1, 0);
            check_answer(done, target, exact[i], &got);
            bool proves = i < 3 || (monotone && (i == 3 || by->monotone(&done->problem.context)));
            RULES_CHECK(done, exact[i], !proves || got.proven);
            RULES_CHECK(done, exact[i],
                        !proves || got.found == isfinite(constrained_lattice_best(done, target)));
        }
    }
}

static void exact_searches_equal_enumeration(void **state) {
    (void)state;
    constrained_lattices_check(seed, 170, check_exact);
}

static void check_every_algorithm(constrained_lattice *done) {
    random_stream stream = random_open(done->problem.seed, "limit", 0);
    size_t target = random_below(&stream, ORACLE_METRICS);
    for (size_t i = 0; algorithm_list[i]; i++) {
        const char *name = algorithm_list[i]->name;
        if (algorithm_list[i]->recoding != &lattice_recoding || algorithm_list[i]->multi_objective)
            continue;
        lattice_outcome got = solve(&done->problem, target, name, 1, 0);
        check_answer(done, target, name, &got);
        lattice_outcome many = solve(&done->problem, target, name, 3, 0);
        RULES_CHECK(done, name,
                    many.found == got.found && many.proven == got.proven &&
                        many.evaluations == got.evaluations && many.bound == got.bound &&
                        memcmp(many.node, got.node, done->problem.attributes) == 0);
        got =
            solve(&done->problem, target, name, 1, 1 + (int64_t)random_below(&stream, done->nodes));
        check_answer(done, target, name, &got);
    }
}

/* With the rules that are not monotone where some rows may be suppressed, too: there a search that
 * took them for monotone would be wrong. */
static void no_search_claims_what_is_not_so(void **state) {
    (void)state;
    constrained_lattices_check(seed, 170, check_every_algorithm);
    for (size_t i = 0; i < property_cases(170); i++) {
        const char *rule = constrained_models[2 + i % (RULESED_MODELS - 2)].rule;
        constrained_lattice *done = constrained_lattice_new(seed + i, &constrained_small, rule);
        random_stream stream = random_open(done->problem.seed, "lost", i);
        size_t taken = random_below(&stream, done->nodes);
        done->problem.context.limit = done->answers[taken].classes.suppressed;
        for (size_t n = 0; n < done->nodes; n++)
            done->answers[n].feasible =
                done->answers[n].classes.suppressed <= done->problem.context.limit &&
                done->answers[n].classes.suppressed < done->problem.context.rows;
        check_every_algorithm(done);
        constrained_lattice_free(done);
    }
}

/* ---- Several objectives ---------------------------------------------------------------------- */

static const struct wish {
    const char *wanted, *prefer;
} wishes[] = {{"loss,k_eff", NULL},
              {"cm,classes", NULL},
              {"nwp,entropy,suppressed", NULL},
              {NULL, "nwp=0.2,necd=0.1"}};

/* Whatever is on the front may be released, and has the value that the rows give it. */
static void check_front(const constrained_lattice *done, const search *run, const objectives *of) {
    RULES_CHECK(done, "nsga2",
                !search_is_proven(run) || run->found ||
                    !isfinite(constrained_lattice_best(done, 0)));
    RULES_CHECK(done, "nsga2", (pareto_archive_count(run->front) > 0) == run->found);
    for (size_t i = 0; i < pareto_archive_count(run->front); i++) {
        size_t index = lattice_problem_index(&done->problem, pareto_archive_node(run->front, i));
        const oracle_answer *answer = &done->answers[index];
        const double *values = pareto_archive_values(run->front, i);
        RULES_CHECK(done, "nsga2", answer->feasible);
        for (size_t o = 0; o < of->count; o++)
            for (size_t m = 0; m < ORACLE_METRICS; m++)
                if (of->each[o].metric == metric_list[m])
                    RULES_CHECK(done, "nsga2", oracle_equal(values[o], answer->values[m]));
    }
    if (run->found)
        RULES_CHECK(done, "nsga2",
                    done->answers[lattice_problem_index(&done->problem, run->best_node)].feasible);
}

/* With a preference nothing is suppressed, and the space itself knows no k. */
static void check_wish(constrained_lattice *done, const struct wish *wish) {
    static const shoal_parameter brief[] = {{"budget", "150", NULL}, {NULL, NULL, NULL}};
    const metric *sums[OBJECTIVES_MOST];
    recoding_space *spaces[OBJECTIVES_MOST];
    objectives of;
    uint64_t k = done->problem.context.k;
    assert_int_equal(objectives_read(&of, wish->wanted, wish->prefer, "loss", NULL), SHOAL_OK);
    if (of.preferred) {
        done->problem.context.k = 1;
        done->problem.context.limit = 0;
        for (size_t i = 0; i < done->nodes; i++)
            done->answers[i].feasible = done->answers[i].classes.suppressed == 0;
    }
    size_t count = objectives_sums(&of, sums);
    for (size_t i = 0; i < count; i++)
        spaces[i] = lattice_as_space(lattice_problem_open(&done->problem, sums[i], NULL));
    search_setup setup = {
        .space = spaces[0],
        .algorithm = algorithm_find("lattice", "nsga2"),
        .settings = brief,
        .seed = done->problem.seed,
        .objectives = &of,
        .asked_k = k,
        .others = spaces + 1,
        .other_count = count - 1,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    check_front(done, &run, &of);
    search_close(&run);
    for (size_t i = 0; i < count; i++)
        spaces[i]->kind->close(spaces[i]);
}

static void check_wishes(constrained_lattice *done) {
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        check_wish(done, &wishes[i]);
}

static void fronts_keep_every_rule(void **state) {
    (void)state;
    constrained_lattices_check(seed, 60, check_wishes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_searches_equal_enumeration),
        cmocka_unit_test(no_search_claims_what_is_not_so),
        cmocka_unit_test(fronts_keep_every_rule),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
