/* What masked tables lose and give away, against naive twins: double loops over the rows, without
 * pruning, sharing or threads. Tables are small and full of ties. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/information_loss.h"
#include "measure/linkage.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_ATTRIBUTES 70
#define MOST_PATTERNS 4096

static uint64_t seed;

/* ---- Tables --------------------------------------------------------------------------------- */

typedef struct masked_table {
    size_t rows, attributes;
    double *column[2][MOST_ATTRIBUTES]; /* original and masked */
    points original, masked;
} masked_table;

static void table_new(masked_table *out, size_t rows, size_t attributes) {
    *out = (masked_table){.rows = rows, .attributes = attributes};
    for (int side = 0; side < 2; side++)
        for (size_t a = 0; a < attributes; a++) {
            out->column[side][a] = calloc(rows + 1, sizeof(double));
            assert_non_null(out->column[side][a]);
        }
    out->original = (points){rows, attributes, (const double *const *)out->column[0]};
    out->masked = (points){rows, attributes, (const double *const *)out->column[1]};
}

static void table_free(masked_table *made) {
    for (int side = 0; side < 2; side++)
        for (size_t a = 0; a < made->attributes; a++)
            free(made->column[side][a]);
}

/* Whole multiples of a step, or anything. */
static double draw(random_stream *stream, uint64_t limit, double step) {
    if (limit == 0)
        return 4 * random_unit(stream) - 2;
    double whole = (double)random_below(stream, limit);
    return (random_below(stream, 2) ? -whole : whole) * step;
}

/* A group of rows that follow each other gets the values of its first row in these attributes. */
static void mask_group(masked_table *out, size_t group, size_t begin, size_t end) {
    for (size_t a = begin; a < end; a++)
        for (size_t i = 0; i < out->rows; i++)
            out->column[1][a][i] = out->column[0][a][i / group * group];
}

static void mask(masked_table *out, random_stream *stream, uint64_t limit, double step) {
    uint64_t how = random_below(stream, 5);
    size_t split = random_below(stream, out->attributes + 1);
    for (size_t a = 0; a < out->attributes; a++)
        for (size_t i = 0; i < out->rows; i++) {
            double by = how == 0 ? 0 : draw(stream, limit ? 2 : 0, limit ? step : 0.1);
            out->column[1][a][i] = how == 1 ? by : out->column[0][a][i] + by;
        }
    if (how < 3)
        return;
    size_t group = 1 + random_below(stream, 6);
    mask_group(out, group, 0, split);
    mask_group(out, how == 3 ? group : 1 + random_below(stream, 6), split, out->attributes);
}

static void table_draw(masked_table *out, random_stream *stream, size_t most_rows) {
    const double steps[] = {1, 0.1, 0.05, 0.03};
    size_t rows = 1 + random_below(stream, random_below(stream, 4) ? 40 : most_rows);
    size_t attributes = 1 + random_below(stream, 5);
    if (random_below(stream, 8) == 0) {
        attributes = 1 + random_below(stream, MOST_ATTRIBUTES);
        rows = 1 + random_below(stream, 20);
    }
    table_new(out, rows, attributes);
    uint64_t limit = random_below(stream, 7);
    double step = steps[random_below(stream, 4)];
    for (size_t a = 0; a < attributes; a++) {
        bool constant = random_below(stream, 10) == 0;
        for (size_t i = 0; i < rows; i++)
            out->column[0][a][i] = constant ? 0.1 : draw(stream, limit, step);
    }
    mask(out, stream, limit, step);
}

/* ---- Twins of the attacks ------------------------------------------------------------------- */

static size_t twin_attacked(const masked_table *in, size_t most) {
    return most == 0 || most > in->rows ? in->rows : most;
}

static double twin_distance(const masked_table *in, size_t i, size_t j) {
    double sum = 0;
    for (size_t a = 0; a < in->attributes; a++) {
        double difference = in->column[0][a][i] - in->column[1][a][j];
        sum += difference * difference;
    }
    return sum;
}

static linkage_outcome twin_by_distance(const masked_table *in, size_t most) {
    linkage_outcome out = {.attacked = twin_attacked(in, most)};
    for (size_t attack = 0; attack < out.attacked; attack++) {
        size_t i = attack * in->rows / out.attacked;
        size_t as_near = 0, nearer = 0;
        for (size_t j = 0; j < in->rows; j++) {
            as_near += twin_distance(in, i, j) <= twin_distance(in, i, i);
            nearer += twin_distance(in, i, j) < twin_distance(in, i, i);
        }
        out.linked += as_near == 1;
        out.expected += nearer ? 0 : 1 / (double)as_near / (double)out.attacked;
    }
    return out;
}

typedef struct twin_fit {
    size_t attributes, count;
    bool agrees[MOST_PATTERNS][MOST_ATTRIBUTES];
    double pairs[MOST_PATTERNS];
    double same[MOST_ATTRIBUTES], different[MOST_ATTRIBUTES], prior;
} twin_fit;

static void twin_compare(bool *agrees, const masked_table *in, size_t i, size_t j) {
    for (size_t a = 0; a < in->attributes; a++)
        agrees[a] = fabs(in->column[0][a][i] - in->column[1][a][j]) <= 0.1;
}

static void twin_count(twin_fit *out, const bool *agrees) {
    size_t at = 0;
    while (at < out->count && memcmp(out->agrees[at], agrees, out->attributes) != 0)
        at++;
    if (at == out->count) {
        assert_true(out->count < MOST_PATTERNS);
        memcpy(out->agrees[out->count++], agrees, out->attributes);
        out->pairs[at] = 0;
    }
    out->pairs[at]++;
}

static void twin_count_all(twin_fit *out, const masked_table *in, size_t attacked, size_t fitted) {
    bool agrees[MOST_ATTRIBUTES];
    out->count = 0;
    for (size_t f = 0; f < fitted; f++)
        for (size_t j = 0; j < in->rows; j++) {
            twin_compare(agrees, in, f * attacked / fitted * in->rows / attacked, j);
            twin_count(out, agrees);
        }
}

/* Of the pairs with this pattern that are of one person, and that are not. */
static void twin_share(double *out, const twin_fit *of, size_t pattern) {
    long double same = of->prior;
    long double different = 1 - of->prior;
    for (size_t a = 0; a < of->attributes; a++) {
        same *= of->agrees[pattern][a] ? of->same[a] : 1 - of->same[a];
        different *= of->agrees[pattern][a] ? of->different[a] : 1 - of->different[a];
    }
    out[0] = (double)(same / (same + different));
    out[1] = (double)(different / (same + different));
}

static double twin_probability(double part, double whole, double before) {
    return whole > 0 ? fmin(fmax(part / whole, 1e-6), 1 - 1e-6) : before;
}

static double twin_round(twin_fit *of) {
    static double share[MOST_PATTERNS][2];
    double all[2] = {0, 0};
    double change = 0;
    for (size_t i = 0; i < of->count; i++) {
        twin_share(share[i], of, i);
        for (int side = 0; side < 2; side++)
            all[side] += share[i][side] * of->pairs[i];
    }
    for (size_t a = 0; a < of->attributes; a++) {
        double agree[2] = {0, 0};
        for (size_t i = 0; i < of->count; i++)
            for (int side = 0; side < 2; side++)
                agree[side] += of->agrees[i][a] ? share[i][side] * of->pairs[i] : 0;
        double different = twin_probability(agree[1], all[1], of->different[a]);
        double same = fmax(twin_probability(agree[0], all[0], of->same[a]), different);
        change = fmax(change, fabs(different - of->different[a]));
        change = fmax(change, fabs(same - of->same[a]));
        of->different[a] = different;
        of->same[a] = same;
    }
    return change;
}

static void twin_find(twin_fit *out, const masked_table *in, size_t attacked, size_t patterns) {
    size_t fitted = attacked;
    out->attributes = in->attributes;
    twin_count_all(out, in, attacked, fitted);
    while (fitted > 1 && out->count > patterns)
        twin_count_all(out, in, attacked, fitted /= 2);
    out->prior = fmin(fmax(1.0 / (double)in->rows, 1e-6), 1 - 1e-6);
    for (size_t a = 0; a < in->attributes; a++) {
        out->same[a] = 0.9;
        out->different[a] = 0.1;
    }
    for (int round = 0; round < 200 && twin_round(out) > 1e-9; round++)
        ;
}

static double twin_weight(const twin_fit *of, const masked_table *in, size_t i, size_t j) {
    bool agrees[MOST_ATTRIBUTES] = {false};
    double weight = 0;
    twin_compare(agrees, in, i, j);
    for (size_t a = 0; a < of->attributes; a++)
        weight += agrees[a] ? log2(of->same[a] / of->different[a])
                            : log2((1 - of->same[a]) / (1 - of->different[a]));
    return weight;
}

static linkage_outcome twin_by_probability(const masked_table *in, size_t most, size_t patterns) {
    static twin_fit fit;
    linkage_outcome out = {.attacked = twin_attacked(in, most)};
    twin_find(&fit, in, out.attacked, patterns);
    for (size_t attack = 0; attack < out.attacked; attack++) {
        size_t i = attack * in->rows / out.attacked;
        double own = twin_weight(&fit, in, i, i);
        size_t as_likely = 0, likelier = 0;
        for (size_t j = 0; j < in->rows; j++) {
            as_likely += twin_weight(&fit, in, i, j) >= own - 1e-9;
            likelier += twin_weight(&fit, in, i, j) > own + 1e-9;
        }
        out.linked += as_likely == 1;
        out.expected += likelier ? 0 : 1 / (double)as_likely / (double)out.attacked;
    }
    return out;
}

/* ---- Twin of the losses --------------------------------------------------------------------- */

static double twin_mean(const double *x, size_t rows) {
    long double sum = 0;
    for (size_t i = 0; i < rows; i++)
        sum += x[i];
    return (double)(sum / (long double)rows);
}

static double twin_covariance(const double *x, const double *y, size_t rows) {
    long double sum = 0;
    double mean_x = twin_mean(x, rows);
    double mean_y = twin_mean(y, rows);
    for (size_t i = 0; i < rows; i++)
        sum += (long double)(x[i] - mean_x) * (y[i] - mean_y);
    return (double)(sum / (long double)rows);
}

static bool twin_constant(const double *x, size_t rows) {
    for (size_t i = 0; i < rows; i++)
        if (x[i] != x[0])
            return false;
    return true;
}

static double twin_correlation(const double *x, const double *y, size_t rows) {
    if (twin_constant(x, rows) || twin_constant(y, rows))
        return 0;
    return twin_covariance(x, y, rows) /
           sqrt(twin_covariance(x, x, rows) * twin_covariance(y, y, rows));
}

static information_loss twin_loss(const masked_table *in) {
    information_loss out = {0};
    double sse = 0;
    double sst = 0;
    double d = (double)in->attributes;
    size_t rows = in->rows;
    for (size_t a = 0; a < in->attributes; a++) {
        const double *o = in->column[0][a];
        const double *m = in->column[1][a];
        for (size_t i = 0; i < rows; i++) {
            out.il1 += fabs(o[i] - m[i]) / (double)rows / d;
            if (!twin_constant(o, rows))
                sse += (o[i] - m[i]) * (o[i] - m[i]);
        }
        out.il2 += fabs(twin_mean(o, rows) - twin_mean(m, rows)) / d;
        if (!twin_constant(o, rows)) {
            double variance = twin_covariance(o, o, rows);
            sst += variance * (double)rows;
            out.il4 += fabs(variance - twin_covariance(m, m, rows)) / variance / d;
        }
        for (size_t b = 0; b < in->attributes; b++) {
            const double *p = in->column[0][b];
            const double *q = in->column[1][b];
            if (b <= a)
                out.il3 += fabs(twin_covariance(o, p, rows) - twin_covariance(m, q, rows)) /
                           (d * (d + 1) / 2);
            if (b < a)
                out.il5 += fabs(twin_correlation(o, p, rows) - twin_correlation(m, q, rows)) /
                           (d * (d - 1) / 2);
        }
    }
    out.sse = sst > 0 ? sse / sst : 0;
    return out;
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-9 * fmax(1, fabs(a));
}

static void losses_are_the_twins(void **state) {
    size_t cases = property_cases(400);
    (void)state;
    for (uint64_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "losses", i);
        masked_table table;
        information_loss found;
        table_draw(&table, &stream, 700);
        information_loss wanted = twin_loss(&table);
        assert_int_equal(information_loss_measure(&found, &table.original, &table.masked, NULL),
                         SHOAL_OK);
        if (!near(found.sse, wanted.sse) || !near(found.il1, wanted.il1) ||
            !near(found.il2, wanted.il2) || !near(found.il3, wanted.il3) ||
            !near(found.il4, wanted.il4) || !near(found.il5, wanted.il5))
            fail_msg("case %llu: %g %g %g %g %g %g instead of %g %g %g %g %g %g",
                     (unsigned long long)i, found.sse, found.il1, found.il2, found.il3, found.il4,
                     found.il5, wanted.sse, wanted.il1, wanted.il2, wanted.il3, wanted.il4,
                     wanted.il5);
        table_free(&table);
    }
}

static void check_outcome(const char *what, uint64_t number, linkage_outcome found,
                          linkage_outcome wanted) {
    if (!(fabs(found.expected - wanted.expected) <= 1e-12))
        fail_msg("%s, case %llu: expected %.17g instead of %.17g", what, (unsigned long long)number,
                 found.expected, wanted.expected);
    if (found.attacked != wanted.attacked || found.linked != wanted.linked)
        fail_msg("%s, case %llu: %llu of %llu instead of %llu of %llu", what,
                 (unsigned long long)number, (unsigned long long)found.linked,
                 (unsigned long long)found.attacked, (unsigned long long)wanted.linked,
                 (unsigned long long)wanted.attacked);
}

#define POOLS 3

static void pools_open(thread_pool **pools) {
    for (int i = 0; i < POOLS; i++)
        pools[i] = i > 0 ? property_threads(i + 1) : NULL;
}

static void pools_close(thread_pool *const *pools) {
    for (int i = 0; i < POOLS; i++)
        threads_stop(pools[i]);
}

static size_t draw_most(const masked_table *table, random_stream *stream) {
    return random_below(stream, 2) ? 0 : random_below(stream, table->rows + 3);
}

static void links_by_distance_are_the_twins(void **state) {
    size_t cases = property_cases(600);
    thread_pool *pools[POOLS];
    (void)state;
    pools_open(pools);
    for (uint64_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "distance", i);
        masked_table table;
        linkage_outcome found;
        table_draw(&table, &stream, 900);
        linkage_attack attack = {&table.original, &table.masked, draw_most(&table, &stream),
                                 pools[i % POOLS], NULL};
        assert_int_equal(linkage_by_distance(&found, &attack, NULL), SHOAL_OK);
        check_outcome("distance", i, found, twin_by_distance(&table, attack.most));
        table_free(&table);
    }
    pools_close(pools);
}

static void links_by_probability_are_the_twins(void **state) {
    size_t cases = property_cases(400);
    thread_pool *pools[POOLS];
    (void)state;
    pools_open(pools);
    for (uint64_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "probability", i);
        masked_table table;
        linkage_outcome found;
        table_draw(&table, &stream, 200);
        size_t patterns = random_below(&stream, 3) ? LINKAGE_PATTERNS : random_below(&stream, 20);
        linkage_attack attack = {&table.original, &table.masked, draw_most(&table, &stream),
                                 pools[i % POOLS], NULL};
        assert_int_equal(linkage_by_probability_within(&found, &attack, patterns, NULL), SHOAL_OK);
        check_outcome("probability", i, found, twin_by_probability(&table, attack.most, patterns));
        table_free(&table);
    }
    pools_close(pools);
}

/* More masked records than are looked at at a time. */
static void large_tables_too(void **state) {
    random_stream stream = random_open(seed, "large", 0);
    thread_pool *pool = property_threads(2);
    masked_table table;
    linkage_outcome found;
    (void)state;
    table_new(&table, 40000, 4);
    for (size_t a = 0; a < table.attributes; a++)
        for (size_t i = 0; i < table.rows; i++) {
            table.column[0][a][i] = draw(&stream, 0, 1);
            table.column[1][a][i] = table.column[0][a][i] + 0.04 * draw(&stream, 0, 1);
        }
    linkage_attack attack = {&table.original, &table.masked, 30, pool, NULL};
    assert_int_equal(linkage_by_distance(&found, &attack, NULL), SHOAL_OK);
    check_outcome("distance", 0, found, twin_by_distance(&table, 30));
    assert_int_equal(linkage_by_probability(&found, &attack, NULL), SHOAL_OK);
    check_outcome("probability", 0, found, twin_by_probability(&table, 30, LINKAGE_PATTERNS));
    table_free(&table);
    threads_stop(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_the_twins),
        cmocka_unit_test(links_by_distance_are_the_twins),
        cmocka_unit_test(links_by_probability_are_the_twins),
        cmocka_unit_test(large_tables_too),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
