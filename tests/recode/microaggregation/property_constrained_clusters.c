/* Clusters that are made to hold privacy models: what must be true of them, and a twin that looks
 * at every pair of clusters and every row again and again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "recode/microaggregation/constrained_clusters.h"
#include "support/random_cases.h"
#include "support/row_rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 90
#define MOST_DIMENSIONS 4

static uint64_t seed;

typedef struct drawn {
    uint64_t number;
    size_t rows, dimensions, parts, k, count;
    double value[MOST_DIMENSIONS][MOST_ROWS];
    const double *column[MOST_DIMENSIONS];
    uint32_t part[MOST_ROWS];
    uint32_t cluster[MOST_ROWS]; /* to begin with */
    uint64_t limit;
    row_rules rules;
} drawn;

#define HOLDS(of, condition)                                                                       \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fail_msg("seed %llu: %s", (unsigned long long)(of)->number, #condition);               \
    } while (0)

/* Of every part as many as have at least k rows. */
static void draw_clusters(drawn *out) {
    for (size_t p = 0; p < out->parts; p++) {
        size_t rows = 0, at = 0;
        for (size_t row = 0; row < out->rows; row++)
            rows += out->part[row] == p;
        size_t clusters = rows < out->k ? 1 : rows / out->k;
        for (size_t row = 0; row < out->rows; row++)
            if (out->part[row] == p)
                out->cluster[row] = (uint32_t)(out->count + at++ % clusters);
        out->count += clusters;
    }
}

static void drawn_new(drawn *out, uint64_t index) {
    random_stream stream = random_open(seed + index, "guarded clusters", 0);
    *out = (drawn){.number = seed + index};
    out->rows = 4 + random_below(&stream, MOST_ROWS - 3);
    out->dimensions = 1 + random_below(&stream, MOST_DIMENSIONS);
    out->parts = 1 + (random_below(&stream, 3) == 0);
    out->k = 1 + random_below(&stream, 4);
    out->limit = random_below(&stream, 2) ? 0 : random_below(&stream, out->rows);
    bool coarse = random_below(&stream, 2);
    for (size_t d = 0; d < out->dimensions; d++) {
        double sum = 0;
        out->column[d] = out->value[d];
        for (size_t row = 0; row < out->rows; row++) {
            out->value[d][row] =
                coarse ? (double)random_below(&stream, 4) : 8 * random_unit(&stream);
            sum += out->value[d][row];
        }
        for (size_t row = 0; row < out->rows; row++)
            out->value[d][row] -= sum / (double)out->rows;
    }
    for (size_t row = 0; row < out->rows; row++)
        out->part[row] = (uint32_t)(row * out->parts / out->rows);
    draw_clusters(out);
    row_rules_draw(&out->rules, out->rows, random_below(&stream, 3), &stream);
}

static void drawn_free(drawn *of) {
    row_rules_free(&of->rules);
}

static void run(const drawn *of, thread_pool *pool, uint32_t *out, size_t *count) {
    constrained_clusters_setup setup = {
        .rules = of->rules.made, .rows = of->rows, .limit = of->limit, .pool = pool};
    points at = {of->rows, of->dimensions, of->column};
    point_parts parts = {of->parts > 1 ? of->part : NULL, of->parts};
    constrained_clusters *used = NULL;
    assert_int_equal(constrained_clusters_open(&used, &setup, NULL), SHOAL_OK);
    /* Twice, so that what the first left behind shows. */
    for (int i = 0; i < 2; i++) {
        assert_true(constrained_clusters_begin(used, &at, parts, of->cluster, of->count, true));
        while (constrained_clusters_step(used))
            ;
    }
    const uint32_t *taken = constrained_clusters_take(used, count);
    assert_non_null(taken);
    memcpy(out, taken, of->rows * sizeof *out);
    constrained_clusters_close(used);
}

static bool holds(const drawn *of, const uint32_t *cluster, uint32_t which) {
    bool member[MOST_ROWS];
    for (size_t row = 0; row < of->rows; row++)
        member[row] = cluster[row] == which;
    return row_rules_hold(&of->rules, member);
}

static uint64_t lost_rows(const drawn *of, const uint32_t *cluster, size_t count) {
    uint64_t lost = 0;
    for (uint32_t c = 0; c < count; c++)
        for (size_t row = 0; row < of->rows; row++)
            lost += cluster[row] == c && !holds(of, cluster, c);
    return lost;
}

/* The sum of squares, 0 standing for suppressed rows. */
static double loss(const drawn *of, const uint32_t *cluster, size_t count) {
    double sum = 0;
    for (uint32_t c = 0; c < count; c++)
        for (size_t d = 0; d < of->dimensions; d++) {
            double mean = 0, size = 0;
            for (size_t row = 0; row < of->rows; row++) {
                mean += cluster[row] == c ? of->value[d][row] : 0;
                size += cluster[row] == c;
            }
            mean = holds(of, cluster, c) ? mean / size : 0;
            for (size_t row = 0; row < of->rows; row++)
                sum += cluster[row] == c ? pow(of->value[d][row] - mean, 2) : 0;
        }
    return sum;
}

/* ---- What must be true ----------------------------------------------------------------------- */

static void check_shape(const drawn *of, const uint32_t *cluster, size_t count) {
    size_t sizes[MOST_ROWS] = {0};
    for (size_t row = 0; row < of->rows; row++) {
        HOLDS(of, cluster[row] < count);
        sizes[cluster[row]]++;
        for (size_t other = 0; other < row; other++) {
            HOLDS(of, of->cluster[row] != of->cluster[other] || cluster[row] == cluster[other]);
            HOLDS(of, cluster[row] != cluster[other] || of->part[row] == of->part[other]);
        }
    }
    for (size_t c = 0; c < count; c++)
        HOLDS(of, sizes[c] > 0);
}

static bool every_part_holds(const drawn *of) {
    for (uint32_t p = 0; p < of->parts; p++)
        if (!holds(of, of->part, p))
            return false;
    return true;
}

static void clusters_hold_the_rules(void **state) {
    (void)state;
    size_t merged = 0, suppressed = 0;
    for (size_t i = 0; i < property_cases(600); i++) {
        drawn each;
        uint32_t cluster[MOST_ROWS];
        size_t count;
        drawn_new(&each, i);
        run(&each, NULL, cluster, &count);
        check_shape(&each, cluster, count);
        uint64_t before = lost_rows(&each, each.cluster, each.count);
        uint64_t lost = lost_rows(&each, cluster, count);
        if (every_part_holds(&each))
            HOLDS(&each, lost <= each.limit);
        if (before <= each.limit) {
            HOLDS(&each, lost <= each.limit);
            HOLDS(&each,
                  loss(&each, cluster, count) <= loss(&each, each.cluster, each.count) + 1e-9);
        } else if (lost > each.limit) {
            HOLDS(&each, lost <= before);
        }
        if (before == 0)
            HOLDS(&each, memcmp(cluster, each.cluster, each.rows * sizeof *cluster) == 0);
        merged += count < each.count;
        suppressed += lost > 0 && lost <= each.limit;
        drawn_free(&each);
    }
    /* Both happen, so that both are tested. */
    assert_true((merged > 0 && suppressed > 0) || property_cases(600) < 600);
}

static void threads_change_nothing(void **state) {
    (void)state;
    thread_pool *pool = property_threads(3);
    for (size_t i = 0; i < property_cases(600) / 4; i++) {
        drawn each;
        uint32_t one[MOST_ROWS], other[MOST_ROWS];
        size_t count, other_count;
        drawn_new(&each, i);
        run(&each, NULL, one, &count);
        run(&each, pool, other, &other_count);
        HOLDS(&each, count == other_count && memcmp(one, other, each.rows * sizeof *one) == 0);
        drawn_free(&each);
    }
    threads_stop(pool);
}

/* ---- The twin -------------------------------------------------------------------------------- */

typedef struct twin {
    const drawn *of;
    uint32_t at[MOST_ROWS]; /* the cluster of each row */
    double mean[MOST_ROWS][MOST_DIMENSIONS];
    size_t size[MOST_ROWS], judged[MOST_ROWS];
    bool there[MOST_ROWS], broken[MOST_ROWS], touched[MOST_ROWS];
    uint32_t into[MOST_ROWS], nearest[MOST_ROWS];
    double cost[MOST_ROWS];
    uint64_t budget, lost;
} twin;

static void twin_start(twin *out, const drawn *of, uint64_t budget) {
    *out = (twin){.of = of, .budget = budget};
    points at = {of->rows, of->dimensions, of->column};
    double mean[MOST_ROWS * MOST_DIMENSIONS];
    points_means(mean, NULL, &at, of->cluster, of->count);
    memcpy(out->at, of->cluster, sizeof out->at);
    for (uint32_t c = 0; c < of->count; c++) {
        for (size_t row = 0; row < of->rows; row++)
            out->size[c] += of->cluster[row] == c;
        memcpy(out->mean[c], mean + c * of->dimensions, of->dimensions * sizeof *mean);
        out->there[c] = true;
        out->broken[c] = !holds(of, out->at, c);
        out->judged[c] = out->size[c];
        out->into[c] = c;
    }
}

static void twin_search(twin *of, uint32_t from) {
    of->cost[from] = INFINITY;
    of->nearest[from] = UINT32_MAX;
    size_t own = 0, other;
    while (of->at[own] != from)
        own++;
    for (uint32_t c = 0; c < of->of->count; c++) {
        for (other = 0; other < of->of->rows && of->at[other] != c; other++)
            ;
        if (c == from || !of->there[c] || of->of->part[own] != of->of->part[other])
            continue;
        double sum = 0, one = (double)of->size[from], two = (double)of->size[c];
        for (size_t d = 0; d < of->of->dimensions; d++)
            sum += pow(of->mean[from][d] - of->mean[c][d], 2);
        if (one * two / (one + two) * sum < of->cost[from]) {
            of->cost[from] = one * two / (one + two) * sum;
            of->nearest[from] = c;
        }
    }
}

static void twin_suppress(twin *of, uint32_t c) {
    of->there[c] = false;
    of->lost += of->size[c];
    of->budget -= of->size[c] < of->budget ? of->size[c] : of->budget;
}

static void twin_merge(twin *of, uint32_t from, uint32_t to) {
    uint32_t large = of->size[from] > of->size[to] ? from : to;
    size_t size = of->size[from] + of->size[to];
    double share = (double)of->size[from] / (double)size;
    for (size_t d = 0; d < of->of->dimensions; d++)
        of->mean[to][d] += share * (of->mean[from][d] - of->mean[to][d]);
    bool judge = !of->broken[large] || size - of->judged[large] > of->judged[large] / 16;
    of->judged[to] = judge ? 0 : of->judged[large];
    of->broken[to] = true;
    of->size[to] = size;
    of->touched[to] = true;
    of->there[from] = false;
    of->into[from] = to;
    for (size_t row = 0; row < of->of->rows; row++)
        of->at[row] = of->at[row] == from ? to : of->at[row];
}

static void twin_grant(twin *of, uint32_t c) {
    double norm = 0;
    for (size_t d = 0; d < of->of->dimensions; d++)
        norm += of->mean[c][d] * of->mean[c][d];
    uint32_t to = of->nearest[c];
    if (of->touched[c])
        return;
    if (to == UINT32_MAX) {
        of->broken[c] = !holds(of->of, of->at, c);
        if (of->broken[c])
            twin_suppress(of, c);
    } else if (of->size[c] <= of->budget && norm * (double)of->size[c] < of->cost[c]) {
        twin_suppress(of, c);
    } else {
        while (of->into[to] != to)
            to = of->into[to];
        if (of->there[to])
            twin_merge(of, c, to);
    }
}

static bool twin_round(twin *of) {
    bool waits[MOST_ROWS] = {false}, any = false;
    memset(of->touched, 0, sizeof of->touched);
    for (uint32_t c = 0; c < of->of->count; c++)
        if (of->there[c] && of->broken[c]) {
            any = waits[c] = true;
            twin_search(of, c);
        }
    for (;;) {
        uint32_t next = UINT32_MAX;
        for (uint32_t c = 0; c < of->of->count; c++)
            if (waits[c] && (next == UINT32_MAX || of->cost[c] < of->cost[next]))
                next = c;
        if (next == UINT32_MAX)
            break;
        waits[next] = false;
        twin_grant(of, next);
    }
    for (uint32_t c = 0; c < of->of->count; c++)
        if (of->there[c] && of->touched[c] && of->judged[c] == 0) {
            of->broken[c] = !holds(of->of, of->at, c);
            of->judged[c] = of->size[c];
        }
    return any;
}

static bool is_same_division(const uint32_t *one, const uint32_t *other, size_t rows) {
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < i; j++)
            if ((one[i] == one[j]) != (other[i] == other[j]))
                return false;
    return true;
}

static void clusters_are_the_twins(void **state) {
    (void)state;
    size_t merged = 0;
    for (size_t i = 0; i < property_cases(600); i++) {
        drawn each;
        twin slow;
        uint32_t cluster[MOST_ROWS];
        size_t count;
        drawn_new(&each, i);
        run(&each, NULL, cluster, &count);
        twin_start(&slow, &each, each.limit);
        while (twin_round(&slow))
            ;
        if (slow.lost > each.limit) {
            twin_start(&slow, &each, 0);
            while (twin_round(&slow))
                ;
        }
        /* Or else it was better not to merge. */
        bool kept = is_same_division(cluster, each.cluster, each.rows);
        HOLDS(&each, kept || is_same_division(cluster, slow.at, each.rows));
        merged += !kept;
        drawn_free(&each);
    }
    assert_true(merged > 0 || property_cases(600) < 600);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clusters_hold_the_rules),
        cmocka_unit_test(clusters_are_the_twins),
        cmocka_unit_test(threads_change_nothing),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
