/* Evaluation on the lattice against the row-by-row oracle, on random small tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/generalized.h"
#include "support/oracle.h"
#include "support/random_cases.h"
#include "support/same.h"

#include <math.h>

#define BATCH 64

static const lattice_shape small = {2, 5, 3, 8, 200, 256};
static const lattice_shape wide = {65, 90, 3, 40, 60, SIZE_MAX};

/* With more classes than the smallest table of them has room for. */
static const lattice_shape many_classes = {3, 6, 3, 20, 3000, SIZE_MAX};
static const lattice_shape wide_classes = {30, 40, 2, 40, 1000, SIZE_MAX};

static uint64_t seed;

/* One problem with the oracle's answer for all its nodes. */
typedef struct solved {
    lattice_problem problem;
    size_t nodes;
    uint8_t *node; /* [nodes * attributes] */
    oracle_answer *answers;
} solved;

static void solved_new(solved *out, uint64_t index, const lattice_shape *shape) {
    lattice_problem_new(&out->problem, seed + index, shape);
    out->nodes = lattice_problem_nodes(&out->problem);
    out->node = memory_new(out->nodes, out->problem.attributes);
    out->answers = memory_new(out->nodes, sizeof *out->answers);
    assert_non_null(out->node);
    assert_non_null(out->answers);
    for (size_t i = 0; i < out->nodes; i++) {
        uint8_t *node = out->node + i * out->problem.attributes;
        lattice_problem_node(&out->problem, i, node);
        oracle_evaluate(&out->answers[i], &out->problem, node);
    }
}

static void solved_free(solved *done) {
    for (size_t i = 0; i < done->nodes; i++)
        oracle_free(&done->answers[i]);
    memory_free(done->answers);
    memory_free(done->node);
    lattice_problem_free(&done->problem);
}

static const uint8_t *solved_node(const solved *done, size_t index) {
    return done->node + index * done->problem.attributes;
}

/* Index of the node one level up in an attribute, or SIZE_MAX. */
static size_t solved_above(const solved *done, size_t index, size_t attribute) {
    uint8_t node[8];
    memcpy(node, solved_node(done, index), done->problem.attributes);
    if (node[attribute]++ == bound_hierarchy_highest(&done->problem.hierarchies[attribute]))
        return SIZE_MAX;
    return lattice_problem_index(&done->problem, node);
}

/* ---- Comparing ----------------------------------------------------------------------------- */

static void compare(const lattice_problem *made, size_t target, const evaluation *got,
                    const oracle_answer *expected) {
    SAME_CLASSES(made, &got->classes, &expected->classes);
    SAME(made, "feasible", got->feasible, expected->feasible);
    SAME_VALUE(made, metric_list[target]->name, got->value, expected->values[target]);
}

static void shuffle(size_t *order, size_t count, random_stream *stream) {
    for (size_t i = 0; i < count; i++) {
        size_t other = (size_t)random_below(stream, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
}

/* ---- Properties ---------------------------------------------------------------------------- */

/* All nodes, twice over in random order and random batches: what was evaluated before, and by how
 * many threads, must not show. */
static void check_evaluations(solved *done, size_t target, int threads) {
    lattice_problem *made = &done->problem;
    thread_pool *pool = property_threads(threads);
    lattice *space = lattice_problem_open(made, metric_list[target], pool);
    random_stream stream = random_open(made->seed, "order", target);
    size_t order[512];
    uint8_t nodes[BATCH * 8];
    evaluation results[BATCH];
    assert_true(2 * done->nodes <= 512);
    shuffle(order, 2 * done->nodes, &stream);
    for (size_t at = 0; at < 2 * done->nodes;) {
        size_t count = 1 + (size_t)random_below(&stream, BATCH);
        if (count > 2 * done->nodes - at)
            count = 2 * done->nodes - at;
        for (size_t i = 0; i < count; i++)
            memcpy(nodes + i * made->attributes, solved_node(done, order[at + i] % done->nodes),
                   made->attributes);
        assert_int_equal(lattice_evaluate(space, nodes, count, results, NULL), SHOAL_OK);
        for (size_t i = 0; i < count; i++)
            compare(made, target, &results[i], &done->answers[order[at + i] % done->nodes]);
        at += count;
    }
    lattice_close(space);
    threads_stop(pool);
}

static const int thread_counts[] = {1, 2, 7};

static void evaluation_equals_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150); i++) {
        solved done;
        solved_new(&done, i, &small);
        for (size_t target = 0; metric_list[target]; target++)
            check_evaluations(&done, target, thread_counts[(i + target) % 3]);
        solved_free(&done);
    }
}

static void check_upward(const solved *done, size_t index, size_t above) {
    const lattice_problem *made = &done->problem;
    const oracle_answer *fine = &done->answers[index], *coarse = &done->answers[above];
    if (coarse->classes.suppressed > fine->classes.suppressed)
        fail_msg("seed %llu: suppressed rows grow towards the top", (unsigned long long)made->seed);
    if (coarse->classes.groups > fine->classes.groups)
        fail_msg("seed %llu: groups grow towards the top", (unsigned long long)made->seed);
    for (size_t m = 0; metric_list[m]; m++)
        if (fine->feasible && metric_list[m]->monotone(&made->context) &&
            coarse->values[m] < fine->values[m] &&
            !oracle_equal(coarse->values[m], fine->values[m]))
            fail_msg("seed %llu: %s is not monotone", (unsigned long long)made->seed,
                     metric_list[m]->name);
}

static void properties_hold_upward(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150); i++) {
        solved done;
        solved_new(&done, i, &small);
        for (size_t index = 0; index < done.nodes; index++)
            for (size_t a = 0; a < done.problem.attributes; a++) {
                size_t above = solved_above(&done, index, a);
                if (above != SIZE_MAX)
                    check_upward(&done, index, above);
            }
        solved_free(&done);
    }
}

/* A node somewhere below. */
static size_t draw_below(const solved *done, size_t index, random_stream *stream) {
    uint8_t node[8];
    memcpy(node, solved_node(done, index), done->problem.attributes);
    for (size_t a = 0; a < done->problem.attributes; a++) {
        int lowest = done->problem.hierarchies[a].lowest;
        node[a] = (uint8_t)(lowest + (int)random_below(stream, (uint64_t)(node[a] - lowest) + 1));
    }
    return lattice_problem_index(&done->problem, node);
}

/* The bound that a node gives for another one above it that suppresses so many rows or more. */
static double bound_from(const solved *done, const lattice *space, size_t low,
                         uint64_t suppressed) {
    const metric *target = lattice_metric(space);
    if (!target->bound)
        return lattice_floor(space, solved_node(done, low), suppressed);
    return target->bound(&done->problem.context, &done->answers[low].classes, suppressed);
}

static void check_bounds(solved *done, size_t target) {
    lattice *space = lattice_problem_open(&done->problem, metric_list[target], NULL);
    random_stream stream = random_open(done->problem.seed, "bounds", target);
    for (size_t index = 0; index < done->nodes; index++) {
        double value = done->answers[index].values[target];
        uint64_t most = done->answers[index].classes.suppressed;
        for (int draws = 0; draws < 8; draws++) {
            size_t low = draws == 0 ? index : draw_below(done, index, &stream);
            uint64_t suppressed = draws % 2 ? most : random_below(&stream, most + 1);
            double bound = bound_from(done, space, low, suppressed);
            if (bound > value && !oracle_equal(bound, value))
                fail_msg("seed %llu: %s is %.17g, below its bound %.17g",
                         (unsigned long long)done->problem.seed, metric_list[target]->name, value,
                         bound);
        }
    }
    lattice_close(space);
}

static void bounds_are_below_everything_above(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150); i++) {
        solved done;
        solved_new(&done, i, &small);
        for (size_t target = 0; metric_list[target]; target++)
            check_bounds(&done, target);
        solved_free(&done);
    }
}

static void check_description(solved *done, lattice *space, size_t index) {
    const lattice_problem *made = &done->problem;
    const oracle_answer *expected = &done->answers[index];
    generalization_detail detail = describe_node(space, solved_node(done, index));
    SAME_CLASSES(made, &detail.classes, &expected->classes);
    SAME_VALUE(made, "loss sum", detail.loss_sum, expected->loss_sum);
    for (size_t m = 0; metric_list[m]; m++)
        SAME_VALUE(made, metric_list[m]->name, detail.metric_values[m],
                   expected->values[m] - (metric_list[m]->full ? expected->surcharge : 0));
    for (size_t a = 0; a < made->attributes; a++)
        SAME_VALUE(made, "attribute loss", detail.attribute_loss[a],
                   oracle_attribute_loss(expected, made, solved_node(done, index), a));
    generalization_detail_free(&detail);
}

static void description_equals_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150); i++) {
        solved done;
        solved_new(&done, i, &small);
        lattice *space = lattice_problem_open(&done.problem, metric_list[i % ORACLE_METRICS], NULL);
        for (size_t index = 0; index < done.nodes; index++)
            check_description(&done, space, index);
        lattice_close(space);
        solved_free(&done);
    }
}

static void check_verdicts(const lattice_problem *made, lattice *space, const uint8_t *node,
                           const oracle_answer *expected) {
    uint8_t suppressed[256];
    generalization verdicts = generalize(space, node);
    size_t half = made->rows / 2;
    generalization_judge_rows(&verdicts, made->refs, half, made->rows - half, suppressed + half);
    generalization_judge_rows(&verdicts, made->refs, 0, half, suppressed);
    for (size_t r = 0; r < made->rows; r++)
        SAME(made, "verdict on a row", suppressed[r], expected->suppressed[r]);
    generalization_close(&verdicts);
}

static void verdicts_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150); i++) {
        solved done;
        solved_new(&done, i, &small);
        lattice *space = lattice_problem_open(&done.problem, metric_list[i % ORACLE_METRICS], NULL);
        for (size_t index = 0; index < done.nodes; index++)
            check_verdicts(&done.problem, space, solved_node(&done, index), &done.answers[index]);
        lattice_close(space);
        solved_free(&done);
    }
}

static void random_node(const lattice_problem *made, random_stream *stream, bool absent,
                        uint8_t *node) {
    for (size_t a = 0; a < made->attributes; a++) {
        node[a] = (uint8_t)random_below(stream, (uint64_t)made->hierarchies[a].height + 1);
        if (absent && random_below(stream, 2))
            node[a] = LEVEL_ABSENT;
    }
}

/* Some nodes with attributes left out, among ordinary ones that they may roll up from. */
static void absent_attributes_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150); i++) {
        lattice_problem made;
        lattice_problem_new(&made, seed + i, &small);
        lattice *space = lattice_problem_open(&made, metric_list[i % ORACLE_METRICS], NULL);
        random_stream stream = random_open(made.seed, "absent", 0);
        uint8_t nodes[32 * 8];
        evaluation results[32];
        for (size_t n = 0; n < 32; n++)
            random_node(&made, &stream, n % 4 > 0, nodes + n * made.attributes);
        for (size_t at = 0; at < 32; at += 8)
            assert_int_equal(
                lattice_evaluate(space, nodes + at * made.attributes, 8, results + at, NULL),
                SHOAL_OK);
        for (size_t n = 0; n < 32; n++) {
            oracle_answer expected;
            oracle_evaluate(&expected, &made, nodes + n * made.attributes);
            SAME_CLASSES(&made, &results[n].classes, &expected.classes);
            SAME(&made, "feasible", results[n].feasible, expected.feasible);
            oracle_free(&expected);
        }
        lattice_close(space);
        lattice_problem_free(&made);
    }
}

/* ---- Parts --------------------------------------------------------------------------------- */

static void same_bytes(const lattice_problem *made, const evaluation *got,
                       const evaluation *expected) {
    SAME_CLASSES(made, &got->classes, &expected->classes);
    SAME(made, "members", got->classes.members, expected->classes.members);
    SAME(made, "uniques", got->classes.uniques, expected->classes.uniques);
    SAME(made, "certain", got->classes.certain, expected->classes.certain);
    SAME(made, "feasible", got->feasible, expected->feasible);
    if (got->value != expected->value && !(isnan(got->value) && isnan(expected->value)))
        fail_msg("seed %llu: in parts the value is %.17g, not %.17g",
                 (unsigned long long)made->seed, got->value, expected->value);
}

/* Some nodes, for many k at once, with all classes in memory and with few of them. */
static size_t compare_parts(lattice_problem *made, const metric *target) {
    enum { NODES = 12, KS = 20 };
    uint8_t nodes[NODES * 128];
    uint64_t ks[KS];
    evaluation whole[NODES * KS], parts[NODES * KS];
    size_t divided = 0;
    random_stream stream = random_open(made->seed, "parts", 0);
    thread_pool *pool = property_threads(1 + (int)(made->seed % 2));
    lattice *all = lattice_problem_open(made, target, pool);
    made->most_classes = 1 + (size_t)random_below(&stream, 200);
    lattice *some = lattice_problem_open(made, target, pool);
    for (size_t i = 0; i < KS; i++)
        ks[i] = 1 + i * i;
    for (size_t n = 0; n < NODES; n++)
        random_node(made, &stream, n % 4 == 3, nodes + n * made->attributes);
    assert_int_equal(
        lattice_kind.evaluate_each(lattice_as_space(all), nodes, NODES, ks, KS, whole, NULL),
        SHOAL_OK);
    assert_int_equal(
        lattice_kind.evaluate_each(lattice_as_space(some), nodes, NODES, ks, KS, parts, NULL),
        SHOAL_OK);
    for (size_t i = 0; i < NODES * KS; i++) {
        same_bytes(made, &parts[i], &whole[i]);
        divided += whole[i].classes.groups > 256;
    }
    lattice_close(all);
    lattice_close(some);
    threads_stop(pool);
    return divided;
}

static void parts_add_up(void **state) {
    (void)state;
    size_t divided = 0;
    for (size_t i = 0; i < property_cases(120); i++) {
        lattice_problem made;
        lattice_problem_new(&made, seed + i, i % 4 == 3 ? &wide_classes : &many_classes);
        divided += compare_parts(&made, metric_list[i % ORACLE_METRICS]);
        lattice_problem_free(&made);
    }
    assert_true(divided > property_cases(120));
}

/* Keys of several machine words. */
static void wide_tables_equal_oracle(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(150) / 5; i++) {
        lattice_problem made;
        size_t target = i % ORACLE_METRICS;
        lattice_problem_new(&made, seed + i, &wide);
        lattice *space = lattice_problem_open(&made, metric_list[target], NULL);
        random_stream stream = random_open(made.seed, "wide", 0);
        for (size_t n = 0; n < 30; n++) {
            uint8_t node[128];
            evaluation result;
            oracle_answer expected;
            random_node(&made, &stream, false, node);
            for (size_t a = 0; n % 3 && a < made.attributes; a++) /* near the top: larger classes */
                if (random_below(&stream, 20))
                    node[a] = (uint8_t)made.hierarchies[a].height;
            oracle_evaluate(&expected, &made, node);
            assert_int_equal(lattice_evaluate(space, node, 1, &result, NULL), SHOAL_OK);
            compare(&made, target, &result, &expected);
            check_verdicts(&made, space, node, &expected);
            oracle_free(&expected);
        }
        lattice_close(space);
        lattice_problem_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation_equals_oracle),
        cmocka_unit_test(properties_hold_upward),
        cmocka_unit_test(bounds_are_below_everything_above),
        cmocka_unit_test(description_equals_oracle),
        cmocka_unit_test(verdicts_equal_oracle),
        cmocka_unit_test(absent_attributes_equal_oracle),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(wide_tables_equal_oracle),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
