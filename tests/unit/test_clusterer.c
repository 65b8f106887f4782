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

static void mdav_reproduces_the_published_losses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        cluster_data table;
        if (!cluster_data_read(&table, losses[i].file, losses[i].columns)) {
            print_message("skipped: no %s\n", losses[i].file);
            continue;
        }
        assert_int_equal(table.of.dimensions, losses[i].dimensions);
        cluster_data_standardize(&table);
        check_losses(&losses[i], &table.of, SCAN_PLAIN);
        check_losses(&losses[i], &table.of, SCAN_BLOCKS);
        cluster_data_free(&table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mdav_reproduces_the_published_losses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
