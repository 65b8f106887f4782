/* Rows of COPY as the reader of CSV expects them, against rows that are written so from the start;
 * and cells for COPY, which read back are what was written. */
#include "data/absent_join.h"
#include "store/csv_cells.h"
#include "store/csv_source.h"
#include "store/postgresql/postgresql_turn.h"
#include "support/random_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define MOST_CELLS 6

static const char *const texts[] = {"a",    "",      "b c", "\"",   "\"\"",
                                    "x,y",  "\n",    "\\.", "\xEF", "\xEF\xBF\xBD",
                                    "NULL", "\"\"2", ",",   " ",    "a\"b"};
#define TEXTS (sizeof texts / sizeof *texts)
#define ABSENT TEXTS

/* As PostgreSQL writes a value that is there. */
static void add_value(text *out, const char *value, bool quoted) {
    if (!quoted && *value && !strpbrk(value, ",\"\n\r")) {
        text_add_string(out, value);
        return;
    }
    text_add_string(out, "\"");
    for (; *value; value++) {
        text_add(out, value, 1);
        if (*value == '"')
            text_add(out, value, 1);
    }
    text_add_string(out, "\"");
}

static void rows_are_turned(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    size_t cases = property_cases(20000);
    for (size_t round = 0; round < cases; round++) {
        random_stream draw = random_open(seed, "turn", round);
        size_t columns = 1 + random_below(&draw, MOST_CELLS);
        absent_texts absent[MOST_CELLS];
        bool given = random_below(&draw, 2);
        for (size_t i = 0; i < MOST_CELLS; i++)
            absent[i] =
                (absent_texts){"", (const char *[]){"", "\"\"", NULL}[random_below(&draw, 3)]};
        text sent = {0}, expected = {0}, made = {0};
        for (size_t i = 0; i < columns; i++) {
            size_t value = random_below(&draw, TEXTS + 1);
            const char *mark = given && absent[i].empty ? absent[i].empty : ORIGIN_EMPTY;
            const char *end = i + 1 == columns ? "\n" : ",";
            if (value != ABSENT)
                add_value(&sent, texts[value], columns == 1);
            if (value == ABSENT && columns == 1)
                text_add_string(&expected, "\"\"");
            else if (value != ABSENT && !*texts[value])
                add_value(&expected, mark, false);
            else if (value != ABSENT)
                add_value(&expected, texts[value], columns == 1);
            text_add_string(&sent, end);
            text_add_string(&expected, end);
        }
        postgresql_turn turn;
        assert_int_equal(postgresql_turn_open(&turn, columns, given ? absent : NULL, NULL),
                         SHOAL_OK);
        assert_true(postgresql_turn_row(&made, &turn, sent.bytes, sent.length));
        assert_string_equal(made.bytes, expected.bytes);
        postgresql_turn_close(&turn);
        text_free(&sent);
        text_free(&expected);
        text_free(&made);
    }
}

static void marks_are_refused(void **state) {
    (void)state;
    static const char *const rows[] = {"a," ORIGIN_EMPTY "\n", ORIGIN_ABSENT ",b\n",
                                       "\"" ORIGIN_EMPTY "\"\n"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        postgresql_turn turn;
        text made = {0};
        assert_int_equal(postgresql_turn_open(&turn, 2, NULL, NULL), SHOAL_OK);
        assert_false(postgresql_turn_row(&made, &turn, rows[i], strlen(rows[i])));
        postgresql_turn_close(&turn);
        text_free(&made);
    }
}

/* What COPY FROM takes: nothing is an absent value, quotes are an empty text, \. is the end. */
static void cells_for_copy(void **state) {
    (void)state;
    static const struct {
        const char *value;
        absent_texts absent;
        const char *cell;
    } cases[] = {
        {"", {"", NULL}, ","},
        {"", {NULL, ""}, "\"\","},
        {"", {NULL, NULL}, "\"\","},
        {"\"\"", {"", "\"\""}, "\"\","},
        {"\"\"", {"", NULL}, "\"\"\"\"\"\","},
        {"\\.", {"", NULL}, "\"\\.\","},
        {"a", {"a", NULL}, ","},
        {"a", {"", NULL}, "a,"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        csv_cells_form form = {.delimiter = ',',
                               .separator = ',',
                               .quoted = false,
                               .crlf = false,
                               .knows_absent = true,
                               .absent = cases[i].absent};
        text made = {0};
        csv_cells_escape(&made, cases[i].value, strlen(cases[i].value), &form);
        text_add(&made, "", 1);
        assert_string_equal(made.bytes, cases[i].cell);
        text_free(&made);
    }
}

/* ---- Absent values and empty texts as one ---- */

static void add_origin(column *of, const char *empty) {
    of->origin = column_origin_new(VALUE_TEXT);
    assert_non_null(of->origin);
    of->origin->nulls = true;
    of->origin->empty = memory_text(empty, strlen(empty));
}

static void both_become_one(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    size_t cases = property_cases(300);
    static const char *const values[] = {"", "E", "a", "b", "\"\"", "~"};
    for (size_t round = 0; round < cases; round++) {
        random_stream draw = random_open(seed, "join", round);
        text csv = {0};
        char expected[64][4];
        size_t rows = 2 + random_below(&draw, 60);
        text_add_string(&csv, "x,y\n");
        for (size_t row = 0; row < rows; row++) {
            size_t value = row < 2 ? row : random_below(&draw, 6);
            const char *cell = values[value];
            text_format(&csv, "%s,1\n", value == 4 ? "\"\"\"\"\"\"" : cell);
            snprintf(expected[row], sizeof *expected, "%s", value == 1 ? "" : cell);
        }
        shoal_table *table = NULL;
        source_options options = {.delimiter = ',', .header = SHOAL_YES};
        assert_int_equal(csv_read_memory(&table, csv.bytes, csv.length, &options, NULL), SHOAL_OK);
        size_t size = table->column[0].values.size;
        add_origin(&table->column[0], "E");
        absent_join(table);
        assert_int_equal(table->column[0].values.size, size - 1);
        assert_null(table->column[0].origin->empty);
        for (size_t row = 0; row < rows; row++)
            assert_string_equal(shoal_table_value(table, (int64_t)row, 0), expected[row]);
        for (uint32_t code = 1; code < size - 1; code++)
            assert_true(strcmp(dictionary_text(&table->column[0].values, code - 1),
                               dictionary_text(&table->column[0].values, code)) < 0);
        shoal_table_free(table);
        text_free(&csv);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_turned),
        cmocka_unit_test(marks_are_refused),
        cmocka_unit_test(cells_for_copy),
        cmocka_unit_test(both_become_one),
    };
    return cmocka_run_group_tests_name("postgresql_turn", tests, NULL, NULL);
}
