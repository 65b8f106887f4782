/* Tables on which little or nothing can be refined, and known answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cluster/clusterer.h"
#include "cluster/refiner.h"
#include "support/cluster_data.h"

#include <math.h>
#include <stdlib.h>

#define MOST_ROWS 12

/* One dimension. */
typedef struct row {
    const char *name;
    size_t rows, k;
    double value[MOST_ROWS];
    uint32_t part[MOST_ROWS];
    size_t parts;
    uint32_t start[MOST_ROWS];
    size_t start_count;
    bool fixed; /* nothing can be changed */
    uint32_t answer[MOST_ROWS];
    double sse;
} row;

static const row cases[] = {
    {"as many rows as k", 3, 3, {1, 2, 3}, {0}, 1, {0}, 1, true, {0}, 2},
    {"fewer than twice k", 5, 3, {1, 2, 3, 9, 9}, {0}, 1, {0}, 1, true, {0}, 60.8},
    {"k is 1", 3, 1, {5, 1, 1}, {0}, 1, {0, 1, 1}, 2, true, {0, 1, 2}, 0},
    {"all equal",
     6,
     2,
     {7, 7, 7, 7, 7, 7},
     {0},
     1,
     {0, 1, 1, 0, 0, 1},
     2,
     true,
     {0, 1, 1, 0, 0, 1},
     0},
    {"best already", 4, 2, {0, 1, 10, 11}, {0}, 1, {1, 1, 0, 0}, 2, false, {0, 0, 1, 1}, 1},
    {"rows to exchange", 4, 2, {0, 10, 1, 11}, {0}, 1, {0, 0, 1, 1}, 2, false, {0, 1, 0, 1}, 1},
    {"a row to move",
     5,
     2,
     {0, 1, 10, 11, 12},
     {0},
     1,
     {0, 0, 0, 1, 1},
     2,
     false,
     {0, 0, 1, 1, 1},
     2.5},
    {"one cluster too large",
     6,
     2,
     {0, 10, 20, 0, 10, 20},
     {0},
     1,
     {0},
     1,
     false,
     {0, 1, 2, 0, 1, 2},
     0},
    {"a cluster to found",
     6,
     2,
     {0, 0, 5, 5, 9, 9},
     {0},
     1,
     {0, 0, 0, 1, 1, 1},
     2,
     false,
     {0, 0, 1, 1, 2, 2},
     0},
    {"a cluster to dissolve",
     6,
     2,
     {0, 0, 0, 9, 9, 9},
     {0},
     1,
     {0, 0, 1, 1, 2, 2},
     3,
     false,
     {0, 0, 0, 1, 1, 1},
     0},
    {"parts keep near rows apart",
     8,
     2,
     {0, 0, 1, 1, 0, 0, 1, 1},
     {0, 1, 0, 1, 0, 1, 0, 1},
     2,
     {0, 1, 0, 1, 2, 3, 2, 3},
     4,
     false,
     {0, 1, 2, 3, 0, 1, 2, 3},
     0},
    {"parts of one cluster each",
     5,
     2,
     {0, 5, 9, 1, 1},
     {0, 0, 0, 1, 1},
     2,
     {0, 0, 0, 1, 1},
     2,
     true,
     {0, 0, 0, 1, 1},
     122.0 / 3},
    {"only one part can change",
     7,
     2,
     {0, 9, 0, 9, 0, 50, 99},
     {0, 0, 0, 0, 1, 1, 1},
     2,
     {0, 0, 1, 1, 2, 2, 2},
     3,
     false,
     {0, 1, 0, 1, 2, 2, 2},
     14702.0 / 3},
};

static refiner *open_case(const row *on, const points *of) {
    refiner *used = NULL;
    refiner_setup setup = {.of = of,
                           .parts = {on->part, on->parts},
                           .k = on->k,
                           .start = on->start,
                           .start_count = on->start_count,
                           .seed = 1};
    assert_int_equal(refiner_open(&used, &setup, NULL), SHOAL_OK);
    return used;
}

static void known_answers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const row *on = &cases[i];
        const double *columns[] = {on->value};
        points of = {on->rows, 1, columns};
        uint32_t cluster[MOST_ROWS];
        size_t count = 0;
        refiner *used = open_case(on, &of);
        print_message("%s\n", on->name);
        if (on->fixed)
            assert_int_equal(refiner_step(used, 1000), 0);
        else
            refiner_step(used, 20000);
        refiner_take(used, cluster, &count);
        assert_memory_equal(cluster, on->answer, on->rows * sizeof *cluster);
        assert_true(fabs(refiner_best(used) - on->sse) < 1e-9 * (1 + on->sse));
        refiner_close(used);
    }
}

static void steps_look_at_what_they_are_asked(void **state) {
    (void)state;
    const double values[] = {0, 10, 1, 11, 5, 6, 2, 8};
    const double *columns[] = {values};
    const uint32_t start[] = {0, 0, 0, 0, 1, 1, 1, 1};
    points of = {8, 1, columns};
    refiner_setup setup = {.of = &of, .k = 3, .start = start, .start_count = 2, .seed = 7};
    refiner *used = NULL;
    assert_int_equal(refiner_open(&used, &setup, NULL), SHOAL_OK);
    assert_int_equal(refiner_step(used, 1), 1);
    assert_int_equal(refiner_step(used, 12345), 12345);
    assert_int_equal(refiner_step(used, 0), 0);
    refiner_close(used);
    refiner_close(NULL);
}

static void strange_numbers_do_no_harm(void **state) {
    (void)state;
    double values[2][40];
    uint32_t start[40], cluster[40];
    size_t count = 0;
    const double *columns[] = {values[0], values[1]};
    for (uint32_t i = 0; i < 40; i++) {
        values[0][i] = (i % 3 ? 1e300 : -1e300) / (double)(i + 1);
        values[1][i] = i % 2 ? 1e-300 : 1.7e308;
        start[i] = i / 4;
    }
    points of = {40, 2, columns};
    refiner_setup setup = {.of = &of, .k = 3, .start = start, .start_count = 10, .seed = 7};
    refiner *used = NULL;
    assert_int_equal(refiner_open(&used, &setup, NULL), SHOAL_OK);
    refiner_step(used, 100000);
    refiner_take(used, cluster, &count);
    assert_in_range(count, 8, 13);
    refiner_close(used);
}

/* From the optimum of one dimension there is no way up, and from poor clusters nearly all of it. */
static void one_dimension_comes_near_the_optimum(void **state) {
    (void)state;
    cluster_data data;
    cluster_data_new(&data, 300, 1);
    uint32_t start[300];
    random_stream stream = random_open(3, "numbers", 0);
    for (uint32_t i = 0; i < 300; i++) {
        data.column[0][i] = random_unit(&stream) * random_unit(&stream);
        start[i] = i / 3;
    }
    cluster_options options = {.method = CLUSTER_UNIVARIATE, .k = 3};
    clusterer *exact = NULL;
    assert_int_equal(clusterer_open(&exact, 300, 1, &options, NULL), SHOAL_OK);
    clusterer_begin(exact, &data.of, (point_parts){NULL, 1});
    while (clusterer_step(exact, UINT64_MAX))
        continue;
    size_t count = 0;
    double least = 0;
    const uint32_t *best = clusterer_clusters(exact, &count);
    assert_int_equal(points_sse(&least, &data.of, best, count, NULL), SHOAL_OK);
    refiner_setup setup = {.of = &data.of, .k = 3, .start = best, .start_count = count, .seed = 5};
    refiner *used = NULL;
    assert_int_equal(refiner_open(&used, &setup, NULL), SHOAL_OK);
    refiner_step(used, 500000);
    assert_true(fabs(refiner_best(used) - least) <= 1e-12 * least);
    refiner_close(used);
    setup.start = start;
    setup.start_count = 100;
    assert_int_equal(refiner_open(&used, &setup, NULL), SHOAL_OK);
    refiner_step(used, 3000000);
    assert_true(refiner_best(used) >= least * (1 - 1e-12));
    assert_true(refiner_best(used) <= 1.02 * least);
    refiner_close(used);
    clusterer_close(exact);
    cluster_data_free(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(steps_look_at_what_they_are_asked),
        cmocka_unit_test(strange_numbers_do_no_harm),
        cmocka_unit_test(one_dimension_comes_near_the_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
