/* Privacy models beside k on random small tables and lattices: evaluations, and what is said of
 * nodes below and above, against a row by row oracle.
 *
 * A class that violates a model is suppressed, within the limit. What becomes of that towards the
 * top of a lattice:
 *
 *     model                       without suppression    with suppression
 *     k, distinct l-diversity     monotone               monotone
 *     k-map                       monotone               monotone
 *     entropy l-diversity         monotone               not monotone
 *     recursive l-diversity       monotone               not monotone
 *     t-closeness (all three)     monotone               not monotone
 *     delta-disclosure            monotone               not monotone
 *     beta-likeness (both)        monotone               not monotone
 *     alpha-k                     monotone               not monotone
 *     delta-presence              monotone               not monotone
 *
 * Monotone: what is coarser than a feasible node is feasible. Every model is closed under union,
 * hence the first column. The second asks that rows which are published stay so, which they do
 * where a class that violates the model has only parts that violate it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/constrained_lattice.h"
#include "support/generalized.h"
#include "support/random_cases.h"

static uint64_t seed;

/* ---- Evaluations ----------------------------------------------------------------------------- */

static void check_evaluation(const constrained_lattice *done, size_t target, size_t index,
                             const evaluation *got) {
    const oracle_answer *want = &done->answers[index];
    RULES_CHECK(done, metric_list[target]->name,
                bound_rules_case_same_count(got->classes, want->classes));
    RULES_CHECK(done, metric_list[target]->name, got->feasible == want->feasible);
    RULES_CHECK(done, metric_list[target]->name, got->classes.certain <= want->classes.suppressed);
    RULES_CHECK(done, metric_list[target]->name, oracle_equal(got->value, want->values[target]));
}

/* In the order of `order`, so many nodes at a time. */
static void evaluate_all(constrained_lattice *done, size_t target, const size_t *order,
                         size_t batch, int threads) {
    uint8_t nodes[RULESED_NODES * 8];
    evaluation got[RULESED_NODES];
    size_t attributes = done->problem.attributes;
    thread_pool *pool = property_threads(threads);
    lattice *space = lattice_problem_open(&done->problem, metric_list[target], pool);
    for (size_t i = 0; i < done->nodes; i++)
        lattice_problem_node(&done->problem, order[i], nodes + i * attributes);
    for (size_t at = 0; at < done->nodes; at += batch) {
        size_t count = done->nodes - at < batch ? done->nodes - at : batch;
        assert_int_equal(lattice_evaluate(space, nodes + at * attributes, count, got, NULL),
                         SHOAL_OK);
        for (size_t i = 0; i < count; i++)
            check_evaluation(done, target, order[at + i], &got[i]);
    }
    lattice_close(space);
    threads_stop(pool);
}

static void shuffle(size_t *order, size_t count, random_stream *stream) {
    for (size_t i = 0; i < count; i++) {
        size_t other = random_below(stream, i + 1);
        order[i] = order[other];
        order[other] = i;
    }
}

static void check_evaluations(constrained_lattice *done) {
    random_stream stream = random_open(done->problem.seed, "order", 0);
    size_t order[RULESED_NODES] = {0};
    for (size_t i = 0; i < done->nodes; i++)
        order[i] = i;
    for (size_t target = 0; target < ORACLE_METRICS; target++)
        evaluate_all(done, target, order, done->nodes, 1);
    static const int threads[] = {1, 2, 7};
    for (size_t i = 0; i < 6; i++) {
        shuffle(order, done->nodes, &stream);
        done->problem.lattice_memory = i % 2 ? random_below(&stream, 5000) + 1 : 0;
        evaluate_all(done, (done->problem.seed + i) % ORACLE_METRICS, order,
                     1 + random_below(&stream, done->nodes), threads[i % 3]);
    }
    done->problem.lattice_memory = 0;
}

static void evaluations_agree_with_the_rows(void **state) {
    (void)state;
    constrained_lattices_check(seed, 120, check_evaluations);
}

/* What is released, and what is said of it. */
static void check_details(constrained_lattice *done) {
    lattice *space = lattice_problem_open(&done->problem, metric_list[0], NULL);
    for (size_t i = 0; i < done->nodes; i += 1 + i % 3) {
        const oracle_answer *want = &done->answers[i];
        uint8_t node[8], suppressed[70];
        lattice_problem_node(&done->problem, i, node);
        generalization verdicts = generalize(space, node);
        generalization_judge_rows(&verdicts, done->problem.refs, 0, done->problem.rows, suppressed);
        RULES_CHECK(done, "judge", memcmp(suppressed, want->suppressed, done->problem.rows) == 0);
        generalization_detail detail = describe_node(space, node);
        RULES_CHECK(done, "describe", bound_rules_case_same_count(detail.classes, want->classes));
        for (size_t m = 0; m < ORACLE_METRICS; m++)
            RULES_CHECK(
                done, metric_list[m]->name,
                oracle_equal(detail.metric_values[m],
                             want->values[m] - (metric_list[m]->full ? want->surcharge : 0)));
        generalization_detail_free(&detail);
        generalization_close(&verdicts);
    }
    lattice_close(space);
}

static void releases_leave_out_the_same_rows(void **state) {
    (void)state;
    constrained_lattices_check(seed, 60, check_details);
}

/* ---- What lies below ------------------------------------------------------------------------- */

static void check_certain(constrained_lattice *done) {
    uint8_t nodes[RULESED_NODES * 8];
    evaluation got[RULESED_NODES];
    lattice *space = lattice_problem_open(&done->problem, metric_list[0], NULL);
    for (size_t i = 0; i < done->nodes; i++)
        lattice_problem_node(&done->problem, i, nodes + i * done->problem.attributes);
    assert_int_equal(lattice_evaluate(space, nodes, done->nodes, got, NULL), SHOAL_OK);
    for (size_t high = 0; high < done->nodes; high++)
        for (size_t low = 0; low < done->nodes; low++)
            if (low == high || lattice_problem_is_below(&done->problem, low, high))
                RULES_CHECK(done, "certain",
                            done->answers[low].classes.suppressed >= got[high].classes.certain);
    lattice_close(space);
}

static void finer_nodes_suppress_what_is_certain(void **state) {
    (void)state;
    constrained_lattices_check(seed, 300, check_certain);
    for (size_t i = 0; i < property_cases(300) * 10; i++) {
        constrained_lattice *done = constrained_lattice_new(seed + i, &constrained_tiny, NULL);
        check_certain(done);
        constrained_lattice_free(done);
    }
    /* Rows with missing values that have enough compatible ones only where these are told apart. */
    static const uint64_t near_unique[] = {20070148, 20063299};
    for (size_t i = 0; i < sizeof near_unique / sizeof *near_unique; i++) {
        constrained_lattice *done =
            constrained_lattice_new(near_unique[i], &constrained_tiny, NULL);
        check_certain(done);
        constrained_lattice_free(done);
    }
}

/* Whether suppressed rows only become fewer, and nodes without any have only such above them. */
static bool check_order(const constrained_lattice *done, bool inherited) {
    bool fewer = true;
    for (size_t high = 0; high < done->nodes; high++)
        for (size_t low = 0; low < done->nodes; low++) {
            if (!lattice_problem_is_below(&done->problem, low, high))
                continue;
            uint64_t here = done->answers[high].classes.suppressed;
            uint64_t below = done->answers[low].classes.suppressed;
            RULES_CHECK(done, "union", below > 0 || here == 0);
            RULES_CHECK(done, "inherited", !inherited || here <= below);
            fewer &= here <= below;
        }
    return fewer;
}

/* For the others there is a table on which they are not: with that many rows allowed, the finer
 * node is feasible and the coarser one is not. The tables are always the same. */
static void models_are_monotone_as_stated(void **state) {
    (void)state;
    for (size_t m = 0; m < RULESED_MODELS; m++) {
        bool fewer = true;
        for (uint64_t i = 0; i < 30 || (fewer && !constrained_models[m].inherited && i < 300);
             i++) {
            constrained_lattice *done =
                constrained_lattice_new(i + 1, &constrained_small, constrained_models[m].rule);
            metric_context strict = done->problem.context, free = done->problem.context;
            strict.limit = 0;
            free.limit = done->problem.rows / 2 + 1;
            RULES_CHECK(done, "inherited",
                        done->rules.made->inherited == constrained_models[m].inherited);
            RULES_CHECK(done, "strict", bound_rules_is_monotone(done->rules.made, &strict));
            RULES_CHECK(done, "free",
                        bound_rules_is_monotone(done->rules.made, &free) ==
                            constrained_models[m].inherited);
            fewer &= check_order(done, constrained_models[m].inherited);
            constrained_lattice_free(done);
        }
        if (fewer != constrained_models[m].inherited)
            fail_msg("%s: no table shows that it is not monotone", constrained_models[m].rule);
    }
}

/* What a node costs at least, by what lies below it and by the rows that are certainly lost at one
 * above it. */
static void check_bound(const constrained_lattice *done, lattice *space, size_t target,
                        const evaluation *got) {
    const metric *by = metric_list[target];
    random_stream stream = random_open(done->problem.seed, "bound", target);
    for (size_t draws = 0; draws < 2000; draws++) {
        uint8_t lowest[8];
        size_t low = random_below(&stream, done->nodes), high = random_below(&stream, done->nodes);
        if (!lattice_problem_is_below(&done->problem, low, high))
            continue;
        lattice_problem_node(&done->problem, low, lowest);
        uint64_t certain = got[high].classes.certain;
        double bound = by->bound ? by->bound(lattice_context(space), &got[low].classes, certain)
                                 : lattice_floor(space, lowest, certain);
        for (size_t i = 0; i < done->nodes; i++) {
            double value = done->answers[i].values[target];
            if ((i == low || lattice_problem_is_below(&done->problem, low, i)) &&
                (i == high || lattice_problem_is_below(&done->problem, i, high)))
                RULES_CHECK(done, by->name, bound <= value || oracle_equal(bound, value));
        }
    }
}

static void check_bounds(constrained_lattice *done) {
    uint8_t nodes[RULESED_NODES * 8];
    evaluation got[RULESED_NODES];
    for (size_t i = 0; i < done->nodes; i++)
        lattice_problem_node(&done->problem, i, nodes + i * done->problem.attributes);
    for (size_t target = 0; target < ORACLE_METRICS; target++) {
        lattice *space = lattice_problem_open(&done->problem, metric_list[target], NULL);
        assert_int_equal(lattice_evaluate(space, nodes, done->nodes, got, NULL), SHOAL_OK);
        check_bound(done, space, target, got);
        lattice_close(space);
    }
}

static void bounds_are_below_everything_between(void **state) {
    (void)state;
    constrained_lattices_check(seed, 100, check_bounds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluations_agree_with_the_rows),
        cmocka_unit_test(releases_leave_out_the_same_rows),
        cmocka_unit_test(finer_nodes_suppress_what_is_certain),
        cmocka_unit_test(models_are_monotone_as_stated),
        cmocka_unit_test(bounds_are_below_everything_between),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
