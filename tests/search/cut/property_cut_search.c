/* The algorithms on cuts against the best candidate that the oracle finds among all, on random
 * small tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "search/driver/search.h"
#include "support/cut_oracle.h"
#include "support/oracle.h"
#include "support/random_cases.h"

#include <math.h>

#define MOST_WORDS 4
#define MOST_SETTINGS 8

static const cut_shape small = {1, 5, 1, 9, 5, 80, 400};
static const cut_shape large = {1, 5, 1, 9, 5, 60, 3000};
static const cut_shape wide = {40, 60, 4, 6, 5, 60, INFINITY};

static uint64_t seed;

/* ---- Running ------------------------------------------------------------------------------- */

typedef struct way {
    const char *name;
    int threads;
    int64_t evaluations; /* 0: no limit */
    const shoal_parameter *settings;
    bool skip_proof;
} way;

typedef struct outcome {
    bool found;
    bool proven;
    uint64_t node[MOST_WORDS * 2];
    evaluation best;
    double bound;
    int64_t evaluations, memo_hits;
} outcome;

static outcome solve(cut_problem *made, size_t target, const way *how) {
    thread_pool *pool = property_threads(how->threads);
    cut *space = cut_problem_open(made, metric_find(cut_metrics[target]), pool);
    search_setup setup = {
        .space = cut_as_space(space),
        .algorithm = algorithm_find("cut", how->name),
        .limits = {.evaluations = how->evaluations},
        .settings = how->settings,
        .skip_proof = how->skip_proof,
        .seed = made->seed,
    };
    search run;
    assert_non_null(setup.algorithm);
    assert_int_equal(search_run(&run, &setup, NULL), SHOAL_OK);
    outcome out = {
        .found = run.found,
        .proven = search_is_proven(&run),
        .best = run.best,
        .bound = run.bound,
        .evaluations = run.evaluations,
        .memo_hits = run.memo_hits,
    };
    assert_true(run.node_bytes <= sizeof out.node);
    memcpy(out.node, run.best_node, run.node_bytes);
    search_close(&run);
    cut_close(space);
    threads_stop(pool);
    return out;
}

#define CHECK(made, target, searcher, holds)                                                       \
    do {                                                                                           \
        if (!(holds))                                                                              \
            fail_msg("seed %llu, %s, %s: not so: %s", (unsigned long long)(made)->seed, searcher,  \
                     cut_metrics[target], #holds);                                                 \
    } while (0)

/* What holds for any answer of any algorithm. */
static void check_answer(const cut_solved *done, size_t target, const char *name,
                         const outcome *got) {
    const cut_problem *made = &done->problem;
    double optimum = cut_solved_best(done, target);
    CHECK(made, target, name, !got->found || isfinite(optimum));
    CHECK(made, target, name, !got->proven || got->found == isfinite(optimum));
    CHECK(made, target, name, oracle_at_most(got->bound, optimum));
    if (!got->found)
        return;
    size_t index = cut_problem_index(made, got->node);
    CHECK(made, target, name, index != SIZE_MAX);
    const cut_answer *answer = &done->answers[index];
    CHECK(made, target, name, answer->feasible);
    CHECK(made, target, name, got->best.feasible);
    CHECK(made, target, name, got->best.classes.suppressed == answer->classes.suppressed);
    CHECK(made, target, name, oracle_equal(got->best.value, answer->values[target]));
    CHECK(made, target, name, got->bound <= got->best.value);
    CHECK(made, target, name, oracle_at_most(optimum, got->best.value));
    CHECK(made, target, name, !got->proven || oracle_equal(got->best.value, optimum));
}

static bool is_same(const outcome *one, const outcome *other) {
    return one->found == other->found && one->proven == other->proven &&
           one->evaluations == other->evaluations && one->memo_hits == other->memo_hits &&
           (!one->found || (one->best.value == other->best.value && one->bound == other->bound &&
                            memcmp(one->node, other->node, sizeof one->node) == 0));
}

typedef void property(cut_solved *done, size_t target);

static void for_all(size_t cases, const cut_shape *shape, property *check) {
    for (size_t i = 0; i < cases; i++) {
        cut_solved done;
        cut_solved_new(&done, seed + i, shape);
        for (size_t target = 0; target < CUT_METRICS; target++)
            check(&done, target);
        cut_solved_free(&done);
    }
}

/* ---- Exact searches ------------------------------------------------------------------------ */

static void check_exact(cut_solved *done, size_t target) {
    static const char *const exact[] = {"optimal", "auto"};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++) {
        way how = {.name = exact[i], .threads = 1};
        outcome got = solve(&done->problem, target, &how);
        check_answer(done, target, exact[i], &got);
        CHECK(&done->problem, target, exact[i], got.proven);
        CHECK(&done->problem, target, exact[i],
              got.found == isfinite(cut_solved_best(done, target)));
    }
}

static void exact_algorithms_equal_enumeration(void **state) {
    (void)state;
    for_all(property_cases(150), &small, check_exact);
    for_all(property_cases(150) / 10, &large, check_exact);
}

/* Settings that let the others end soon. */
static const shoal_parameter *short_settings(const algorithm *of) {
    static const shoal_parameter brief[] = {
        {"budget", "200", NULL}, {"stall", "200", NULL}, {NULL, NULL, NULL}};
    return strcmp(of->name, "genitor") == 0 ? brief : NULL;
}

static void check_stopped(cut_solved *done, size_t target) {
    random_stream stream = random_open(done->problem.seed, "limit", target);
    for (size_t i = 0; algorithm_list[i]; i++) {
        if (algorithm_list[i]->recoding != &cut_recoding || algorithm_list[i]->multi_objective)
            continue;
        for (int draws = 0; draws < 3; draws++) {
            way how = {
                .name = algorithm_list[i]->name,
                .threads = 1,
                .evaluations = 1 + (int64_t)random_below(&stream, 50),
                .settings = short_settings(algorithm_list[i]),
            };
            outcome got = solve(&done->problem, target, &how);
            check_answer(done, target, how.name, &got);
            CHECK(&done->problem, target, how.name, got.evaluations <= how.evaluations);
        }
    }
}

static void stopped_searches_claim_only_what_is_proven(void **state) {
    (void)state;
    for_all(property_cases(150) / 2, &small, check_stopped);
}

static void check_repeatable(cut_solved *done, size_t target) {
    cut_problem *made = &done->problem;
    cut_problem shuffled;
    cut_problem_shuffle(&shuffled, made, seed + target);
    for (size_t i = 0; algorithm_list[i]; i++) {
        if (algorithm_list[i]->recoding != &cut_recoding || algorithm_list[i]->multi_objective)
            continue;
        const char *name = algorithm_list[i]->name;
        way how = {.name = name, .threads = 1, .settings = short_settings(algorithm_list[i])};
        outcome one = solve(made, target, &how);
        outcome other_order = solve(&shuffled, target, &how);
        how.threads = 2;
        outcome two = solve(made, target, &how);
        how.threads = 7;
        outcome seven = solve(made, target, &how);
        check_answer(done, target, name, &one);
        CHECK(made, target, name, is_same(&one, &two));
        CHECK(made, target, name, is_same(&one, &seven));
        CHECK(made, target, name, one.found == other_order.found);
        CHECK(made, target, name,
              !one.found || oracle_equal(one.best.value, other_order.best.value));
    }
    cut_problem_free(&shuffled);
}

static void threads_and_row_order_change_nothing(void **state) {
    (void)state;
    for_all(property_cases(150) / 5, &small, check_repeatable);
}

/* Too large to be enumerated: a bound has to be below whatever can be met. */
static void bounds_hold_on_wide_tables(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150) / 10; i++) {
        cut_problem made;
        size_t target = i % CUT_METRICS;
        cut_problem_new(&made, seed + i, &wide);
        made.context.limit = made.rows;
        random_stream stream = random_open(made.seed, "wide", 0);
        way how = {.name = "optimal", .threads = 1, .evaluations = 400};
        outcome got = solve(&made, target, &how);
        CHECK(&made, target, "optimal", got.found && got.bound <= got.best.value);
        for (size_t n = 0; n < 30; n++) {
            cut_answer met;
            uint64_t node[MOST_WORDS * 2];
            cut_problem_draw(&made, node, n % 3 > 0, &stream);
            cut_oracle(&met, &made, n ? node : got.node, NULL);
            CHECK(&made, target, "optimal", oracle_at_most(got.bound, met.values[target]));
            CHECK(&made, target, "optimal",
                  n > 0 || oracle_equal(met.values[target], got.best.value));
        }
        cut_problem_free(&made);
    }
}

/* ---- GENITOR ------------------------------------------------------------------------------- */

/* Every setting is met about equally often. Returns whether it polishes. */
static bool draw_settings(shoal_parameter *out, random_stream *stream) {
    static const struct {
        const char *name, *values[3];
        size_t count;
    } choices[] = {
        {"polish", {"off", "on"}, 2},
        {"crossover", {"preserving", "reduced-surrogate"}, 2},
        {"points", {"all", "two", "any"}, 3},
        {"duplicates", {"exclude", "allow"}, 2},
        {"batch", {"1", "16"}, 2},
        {"population", {"2", "8", "40"}, 3},
        {"budget", {"20", "300"}, 2},
    };
    size_t count = sizeof choices / sizeof *choices;
    assert_true(count + 2 <= MOST_SETTINGS + 1);
    for (size_t i = 0; i < count; i++)
        out[i] = (shoal_parameter){choices[i].name,
                                   choices[i].values[random_below(stream, choices[i].count)], NULL};
    out[count] = (shoal_parameter){"stall", "200", NULL};
    out[count + 1] = (shoal_parameter){NULL, NULL, NULL};
    return strcmp(out[0].fallback, "on") == 0;
}

static void check_genitor(cut_solved *done, size_t target) {
    random_stream stream = random_open(done->problem.seed, "genitor", target);
    for (int draws = 0; draws < 2; draws++) {
        shoal_parameter settings[MOST_SETTINGS + 1];
        bool polishes = draw_settings(settings, &stream);
        way how = {.name = "genitor", .threads = 1, .settings = settings, .skip_proof = draws > 0};
        outcome one = solve(&done->problem, target, &how);
        how.threads = 2;
        outcome two = solve(&done->problem, target, &how);
        how.threads = 7;
        outcome seven = solve(&done->problem, target, &how);
        check_answer(done, target, "genitor", &one);
        CHECK(&done->problem, target, "genitor", is_same(&one, &two));
        CHECK(&done->problem, target, "genitor", is_same(&one, &seven));
        CHECK(&done->problem, target, "genitor",
              polishes || (size_t)one.evaluations <= done->candidates);
    }
}

static void genitor_is_never_better_than_the_optimum(void **state) {
    (void)state;
    for_all(property_cases(150) / 3, &small, check_genitor);
}

/* With what it does when nothing else is asked for. */
static void genitor_ends_on_tiny_spaces(void **state) {
    (void)state;
    static const struct {
        const char *name;
        cut_shape shape;
    } tiny[] = {
        {"one candidate", {1, 1, 1, 1, 5, 9, 1}},    {"constant attributes", {5, 5, 1, 1, 5, 9, 1}},
        {"one attribute", {1, 1, 2, 9, 5, 40, 256}}, {"two candidates", {1, 2, 2, 2, 5, 40, 3}},
        {"one row", {3, 3, 2, 4, 1, 1, 100}},        {"few rows", {4, 4, 3, 5, 2, 4, 100}},
    };
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++)
        for (uint64_t draws = 0; draws < 2; draws++) {
            cut_solved done;
            cut_solved_new(&done, seed + draws, &tiny[i].shape);
            way how = {.name = "genitor", .threads = 1};
            outcome got = solve(&done.problem, 0, &how);
            check_answer(&done, 0, tiny[i].name, &got);
            CHECK(&done.problem, 0, tiny[i].name, got.found == isfinite(cut_solved_best(&done, 0)));
            cut_solved_free(&done);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_algorithms_equal_enumeration),
        cmocka_unit_test(stopped_searches_claim_only_what_is_proven),
        cmocka_unit_test(threads_and_row_order_change_nothing),
        cmocka_unit_test(bounds_hold_on_wide_tables),
        cmocka_unit_test(genitor_is_never_better_than_the_optimum),
        cmocka_unit_test(genitor_ends_on_tiny_spaces),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
