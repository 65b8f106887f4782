/* Clusters of records: tables made by hand, and the published losses of MDAV. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cluster/clusterer.h"
#include "support/cluster_data.h"

#include <math.h>
#include <stdio.h>

#define LOSSES 5

/* ---- Published losses ---------------------------------------------------------------------- */

static const size_t loss_k[LOSSES] = {3, 4, 5, 10, 25};
static const char *const eia_columns[] = {"UTILITYID", "REVENUE", "SALES", NULL};

typedef struct published {
    const char *name;
    const char *file;
    const char *const *columns;
    size_t dimensions;
    double loss[LOSSES]; /* 100 SSE / SST */
} published;

static const published losses[] = {
    {"Census", "census/census.csv", NULL, 13, {5.692186, 7.494700, 9.088435, 14.155930, 21.402512}},
    {"Tarragona",
     "tarragona/tarragona.csv",
     NULL,
     13,
     {16.932588, 19.545962, 22.461860, 33.192885, 46.975065}},
    {"EIA", "eia/eia.csv", eia_columns, 11, {0.482939, 0.671345, 1.666675, 3.839670, 8.284624}},
};

static const uint32_t *cluster_all(clusterer *used, const points *of, point_parts parts,
                                   size_t *count) {
    clusterer_begin(used, of, parts);
    while (clusterer_step(used, 10000))
        assert_true(clusterer_done(used) <= 1);
    assert_true(clusterer_done(used) == 1);
    return clusterer_clusters(used, count);
}

static double loss_of(const points *of, const cluster_options *options) {
    clusterer *used;
    size_t count;
    double sse;
    assert_int_equal(clusterer_open(&used, of->rows, of->dimensions, options, NULL), SHOAL_OK);
    const uint32_t *cluster = cluster_all(used, of, (point_parts){0}, &count);
    assert_int_equal(points_sse(&sse, of, cluster, count, NULL), SHOAL_OK);
    clusterer_close(used);
    return 100 * sse / ((double)of->rows * (double)of->dimensions);
}

static void check_losses(const published *row, const points *of, neighbour_scan scan) {
    for (size_t i = 0; i < LOSSES; i++) {
        cluster_options options = {.k = loss_k[i], .scan = scan};
        double loss = loss_of(of, &options);
        if (fabs(loss - row->loss[i]) > 0.5000001e-6)
            fail_msg("%s, k = %zu, scan %d: %.6f instead of %.6f", row->name, loss_k[i], (int)scan,
                     loss, row->loss[i]);
    }
}

static void check_published(const char *name) {
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        cluster_data table;
        if (strcmp(losses[i].name, name) != 0)
            continue;
        if (!cluster_data_read(&table, losses[i].file, losses[i].columns))
            skip();
        assert_int_equal(table.of.dimensions, losses[i].dimensions);
        cluster_data_standardize(&table);
        check_losses(&losses[i], &table.of, SCAN_PLAIN);
        check_losses(&losses[i], &table.of, SCAN_BLOCKS);
        cluster_data_free(&table);
    }
}

static void mdav_has_the_published_losses_of_census(void **state) {
    (void)state;
    check_published("Census");
}

static void mdav_has_the_published_losses_of_tarragona(void **state) {
    (void)state;
    check_published("Tarragona");
}

static void mdav_has_the_published_losses_of_eia(void **state) {
    (void)state;
    check_published("EIA");
}

/* ---- By hand ------------------------------------------------------------------------------- */

#define MOST_ROWS 12

typedef struct by_hand {
    const char *name;
    cluster_method method;
    size_t k;
    double gamma;
    size_t rows, dimensions;
    double column[2][MOST_ROWS];
    const char *parts;    /* a digit for each row, or NULL */
    const char *clusters; /* likewise */
} by_hand;

static const by_hand cases[] = {
    {"nothing", CLUSTER_MDAV, 3, 0, 0, 1, {{0}}, NULL, ""},
    {"fewer than k are one cluster", CLUSTER_MDAV, 5, 0, 3, 1, {{1, 2, 9}}, NULL, "000"},
    {"fewer than 2k are one cluster", CLUSTER_MDAV, 3, 0, 5, 1, {{1, 2, 9, 8, 7}}, NULL, "00000"},
    {"2k records: around the farthest from the centre, and the rest",
     CLUSTER_MDAV,
     2,
     0,
     5,
     1,
     {{0, 1, 2, 3, 20}},
     NULL,
     "11100"},
    {"the cluster of the farthest, then of its opposite, then the rest",
     CLUSTER_MDAV,
     2,
     0,
     7,
     1,
     {{0, 1, 5, 6, 4, 11, 13}},
     NULL,
     "1122200"},
    {"all equal: the lowest rows first", CLUSTER_MDAV, 2, 0, 6, 2, {{0}}, NULL, "001122"},
    {"k = 1: every record alone", CLUSTER_MDAV, 1, 0, 3, 1, {{4, 0, 5}}, NULL, "102"},
    {"parts never share a cluster",
     CLUSTER_MDAV,
     2,
     0,
     8,
     1,
     {{0, 0, 9, 9, 0, 0, 9, 9}},
     "01010101",
     "02130213"},
    {"a cluster does not grow with gamma 0",
     CLUSTER_VMDAV,
     2,
     0,
     6,
     1,
     {{0, 1, 2, 30, 31, 32}},
     NULL,
     "002211"},
    {"a cluster takes what is nearer to it than to the others",
     CLUSTER_VMDAV,
     2,
     1,
     6,
     1,
     {{0, 1, 2, 30, 31, 32}},
     NULL,
     "000111"},
    {"the last records join the nearest cluster",
     CLUSTER_VMDAV,
     2,
     0,
     5,
     1,
     {{0, 1, 3, 30, 31}},
     NULL,
     "11100"},
    {"univariate: sorted runs of k to 2k - 1",
     CLUSTER_UNIVARIATE,
     2,
     0,
     7,
     1,
     {{9, 1, 50, 2, 10, 3, 51}},
     NULL,
     "1202120"},
    {"univariate parts", CLUSTER_UNIVARIATE, 2, 0, 4, 1, {{1, 2, 1, 2}}, "0110", "0110"},
};

/* The same division, however the clusters are numbered. */
static bool same_division(const uint32_t *cluster, const char *expected, size_t rows) {
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < i; j++)
            if ((cluster[i] == cluster[j]) != (expected[i] == expected[j]))
                return false;
    return true;
}

static void check_by_hand(const by_hand *row, neighbour_scan scan) {
    const double *columns[2] = {row->column[0], row->column[1]};
    points of = {row->rows, row->dimensions, columns};
    cluster_options options = {.method = row->method, .k = row->k, .gamma = row->gamma};
    uint32_t part[MOST_ROWS];
    point_parts parts = {row->parts ? part : NULL, row->parts ? 2 : 0};
    clusterer *used;
    size_t count;
    for (size_t i = 0; i < row->rows && row->parts; i++)
        part[i] = (uint32_t)(row->parts[i] - '0');
    options.scan = scan;
    assert_int_equal(clusterer_open(&used, MOST_ROWS, row->dimensions, &options, NULL), SHOAL_OK);
    const uint32_t *cluster = cluster_all(used, &of, parts, &count);
    if (!same_division(cluster, row->clusters, row->rows)) {
        for (size_t i = 0; i < row->rows; i++)
            print_message("%u", cluster[i]);
        fail_msg("%s: expected %s", row->name, row->clusters);
    }
    clusterer_close(used);
}

static void tables_made_by_hand(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_by_hand(&cases[i], SCAN_PLAIN);
        check_by_hand(&cases[i], SCAN_BLOCKS);
    }
}

static void what_cannot_be_clustered_is_refused(void **state) {
    (void)state;
    const struct {
        const char *name;
        cluster_options options;
        size_t rows, dimensions;
    } refused[] = {
        {"k of 0", {.k = 0}, 10, 1},
        {"two dimensions as one", {.k = 2, .method = CLUSTER_UNIVARIATE}, 10, 2},
        {"more rows than numbers", {.k = 2}, (size_t)1 << 33, 1},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        clusterer *used;
        shoal_error error;
        shoal_status status = clusterer_open(&used, refused[i].rows, refused[i].dimensions,
                                             &refused[i].options, &error);
        if (status != SHOAL_USAGE || used || error.message[0] == '\0')
            fail_msg("%s: status %d", refused[i].name, (int)status);
    }
}

/* ---- Points -------------------------------------------------------------------------------- */

static void means_sizes_and_squares(void **state) {
    (void)state;
    const double first[] = {0, 10, 2, 14}, second[] = {1, 1, 1, 3};
    const double *columns[] = {first, second};
    const uint32_t cluster[] = {0, 1, 0, 1};
    const points of = {4, 2, columns};
    double means[4], sse;
    size_t sizes[2];
    points_means(means, sizes, &of, cluster, 2);
    assert_true(means[0] == 1 && means[1] == 1 && means[2] == 12 && means[3] == 2);
    assert_true(sizes[0] == 2 && sizes[1] == 2);
    assert_int_equal(points_sse(&sse, &of, cluster, 2, NULL), SHOAL_OK);
    assert_true(sse == 2 + 8 + 2);
}

/* Without room for the sizes they are counted in turns. */
static void means_without_sizes_are_the_same(void **state) {
    (void)state;
    enum { ROWS = 5000, CLUSTERS = 2500 };
    static double column[ROWS], with[CLUSTERS], without[CLUSTERS];
    static uint32_t cluster[ROWS];
    static size_t sizes[CLUSTERS];
    for (uint32_t row = 0; row < ROWS; row++) {
        column[row] = row * 0.1;
        cluster[row] = row * 7 % CLUSTERS;
    }
    const double *columns[] = {column};
    const points of = {ROWS, 1, columns};
    points_means(with, sizes, &of, cluster, CLUSTERS);
    points_means(without, NULL, &of, cluster, CLUSTERS);
    assert_memory_equal(with, without, sizeof with);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mdav_has_the_published_losses_of_census),
        cmocka_unit_test(mdav_has_the_published_losses_of_tarragona),
        cmocka_unit_test(mdav_has_the_published_losses_of_eia),
        cmocka_unit_test(tables_made_by_hand),
        cmocka_unit_test(what_cannot_be_clustered_is_refused),
        cmocka_unit_test(means_sizes_and_squares),
        cmocka_unit_test(means_without_sizes_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
