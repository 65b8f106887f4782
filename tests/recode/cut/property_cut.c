/* The cut space against the row-by-row oracle, on random small tables: evaluation, floors, and the
 * release of a candidate. */
#include "recode/lattice/lattice.h"
#include "support/cut_checks.h"
#include "support/generalized.h"
#include "support/random_cases.h"

#include <math.h>

#define BATCH 48

static const cut_shape wide = {40, 60, 4, 6, 5, 60, INFINITY};

static uint64_t seed;

/* ---- Evaluation ---------------------------------------------------------------------------- */

/* Candidates in random order and random batches; if so wished, what is to come is announced in
 * between, rightly or not. */
static void check_evaluations(cut_solved *done, size_t target, int threads, bool focused) {
    cut_problem *made = &done->problem;
    thread_pool *pool = property_threads(threads);
    cut *space = cut_problem_open(made, metric_find(cut_metrics[target]), pool);
    recoding_space *shared = cut_as_space(space);
    random_stream stream = random_open(made->seed, focused ? "focus" : "batch", target);
    SAME(made, "bits", cut_bits(space), made->bits);
    SAME(made, "words", cut_words(space), made->words);
    SAME_VALUE(made, "size", cut_size(space), (double)done->candidates);
    for (int round = 0; round < 6; round++) {
        uint64_t nodes[BATCH * CUT_MOST_WORDS];
        evaluation results[BATCH];
        size_t index[BATCH];
        size_t count = 1 + (size_t)random_below(&stream, BATCH);
        for (size_t i = 0; i < count; i++) {
            index[i] = (size_t)random_below(&stream, done->candidates);
            memcpy(nodes + i * made->words, cut_solved_node(done, index[i]), shared->node_bytes);
            assert_true(shared->kind->is_node(shared, (uint8_t *)(nodes + i * made->words)));
        }
        for (uint64_t f = 0; focused && f < random_below(&stream, 8); f++) {
            uint64_t boundaries[CUT_MOST_WORDS] = {0};
            for (size_t b = 0; b < made->bits; b++)
                bits_set(boundaries, b, random_below(&stream, 4) > 0);
            cut_focus(space, f % 2 ? boundaries : nodes);
        }
        assert_int_equal(
            shared->kind->evaluate(shared, (const uint8_t *)nodes, count, results, NULL), SHOAL_OK);
        for (size_t i = 0; i < count; i++)
            cut_same_answer(made, target, &results[i], &done->answers[index[i]]);
    }
    cut_close(space);
    threads_stop(pool);
}

static void check_plain_evaluations(cut_solved *done, size_t target) {
    static const int threads[] = {1, 2, 7};
    check_evaluations(done, target, threads[(done->problem.seed + target) % 3], false);
}

static void evaluation_equals_oracle(void **state) {
    (void)state;
    cut_for_all(seed, CUT_METRICS, check_plain_evaluations);
}

static void check_focused_evaluations(cut_solved *done, size_t target) {
    check_evaluations(done, target, target % 2 ? 1 : 2, true);
}

static void focus_changes_nothing(void **state) {
    (void)state;
    cut_for_all(seed, CUT_METRICS, check_focused_evaluations);
}

/* The product of so many groups does not fit into a word. */
static void wide_tables_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150) / 3; i++) {
        cut_problem made;
        size_t target = i % CUT_METRICS;
        cut_problem_new(&made, seed + i, &wide);
        cut *space = cut_problem_open(&made, metric_find(cut_metrics[target]), NULL);
        random_stream stream = random_open(made.seed, "wide", 0);
        uint64_t *node = memory_new(made.words, sizeof *node);
        assert_non_null(node);
        for (size_t n = 0; n < 30; n++) {
            cut_answer expected;
            cut_problem_draw(&made, node, n % 3 > 0, &stream);
            if (n % 5 == 0)
                cut_focus(space, node);
            evaluation result = cut_evaluate_one(space, node);
            cut_oracle(&expected, &made, node, NULL);
            cut_same_answer(&made, target, &result, &expected);
        }
        memory_free(node);
        cut_close(space);
        cut_problem_free(&made);
    }
}

/* ---- Floors -------------------------------------------------------------------------------- */

static void check_floors(cut_solved *done, size_t target) {
    cut_problem *made = &done->problem;
    cut *space = cut_problem_open(made, metric_find(cut_metrics[target]), NULL);
    random_stream stream = random_open(made->seed, "floor", target);
    for (int draws = 0; draws < 8; draws++) {
        size_t index = (size_t)random_below(&stream, done->candidates);
        const uint64_t *node = cut_solved_node(done, index);
        double least = cut_floor(space, node);
        if (target >= CUT_PRICED)
            SAME_VALUE(made, "floor", least, 0);
        else if (done->answers[index].classes.suppressed == 0)
            SAME_VALUE(made, "floor", least, done->answers[index].values[target]);
        for (size_t i = 0; i < done->candidates; i++)
            if (cut_is_within(cut_solved_node(done, i), node, made->words))
                HOLDS(made, cut_metrics[target],
                      oracle_at_most(least, done->answers[i].values[target] -
                                                fmin(0, done->answers[i].surcharge)));
    }
    cut_close(space);
}

static void floors_are_below_everything_coarser(void **state) {
    (void)state;
    cut_for_all(seed, CUT_METRICS, check_floors);
}

/* ---- Release ------------------------------------------------------------------------------- */

static void check_detail(const cut_problem *made, const generalization_detail *got,
                         const cut_answer *expected) {
    cut_same_classes(made, &got->classes, &expected->classes);
    SAME_VALUE(made, "loss sum", got->loss_sum,
               (expected->values[0] - expected->surcharge) * (double)made->attributes *
                   (double)made->rows);
    for (size_t target = 0; target < CUT_METRICS; target++)
        for (size_t m = 0; metric_list[m]; m++)
            if (metric_list[m] == metric_find(cut_metrics[target]))
                SAME_VALUE(made, cut_metrics[target], got->metric_values[m],
                           expected->values[target] -
                               (metric_list[m]->full ? expected->surcharge : 0));
}

static void check_verdicts(const cut_problem *made, lattice *space, const uint8_t *top,
                           const uint8_t *expected) {
    uint8_t suppressed[128];
    generalization verdicts = generalize(space, top);
    generalization_judge_rows(&verdicts, made->refs, 0, made->rows, suppressed);
    for (size_t r = 0; r < made->rows; r++)
        SAME(made, "verdict on a row", suppressed[r], expected[r]);
    generalization_close(&verdicts);
}

/* Published texts of different groups differ. */
static void check_labels(const cut_problem *made, const bound_level *groups) {
    for (uint32_t g = 0; g < groups->size; g++)
        for (uint32_t h = 0; h < g; h++)
            HOLDS(made, "labels", strcmp(groups->label[g], groups->label[h]) != 0);
}

static void check_release(cut_problem *made, const cut *space, const uint64_t *node) {
    bound_hierarchy hierarchies[8] = {0};
    uint8_t top[8], suppressed[128];
    cut_answer expected;
    lattice *released;
    assert_int_equal(cut_hierarchies(space, node, hierarchies, NULL), SHOAL_OK);
    lattice_setup setup = {
        .ground = &made->frequency,
        .context = made->context,
        .metric = metric_find("loss"),
        .wildcard = made->wildcard,
    };
    setup.context.hierarchies = hierarchies;
    memset(top, 1, sizeof top);
    cut_oracle(&expected, made, node, suppressed);
    assert_int_equal(lattice_open(&released, &setup, NULL), SHOAL_OK);
    generalization_detail detail = describe_node(released, top);
    check_detail(made, &detail, &expected);
    check_verdicts(made, released, top, suppressed);
    generalization_detail_free(&detail);
    lattice_close(released);
    for (size_t a = 0; a < made->attributes; a++) {
        check_labels(made, &hierarchies[a].level[1]);
        bound_hierarchy_free(&hierarchies[a]);
    }
}

static void releases_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150); i++) {
        cut_problem made;
        cut_problem_new(&made, seed + i, &cut_small);
        cut *space = cut_problem_open(&made, metric_find("loss"), NULL);
        random_stream stream = random_open(made.seed, "release", 0);
        for (int draws = 0; draws < 8; draws++) {
            uint64_t node[CUT_MOST_WORDS];
            cut_problem_draw(&made, node, false, &stream);
            check_release(&made, space, node);
        }
        cut_close(space);
        cut_problem_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_equals_oracle),
        cmocka_unit_test(focus_changes_nothing),
        cmocka_unit_test(wide_tables_equal_oracle),
        cmocka_unit_test(floors_are_below_everything_coarser),
        cmocka_unit_test(releases_equal_oracle),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
