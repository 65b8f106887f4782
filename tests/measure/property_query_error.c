/* Counts and tables from generalized rows against twins that go through the rows, cell by cell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/query_error.h"
#include "support/coded_rows.h"
#include "support/random_cases.h"
#include "support/twin.h"

#include <math.h>
#include <stdlib.h>

static uint64_t seed;

typedef struct queried_table {
    coded_rows original, release;
    uint32_t positions[MOST_ATTRIBUTES], position_of[MOST_ATTRIBUTES][MOST_VALUES];
    bool covers[MOST_ATTRIBUTES][MOST_VALUES][MOST_VALUES]; /* position, label */
    bool original_kept[MOST_ROWS], release_kept[MOST_ROWS];
    label_spread spread[MOST_ATTRIBUTES];
    query_column column[MOST_ATTRIBUTES];
    query_task task;
} queried_table;

static void draw_column(queried_table *out, size_t a, random_stream *stream) {
    uint32_t values = out->original.size[a];
    uint32_t positions = out->positions[a] = 1 + (uint32_t)random_below(stream, values);
    uint32_t labels = out->release.size[a] = 1 + (uint32_t)random_below(stream, MOST_VALUES);
    label_pair pairs[2 * MOST_VALUES * MOST_VALUES];
    size_t count = 0;
    for (uint32_t v = 0; v < values; v++)
        out->position_of[a][v] = (uint32_t)random_below(stream, positions);
    for (uint32_t l = 0; l < labels; l++) {
        uint64_t rarely = 1 + random_below(stream, 6);
        bool any = false;
        for (uint32_t p = 0; p < positions; p++) {
            out->covers[a][p][l] = random_below(stream, rarely) == 0;
            any |= out->covers[a][p][l];
            for (int again = 0; again < 2 && out->covers[a][p][l]; again++)
                pairs[count++] = (label_pair){p, l};
        }
        for (uint32_t p = 0; p < positions && !any; p++)
            out->covers[a][p][l] = true;
    }
    assert_int_equal(label_spread_open(&out->spread[a], positions, labels, pairs, count, NULL),
                     SHOAL_OK);
}

static void draw_table(queried_table *out, size_t number, random_stream *stream) {
    draw_rows(&out->original, stream);
    out->release.attributes = out->original.attributes;
    out->release.rows = random_below(stream, MOST_ROWS + 1);
    for (size_t i = 0; i < MOST_ROWS; i++) {
        out->original_kept[i] = random_below(stream, 4) > 0;
        out->release_kept[i] = random_below(stream, 4) > 0;
    }
    for (size_t a = 0; a < out->original.attributes; a++) {
        draw_column(out, a, stream);
        for (size_t i = 0; i < out->release.rows; i++)
            out->release.cell[a][i] = (uint32_t)random_below(stream, out->release.size[a]);
        out->release.column[a] = (codes){out->release.cell[a], 4};
        out->column[a] =
            (query_column){.original = &out->original.column[a],
                           .release = &out->release.column[a],
                           .values = out->original.size[a],
                           .position_of = out->position_of[a],
                           .ordered = (uint32_t)random_below(stream, out->positions[a] + 1),
                           .spread = &out->spread[a]};
    }
    out->task = (query_task){.columns = out->column,
                             .count = out->original.attributes,
                             .original_rows = out->original.rows,
                             .release_rows = out->release.rows,
                             .original_kept = out->original_kept,
                             .release_kept = out->release_kept,
                             .seed = number};
}

static void close_table(queried_table *of) {
    for (size_t a = 0; a < of->original.attributes; a++)
        label_spread_close(&of->spread[a]);
}

/* How much of a cell of the release is at a position. */
static double twin_weight(const queried_table *of, size_t a, size_t row, uint32_t position) {
    uint32_t label = of->release.cell[a][row];
    double width = 0;
    for (uint32_t p = 0; p < of->positions[a]; p++)
        width += of->covers[a][p][label];
    return of->covers[a][position][label] / width;
}

static uint32_t twin_position(const queried_table *of, size_t a, size_t row) {
    return of->position_of[a][of->original.cell[a][row]];
}

static uint64_t twin_rows(const queried_table *of) {
    uint64_t rows = 0;
    for (size_t row = 0; row < of->original.rows; row++)
        rows += of->original_kept[row];
    return rows;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static double twin_count(const queried_table *of, const range_query *asked) {
    double rows = 0;
    for (size_t row = 0; row < of->original.rows; row++) {
        bool within = of->original_kept[row];
        for (size_t d = 0; d < asked->dimensions; d++) {
            uint32_t position = twin_position(of, asked->column[d], row);
            within &= position >= asked->begin[d] && position < asked->end[d];
        }
        rows += within;
    }
    return rows;
}

static double twin_estimate(const queried_table *of, const range_query *asked) {
    double rows = 0;
    for (size_t row = 0; row < of->release.rows; row++) {
        double share = of->release_kept[row];
        for (size_t d = 0; d < asked->dimensions; d++) {
            double within = 0;
            for (uint32_t p = asked->begin[d]; p < asked->end[d]; p++)
                within += twin_weight(of, asked->column[d], row, p);
            share *= within;
        }
        rows += share;
    }
    return rows;
}

static int ascending(const void *a, const void *b) {
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static void compare_ranges(const queried_table *of, const range_error *found, size_t number) {
    static double errors[QUERY_MOST];
    for (size_t d = 1; d <= QUERY_DIMENSIONS; d++) {
        if (d > of->task.count || twin_rows(of) == 0) {
            twin_same("queries", number, found[d - 1].queries, 0);
            continue;
        }
        double sum = 0;
        twin_same("queries", number, found[d - 1].queries, QUERY_MOST);
        for (size_t q = 0; q < QUERY_MOST; q++) {
            range_query asked = range_query_draw(&of->task, d, q);
            double count = twin_count(of, &asked);
            assert_true(count >= 1);
            errors[q] = fabs(twin_estimate(of, &asked) - count) / count;
            sum += errors[q];
        }
        qsort(errors, QUERY_MOST, sizeof *errors, ascending);
        twin_near("mean", number, found[d - 1].mean, sum / QUERY_MOST, 1e-9);
        twin_near("median", number, found[d - 1].median,
                  (errors[QUERY_MOST / 2 - 1] + errors[QUERY_MOST / 2]) / 2, 1e-9);
        twin_near("upper", number, found[d - 1].upper, errors[QUERY_MOST * 9 / 10 - 1], 1e-9);
    }
}

static void range_counts_are_as_row_by_row(void **state) {
    size_t cases = property_cases(40);
    (void)state;
    for (size_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "queried tables", i);
        queried_table table = {0};
        range_error found[QUERY_DIMENSIONS], again[QUERY_DIMENSIONS];
        draw_table(&table, i, &stream);
        assert_int_equal(range_errors_measure(found, &table.task, NULL), SHOAL_OK);
        compare_ranges(&table, found, i);
        table.task.pool = property_threads(3);
        assert_int_equal(range_errors_measure(again, &table.task, NULL), SHOAL_OK);
        threads_stop(table.task.pool);
        for (size_t d = 0; d < QUERY_DIMENSIONS && found[d].queries > 0; d++)
            assert_true(found[d].mean == again[d].mean && found[d].upper == again[d].upper);
        close_table(&table);
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Of two attributes; twice the same: of one. */
static double twin_distance(const queried_table *of, size_t one, size_t other) {
    double rows = (double)twin_rows(of), released = 0, sum = 0;
    bool single = one == other;
    for (size_t row = 0; row < of->release.rows; row++)
        released += of->release_kept[row];
    if (rows == 0 || released == 0)
        return (double)NAN;
    for (uint32_t p = 0; p < of->positions[one]; p++)
        for (uint32_t q = 0; q < (single ? 1 : of->positions[other]); q++) {
            double before = 0, after = 0;
            for (size_t row = 0; row < of->original.rows; row++)
                before += of->original_kept[row] && twin_position(of, one, row) == p &&
                          (single || twin_position(of, other, row) == q);
            for (size_t row = 0; row < of->release.rows; row++)
                after += of->release_kept[row] * twin_weight(of, one, row, p) *
                         (single ? 1 : twin_weight(of, other, row, q));
            sum += fabs(before / rows - after / released);
        }
    return sum / 2;
}

static void same_distance(const char *what, size_t number, double found, double wanted) {
    if (isnan(wanted))
        assert_true(isnan(found));
    else
        twin_near(what, number, found, wanted, 1e-9);
}

static void tables_are_as_row_by_row(void **state) {
    size_t cases = property_cases(300);
    (void)state;
    for (size_t i = 0; i < cases; i++) {
        random_stream stream = random_open(seed, "grouped tables", i);
        queried_table table = {0};
        group_errors found;
        arena memory = {0};
        draw_table(&table, i, &stream);
        assert_int_equal(group_errors_measure(&found, &table.task, &memory, NULL), SHOAL_OK);
        for (size_t a = 0; a < table.task.count; a++) {
            same_distance("single", i, found.single[a], twin_distance(&table, a, a));
            for (size_t b = 0; b < table.task.count && b != a; b++)
                same_distance("pair", i, found.pair[a * found.paired + b],
                              twin_distance(&table, a, b));
        }
        arena_free(&memory);
        close_table(&table);
    }
}

/* Of many values neighbours are one row of the table. */
static void many_values_are_grouped(void **state) {
    enum { VALUES = 1000 };
    uint32_t cell[VALUES], position_of[VALUES], hidden[VALUES] = {0};
    codes original = {cell, 4}, release = {cell, 4}, star = {hidden, 4};
    label_pair pairs[VALUES];
    label_spread exact, all;
    arena memory = {0};
    group_errors found;
    (void)state;
    for (uint32_t v = 0; v < VALUES; v++) {
        cell[v] = position_of[v] = v;
        pairs[v] = (label_pair){v, v};
    }
    assert_int_equal(label_spread_open(&exact, VALUES, VALUES, pairs, VALUES, NULL), SHOAL_OK);
    assert_int_equal(label_spread_open(&all, VALUES, 1, pairs, 0, NULL), SHOAL_OK);
    query_column columns[] = {{.original = &original,
                               .release = &release,
                               .values = VALUES,
                               .position_of = position_of,
                               .ordered = VALUES,
                               .spread = &exact},
                              {.original = &original,
                               .release = &star,
                               .values = VALUES,
                               .position_of = position_of,
                               .ordered = VALUES,
                               .spread = &all}};
    query_task task = {.columns = columns,
                       .count = 2,
                       .original_rows = VALUES,
                       .release_rows = VALUES,
                       .original_kept = NULL,
                       .release_kept = NULL,
                       .seed = 1};
    assert_int_equal(group_errors_measure(&found, &task, &memory, NULL), SHOAL_OK);
    twin_near("exact", 0, found.single[0], 0, 1e-12);
    twin_near("uniform values", 0, found.single[1], 0, 1e-12);
    /* Both attributes are the same: of each row of the table one cell in QUERY_GROUPS is right. */
    twin_near("pair", 0, found.pair_mean, 1 - 1.0 / QUERY_GROUPS, 1e-9);
    arena_free(&memory);
    label_spread_close(&exact);
    label_spread_close(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(range_counts_are_as_row_by_row),
        cmocka_unit_test(tables_are_as_row_by_row),
        cmocka_unit_test(many_values_are_grouped),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
