/* Nodes that are evaluated from the classes of a near one, against the same nodes by themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recode/lattice/lattice_internal.h"
#include "support/oracle.h"
#include "support/random_cases.h"

#include <math.h>

static const lattice_shape shapes[] = {
    {2, 5, 3, 8, 200, SIZE_MAX},
    {3, 6, 3, 40, 3000, SIZE_MAX},
    {30, 40, 2, 40, 500, SIZE_MAX}, /* keys of several words */
    {2, 4, 3, 900, 3000, SIZE_MAX}, /* more parts than counters */
};

#define SHAPES (sizeof shapes / sizeof *shapes)
#define MOST_ATTRIBUTES 40
/* Classes for which a lattice goes by parts, and never by near nodes; none has so many. */
#define NEVER_NEAR ((size_t)1 << 20)

static uint64_t seed;

static uint8_t random_level(const lattice_problem *made, size_t attribute, random_stream *stream) {
    const bound_hierarchy *of = &made->hierarchies[attribute];
    return (uint8_t)(of->lowest +
                     (int)random_below(stream,
                                       (uint64_t)(bound_hierarchy_highest(of) - of->lowest) + 1));
}

/* Some attributes may be left out. */
static void random_node(const lattice_problem *made, random_stream *stream, uint8_t *node) {
    bool lacks = random_below(stream, 4) == 0;
    for (size_t a = 0; a < made->attributes; a++)
        node[a] =
            lacks && random_below(stream, 3) == 0 ? LEVEL_ABSENT : random_level(made, a, stream);
}

/* Another level of a few attributes that the node has. */
static void change_some(const lattice_problem *made, random_stream *stream, uint8_t *node) {
    for (size_t i = 0; i < 1 + random_below(stream, 3); i++) {
        size_t a = (size_t)random_below(stream, made->attributes);
        if (node[a] != LEVEL_ABSENT)
            node[a] = random_level(made, a, stream);
    }
}

static void compare(const lattice_problem *made, const char *metric_name,
                    const class_statistics *got, const class_statistics *expected, double got_value,
                    double expected_value) {
    bool same = got_value == expected_value || (isnan(got_value) && isnan(expected_value));
    if (memcmp(got, expected, sizeof *got) != 0 || !same)
        fail_msg("seed %llu, %s: from a near node %llu suppressed, %llu groups, %.17g; else %llu, "
                 "%llu, %.17g",
                 (unsigned long long)made->seed, metric_name, (unsigned long long)got->suppressed,
                 (unsigned long long)got->groups, got_value,
                 (unsigned long long)expected->suppressed, (unsigned long long)expected->groups,
                 expected_value);
}

/* ---- Batches --------------------------------------------------------------------------------- */

enum { BATCH = 40, WALKS = 6 };

/* Some nodes around each of the centres, one centre after the other, and now and then somewhere
 * else. */
static size_t random_batch(const lattice_problem *made, random_stream *stream,
                           uint8_t centres[][MOST_ATTRIBUTES], size_t walks, uint8_t *nodes) {
    size_t count = 0;
    for (size_t w = 0; w < walks; w++) {
        for (uint64_t left = 1 + random_below(stream, BATCH); left > 0; left--) {
            uint8_t *node = nodes + count++ * made->attributes;
            memcpy(node, centres[w], made->attributes);
            if (random_below(stream, 40) == 0)
                random_node(made, stream, node);
            else
                change_some(made, stream, node);
        }
    }
    return count;
}

/* Walks whose nodes lie around where they are. */
static void walk(lattice_problem *made, const metric *target, size_t walks, int threads) {
    enum { STEPS = 12 };
    static uint8_t centres[WALKS][MOST_ATTRIBUTES], nodes[WALKS * BATCH * MOST_ATTRIBUTES];
    static evaluation near[WALKS * BATCH], alone[WALKS * BATCH];
    random_stream stream = random_open(made->seed, "walk", 0);
    thread_pool *pool = property_threads(threads);
    lattice *fast = lattice_problem_open(made, target, pool);
    made->most_classes = NEVER_NEAR;
    lattice *slow = lattice_problem_open(made, target, NULL);
    made->most_classes = 0;
    for (size_t w = 0; w < walks; w++)
        random_node(made, &stream, centres[w]);
    for (size_t step = 0; step < STEPS; step++) {
        size_t count = random_batch(made, &stream, centres, walks, nodes);
        assert_int_equal(lattice_evaluate(fast, nodes, count, near, NULL), SHOAL_OK);
        assert_int_equal(lattice_evaluate(slow, nodes, count, alone, NULL), SHOAL_OK);
        for (size_t i = 0; i < count; i++)
            compare(made, target->name, &near[i].classes, &alone[i].classes, near[i].value,
                    alone[i].value);
        for (size_t w = 0; w < walks; w++)
            (random_below(&stream, 5) == 0 ? random_node : change_some)(made, &stream, centres[w]);
    }
    lattice_close(fast);
    lattice_close(slow);
    threads_stop(pool);
}

static void walks_see_what_single_nodes_are(void **state) {
    static const int threads[] = {1, 2, 7};
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        lattice_problem made;
        lattice_problem_new(&made, seed + i, &shapes[i % SHAPES]);
        walk(&made, metric_list[i % ORACLE_METRICS], 1 + i / SHAPES % WALKS,
             threads[i / SHAPES % 3]);
        lattice_problem_free(&made);
    }
}

/* ---- The base itself ------------------------------------------------------------------------- */

typedef struct based {
    near_base base;
    near_problem problem;
    near_problem told; /* the same with totals */
    arena totals;
    near_scratch *scratch;
    node_classes worker;
    level_maps maps;
    cost_table costs;
    rolled_cache cache;
} based;

/* Without totals the prices of suppressed classes are added up, else those of published ones. */
static void add_totals(based *to, const lattice_problem *made) {
    near_sum **totals = arena_zero(&to->totals, made->attributes, sizeof *totals);
    assert_non_null(totals);
    for (size_t a = 0; a < made->attributes; a++) {
        const bound_hierarchy *of = &made->hierarchies[a];
        totals[a] = arena_zero(&to->totals, (size_t)of->height + 1, sizeof **totals);
        assert_non_null(totals[a]);
        for (int l = 0; l <= of->height; l++)
            for (uint32_t g = 0; g < of->level[l].size; g++)
                totals[a][l] += (near_sum)of->level[l].frequency[g] * to->costs.units[a][l][g];
    }
    to->told.totals = totals;
}

static void based_open(based *out, lattice_problem *made, const metric *target) {
    *out = (based){0};
    assert_int_equal(
        level_maps_build(&out->maps, made->context.hierarchies, made->attributes, NULL), SHOAL_OK);
    assert_int_equal(rolled_cache_open(&out->cache, &made->frequency, 0, NULL), SHOAL_OK);
    if (target->tabulate)
        assert_int_equal(cost_table_build(&out->costs, target, &made->context, NULL), SHOAL_OK);
    assert_true(near_base_open(&out->base, made->attributes));
    assert_true(node_classes_open(&out->worker, made->attributes));
    out->scratch = near_scratch_open(made->attributes);
    assert_non_null(out->scratch);
    out->problem = (near_problem){
        .context = &made->context,
        .maps = &out->maps,
        .costs = target->tabulate ? &out->costs : NULL,
    };
    out->told = out->problem;
    if (target->tabulate)
        add_totals(out, made);
}

static void based_close(based *made) {
    near_base_close(&made->base);
    near_scratch_close(made->scratch);
    node_classes_close(&made->worker);
    level_maps_free(&made->maps);
    cost_table_free(&made->costs);
    rolled_cache_close(&made->cache);
    arena_free(&made->totals);
}

/* Counts the node in the general way, and in the quick one. */
static void count_both(based *by, const uint8_t *node, class_statistics *found, double *extra) {
    for (size_t quick = 0; quick < 2; quick++)
        assert_true(near_base_count(&by->base, quick ? &by->told : &by->problem, node, by->scratch,
                                    &by->worker, &found[quick], &extra[quick]));
}

static void check_near_nodes(lattice_problem *made, based *by, lattice *slow, const metric *target,
                             const uint8_t *centre, random_stream *stream) {
    for (size_t i = 0; i < 10; i++) {
        uint8_t node[MOST_ATTRIBUTES];
        class_statistics found[2];
        evaluation alone;
        double extra[2];
        memcpy(node, centre, made->attributes);
        change_some(made, stream, node);
        if (near_distance_between(&made->context, by->base.node, node).far)
            continue; /* too wide together */
        count_both(by, node, found, extra);
        assert_int_equal(
            lattice_evaluate_each(lattice_as_space(slow), node, 1, &by->base.k, 1, &alone, NULL),
            SHOAL_OK);
        compare(made, target->name, &found[0], &alone.classes, 0, 0);
        compare(made, target->name, &found[1], &alone.classes, extra[1], extra[0]);
    }
}

static void bases_count_what_single_nodes_have(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(120); i++) {
        lattice_problem made;
        lattice_problem_new(&made, seed + i, &shapes[i % SHAPES]);
        made.wildcard = false;
        const metric *target = metric_list[i % ORACLE_METRICS];
        random_stream stream = random_open(made.seed, "base", 0);
        made.most_classes = NEVER_NEAR;
        lattice *slow = lattice_problem_open(&made, target, NULL);
        based by;
        uint8_t centre[MOST_ATTRIBUTES];
        based_open(&by, &made, target);
        random_node(&made, &stream, centre);
        for (size_t step = 0; step < 6; step++) {
            uint64_t k = step % 3 > 0 ? made.context.k : 1 + random_below(&stream, 8);
            assert_true(near_base_move(&by.base, &by.problem, by.cache.sets[0], centre, k,
                                       by.scratch, &by.worker));
            check_near_nodes(&made, &by, slow, target, centre, &stream);
            change_some(&made, &stream, centre);
        }
        based_close(&by);
        lattice_close(slow);
        lattice_problem_free(&made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_see_what_single_nodes_are),
        cmocka_unit_test(bases_count_what_single_nodes_have),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
