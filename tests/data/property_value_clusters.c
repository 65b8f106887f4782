/* Clusters of values against a naive clustering that compares every pair at every step. */
#include "support/columns.h"

#include "base/random.h"
#include "data/value_clusters.h"

#include <inttypes.h>
#include <math.h>

#define ROUNDS 60
#define MOST_VALUES 40
#define MOST_FEATURES 6

typedef struct naive {
    const cluster_input *input;
    uint32_t of[MOST_VALUES]; /* cluster of each value, called by its first value */
    size_t alive;
} naive;

static uint64_t rows_of(const naive *by, uint32_t cluster) {
    uint64_t rows = 0;
    for (size_t v = 0; v < by->input->count; v++)
        rows += by->of[v] == cluster ? by->input->rows[v] : 0;
    return rows;
}

static size_t values_of(const naive *by, uint32_t cluster) {
    size_t values = 0;
    for (size_t v = 0; v < by->input->count; v++)
        values += by->of[v] == cluster;
    return values;
}

/* The square root of the share of a feature, mixed with five rows of the whole, in thousandths. */
static int64_t share_of(const naive *by, uint32_t cluster, size_t feature) {
    double all = 1, whole = 0, own = 0;
    for (size_t v = 0; v < by->input->count; v++) {
        uint32_t count = by->input->counts[v * by->input->features + feature];
        all += (double)by->input->rows[v];
        whole += count;
        own += by->of[v] == cluster ? count : 0;
    }
    double mixed = own + whole * 5 / all;
    return lround(1000 * sqrt(mixed / (double)(rows_of(by, cluster) + 5)));
}

static double cost_of(const naive *by, uint32_t a, uint32_t b) {
    int64_t difference = 20000;
    for (size_t f = 0; f < by->input->features; f++) {
        int64_t apart = share_of(by, a, f) - share_of(by, b, f);
        difference += apart * apart;
    }
    double lost = (double)rows_of(by, a) * (double)values_of(by, b) +
                  (double)rows_of(by, b) * (double)values_of(by, a);
    return lost * (double)difference;
}

/* Joins the cheapest pair that stays within the limit; false: there is none. */
static bool join_cheapest(naive *by, size_t most_values) {
    double least = INFINITY;
    uint32_t into = 0, gone = 0;
    for (uint32_t a = 0; a < by->input->count; a++)
        for (uint32_t b = 0; b < by->input->count; b++) {
            if (a == b || by->of[a] != a || by->of[b] != b ||
                values_of(by, a) + values_of(by, b) > most_values)
                continue;
            double cost = cost_of(by, a, b);
            if (cost < least) {
                least = cost;
                into = a < b ? a : b;
                gone = a < b ? b : a;
            }
        }
    for (size_t v = 0; into != gone && v < by->input->count; v++)
        by->of[v] = by->of[v] == gone ? into : by->of[v];
    by->alive -= into != gone;
    return into != gone;
}

static void check_round(const naive *by, const value_clusters *found, int round) {
    for (size_t a = 0; a < by->input->count; a++)
        for (size_t b = 0; b < a; b++)
            assert_int_equal(found->of[round][a] == found->of[round][b], by->of[a] == by->of[b]);
    assert_int_equal(found->clusters[round], by->alive);
}

static void check(const cluster_input *input) {
    value_clusters found;
    naive by = {.input = input, .alive = input->count};
    for (uint32_t v = 0; v < input->count; v++)
        by.of[v] = v;
    assert_int_equal(value_clusters_make(&found, input, NULL), SHOAL_OK);
    size_t limit = 6;
    int round = 0;
    for (size_t left = (input->count + 2) / 3; left > 1; left = (left + 2) / 3, round++) {
        size_t most = limit;
        while (by.alive > left)
            if (!join_cheapest(&by, most))
                most *= 2;
        assert_true(round < found.rounds);
        check_round(&by, &found, round);
        limit *= 3;
    }
    assert_int_equal(round, found.rounds);
    value_clusters_free(&found);
}

static void test_clusters(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < ROUNDS; seed++) {
        random_stream stream = random_open(seed, "clusters", 0);
        uint64_t rows[MOST_VALUES];
        uint32_t counts[MOST_VALUES * MOST_FEATURES];
        cluster_input input = {.count = 3 + random_next(&stream) % (MOST_VALUES - 2),
                               .rows = rows,
                               .features = random_next(&stream) % (MOST_FEATURES + 1),
                               .counts = counts};
        for (size_t v = 0; v < input.count; v++) {
            rows[v] = 1 + random_next(&stream) % (seed % 2 ? 5 : 500);
            for (size_t f = 0; f < input.features; f++)
                counts[v * input.features + f] = (uint32_t)(random_next(&stream) % (rows[v] + 1));
        }
        check(&input);
    }
}

/* Thousands of values: every round nests in the next, and there are few. */
static void test_many(void **state) {
    (void)state;
    const size_t count = 3000;
    random_stream stream = random_open(1, "many", 0);
    uint64_t *rows = memory_new(count, sizeof *rows);
    uint32_t *counts = memory_new(count * 4, sizeof *counts);
    assert_true(rows && counts);
    for (size_t v = 0; v < count; v++) {
        rows[v] = 1 + random_next(&stream) % 9;
        for (size_t f = 0; f < 4; f++)
            counts[v * 4 + f] = (uint32_t)(random_next(&stream) % (rows[v] + 1));
    }
    cluster_input input = {.count = count, .rows = rows, .features = 4, .counts = counts};
    value_clusters found;
    assert_int_equal(value_clusters_make(&found, &input, NULL), SHOAL_OK);
    assert_true(found.rounds >= 3);
    for (int round = 1; round < found.rounds; round++) {
        uint32_t up[CLUSTER_MOST_UNITS];
        memset(up, 0xff, sizeof up);
        assert_true(found.clusters[round] < found.clusters[round - 1]);
        for (size_t v = 0; v < count; v++) {
            uint32_t *parent = &up[found.of[round - 1][v]];
            assert_true(*parent == UINT32_MAX || *parent == found.of[round][v]);
            *parent = found.of[round][v];
        }
    }
    value_clusters_free(&found);
    memory_free(rows);
    memory_free(counts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
