/* Clusters of every method on random tables: they hold by plain counting, with rules, forbidden
 * cells and blanks; they cost what is said, never less than the bound, and the same for every
 * number of threads; and the refiner meets the optimum of all divisions of tiny tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/box_bound.h"
#include "boxes/box_nested.h"
#include "boxes/box_refiner.h"
#include "support/box_cases.h"
#include "support/random_cases.h"

#include <stdlib.h>

static uint64_t seed;

#define ROUNDS 6

/* ---- Methods --------------------------------------------------------------------------------- */

typedef shoal_status method(box_clusters *out, const box_work *work, shoal_error *error);

/* The best after any round: on the way there things get worse. */
static void refine(box_clusters *out, const box_work *work, uint64_t rounds) {
    box_refiner *refiner;
    int64_t moves = 1;
    assert_int_equal(box_agglomerate(out, work, NULL), SHOAL_OK);
    if (!box_clusters_hold(out, work))
        return;
    assert_int_equal(box_refiner_open(&refiner, work, out, NULL), SHOAL_OK);
    for (uint64_t round = 0; round < rounds && moves > 0; round++) {
        double done = (double)round / (double)rounds;
        assert_int_equal(box_refiner_round(refiner, round, done, &moves, NULL), SHOAL_OK);
        if (box_refiner_cost(refiner) >= out->cost)
            continue;
        box_clusters_free(out);
        assert_int_equal(box_refiner_take(refiner, out, NULL), SHOAL_OK);
        assert_int_equal(out->cost, box_refiner_cost(refiner));
    }
    box_refiner_close(refiner);
}

static shoal_status refined(box_clusters *out, const box_work *work, shoal_error *error) {
    (void)error;
    refine(out, work, ROUNDS);
    return SHOAL_OK;
}

/* Clusters for a smaller k, merged. */
static shoal_status merged(box_clusters *out, const box_work *work, shoal_error *error) {
    box_table smaller = *work->of;
    box_clusters from = {0};
    box_work with = *work;
    smaller.k = smaller.k > 1 ? smaller.k - 1 : 1;
    with.of = &smaller;
    if (box_agglomerate(&from, &with, error) != SHOAL_OK)
        fail();
    shoal_status status = box_nested(out, work, &from, error);
    box_clusters_free(&from);
    return status;
}

static method *const methods[] = {box_sorted, box_member, box_agglomerate, refined, merged};
#define METHODS (sizeof methods / sizeof methods[0])
#define MERGED (METHODS - 1)

/* ---- The oracle ------------------------------------------------------------------------------ */

static uint64_t copies_of(const box_table *of, size_t tuple) {
    return of->count ? of->count[tuple] : 1;
}

typedef struct counted_cluster {
    uint64_t rows;
    uint32_t least[BOX_CASE_ATTRIBUTES], most[BOX_CASE_ATTRIBUTES];
    bool has[BOX_CASE_ATTRIBUTES][BOX_CASE_SIZE];
    bool colour[2];
} counted_cluster;

static int64_t cluster_cost(const box_case *of, const counted_cluster *cluster) {
    int64_t sum = 0;
    for (size_t a = 0; a < of->table.attributes; a++) {
        size_t positions = 0;
        for (size_t p = 0; p < BOX_CASE_SIZE; p++)
            positions += cluster->has[a][p];
        int64_t cost = of->attribute[a].shape == BOX_SET
                           ? of->drawn[a].of_count[positions]
                           : of->drawn[a].cost[cluster->least[a]][cluster->most[a]];
        assert_true(cost < BOX_FORBIDDEN);
        sum += cost;
    }
    return sum * (int64_t)cluster->rows;
}

static void count_portion(const box_case *of, counted_cluster *to, size_t tuple, uint32_t copies) {
    for (size_t a = 0; a < of->table.attributes; a++) {
        uint32_t position = of->position[tuple * of->table.attributes + a];
        if (to->rows == 0 || position < to->least[a])
            to->least[a] = position;
        if (to->rows == 0 || position > to->most[a])
            to->most[a] = position;
        to->has[a][position] = true;
    }
    to->colour[tuple % 2] = true;
    to->rows += copies;
}

/* Two colours in every cluster: tuples with an even and an odd number. */
static bool two_colours(const void *context, const uint32_t *tuples, size_t count, int worker) {
    bool has[2] = {false, false};
    (void)context;
    (void)worker;
    for (size_t i = 0; i < count; i++)
        has[tuples[i] % 2] = true;
    return has[0] && has[1];
}

static void check(const box_case *of, const box_clusters *made) {
    counted_cluster *cluster = calloc(made->clusters + 1, sizeof *cluster);
    uint64_t blanked = 0;
    int64_t cost = 0;
    uint32_t next = 0;
    assert_int_equal(made->tuples, of->table.tuples);
    for (size_t t = 0; t < made->tuples; t++) {
        uint64_t copies = 0;
        for (size_t p = made->first[t]; p < made->first[t + 1]; p++) {
            const box_portion *each = &made->portion[p];
            assert_true(each->copies > 0);
            assert_true(p == made->first[t] || each[-1].cluster < each->cluster);
            copies += each->copies;
            if (each->cluster == BOX_BLANK) {
                blanked += each->copies;
                continue;
            }
            assert_true(each->cluster <= next); /* numbered in the order of first tuples */
            next += each->cluster == next;
            count_portion(of, &cluster[each->cluster], t, each->copies);
        }
        assert_int_equal(copies, copies_of(&of->table, t));
    }
    assert_int_equal(next, made->clusters);
    for (size_t c = 0; c < made->clusters; c++) {
        assert_true(cluster[c].rows >= of->table.k);
        assert_true(!of->table.rule || (cluster[c].colour[0] && cluster[c].colour[1]));
        cost += cluster_cost(of, &cluster[c]);
    }
    assert_true(blanked <= of->table.blanks);
    assert_int_equal(blanked, made->blanked);
    assert_int_equal(cost + (int64_t)blanked * of->table.blank_cost, made->cost);
    free(cluster);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Every third table has a rule, so that each tuple is a row. */
static void add_rule(box_case *to) {
    if (to->table.tuples < 2)
        return;
    for (size_t t = 0; t < to->table.tuples; t++)
        to->count[t] = 1;
    to->table.rows = to->table.tuples;
    to->table.count = NULL;
    to->table.rule = two_colours;
    to->table.k = to->table.k < 2 ? 2 : to->table.k;
    to->table.k = to->table.k > to->table.rows ? to->table.rows : to->table.k;
}

static void methods_hold(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(150); i++) {
        random_stream stream = random_open(seed, "methods", i);
        box_case drawn;
        box_case_draw(&drawn, &stream,
                      &(box_case_kind){i % 2 ? 12 : 200, 300, false, i % 4 == 1 ? 5 : 0});
        if (i % 3 == 0)
            add_rule(&drawn);
        box_bound *bound;
        bool more = true;
        assert_int_equal(box_bound_open(&bound, &drawn.work, NULL), SHOAL_OK);
        for (int piece = 0; piece < 10 && more; piece++)
            assert_int_equal(box_bound_raise(bound, &more, NULL), SHOAL_OK);
        for (size_t m = 0; m < METHODS; m++) {
            box_clusters made = {0};
            assert_int_equal(methods[m](&made, &drawn.work, NULL), SHOAL_OK);
            assert_true(box_clusters_hold(&made, &drawn.work));
            check(&drawn, &made);
            assert_true(made.cost >= box_bound_value(bound));
            box_clusters_free(&made);
        }
        box_bound_close(bound);
        box_case_free(&drawn);
    }
}

/* Cells that must not be divide the rows into blocks: where a division holds, one is found. */
static void forbidden_cells_are_never_made(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(200); i++) {
        random_stream stream = random_open(seed, "forbidden", i);
        box_case drawn;
        box_case_draw(&drawn, &stream, &(box_case_kind){10, 10, true, i % 2 ? 6 : 0});
        int64_t optimum = box_case_optimum(&drawn);
        for (size_t m = 0; m < MERGED; m++) {
            box_clusters made = {0};
            shoal_status status = methods[m](&made, &drawn.work, NULL);
            bool holds = status == SHOAL_OK && box_clusters_hold(&made, &drawn.work);
            assert_true(holds == (optimum != INT64_MAX));
            if (holds) {
                check(&drawn, &made);
                assert_true(made.cost >= optimum);
            }
            box_clusters_free(&made);
        }
        box_case_free(&drawn);
    }
}

static void tiny_tables_reach_the_optimum(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(60); i++) {
        random_stream stream = random_open(seed, "tiny", i);
        box_case drawn;
        box_clusters made = {0};
        box_case_draw(&drawn, &stream, &(box_case_kind){10, 10, false, i % 3 == 0 ? 3 : 0});
        refine(&made, &drawn.work, 1);
        check(&drawn, &made);
        assert_int_equal(made.cost, box_case_optimum(&drawn));
        box_clusters_free(&made);
        box_case_free(&drawn);
    }
}

static void assert_same(const box_clusters *one, const box_clusters *other) {
    size_t portions = one->first[one->tuples];
    assert_int_equal(one->cost, other->cost);
    assert_memory_equal(one->first, other->first, (one->tuples + 1) * sizeof *one->first);
    assert_memory_equal(one->portion, other->portion, portions * sizeof *one->portion);
}

static void threads_do_not_matter(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(10); i++) {
        random_stream stream = random_open(seed, "threads", i);
        box_case drawn;
        box_case_draw(&drawn, &stream, &(box_case_kind){1000, 1500, false, i % 2 ? 10 : 0});
        if (i % 3 == 0)
            add_rule(&drawn);
        for (size_t m = 0; m < METHODS; m++) {
            box_clusters made[3] = {{0}};
            for (int threads = 1; threads <= 3; threads++) {
                drawn.work.pool = property_threads(threads);
                assert_int_equal(methods[m](&made[threads - 1], &drawn.work, NULL), SHOAL_OK);
                threads_stop(drawn.work.pool);
                assert_same(&made[0], &made[threads - 1]);
            }
            for (int c = 0; c < 3; c++)
                box_clusters_free(&made[c]);
        }
        drawn.work.pool = NULL;
        box_case_free(&drawn);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_hold),
        cmocka_unit_test(forbidden_cells_are_never_made),
        cmocka_unit_test(tiny_tables_reach_the_optimum),
        cmocka_unit_test(threads_do_not_matter),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
