/* Refined clusters on random tables: the sizes and parts hold, the sum of squared distances is the
 * recomputed one, never grows and does not depend on the steps; the costs of single changes equal
 * naive twins; and on tiny tables the optimum over all partitions is met. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "cluster/refiner.h"
#include "cluster/refiner_region.h"
#include "support/cluster_data.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdlib.h>

static uint64_t seed;

typedef struct instance {
    cluster_data data;
    uint32_t *part; /* NULL: all of one */
    size_t parts;
    size_t k;
    uint32_t *start;
    size_t start_count;
} instance;

/* ---- Instances ------------------------------------------------------------------------------ */

/* Coordinates far from 0, some repeated, with a far-away row now and then. */
static void draw_points(instance *out, random_stream *stream, size_t rows, size_t dimensions) {
    uint64_t limit = random_below(stream, 3) ? 1u << 20 : 3;
    double shift = random_below(stream, 2) ? 1000 : 0;
    cluster_data_new(&out->data, rows, dimensions);
    for (size_t row = 0; row < rows; row++) {
        double scale = random_below(stream, 20) ? 1 : 100;
        for (size_t i = 0; i < dimensions; i++)
            out->data.column[i][row] =
                shift + scale * (double)random_below(stream, limit) / (double)limit;
    }
}

static void draw_parts(instance *out, random_stream *stream) {
    size_t rows = out->data.of.rows, most = rows / out->k < 4 ? rows / out->k : 4;
    out->parts = 1 + random_below(stream, most);
    out->part = calloc(rows, sizeof *out->part);
    for (size_t row = 0; row < rows; row++)
        out->part[row] = (uint32_t)(row < out->parts * out->k ? row % out->parts
                                                              : random_below(stream, out->parts));
}

/* Clusters of k rows of a part and what is left, or, when not fitting, a cluster for each part. */
static void draw_start(instance *out, bool fitting) {
    size_t rows = out->data.of.rows;
    out->start = calloc(rows, sizeof *out->start);
    out->start_count = 0;
    for (size_t part = 0; part < out->parts; part++) {
        size_t left = 0, filled = 0;
        for (size_t row = 0; row < rows; row++)
            left += out->part[row] == part;
        for (size_t row = 0; row < rows; row++) {
            if (out->part[row] != part)
                continue;
            if (fitting && filled >= out->k && left >= out->k) {
                out->start_count++;
                filled = 0;
            }
            out->start[row] = (uint32_t)out->start_count;
            filled++;
            left--;
        }
        out->start_count++;
    }
}

static void instance_draw(instance *out, random_stream *stream, size_t most_rows, bool fitting) {
    *out = (instance){.k = 1 + random_below(stream, 6)};
    size_t rows = out->k + random_below(stream, most_rows);
    draw_points(out, stream, rows, 1 + random_below(stream, 6));
    draw_parts(out, stream);
    draw_start(out, fitting);
}

static void instance_free(instance *drawn) {
    cluster_data_free(&drawn->data);
    free(drawn->part);
    free(drawn->start);
}

static refiner *open_on(const instance *on) {
    refiner *used = NULL;
    refiner_setup setup = {.of = &on->data.of,
                           .parts = {on->part, on->parts},
                           .k = on->k,
                           .start = on->start,
                           .start_count = on->start_count,
                           .seed = seed};
    assert_int_equal(refiner_open(&used, &setup, NULL), SHOAL_OK);
    return used;
}

/* ---- Twins ---------------------------------------------------------------------------------- */

static double naive_sse(const points *of, const uint32_t *cluster, size_t count) {
    double total = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
            const double *values = of->column[dimension];
            double sum = 0, size = 0;
            for (size_t row = 0; row < of->rows; row++)
                if (cluster[row] == i) {
                    sum += values[row];
                    size++;
                }
            for (size_t row = 0; row < of->rows; row++)
                if (cluster[row] == i)
                    total += (values[row] - sum / size) * (values[row] - sum / size);
        }
    return total;
}

static void check_answer(const instance *on, const refiner *used) {
    size_t rows = on->data.of.rows, count = 0;
    uint32_t *cluster = calloc(rows, sizeof *cluster);
    size_t *size = calloc(rows, sizeof *size);
    uint32_t *part = calloc(rows, sizeof *part);
    refiner_take(used, cluster, &count);
    size_t met = 0;
    for (size_t row = 0; row < rows; row++) {
        assert_true(cluster[row] <= met);
        if (cluster[row] == met)
            part[met++] = on->part[row];
        assert_int_equal(part[cluster[row]], on->part[row]);
        size[cluster[row]]++;
    }
    assert_int_equal(met, count);
    for (size_t i = 0; i < count; i++)
        assert_in_range(size[i], on->k, 2 * on->k - 1);
    double exact = 0;
    assert_int_equal(points_sse(&exact, &on->data.of, cluster, count, NULL), SHOAL_OK);
    assert_true(refiner_best(used) == exact);
    double naive = naive_sse(&on->data.of, cluster, count);
    assert_true(fabs(exact - naive) <= 1e-9 * (1 + naive));
    free(part);
    free(size);
    free(cluster);
}

/* ---- Properties ----------------------------------------------------------------------------- */

static void answers_are_valid_and_never_worse(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(150); i++) {
        random_stream stream = random_open(seed, "valid", i);
        instance on;
        instance_draw(&on, &stream, 120, random_below(&stream, 2) == 0);
        refiner *used = open_on(&on);
        double best = refiner_best(used);
        for (int step = 0; step < 6; step++) {
            check_answer(&on, used);
            refiner_step(used, 1 + (int64_t)random_below(&stream, 20000));
            assert_true(refiner_best(used) <= best);
            best = refiner_best(used);
        }
        refiner_close(used);
        instance_free(&on);
    }
}

static void fitting_start_is_the_first_answer(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(150); i++) {
        random_stream stream = random_open(seed, "start", i);
        instance on;
        instance_draw(&on, &stream, 120, true);
        refiner *used = open_on(&on);
        double start = naive_sse(&on.data.of, on.start, on.start_count);
        assert_true(fabs(refiner_best(used) - start) <= 1e-9 * (1 + start));
        refiner_close(used);
        instance_free(&on);
    }
}

static void steps_do_not_matter(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(60); i++) {
        random_stream stream = random_open(seed, "steps", i);
        instance on;
        instance_draw(&on, &stream, 150, false);
        refiner *whole = open_on(&on), *cut = open_on(&on);
        int64_t all = refiner_step(whole, 150000);
        for (int64_t left = all; left > 0;) {
            int64_t piece = 1 + (int64_t)random_below(&stream, 5000);
            int64_t done = refiner_step(cut, piece < left ? piece : left);
            assert_true(done > 0);
            left -= done;
        }
        assert_true(refiner_best(whole) == refiner_best(cut));
        check_answer(&on, cut);
        refiner_close(cut);
        refiner_close(whole);
        instance_free(&on);
    }
}

/* ---- The optimum of tiny tables ------------------------------------------------------------- */

/* The least over all partitions into clusters of at least k rows of one part. */
static double least_sse(const instance *on, uint32_t *cluster, size_t row, uint32_t count) {
    size_t rows = on->data.of.rows;
    if (row == rows) {
        size_t size[16] = {0};
        for (size_t i = 0; i < rows; i++)
            size[cluster[i]]++;
        for (uint32_t i = 0; i < count; i++)
            if (size[i] < on->k)
                return INFINITY;
        return naive_sse(&on->data.of, cluster, count);
    }
    double least = INFINITY;
    for (uint32_t to = 0; to <= count && to <= rows / on->k; to++) {
        bool shared = true;
        for (size_t other = 0; other < row; other++)
            shared = shared && (cluster[other] != to || on->part[other] == on->part[row]);
        cluster[row] = to;
        if (shared)
            least = fmin(least, least_sse(on, cluster, row + 1, to == count ? count + 1 : count));
    }
    return least;
}

static void tiny_tables_reach_the_optimum(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(120); i++) {
        random_stream stream = random_open(seed, "tiny", i);
        instance on;
        do {
            instance_draw(&on, &stream, 8, false);
            if (on.data.of.rows > 9)
                instance_free(&on);
        } while (on.data.of.rows > 9);
        refiner *used = open_on(&on);
        uint32_t cluster[16] = {0};
        double least = least_sse(&on, cluster, 0, 0);
        refiner_step(used, 200000);
        check_answer(&on, used);
        if (!(refiner_best(used) <= least + 1e-9 * (1 + least)))
            fail_msg("case %llu: %zu rows, k %zu: %.12g instead of %.12g", (unsigned long long)i,
                     on.data.of.rows, on.k, refiner_best(used), least);
        refiner_close(used);
        instance_free(&on);
    }
}

/* ---- Single changes ------------------------------------------------------------------------- */

typedef struct small_region {
    arena memory;
    region of;
    double *column[6];
    points as_points;
} small_region;

/* Two clusters of k rows, and the same again of 2k - 2. */
static void small_region_draw(small_region *out, random_stream *stream, size_t k) {
    size_t rows = 2 * k + 2 * (2 * k - 2), dimensions = 1 + random_below(stream, 6);
    uint32_t *cluster = calloc(rows, sizeof *cluster);
    *out = (small_region){.memory = {0}};
    assert_true(region_open(&out->of, &out->memory, rows, dimensions, k));
    memset(out->of.point, 0, rows * out->of.stride * sizeof(double));
    for (size_t i = 0; i < dimensions; i++) {
        out->column[i] = calloc(rows, sizeof(double));
        for (size_t row = 0; row < rows; row++)
            out->of.point[row * out->of.stride + i] = out->column[i][row] = random_unit(stream);
    }
    for (size_t row = 0; row < rows; row++)
        cluster[row] = (uint32_t)(row < 2 * k ? row / k : 2 + (row - 2 * k) / (2 * k - 2));
    out->as_points = (points){rows, dimensions, (const double *const *)out->column};
    region_load(&out->of, rows, cluster, 4);
    free(cluster);
}

static void small_region_free(small_region *drawn) {
    for (size_t i = 0; i < 6; i++)
        free(drawn->column[i]);
    arena_free(&drawn->memory);
}

static void check_region(const small_region *on) {
    const region *of = &on->of;
    size_t rows = 0;
    for (uint32_t i = 0; i < of->clusters; i++) {
        assert_in_range(of->size[i], of->k, 2 * of->k - 1);
        for (uint32_t place = 0; place < of->size[i]; place++) {
            uint32_t row = of->member[i * (2 * of->k - 1) + place];
            assert_int_equal(of->cluster[row], i);
            assert_int_equal(of->place[row], place);
            rows++;
        }
    }
    assert_int_equal(rows, of->rows);
    assert_true(fabs(of->sse - naive_sse(&on->as_points, of->cluster, of->clusters)) < 1e-9);
}

/* Dissolves or founds, moves and exchanges some rows, and keeps all of this or takes it back. */
static bool recount_and_move(region *of, random_stream *stream, bool fewer, uint32_t row) {
    if (!(fewer ? region_dissolve(of, of->cluster[row]) : region_found(of, row)))
        return false;
    for (int i = 0; i < 10; i++) {
        uint32_t one = (uint32_t)random_below(stream, of->rows);
        uint32_t two = (uint32_t)random_below(stream, of->rows);
        uint32_t from = of->cluster[one], to = of->cluster[two];
        if (from != to && of->size[from] > of->k && of->size[to] < 2 * of->k - 1)
            region_shift_noted(of, one, to);
        else if (from != to)
            region_swap_noted(of, one, two);
    }
    bool kept = random_below(stream, 2) == 0;
    if (kept)
        region_keep(of);
    else
        region_take_back(of);
    return kept;
}

/* Looks at a change of each kind; what it was said to cost is what it costs. */
static void change_something(small_region *on, random_stream *stream) {
    region *of = &on->of;
    uint32_t row = (uint32_t)random_below(stream, of->rows);
    uint32_t other = (uint32_t)random_below(stream, of->rows);
    uint32_t from = of->cluster[row], to = of->cluster[other];
    double before = of->sse, cost = 0;
    size_t clusters = of->clusters;
    uint64_t kind = random_below(stream, 4);
    if (kind == 0 && from != to && of->size[from] > of->k && of->size[to] < 2 * of->k - 1) {
        cost = region_shift_cost(of, row, to);
        region_shift(of, row, to);
    } else if (kind == 1 && from != to) {
        cost = region_swap_cost(of, row, other);
        region_swap(of, row, other);
    } else if (kind >= 2) {
        bool kept = recount_and_move(of, stream, kind == 2, row);
        cost = of->sse - before;
        assert_true(kept || cost == 0);
        assert_int_equal(of->clusters, !kept ? clusters : kind == 2 ? clusters - 1 : clusters + 1);
    }
    assert_true(fabs(of->sse - before - cost) < 1e-9);
}

static void costs_equal_twins(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(100); i++) {
        random_stream stream = random_open(seed, "costs", i);
        small_region on;
        small_region_draw(&on, &stream, 2 + random_below(&stream, 5));
        for (int change = 0; change < 60; change++) {
            change_something(&on, &stream);
            check_region(&on);
        }
        small_region_free(&on);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_valid_and_never_worse),
        cmocka_unit_test(fitting_start_is_the_first_answer),
        cmocka_unit_test(steps_do_not_matter),
        cmocka_unit_test(tiny_tables_reach_the_optimum),
        cmocka_unit_test(costs_equal_twins),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
