/* Privacy models beside k on random small cuts: evaluations and bounds against a row by row oracle,
 * exact searches against enumeration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recode/cut/cut_bound.h"
#include "search/driver/search.h"
#include "support/cut_oracle.h"
#include "support/oracle.h"
#include "support/random_cases.h"
#include "support/rules_oracle.h"

#include <math.h>

static const cut_shape small = {1, 4, 1, 7, 5, 60, 150};

static uint64_t seed;

/* The metrics of cut_metrics, and cm. */
#define CUT_TARGETS (CUT_METRICS + 1)

typedef struct cuts_solved {
    cut_problem problem;
    bound_rules_case rules;
    size_t candidates;
    uint64_t *nodes;
    cut_answer *answers;
    double *cm;
} cuts_solved;

static const metric *cut_target(size_t target) {
    return metric_find(target == CUT_METRICS ? "cm" : cut_metrics[target]);
}

static double cut_value(const cuts_solved *done, size_t target, size_t index) {
    return target == CUT_METRICS ? done->cm[index] : done->answers[index].values[target];
}

static cuts_solved *cuts_new(uint64_t number) {
    uint8_t suppressed[80];
    cuts_solved *done = oracle_room(1, sizeof *done);
    cut_problem_new(&done->problem, number, &small);
    if (number % 3 == 2)
        bound_rules_case_of_person_cuts(&done->rules, &done->problem, NULL);
    else
        bound_rules_case_for_cuts(&done->rules, &done->problem, NULL);
    done->candidates = cut_problem_candidates(&done->problem);
    done->nodes = oracle_room(done->candidates * done->problem.words, sizeof *done->nodes);
    done->answers = oracle_room(done->candidates, sizeof *done->answers);
    done->cm = oracle_room(done->candidates, sizeof *done->cm);
    for (size_t i = 0; i < done->candidates; i++) {
        uint64_t *node = done->nodes + i * done->problem.words;
        cut_problem_candidate(&done->problem, i, node);
        cut_oracle_barred(&done->answers[i], &done->problem, node, suppressed, bound_rules_case_bar,
                          &done->rules);
        bound_rules_case_count(&done->rules, suppressed, &done->answers[i].classes, &done->cm[i]);
    }
    return done;
}

static void cuts_free(cuts_solved *done) {
    memory_free(done->nodes);
    memory_free(done->answers);
    memory_free(done->cm);
    bound_rules_case_free(&done->rules);
    cut_problem_free(&done->problem);
    memory_free(done);
}

static double cuts_best(const cuts_solved *done, size_t target) {
    double best = INFINITY;
    for (size_t i = 0; i < done->candidates; i++)
        if (done->answers[i].feasible)
            best = fmin(best, cut_value(done, target, i));
    return best;
}

/* Whether all boundaries of one candidate are among those of the other. */
static bool is_coarser(const cuts_solved *done, size_t one, size_t other) {
    size_t words = done->problem.words;
    for (size_t w = 0; w < words; w++)
        if (done->nodes[one * words + w] & ~done->nodes[other * words + w])
            return false;
    return true;
}

static void check_cut_certain(const cuts_solved *done, const evaluation *got) {
    for (size_t high = 0; high < done->candidates; high++)
        for (size_t low = 0; low < done->candidates; low++)
            if (is_coarser(done, high, low))
                RULES_CHECK(done, "certain",
                            done->answers[low].classes.suppressed >= got[high].classes.certain);
}

static void check_cut_evaluations(cuts_solved *done) {
    static const int threads[] = {1, 2, 7};
    evaluation *got = oracle_room(done->candidates, sizeof *got);
    for (size_t target = 0; target < CUT_TARGETS; target++) {
        thread_pool *pool = property_threads(threads[target % 3]);
        cut *space = cut_problem_open(&done->problem, cut_target(target), pool);
        recoding_space *shared = cut_as_space(space);
        assert_int_equal(shared->kind->evaluate(shared, (const uint8_t *)done->nodes,
                                                done->candidates, got, NULL),
                         SHOAL_OK);
        for (size_t i = 0; i < done->candidates; i++) {
            const cut_answer *want = &done->answers[i];
            RULES_CHECK(done, "cut", bound_rules_case_same_count(got[i].classes, want->classes));
            RULES_CHECK(done, "cut", got[i].feasible == want->feasible);
            RULES_CHECK(done, "cut", oracle_equal(got[i].value, cut_value(done, target, i)));
        }
        if (target == 0)
            check_cut_certain(done, got);
        cut_close(space);
        threads_stop(pool);
    }
    memory_free(got);
}

/* Between two candidates: what is feasible and below `best` stays inside and is not below the
 * bound. */
static void check_cut_interval(const cuts_solved *done, cut *space, size_t target, size_t low,
                               size_t high, double best) {
    size_t bytes = done->problem.words * sizeof(uint64_t), words = done->problem.words;
    uint64_t lowest[4], highest[4], relaxed[4] = {0};
    memcpy(lowest, done->nodes + low * words, bytes);
    memcpy(highest, done->nodes + high * words, bytes);
    cut_interval bounded = {.low = lowest, .high = highest, .relaxed = relaxed};
    assert_int_equal(cut_bound(space, &bounded, 1, best, NULL), SHOAL_OK);
    size_t first = cut_problem_index(&done->problem, lowest),
           last = cut_problem_index(&done->problem, highest);
    RULES_CHECK(done, "ends", first != SIZE_MAX && last != SIZE_MAX);
    RULES_CHECK(
        done, "ends",
        bound_rules_case_same_count(bounded.coarsest.classes, done->answers[first].classes));
    for (size_t i = 0; i < done->candidates; i++) {
        double value = cut_value(done, target, i);
        if (!done->answers[i].feasible || !is_coarser(done, low, i) || !is_coarser(done, i, high) ||
            value >= best || oracle_equal(value, best))
            continue;
        RULES_CHECK(done, cut_target(target)->name,
                    bounded.bound <= value || oracle_equal(bounded.bound, value));
        RULES_CHECK(done, cut_target(target)->name,
                    is_coarser(done, first, i) && is_coarser(done, i, last));
    }
}

static void check_cut_bounds(cuts_solved *done) {
    for (size_t target = 0; target < CUT_TARGETS; target++) {
        cut *space = cut_problem_open(&done->problem, cut_target(target), NULL);
        random_stream stream = random_open(done->problem.seed, "interval", target);
        for (size_t draws = 0; draws < 60; draws++) {
            size_t low = random_below(&stream, draws % 3 ? done->candidates : 1);
            size_t high =
                draws % 4 ? random_below(&stream, done->candidates) : done->candidates - 1;
            double best = cut_value(done, target, random_below(&stream, done->candidates));
            if (is_coarser(done, low, high))
                check_cut_interval(done, space, target, low, high, draws % 2 ? INFINITY : best);
        }
        cut_close(space);
    }
}

static void check_cut_answer(const cuts_solved *done, size_t target, const search *run) {
    double optimum = cuts_best(done, target);
    bool proven = search_is_proven(run);
    const char *what = cut_target(target)->name;
    RULES_CHECK(done, what, !run->found || isfinite(optimum));
    RULES_CHECK(done, what, !proven || run->found == isfinite(optimum));
    RULES_CHECK(done, what, run->bound <= optimum || oracle_equal(run->bound, optimum));
    if (!run->found)
        return;
    size_t index =
        cut_problem_index(&done->problem, (const uint64_t *)(const void *)run->best_node);
    RULES_CHECK(done, what, index != SIZE_MAX && done->answers[index].feasible);
    RULES_CHECK(done, what, oracle_equal(run->best.value, cut_value(done, target, index)));
    RULES_CHECK(done, what, run->best.value >= optimum || oracle_equal(run->best.value, optimum));
    RULES_CHECK(done, what, !proven || oracle_equal(run->best.value, optimum));
}

static void solve_cuts(cuts_solved *done, size_t target, const char *name, int64_t evaluations) {
    static const shoal_parameter brief[] = {
        {"budget", "200", NULL}, {"stall", "200", NULL}, {NULL, NULL, NULL}};
    cut *space = cut_problem_open(&done->problem, cut_target(target), NULL);
    search_setup setup = {
        .space = cut_as_space(space),
        .algorithm = algorithm_find("cut", name),
        .limits = {.evaluations = evaluations},
        .settings = strcmp(name, "genitor") == 0 ? brief : NULL,
        .seed = done->problem.seed,
    };
    search run;
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    check_cut_answer(done, target, &run);
    bool exact = evaluations == 0 && strcmp(name, "optimal") == 0;
    RULES_CHECK(done, name, !exact || search_is_proven(&run));
    RULES_CHECK(done, name, !exact || run.found == isfinite(cuts_best(done, target)));
    search_close(&run);
    cut_close(space);
}

static void check_cut_searches(cuts_solved *done) {
    random_stream stream = random_open(done->problem.seed, "limit", 0);
    for (size_t target = 0; target < CUT_TARGETS; target++)
        solve_cuts(done, target, "optimal", 0);
    size_t target = random_below(&stream, CUT_TARGETS);
    for (size_t i = 0; algorithm_list[i]; i++)
        if (algorithm_list[i]->recoding == &cut_recoding && !algorithm_list[i]->multi_objective) {
            solve_cuts(done, target, algorithm_list[i]->name, 0);
            solve_cuts(done, target, algorithm_list[i]->name,
                       1 + (int64_t)random_below(&stream, 40));
        }
}

static void for_all_cuts(size_t cases, void (*check)(cuts_solved *done)) {
    for (size_t i = 0; i < property_cases(cases); i++) {
        cuts_solved *done = cuts_new(seed + i);
        check(done);
        cuts_free(done);
    }
}

static void cuts_agree_with_the_rows(void **state) {
    (void)state;
    for_all_cuts(120, check_cut_evaluations);
}

static void bounds_of_cuts_lose_nothing(void **state) {
    (void)state;
    for_all_cuts(150, check_cut_bounds);
}

static void searches_of_cuts_equal_enumeration(void **state) {
    (void)state;
    for_all_cuts(150, check_cut_searches);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_agree_with_the_rows),
        cmocka_unit_test(bounds_of_cuts_lose_nothing),
        cmocka_unit_test(searches_of_cuts_equal_enumeration),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
