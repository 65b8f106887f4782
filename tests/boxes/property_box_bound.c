/* Bounds on random tables: never above the optimum of all divisions; the values that prove them
 * keep every cluster of k rows; what neighbours cost is what a plain search finds; nothing depends
 * on the number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/box_bound.h"
#include "boxes/box_exact.h"
#include "boxes/box_floor.h"
#include "support/box_cases.h"
#include "support/random_cases.h"

#include <stdlib.h>

static uint64_t seed;

/* Goes on also where the optimum of a tiny table is known: its values are to be seen. */
static box_bound *raised(const box_work *work, size_t calls) {
    box_bound *bound;
    bool more = true;
    assert_int_equal(box_bound_open(&bound, work, NULL), SHOAL_OK);
    for (size_t i = 0; i < calls; i++) {
        int64_t before = box_bound_value(bound);
        assert_int_equal(box_bound_raise(bound, &more, NULL), SHOAL_OK);
        assert_true(box_bound_value(bound) >= before);
    }
    return bound;
}

static uint64_t copies_of(const box_case *of, size_t tuple) {
    return of->table.count ? of->table.count[tuple] : 1;
}

static int compare_costs(const void *one, const void *other) {
    const int64_t *first = one, *second = other;
    return (*first > *second) - (*first < *second);
}

/* ---- Against all divisions ------------------------------------------------------------------- */

/* What values prove when the rows with the highest ones are blanked. */
static int64_t proven_by(const box_case *of, const int32_t *value) {
    int64_t sum = 0, excess[16];
    size_t rows = 0;
    for (size_t t = 0; t < of->table.tuples; t++)
        for (uint64_t c = 0; c < copies_of(of, t); c++) {
            sum += value[t];
            excess[rows++] = of->table.blank_cost - value[t];
        }
    qsort(excess, rows, sizeof *excess, compare_costs);
    for (size_t i = 0; i < rows && i < of->table.blanks && excess[i] < 0; i++)
        sum += excess[i];
    return sum;
}

static void bounds_are_never_above_the_optimum(void **state) {
    (void)state;
    int64_t bounds = 0, optima = 0;
    for (uint64_t i = 0; i < property_cases(400); i++) {
        random_stream stream = random_open(seed, "optimum", i);
        box_case drawn;
        box_case_draw(&drawn, &stream, &(box_case_kind){9, 9, i % 4 == 0, i % 3 == 0 ? 3 : 0});
        box_bound *bound = raised(&drawn.work, 30);
        int64_t optimum = box_case_optimum(&drawn);
        int64_t proven = proven_by(&drawn, box_bound_values(bound));
        assert_true(proven <= optimum);
        if (optimum != INT64_MAX) {
            assert_int_equal(box_bound_value(bound), optimum);
            bounds += proven;
            optima += optimum;
        }
        box_bound_close(bound);
        box_case_free(&drawn);
    }
    assert_true(bounds > optima / 10 * 8); /* and not far below, on average */
}

/* ---- Against all clusters -------------------------------------------------------------------- */

typedef struct chosen_rows {
    const box_case *of;
    const int32_t *value;
    size_t count;
    box hull;
    uint16_t least[20][BOX_CASE_ATTRIBUTES], most[20][BOX_CASE_ATTRIBUTES];
    uint64_t set[20][BOX_CASE_ATTRIBUTES];
} chosen_rows;

static void extend(chosen_rows *with, size_t depth, size_t tuple) {
    size_t attributes = with->of->table.attributes;
    box own = {with->least[depth], with->most[depth], with->set[depth]};
    if (depth == 0) {
        box_begin(&with->of->table, &own, tuple);
        return;
    }
    for (size_t a = 0; a < attributes; a++) {
        own.least[a] = with->least[depth - 1][a];
        own.most[a] = with->most[depth - 1][a];
        own.set[a] = with->set[depth - 1][a];
    }
    box_extend(&with->of->table, &own, tuple);
}

/* All ways to choose k rows; `used` copies of the last tuple are taken. */
static void choose(chosen_rows *with, size_t depth, size_t tuple, uint64_t used, int64_t sum) {
    const box_table *of = &with->of->table;
    if (depth == of->k) {
        box own = {with->least[depth - 1], with->most[depth - 1], with->set[depth - 1]};
        assert_true(sum <= (int64_t)of->k * box_row_cost(&with->of->costs, &own));
        return;
    }
    for (size_t t = tuple; t < of->tuples; t++) {
        uint64_t taken = t == tuple ? used : 0;
        if (taken >= copies_of(with->of, t))
            continue;
        extend(with, depth, t);
        choose(with, depth + 1, t, taken + 1, sum + with->value[t]);
    }
}

static void values_keep_every_cluster(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(120); i++) {
        random_stream stream = random_open(seed, "clusters", i);
        box_case drawn;
        box_case_draw(&drawn, &stream, &(box_case_kind){i % 2 ? 16 : 60, 80, false, 0});
        if (drawn.table.tuples > 16)
            drawn.table.k = 1 + drawn.table.k % 3;
        box_bound *bound = raised(&drawn.work, 30);
        chosen_rows with = {.of = &drawn, .value = box_bound_values(bound)};
        choose(&with, 0, 0, 0, 0);
        int64_t sum = 0;
        for (size_t t = 0; t < drawn.table.tuples; t++)
            sum += (int64_t)copies_of(&drawn, t) * with.value[t];
        assert_true(drawn.table.rows <= BOX_EXACT_ROWS || sum == box_bound_value(bound));
        box_bound_close(bound);
        box_case_free(&drawn);
    }
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

static int64_t plain_floor(const box_case *of, size_t tuple) {
    const box_table *table = &of->table;
    uint16_t least[BOX_CASE_ATTRIBUTES], most[BOX_CASE_ATTRIBUTES];
    uint64_t set[BOX_CASE_ATTRIBUTES];
    box pair = {least, most, set};
    int64_t *cost = malloc(table->rows * sizeof *cost);
    size_t rows = 0;
    for (size_t t = 0; t < table->tuples; t++) {
        box_begin(table, &pair, tuple);
        box_extend(table, &pair, t);
        for (uint64_t c = 0; c < copies_of(of, t); c++)
            cost[rows++] = box_row_cost(&of->costs, &pair);
    }
    qsort(cost, rows, sizeof *cost, compare_costs);
    /* The tuple itself is among the nearest, unless others cost as little. */
    int64_t found = cost[table->k - 1];
    free(cost);
    return found < BOX_FLOOR_MOST ? found : BOX_FLOOR_MOST;
}

static void floors_equal_the_plain_search(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(100); i++) {
        random_stream stream = random_open(seed, "floors", i);
        box_case drawn;
        box_case_draw(&drawn, &stream, &(box_case_kind){300, 400, i % 4 == 0, 0});
        int32_t *floor = malloc(drawn.table.tuples * sizeof *floor);
        assert_int_equal(box_floor_find(floor, &drawn.work, NULL), SHOAL_OK);
        for (size_t t = 0; t < drawn.table.tuples; t++)
            assert_int_equal(floor[t], plain_floor(&drawn, t));
        free(floor);
        box_case_free(&drawn);
    }
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void threads_do_not_matter(void **state) {
    (void)state;
    for (uint64_t i = 0; i < property_cases(10); i++) {
        random_stream stream = random_open(seed, "threads", i);
        box_case drawn;
        box_case_draw(&drawn, &stream, &(box_case_kind){400, 500, false, 0});
        box_bound *bound[3];
        for (int threads = 1; threads <= 3; threads++) {
            drawn.work.pool = property_threads(threads);
            bound[threads - 1] = raised(&drawn.work, 6);
            threads_stop(drawn.work.pool);
            assert_int_equal(box_bound_value(bound[0]), box_bound_value(bound[threads - 1]));
            assert_memory_equal(box_bound_values(bound[0]), box_bound_values(bound[threads - 1]),
                                drawn.table.tuples * sizeof(int32_t));
        }
        for (int b = 0; b < 3; b++)
            box_bound_close(bound[b]);
        box_case_free(&drawn);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_never_above_the_optimum),
        cmocka_unit_test(values_keep_every_cluster),
        cmocka_unit_test(floors_equal_the_plain_search),
        cmocka_unit_test(threads_do_not_matter),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
