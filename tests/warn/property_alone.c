/* People who are alone with their values, against a slow twin that compares every row with every
 * other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "support/random_cases.h"
#include "warn/alone.h"

#include <stdlib.h>

enum { MOST_ROWS = 120, COLUMNS = 4, MOST_VALUES = 40 };

static uint64_t seed;

static struct {
    uint32_t codes[COLUMNS][MOST_ROWS], person[MOST_ROWS];
    bool kept[MOST_ROWS], missing[MOST_VALUES];
    column column[COLUMNS];
    shoal_table table;
    alone_rows rows;
} drawn;

static void draw(random_stream *from) {
    size_t rows = drawn.table.rows = random_below(from, MOST_ROWS + 1);
    uint64_t persons = 1 + random_below(from, MOST_ROWS);
    for (size_t c = 0; c < COLUMNS; c++) {
        uint32_t values = 1 + (uint32_t)random_below(from, random_below(from, 2) ? 4 : MOST_VALUES);
        for (size_t i = 0; i < rows; i++)
            drawn.codes[c][i] = (uint32_t)random_below(from, values);
        drawn.column[c] = (column){.kept = true, .values.size = values};
        drawn.column[c].codes = (codes){drawn.codes[c], 4};
    }
    for (size_t i = 0; i < rows; i++) {
        drawn.person[i] = (uint32_t)random_below(from, persons);
        drawn.kept[i] = random_below(from, 5) != 0;
    }
    for (size_t v = 0; v < MOST_VALUES; v++)
        drawn.missing[v] = random_below(from, 8) == 0;
    drawn.rows = (alone_rows){.table = &drawn.table};
    if (random_below(from, 2))
        drawn.rows.kept = drawn.kept;
    if (random_below(from, 2)) {
        drawn.rows.person_of = drawn.person;
        drawn.rows.persons = persons;
    }
}

static bool counts(size_t row, const bool *missing) {
    return (!drawn.rows.kept || drawn.kept[row]) && !(missing && missing[drawn.codes[0][row]]);
}

static bool same_person(size_t one, size_t other) {
    return drawn.rows.person_of ? drawn.person[one] == drawn.person[other] : one == other;
}

static bool is_alone(size_t row, size_t columns, const bool *missing) {
    for (size_t i = 0; i < drawn.table.rows; i++) {
        bool same = counts(i, missing) && !same_person(i, row);
        for (size_t c = 0; c < columns; c++)
            same = same && drawn.codes[c][i] == drawn.codes[c][row];
        if (same)
            return false;
    }
    return true;
}

/* A person counts at her first row that does, and again where none of the rows before was alone. */
static alone_count count(size_t columns, const bool *missing) {
    alone_count out = {0};
    for (size_t i = 0; i < drawn.table.rows; i++) {
        bool first = counts(i, missing), alone = first && is_alone(i, columns, missing);
        for (size_t j = 0; j < i; j++)
            if (counts(j, missing) && same_person(i, j)) {
                first = false;
                alone = alone && !is_alone(j, columns, missing);
            }
        out.of += first;
        out.alone += alone;
    }
    return out;
}

static void people_are_counted_once(void **state) {
    (void)state;
    const column *by[COLUMNS] = {&drawn.column[0], &drawn.column[1], &drawn.column[2],
                                 &drawn.column[3]};
    for (size_t item = 0; item < property_cases(400); item++) {
        random_stream from = random_open(seed, "alone", item);
        alone_count found, expected;
        draw(&from);
        const bool *missing = random_below(&from, 2) ? drawn.missing : NULL;
        expected = count(1, missing);
        assert_true(alone_by_column(&found, &drawn.rows, by[0], missing));
        assert_int_equal(found.of, expected.of);
        assert_int_equal(found.alone, expected.alone);
        for (size_t columns = 1; columns <= COLUMNS; columns++) {
            expected = count(columns, NULL);
            assert_true(alone_by_columns(&found, &drawn.rows, by, columns));
            assert_int_equal(found.of, expected.of);
            assert_int_equal(found.alone, expected.alone);
        }
    }
}

/* Large tables are counted in parts: every row has a pair of its own but twenty, which are ten. */
static void large_tables_are_counted_whole(void **state) {
    (void)state;
    enum { ROWS = 600000, SIDE = 1000, TWICE = 10 };
    uint32_t *one = malloc(ROWS * sizeof *one), *other = malloc(ROWS * sizeof *other);
    assert_true(one && other);
    for (uint32_t i = 0; i < ROWS; i++) {
        uint32_t pair = i < ROWS - TWICE ? i : i - (ROWS - TWICE);
        one[i] = pair % SIDE;
        other[i] = pair / SIDE;
    }
    column columns[2] = {{.values.size = SIDE, .codes = {one, 4}},
                         {.values.size = SIDE, .codes = {other, 4}}};
    const column *by[2] = {&columns[0], &columns[1]};
    shoal_table table = {.rows = ROWS};
    alone_rows rows = {.table = &table};
    alone_count found;
    assert_true(alone_by_columns(&found, &rows, by, 2));
    assert_int_equal(found.of, ROWS);
    assert_int_equal(found.alone, ROWS - 2 * TWICE);
    free(one);
    free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(people_are_counted_once),
                                       cmocka_unit_test(large_tables_are_counted_whole)};
    seed = property_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
