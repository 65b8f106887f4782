/* Clusters against slow twins, on random tables with many ties and duplicates: every way to look
 * for neighbours, every number of threads and every size of step gives the very same clusters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/cluster_data.h"
#include "support/cluster_twins.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define POOLS 3

static uint64_t seed;
static thread_pool *pools[POOLS]; /* of 1, 2, 3 threads */

typedef struct cloud {
    cluster_data data;
    uint32_t *part; /* NULL: all of one */
    size_t parts;
} cloud;

/* Few different numbers, or many; some dimensions are constant, some rows repeat another. */
static void cloud_draw(cloud *out, random_stream *stream, size_t rows, size_t dimensions) {
    cluster_data_new(&out->data, rows, dimensions);
    uint64_t limit = random_below(stream, 3) ? 2 + random_below(stream, 9) : 1u << 20;
    double unit = random_below(stream, 2) ? 1 : 0.1;
    for (size_t i = 0; i < dimensions; i++) {
        uint64_t span = random_below(stream, 8) ? limit : 1;
        for (size_t row = 0; row < rows; row++)
            out->data.column[i][row] = unit * (double)random_below(stream, span);
    }
    for (size_t row = 1; row < rows; row++)
        if (random_below(stream, 5) == 0) {
            size_t other = random_below(stream, row);
            for (size_t i = 0; i < dimensions; i++)
                out->data.column[i][row] = out->data.column[i][other];
        }
}

/* Up to four parts of at least k rows. */
static void cloud_divide(cloud *out, random_stream *stream, size_t k) {
    size_t rows = out->data.of.rows;
    size_t most = rows / k < 4 ? rows / k : 4;
    out->part = NULL;
    out->parts = most ? random_below(stream, most + 1) : 0;
    if (out->parts == 0)
        return;
    out->part = calloc(rows, sizeof *out->part);
    for (size_t row = 0; row < rows; row++)
        out->part[row] =
            (uint32_t)(row < out->parts * k ? row % out->parts : random_below(stream, out->parts));
}

static void cloud_free(cloud *drawn) {
    cluster_data_free(&drawn->data);
    free(drawn->part);
}

static const char *describe(const cloud *on, const cluster_options *options) {
    static char text[200];
    snprintf(text, sizeof text,
             "seed %llu, %zu x %zu, %zu parts, method %d, form %d, k %zu, gamma %g, scan %d, %d "
             "threads",
             (unsigned long long)seed, on->data.of.rows, on->data.of.dimensions, on->parts,
             (int)options->method, (int)options->form, options->k, options->gamma,
             (int)options->scan, threads_count(options->pool));
    return text;
}

/* Twice with one clusterer, the second time in steps of another size. */
static void check_clusters(const cloud *on, const cluster_options *options,
                           const uint32_t *expected, size_t expected_count, uint64_t step) {
    clusterer *used;
    const points *of = &on->data.of;
    assert_int_equal(clusterer_open(&used, of->rows, of->dimensions, options, NULL), SHOAL_OK);
    for (int turn = 0; turn < 2; turn++) {
        size_t count;
        clusterer_begin(used, of, (point_parts){on->part, on->parts});
        while (clusterer_step(used, turn ? step : UINT64_MAX))
            assert_true(turn == 1);
        const uint32_t *cluster = clusterer_clusters(used, &count);
        if (count != expected_count || memcmp(cluster, expected, of->rows * sizeof *cluster) != 0)
            fail_msg("other clusters than the twin's: %s", describe(on, options));
    }
    clusterer_close(used);
}

static void check_sizes(const cloud *on, const cluster_options *options, const uint32_t *cluster,
                        size_t count) {
    size_t *sizes = calloc(count, sizeof *sizes);
    double *means = calloc(count * on->data.of.dimensions, sizeof *means);
    points_means(means, sizes, &on->data.of, cluster, count);
    for (size_t i = 0; i < count; i++)
        if (sizes[i] < options->k)
            fail_msg("a cluster of %zu: %s", sizes[i], describe(on, options));
    free(means);
    free(sizes);
}

static void check_scans(const cloud *on, cluster_options *options, random_stream *stream) {
    const points *of = &on->data.of;
    uint32_t *expected = calloc(of->rows, sizeof *expected);
    size_t count = twin_clusters(expected, of, (point_parts){on->part, on->parts}, options);
    check_sizes(on, options, expected, count);
    const neighbour_scan scans[] = {SCAN_AUTO, SCAN_PLAIN, SCAN_BLOCKS};
    for (size_t i = 0; i < sizeof scans / sizeof *scans; i++) {
        options->scan = scans[i];
        options->pool = pools[random_below(stream, POOLS)];
        check_clusters(on, options, expected, count, 1 + random_below(stream, 3 * of->rows));
    }
    free(expected);
}

static void check_method(cluster_method method, size_t cases, size_t most_rows) {
    for (uint64_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "clusters", i + most_rows * 1000);
        cloud on;
        cluster_options options = {.method = method, .k = 1 + random_below(&stream, 12)};
        size_t rows = options.k + random_below(&stream, most_rows - options.k);
        if (random_below(&stream, 10) == 0)
            options.k = 1 + random_below(&stream, rows);
        options.form = random_below(&stream, 2) ? MDAV_GENERAL : MDAV_ALGORITHM_1;
        options.gamma = (double)random_below(&stream, 5) * 0.4;
        cloud_draw(&on, &stream, rows, 1 + random_below(&stream, 12));
        cloud_divide(&on, &stream, options.k);
        check_scans(&on, &options, &stream);
        cloud_free(&on);
    }
}

static void mdav_makes_the_clusters_of_its_twin(void **state) {
    (void)state;
    check_method(CLUSTER_MDAV, property_cases(300), 150);
    check_method(CLUSTER_MDAV, property_cases(300) / 30, 3000);
}

static void vmdav_makes_the_clusters_of_its_twin(void **state) {
    (void)state;
    check_method(CLUSTER_VMDAV, property_cases(300), 120);
    check_method(CLUSTER_VMDAV, property_cases(300) / 60, 1500);
}

/* Too many rows for a twin: the plain scan of one thread stands for it. */
static void check_large(random_stream *stream, size_t rows, size_t dimensions, size_t k) {
    cloud on;
    clusterer *used;
    size_t count;
    cluster_options options = {.k = k, .scan = SCAN_PLAIN};
    cloud_draw(&on, stream, rows, dimensions);
    on.parts = 0;
    on.part = NULL;
    assert_int_equal(clusterer_open(&used, rows, dimensions, &options, NULL), SHOAL_OK);
    clusterer_begin(used, &on.data.of, (point_parts){0});
    assert_false(clusterer_step(used, UINT64_MAX));
    const uint32_t *expected = clusterer_clusters(used, &count);
    for (int i = 0; i < POOLS * 3; i++) {
        options.scan = (neighbour_scan)(i / POOLS);
        options.pool = pools[i % POOLS];
        check_clusters(&on, &options, expected, count, 100000);
    }
    clusterer_close(used);
    cloud_free(&on);
}

static void large_tables_do_not_depend_on_scan_and_threads(void **state) {
    (void)state;
    const struct {
        size_t rows, dimensions, k;
    } tables[] = {{60000, 10, 1500}, {20000, 3, 60}, {18000, 30, 400}, {210000, 2, 20000}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        random_stream stream = random_open(seed, "large", i);
        check_large(&stream, tables[i].rows, tables[i].dimensions, tables[i].k);
    }
}

/* ---- Duplicates ---------------------------------------------------------------------------- */

typedef struct repeated_table {
    const char *name;
    size_t rows, dimensions;
    uint64_t values;   /* different numbers of a dimension */
    size_t outliers;   /* rows far from all others, and different */
    bool signed_zeros; /* half of the zeros are -0.0 */
    bool in_parts;
    size_t k;
} repeated_table;

static void draw_repeated(cloud *out, random_stream *stream, const repeated_table *table) {
    cluster_data_new(&out->data, table->rows, table->dimensions);
    for (size_t i = 0; i < table->dimensions; i++)
        for (size_t row = 0; row < table->rows; row++) {
            double value = (double)random_below(stream, table->values);
            bool negative = table->signed_zeros && random_below(stream, 2);
            out->data.column[i][row] = value == 0 && negative ? -0.0 : value;
        }
    for (size_t i = 0; i < table->outliers; i++)
        out->data.column[0][random_below(stream, table->rows)] = 1000.5 * (double)(i + 1);
    out->part = NULL;
    out->parts = 0;
    if (table->in_parts)
        cloud_divide(out, stream, table->k);
}

/* From 1000 rows on, equal ones are one in what is searched. */
static void equal_rows_make_the_clusters_of_the_twin(void **state) {
    (void)state;
    const repeated_table tables[] = {
        {"all equal", 5000, 2, 1, 0, false, false, 5},
        {"all equal but one", 3000, 3, 1, 1, false, false, 3},
        {"all equal, zeros of both signs", 1500, 2, 1, 0, true, false, 4},
        {"two values", 5000, 2, 2, 0, false, false, 5},
        {"two values, zeros of both signs", 2000, 3, 2, 0, true, true, 2},
        {"two values and one outlier", 4000, 1, 2, 1, false, false, 7},
        {"two values, clusters of one", 1200, 2, 2, 3, false, false, 1},
        {"few values", 2500, 3, 4, 20, false, true, 10},
        {"more values than are wanted", 3000, 2, 30, 5, false, false, 3},
        {"most rows once", 2000, 2, 200, 5, false, true, 6},
    };
    for (size_t i = 0; i < 2 * sizeof tables / sizeof *tables; i++) {
        const repeated_table *table = &tables[i / 2];
        random_stream stream = random_open(seed, "repeated", i);
        cluster_options options = {.method = i % 2 ? CLUSTER_VMDAV : CLUSTER_MDAV, .k = table->k};
        options.gamma = (double)random_below(&stream, 5) * 0.4;
        cloud on;
        print_message("%s\n", table->name);
        draw_repeated(&on, &stream, table);
        check_scans(&on, &options, &stream);
        cloud_free(&on);
    }
}

/* ---- One dimension ------------------------------------------------------------------------- */

static void check_univariate(random_stream *stream) {
    cloud on;
    clusterer *used;
    size_t count;
    double sse;
    cluster_options options = {.method = CLUSTER_UNIVARIATE, .k = 1 + random_below(stream, 6)};
    size_t most_rows = options.k < 3 ? 10 : options.k < 4 ? 12 : 14; /* or there are too many */
    size_t rows = options.k + random_below(stream, most_rows + 1 - options.k);
    cloud_draw(&on, stream, rows, 1);
    on.parts = 0;
    on.part = NULL;
    assert_int_equal(clusterer_open(&used, rows, 1, &options, NULL), SHOAL_OK);
    clusterer_begin(used, &on.data.of, (point_parts){0});
    while (clusterer_step(used, 1 + random_below(stream, 30)))
        continue;
    const uint32_t *cluster = clusterer_clusters(used, &count);
    check_sizes(&on, &options, cluster, count);
    assert_int_equal(points_sse(&sse, &on.data.of, cluster, count, NULL), SHOAL_OK);
    double least = twin_least_sse(&on.data.of, options.k);
    if (fabs(sse - least) > 1e-9 * (1 + least))
        fail_msg("%.12g instead of %.12g: %s", sse, least, describe(&on, &options));
    clusterer_close(used);
    cloud_free(&on);
}

static void univariate_clusters_are_optimal(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(150); i++) {
        random_stream stream = random_open(seed, "univariate", i);
        check_univariate(&stream);
    }
}

int main(void) {
    seed = property_seed();
    for (int i = 0; i < POOLS; i++)
        if (threads_start(&pools[i], i + 1, NULL) != SHOAL_OK)
            return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mdav_makes_the_clusters_of_its_twin),
        cmocka_unit_test(vmdav_makes_the_clusters_of_its_twin),
        cmocka_unit_test(large_tables_do_not_depend_on_scan_and_threads),
        cmocka_unit_test(equal_rows_make_the_clusters_of_the_twin),
        cmocka_unit_test(univariate_clusters_are_optimal),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < POOLS; i++)
        threads_stop(pools[i]);
    return failed;
}
