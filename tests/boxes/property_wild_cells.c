/* Cells blanked where a blank matches every value, on random tables: every row is compatible with k
 * rows by comparing all pairs, the cost is the recomputed one and never grows, no blank can be
 * taken back, and nothing depends on the number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "boxes/wild_cells.h"
#include "support/random_cases.h"

#include <stdlib.h>
#include <string.h>

static uint64_t seed;

#define MOST_ATTRIBUTES 20
#define MOST_TUPLES 400
#define VALUES 6

typedef struct instance {
    wild_table of;
    uint16_t position[MOST_TUPLES * MOST_ATTRIBUTES];
    uint32_t count[MOST_TUPLES];
    box_cost cost[MOST_ATTRIBUTES][VALUES];
    const box_cost *costs[MOST_ATTRIBUTES];
} instance;

static void draw_costs(instance *out, random_stream *stream) {
    bool equal = random_below(stream, 2) == 0;
    for (size_t a = 0; a < out->of.attributes; a++) {
        bool forbidden = random_below(stream, 12) == 0;
        for (size_t v = 0; v < VALUES; v++)
            out->cost[a][v] = forbidden ? BOX_FORBIDDEN
                              : equal   ? 1000
                                        : (box_cost)(1 + random_below(stream, 1000));
        out->costs[a] = out->cost[a];
    }
}

/* Tuples are different, as those of frequency sets are. */
static bool is_new(const instance *of, size_t tuple) {
    size_t bytes = of->of.attributes * sizeof *of->position;
    for (size_t t = 0; t < tuple; t++)
        if (memcmp(of->position + t * of->of.attributes, of->position + tuple * of->of.attributes,
                   bytes) == 0)
            return false;
    return true;
}

static void draw(instance *out, random_stream *stream, size_t most_tuples, size_t attributes) {
    *out = (instance){.of = {.attributes = attributes,
                             .position = out->position,
                             .count = out->count,
                             .cost = out->costs,
                             .k = 1 + random_below(stream, 6)}};
    size_t tuples = 1 + random_below(stream, most_tuples);
    bool gaps = random_below(stream, 3) == 0;
    for (size_t t = 0; t < tuples; t++) {
        uint16_t *position = out->position + out->of.tuples * attributes;
        for (size_t a = 0; a < attributes; a++) {
            bool missing = gaps && random_below(stream, 10) == 0;
            position[a] = missing ? WILD_MISSING : (uint16_t)random_below(stream, 2 + a % 5);
        }
        if (!is_new(out, out->of.tuples))
            continue;
        out->count[out->of.tuples] =
            1 + (uint32_t)random_below(stream, 1 + random_below(stream, 8));
        out->of.rows += out->count[out->of.tuples++];
    }
    out->of.blanks = random_below(stream, 2) ? 0 : random_below(stream, out->of.rows);
    draw_costs(out, stream);
}

/* ---- By definition --------------------------------------------------------------------------- */

typedef struct shown_row {
    size_t tuple;
    uint64_t blank;
    uint32_t copies;
} shown_row;

static bool shows(const instance *of, const shown_row *row, size_t a) {
    return !(row->blank >> a & 1) &&
           of->position[row->tuple * of->of.attributes + a] != WILD_MISSING;
}

static bool is_blank(const instance *of, const shown_row *row) {
    uint64_t all = (UINT64_C(1) << of->of.attributes) - 1;
    return row->blank == all;
}

static bool is_compatible(const instance *of, const shown_row *one, const shown_row *other) {
    for (size_t a = 0; a < of->of.attributes; a++)
        if (shows(of, one, a) && shows(of, other, a) &&
            of->position[one->tuple * of->of.attributes + a] !=
                of->position[other->tuple * of->of.attributes + a])
            return false;
    return true;
}

static size_t list_rows(shown_row *out, const instance *of, const wild_blanks *made) {
    size_t count = 0;
    for (size_t t = 0; t < of->of.tuples; t++) {
        uint32_t copies = 0;
        for (size_t i = made->first[t]; i < made->first[t + 1]; i++) {
            out[count++] = (shown_row){t, made->portion[i].blank, made->portion[i].copies};
            copies += made->portion[i].copies;
        }
        assert_int_equal(copies, of->count[t]);
    }
    return count;
}

static bool all_safe(const instance *of, const shown_row *row, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t support = 0;
        for (size_t j = 0; j < count; j++)
            if (!is_blank(of, &row[j]) && is_compatible(of, &row[i], &row[j]))
                support += row[j].copies;
        if (!is_blank(of, &row[i]) && support < of->of.k)
            return false;
    }
    return true;
}

static int64_t cost_of(const instance *of, const shown_row *row, size_t count) {
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t a = 0; a < of->of.attributes; a++)
            if (row[i].blank >> a & 1) {
                uint16_t at = of->position[row[i].tuple * of->of.attributes + a];
                assert_int_not_equal(at, WILD_MISSING);
                assert_int_not_equal(of->cost[a][at], BOX_FORBIDDEN);
                sum += (int64_t)of->cost[a][at] * row[i].copies;
            }
    return sum;
}

static void check_blanks(const instance *of, const wild_blanks *made) {
    size_t most = made->first[of->of.tuples], blanked = 0;
    shown_row *row = calloc(most + 1, sizeof *row);
    size_t count = list_rows(row, of, made);
    assert_true(all_safe(of, row, count));
    assert_int_equal(cost_of(of, row, count), made->cost);
    for (size_t i = 0; i < count; i++)
        blanked += is_blank(of, &row[i]) ? row[i].copies : 0;
    assert_true(blanked <= of->of.blanks);
    free(row);
}

/* No single row can show a cell again. */
static void check_needed(const instance *of, const wild_blanks *made) {
    size_t most = made->first[of->of.tuples];
    shown_row *row = calloc(most + 2, sizeof *row);
    size_t count = list_rows(row, of, made);
    for (size_t i = 0; i < count; i++) {
        shown_row before = row[i];
        if (before.blank == 0 || is_blank(of, &before))
            continue;
        row[i].copies--;
        for (uint64_t rest = before.blank; rest; rest &= rest - 1) {
            row[count] = (shown_row){before.tuple, before.blank & ~(rest & (0 - rest)), 1};
            shown_row last = row[i];
            if (last.copies == 0)
                row[i] = row[count];
            assert_false(all_safe(of, row, last.copies == 0 ? count : count + 1));
            row[i] = last;
        }
        row[i] = before;
    }
    free(row);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static bool can_be_safe(const instance *of) {
    for (size_t a = 0; a < of->of.attributes; a++)
        if (of->cost[a][0] == BOX_FORBIDDEN)
            return false;
    return of->of.rows >= of->of.k && of->of.attributes > 1;
}

static void run(const instance *of, size_t rounds, thread_pool *pool, wild_blanks *out,
                bool *safe) {
    wild_work work = {.of = &of->of, .pool = pool, .seed = seed};
    wild_cells *used;
    assert_int_equal(wild_cells_open(&used, &work, NULL), SHOAL_OK);
    assert_int_equal(wild_cells_greedy(used, safe, NULL), SHOAL_OK);
    *out = (wild_blanks){0};
    for (size_t r = 0; *safe && r < rounds; r++) {
        int64_t before = wild_cells_cost(used), moves;
        assert_int_equal(wild_cells_round(used, r, &moves, NULL), SHOAL_OK);
        assert_true(wild_cells_cost(used) <= before);
    }
    if (*safe)
        assert_int_equal(wild_cells_take(used, out, NULL), SHOAL_OK);
    wild_cells_close(used);
}

static void check_case(size_t index, size_t most_tuples, size_t attributes, size_t rounds) {
    random_stream stream = random_open(seed, "wild", index);
    instance *of = calloc(1, sizeof *of);
    wild_blanks made;
    bool safe;
    draw(of, &stream, most_tuples, attributes);
    run(of, rounds, NULL, &made, &safe);
    if (safe) {
        check_blanks(of, &made);
        if (of->of.tuples < 40)
            check_needed(of, &made);
    }
    wild_blanks_free(&made);
    free(of);
}

static void rows_are_safe(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(300); i++)
        check_case(i, i % 10 ? 30 : MOST_TUPLES, 1 + i % 8, i % 3);
}

/* Not all sets of attributes are looked at. */
static void rows_of_many_attributes_are_safe(void **state) {
    (void)state;
    for (size_t i = 0; i < property_cases(60); i++)
        check_case(i, 60, 13 + i % 8, i % 2);
}

static void whatever_can_be_safe_is(void **state) {
    (void)state;
    size_t found = 0;
    for (size_t i = 0; i < property_cases(200); i++) {
        random_stream stream = random_open(seed, "possible", i);
        instance *of = calloc(1, sizeof *of);
        wild_blanks made;
        bool safe;
        draw(of, &stream, 25, 2 + i % 6);
        run(of, 0, NULL, &made, &safe);
        found += safe && can_be_safe(of);
        wild_blanks_free(&made);
        free(of);
    }
    assert_true(found > property_cases(200) / 3);
}

static void threads_do_not_matter(void **state) {
    (void)state;
    thread_pool *pool = property_threads(3);
    for (size_t i = 0; i < property_cases(10); i++) {
        random_stream stream = random_open(seed, "threads", i);
        instance *of = calloc(1, sizeof *of);
        wild_blanks one, three;
        bool safe, again;
        draw(of, &stream, MOST_TUPLES, 6);
        run(of, 2, NULL, &one, &safe);
        run(of, 2, pool, &three, &again);
        assert_int_equal(safe, again);
        if (safe) {
            size_t portions = one.first[of->of.tuples];
            assert_int_equal(three.first[of->of.tuples], portions);
            assert_int_equal(one.cost, three.cost);
            for (size_t p = 0; p < portions; p++)
                assert_int_equal(one.portion[p].blank, three.portion[p].blank);
        }
        wild_blanks_free(&one);
        wild_blanks_free(&three);
        free(of);
    }
    threads_stop(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_safe),
        cmocka_unit_test(rows_of_many_attributes_are_safe),
        cmocka_unit_test(whatever_can_be_safe_is),
        cmocka_unit_test(threads_do_not_matter),
    };
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
