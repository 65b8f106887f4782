/* Tables of rows that come in pieces, of several parts: every cell as it was added, absent values
 * and empty texts told apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/table_builder.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <string.h>

enum { PARTS = 3, COLUMNS = 4, MOST_ROWS = 200 };

/* What cells are drawn from; of the first few, a column has only some. */
static const char *const drawn[] = {"",  ORIGIN_EMPTY, "\"\"", "\"\"2",          "a",
                                    "b", "über",       "!",    "a longer value", "12345678"};
enum { DRAWN = sizeof drawn / sizeof *drawn };

typedef struct case_of_rows {
    size_t rows;
    const char *cell[MOST_ROWS][COLUMNS];
    uint64_t piece[MOST_ROWS]; /* ascending */
} case_of_rows;

static void draw_rows(case_of_rows *out, random_stream *draw) {
    bool allowed[COLUMNS][DRAWN];
    for (size_t c = 0; c < COLUMNS; c++)
        for (size_t i = 0; i < DRAWN; i++)
            allowed[c][i] = i == 4 || random_below(draw, 2);
    out->rows = 1 + random_below(draw, MOST_ROWS);
    for (size_t row = 0; row < out->rows; row++) {
        out->piece[row] = (row ? out->piece[row - 1] : 0) + (random_below(draw, 5) == 0);
        for (size_t c = 0; c < COLUMNS; c++) {
            size_t chosen = random_below(draw, DRAWN);
            out->cell[row][c] = drawn[allowed[c][chosen] ? chosen : 4];
        }
    }
}

/* One row as a block. */
static void add_row(table_builder *to, const case_of_rows *from, size_t row, int part) {
    char text[400] = {0};
    cell_span span[COLUMNS];
    uint32_t at = 0;
    for (size_t c = 0; c < COLUMNS; c++) {
        size_t length = strlen(from->cell[row][c]);
        memcpy(text + at, from->cell[row][c], length);
        span[c] = (cell_span){at, at + (uint32_t)length};
        at += (uint32_t)length;
    }
    cell_block block = {
        .row = row, .worker = part, .rows = 1, .columns = COLUMNS, .text = text, .span = span};
    assert_int_equal(table_builder_add(to, from->piece[row], &block, NULL), SHOAL_OK);
}

/* Pieces are shared out at random; a part takes its own in ascending order. */
static shoal_table *build(const case_of_rows *from, random_stream *draw) {
    static char *const names[COLUMNS] = {"p", "q", "r", "s"};
    column_origin *origins[COLUMNS];
    source_options options = {0};
    table_builder *to = NULL;
    shoal_table *made = NULL;
    int part_of[MOST_ROWS + 1];
    for (size_t c = 0; c < COLUMNS; c++)
        origins[c] = column_origin_new(VALUE_TEXT);
    for (size_t p = 0; p <= MOST_ROWS; p++)
        part_of[p] = (int)random_below(draw, PARTS);
    assert_int_equal(table_builder_open(&to, names, COLUMNS, origins, NULL, PARTS, &options, NULL),
                     SHOAL_OK);
    for (int part = 0; part < PARTS; part++)
        for (size_t row = 0; row < from->rows; row++)
            if (part_of[from->piece[row]] == part)
                add_row(to, from, row, part);
    assert_int_equal(table_builder_finish(&made, to, NULL), SHOAL_OK);
    table_builder_close(to);
    return made;
}

static bool has(const case_of_rows *in, size_t c, const char *value) {
    for (size_t row = 0; row < in->rows; row++)
        if (strcmp(in->cell[row][c], value) == 0)
            return true;
    return false;
}

/* The slow twin: what an empty text is called. */
static const char *name_of_empty(const case_of_rows *in, size_t c, char room[16]) {
    if (!has(in, c, ""))
        return "";
    snprintf(room, 16, "\"\"");
    for (int number = 2; has(in, c, room); number++)
        snprintf(room, 16, "\"\"%d", number);
    return room;
}

static void check_column(const shoal_table *made, const case_of_rows *from, size_t c) {
    const column_origin *origin = made->column[c].origin;
    char room[16];
    const char *empty = name_of_empty(from, c, room);
    bool both = has(from, c, "") && has(from, c, ORIGIN_EMPTY);
    assert_int_equal(origin->nulls, has(from, c, ""));
    assert_int_equal(origin->empty != NULL, both);
    if (both)
        assert_string_equal(origin->empty, empty);
    for (size_t row = 0; row < from->rows; row++) {
        const char *cell = from->cell[row][c];
        const char *expected = strcmp(cell, ORIGIN_EMPTY) == 0 ? empty : cell;
        uint32_t code = codes_get(&made->column[c].codes, row);
        assert_string_equal(dictionary_text(&made->column[c].values, code), expected);
    }
    const dictionary *values = &made->column[c].values;
    for (uint32_t code = 1; code < values->size; code++)
        assert_true(strcmp(dictionary_text(values, code - 1), dictionary_text(values, code)) < 0);
}

static void every_cell_is_as_it_was_added(void **state) {
    (void)state;
    static case_of_rows from;
    uint64_t seed = property_seed();
    for (size_t i = 0, cases = property_cases(300); i < cases; i++) {
        random_stream draw = random_open(seed, "table builder", i);
        draw_rows(&from, &draw);
        shoal_table *made = build(&from, &draw);
        assert_int_equal(made->rows, from.rows);
        for (size_t c = 0; c < COLUMNS; c++)
            check_column(made, &from, c);
        shoal_table_free(made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_is_as_it_was_added),
    };
    return cmocka_run_group_tests_name("table_builder", tests, NULL, NULL);
}
