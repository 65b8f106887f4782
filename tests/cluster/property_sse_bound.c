/* Bounds on random tables: never above the least over all divisions of tiny tables, nor above what
 * refining finds; the same bits and work for any number of threads; never lower than before; and
 * the largest excess of the clusters of a row against all clusters, written out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "cluster/bound_price.h"
#include "cluster/refiner.h"
#include "cluster/sse_bound.h"
#include "support/cluster_data.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROOM ((size_t)1 << 26)
#define WORK 1000000

static uint64_t seed;

typedef struct instance {
    cluster_data data;
    size_t k;
    uint32_t *rows; /* all of them */
} instance;

/* ---- Instances ------------------------------------------------------------------------------ */

static const double scales[] = {1, 1, 1, 1e-3, 1e6, 1e-160, 1e-155, 1e100, 1e150};

/* Few different coordinates or many, now and then a far-away row, small or large units. */
static void instance_draw(instance *out, random_stream *stream, size_t most_k, size_t most_rows) {
    size_t k = 2 + random_below(stream, most_k - 1);
    size_t rows = k + random_below(stream, most_rows - k + 1);
    size_t dimensions = 1 + random_below(stream, 6);
    uint64_t limit = random_below(stream, 3) ? 1u << 20 : 1 + random_below(stream, 3);
    double unit = scales[random_below(stream, sizeof scales / sizeof *scales)];
    double shift = random_below(stream, 4) ? 0 : 1000 * unit;
    *out = (instance){.k = k};
    cluster_data_new(&out->data, rows, dimensions);
    out->rows = calloc(rows, sizeof *out->rows);
    for (size_t row = 0; row < rows; row++) {
        double scale = random_below(stream, 12) ? unit : 30 * unit;
        out->rows[row] = (uint32_t)row;
        for (size_t i = 0; i < dimensions; i++)
            out->data.column[i][row] =
                shift + scale * (double)random_below(stream, limit) / (double)limit;
    }
}

static void instance_free(instance *drawn) {
    cluster_data_free(&drawn->data);
    free(drawn->rows);
}

typedef struct bound_kind {
    size_t memory;
    bool brief;
} bound_kind;

static const bound_kind best_kind = {ROOM, false};

static bound_kind draw_kind(random_stream *stream) {
    static const bound_kind kinds[] = {{ROOM, false}, {ROOM, false}, {ROOM, true}, {0, false}};
    return kinds[random_below(stream, sizeof kinds / sizeof *kinds)];
}

static sse_bound *open_on(const instance *on, double target, bound_kind kind, thread_pool *pool) {
    sse_bound *made = NULL;
    sse_bound_setup setup = {.of = &on->data.of,
                             .rows = on->rows,
                             .count = on->data.of.rows,
                             .k = on->k,
                             .target = target,
                             .memory = kind.memory,
                             .brief = kind.brief,
                             .pool = pool};
    assert_int_equal(sse_bound_open(&made, &setup, NULL), SHOAL_OK);
    return made;
}

/* The bound after some work; it only rises. */
static double bound_of(const instance *on, double target, bound_kind kind) {
    sse_bound *used = open_on(on, target, kind, NULL);
    double value = sse_bound_value(used);
    bool more = true;
    while (more && sse_bound_work(used) < WORK) {
        more = sse_bound_step(used);
        assert_true(sse_bound_value(used) >= value);
        value = sse_bound_value(used);
    }
    sse_bound_close(used);
    return value;
}

/* ---- Twins ---------------------------------------------------------------------------------- */

static double naive_sse(const points *of, const uint32_t *rows, size_t count) {
    double total = 0;
    for (size_t d = 0; d < of->dimensions; d++) {
        double mean = 0, origin = of->column[d][rows[0]];
        for (size_t i = 0; i < count; i++)
            mean += (of->column[d][rows[i]] - origin) / (double)count;
        for (size_t i = 0; i < count; i++) {
            double difference = of->column[d][rows[i]] - origin - mean;
            total += difference * difference;
        }
    }
    return total;
}

/* The least over all divisions into clusters of at least k rows. */
static double least_sse(const instance *on, uint32_t *cluster, size_t row, uint32_t count) {
    size_t rows = on->data.of.rows;
    double least = INFINITY, sum = 0;
    if (row < rows) {
        for (uint32_t to = 0; to <= count && to <= rows / on->k; to++) {
            cluster[row] = to;
            least = fmin(least, least_sse(on, cluster, row + 1, to == count ? count + 1 : count));
        }
        return least;
    }
    for (uint32_t to = 0; to < count; to++) {
        uint32_t members[16];
        size_t size = 0;
        for (uint32_t i = 0; i < rows; i++)
            if (cluster[i] == to)
                members[size++] = i;
        if (size < on->k)
            return INFINITY;
        sum += naive_sse(&on->data.of, members, size);
    }
    return sum;
}

/* ---- Bounds --------------------------------------------------------------------------------- */

static void bounds_of_tiny_tables_hold(void **state) {
    (void)state;
    double gaps = 0, measured = 0;
    for (uint64_t i = 0; i < property_cases(100); i++) {
        random_stream stream = random_open(seed, "tiny", i);
        instance on;
        uint32_t cluster[16] = {0};
        instance_draw(&on, &stream, 3, 8 + (i % 8 == 0));
        double least = least_sse(&on, cluster, 0, 0);
        double target = random_below(&stream, 3) ? least : least * (double)random_below(&stream, 4);
        bound_kind kind = draw_kind(&stream);
        double bound = bound_of(&on, target, kind);
        if (!(bound >= 0 && bound <= least))
            fail_msg("case %llu: %zu rows, k %zu: a bound of %.17g above %.17g",
                     (unsigned long long)i, on.data.of.rows, on.k, bound, least);
        if (least > 1e-300 && target == least && kind.memory == ROOM && !kind.brief) {
            gaps += 1 - bound / least;
            measured++;
        }
        instance_free(&on);
    }
    /* It is not enough to be right. */
    assert_true(gaps < 0.3 * measured);
}

static void bounds_are_below_refined_clusters(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(20); i++) {
        random_stream stream = random_open(seed, "refined", i);
        instance on;
        instance_draw(&on, &stream, 6, 150);
        uint32_t *start = calloc(on.data.of.rows, sizeof *start);
        refiner *used = NULL;
        refiner_setup setup = {.of = &on.data.of,
                               .parts = {NULL, 1},
                               .k = on.k,
                               .start = start,
                               .start_count = 1,
                               .seed = seed};
        assert_int_equal(refiner_open(&used, &setup, NULL), SHOAL_OK);
        refiner_step(used, 100000);
        double found = refiner_best(used);
        double bound = bound_of(&on, found, i % 4 ? best_kind : draw_kind(&stream));
        if (!(bound <= found))
            fail_msg("case %llu: a bound of %.17g above %.17g", (unsigned long long)i, bound,
                     found);
        refiner_close(used);
        free(start);
        instance_free(&on);
    }
}

static void threads_do_not_matter(void **state) {
    (void)state;
    static const int threads[] = {1, 2, 7};
    for (uint64_t i = 0; i < property_cases(12); i++) {
        double value[3];
        uint64_t work[3];
        for (size_t t = 0; t < 3; t++) {
            random_stream stream = random_open(seed, "threads", i);
            instance on;
            thread_pool *pool;
            instance_draw(&on, &stream, 5, 700);
            assert_int_equal(threads_start(&pool, threads[t], NULL), SHOAL_OK);
            sse_bound *used = open_on(&on, 0, draw_kind(&stream), pool);
            for (int step = 0; step < 12 && sse_bound_step(used); step++)
                ;
            value[t] = sse_bound_value(used);
            work[t] = sse_bound_work(used);
            sse_bound_close(used);
            threads_stop(pool);
            instance_free(&on);
        }
        assert_true(value[0] == value[1] && value[0] == value[2]);
        assert_true(work[0] == work[1] && work[0] == work[2]);
    }
}

/* ---- Excesses ------------------------------------------------------------------------------- */

/* The largest excess of the clusters with this row, by looking at all. */
static double largest_excess(const instance *on, const double *u, uint32_t row) {
    size_t rows = on->data.of.rows;
    double largest = -INFINITY;
    for (uint32_t set = 0; set < 1u << rows; set++) {
        uint32_t members[16];
        size_t size = 0;
        double sum = 0;
        for (uint32_t i = 0; i < rows; i++)
            if (set >> i & 1) {
                members[size++] = i;
                sum += u[i];
            }
        if (!(set >> row & 1) || size < on->k || size >= 2 * on->k)
            continue;
        double excess = (sum - naive_sse(&on->data.of, members, size)) / (double)size;
        largest = fmax(largest, excess);
    }
    return largest;
}

typedef struct priced {
    arena memory;
    bound_rows rows;
    near_lists near;
    price_list list;
    pricer used;
} priced;

static void priced_open(priced *out, const instance *on, size_t length, size_t place,
                        const double *u) {
    *out = (priced){.memory = {0}};
    assert_true(
        bound_rows_open(&out->rows, &out->memory, &on->data.of, on->rows, on->data.of.rows, on->k));
    assert_int_equal(out->rows.rows, on->data.of.rows);
    assert_true(near_lists_open(&out->near, &out->memory, &out->rows, length, true, NULL));
    near_lists_find(&out->near, SIZE_MAX);
    assert_true(near_lists_turn(&out->near, &out->memory, 2 * on->k - 2));
    near_lists_weigh(&out->near, place);
    assert_true(price_list_open(&out->list, &out->memory, &out->near));
    assert_true(pricer_open(&out->used, &out->memory, &out->list));
    price_list_set(&out->list, u, NULL);
}

/* With short lists, so that rows beyond them matter. Equal rows are beside each other in the rows
 * that are looked at, so there are none here. */
static void excesses_equal_twins(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(150); i++) {
        random_stream stream = random_open(seed, "excess", i);
        instance on = {.k = 2 + random_below(&stream, 3)};
        size_t rows = 2 * on.k + random_below(&stream, 11 - 2 * on.k);
        double u[16], most = 0;
        cluster_data_new(&on.data, rows, 1 + random_below(&stream, 4));
        on.rows = calloc(rows, sizeof *on.rows);
        for (uint32_t row = 0; row < rows; row++) {
            double scale = random_below(&stream, 4) ? 1 : 5;
            on.rows[row] = row;
            for (size_t d = 0; d < on.data.of.dimensions; d++)
                on.data.column[d][row] = scale * random_unit(&stream);
            u[row] = scale * (random_unit(&stream) - 0.1);
            most = fmax(most, fabs(u[row]));
        }
        priced with;
        size_t length = on.k - 1 + random_below(&stream, 4);
        priced_open(&with, &on, length, 1 + random_below(&stream, length), u);
        uint64_t budget = random_below(&stream, 2) ? UINT64_MAX : random_below(&stream, 200);
        for (uint32_t row = 0; row < rows; row++) {
            uint32_t members[16];
            price answer = {-INFINITY, members, 0};
            double largest = largest_excess(&on, u, row);
            bool all = pricer_find(&with.used, &answer, row, budget);
            if (answer.excess < largest - 1e-12 * most ||
                (all && answer.excess > largest + 1e-9 * most))
                fail_msg("case %llu, row %u: %.17g instead of %.17g", (unsigned long long)i, row,
                         answer.excess, largest);
        }
        arena_free(&with.memory);
        instance_free(&on);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_of_tiny_tables_hold),
        cmocka_unit_test(bounds_are_below_refined_clusters),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(excesses_equal_twins),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
