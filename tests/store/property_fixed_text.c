/* Random tables, printed with blanks around their values, are read back cell by cell; and any text
 * is split as a slow twin splits it, which asks every line about every place. */
#include "base/random.h"
#include "store/csv_source.h"
#include "store/fixed_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20261118
#define ROWS_MOST 8
#define COLUMNS_MOST 5
#define VALUE_SIZE 32

typedef struct printed {
    size_t rows, columns;
    char value[ROWS_MOST][COLUMNS_MOST][VALUE_SIZE];
    size_t width[COLUMNS_MOST]; /* in characters */
} printed;

static size_t characters(const char *value) {
    size_t count = 0;
    for (; *value; value++)
        count += ((unsigned char)*value & 0xC0) != 0x80;
    return count;
}

/* Words of one or more parts; every column has one without blanks in it that is the widest, so that
 * no place inside is blank in every line. */
static void draw_value(char *out, random_stream *draw, bool widest) {
    static const char *const parts[] = {"a", "é", "日本", "x,y", "\"q", "12", "-"};
    size_t count = widest ? 6 : random_below(draw, 4);
    out[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        strcat(out, i && !widest && random_below(draw, 3) == 0 ? " " : "");
        strcat(out, widest ? "wxyz" : parts[random_below(draw, 7)]);
    }
}

static void draw_table(printed *table, random_stream *draw) {
    table->rows = 2 + random_below(draw, ROWS_MOST - 1);
    table->columns = 2 + random_below(draw, COLUMNS_MOST - 1);
    for (size_t c = 0; c < table->columns; c++) {
        size_t widest = random_below(draw, table->rows);
        table->width[c] = 0;
        for (size_t r = 0; r < table->rows; r++) {
            do
                draw_value(table->value[r][c], draw, r == widest);
            while (r == 0 && !*table->value[r][c]); /* every column has a name */
            size_t width = characters(table->value[r][c]);
            table->width[c] = width > table->width[c] ? width : table->width[c];
        }
    }
}

static void add_blanks(text *out, size_t count) {
    for (size_t i = 0; i < count; i++)
        text_add(out, " ", 1);
}

static void print_table(text *out, const printed *table, random_stream *draw) {
    size_t gap[COLUMNS_MOST];
    bool right[COLUMNS_MOST];
    for (size_t c = 0; c < table->columns; c++) {
        gap[c] = (c > 0) + random_below(draw, 3);
        right[c] = random_below(draw, 2);
    }
    for (size_t r = 0; r < table->rows; r++) {
        for (size_t c = 0; c < table->columns; c++) {
            const char *value = table->value[r][c];
            size_t free_places = table->width[c] - characters(value);
            add_blanks(out, gap[c] + (right[c] ? free_places : 0));
            text_add_string(out, value);
            add_blanks(out, right[c] ? 0 : free_places);
        }
        text_add_string(out, "\n");
    }
}

static bool has_text(const printed *table, size_t row) {
    for (size_t c = 0; c < table->columns; c++)
        if (*table->value[row][c])
            return true;
    return false;
}

static void tables_are_read_back(void **state) {
    (void)state;
    static printed table;
    for (uint64_t round = 0; round < 5000; round++) {
        random_stream draw = random_open(SEED, "fixed", round);
        text content = {0};
        shoal_error error = {0};
        shoal_table *read = NULL;
        source_options options = {.delimiter = SOURCE_FIXED, .header = SHOAL_NO};
        draw_table(&table, &draw);
        print_table(&content, &table, &draw);
        if (csv_read_memory(&read, content.bytes, content.length, &options, &error) != SHOAL_OK)
            fail_msg("seed %d round %d: %s\n%s", SEED, (int)round, error.message, content.bytes);
        assert_int_equal(read->columns, table.columns);
        size_t row = 0;
        for (size_t r = 0; r < table.rows; r++) {
            for (size_t c = 0; has_text(&table, r) && c < table.columns; c++)
                assert_string_equal(shoal_table_value(read, (int64_t)row, (int64_t)c),
                                    table.value[r][c]);
            row += has_text(&table, r);
        }
        assert_int_equal(read->rows, row);
        shoal_table_free(read);
        text_free(&content);
    }
}

/* ---- The twin ------------------------------------------------------------------------------- */

#define LINES 4
#define PLACES 8

/* Lines of ASCII. */
typedef struct twin {
    char grid[LINES][PLACES];
    size_t lines;           /* the first of them */
    bool first[PLACES + 1]; /* places that these use, also between the parts of a value */
    bool all[PLACES + 1];   /* and those that any line uses */
} twin;

static bool is_taken(const twin *of, size_t lines, size_t place) {
    for (size_t i = 0; i < lines; i++)
        if (place < PLACES && of->grid[i][place] != ' ')
            return true;
    return false;
}

/* The places from `place` on, in one direction, up to one that no first line takes: has this line
 * any? */
static bool has_part(const twin *of, size_t row, size_t place, int step) {
    bool has = false;
    for (; is_taken(of, of->lines, place); place += (size_t)step)
        has |= of->grid[row][place] != ' ';
    return has;
}

/* One side of a place that is blank in every line is a part of the other's value. */
static bool is_part(const twin *of, size_t place, int step) {
    if (has_part(of, 0, place + (size_t)step, step))
        return false;
    for (size_t row = 1; row < of->lines; row++)
        if (has_part(of, row, place + (size_t)step, step) &&
            (of->grid[row][place - 1] == ' ' || of->grid[row][place + 1] == ' '))
            return false;
    return true;
}

static void use_places(twin *of) {
    for (size_t place = 0; place <= PLACES; place++) {
        bool inside =
            place > 0 && is_taken(of, of->lines, place - 1) && is_taken(of, of->lines, place + 1);
        of->first[place] = is_taken(of, of->lines, place) ||
                           (inside && (is_part(of, place, 1) || is_part(of, place, -1)));
        of->all[place] = of->first[place] || is_taken(of, LINES, place);
    }
}

static size_t count_columns(const bool *used) {
    size_t count = 0;
    for (size_t place = 0; place < PLACES; place++)
        count += used[place] && (place == 0 || !used[place - 1]);
    return count;
}

/* Each column of all lines has exactly one column of the first ones in it. */
static bool keeps_columns(const twin *of) {
    for (size_t place = 0; place < PLACES; place++) {
        size_t inside = 0, begin = place;
        for (; of->all[place]; place++)
            inside += of->first[place] && (place == begin || !of->first[place - 1]);
        if (place > begin && inside != 1)
            return false;
    }
    return true;
}

static void slow_record(text *out, const twin *of, size_t row) {
    size_t values = 0;
    for (size_t place = 0; place < PLACES; place++) {
        size_t begin = place, end = place;
        for (; of->all[place]; place++)
            end = of->grid[row][place] != ' ' ? place + 1 : end;
        if (place == begin)
            continue;
        while (begin < end && of->grid[row][begin] == ' ')
            begin++;
        text_add_string(out, values++ ? "," : "");
        text_add(out, of->grid[row] + begin, end - begin);
    }
    text_add_string(out, "\n");
}

static void text_is_split_like_the_twin(void **state) {
    (void)state;
    size_t split = 0, refused = 0;
    for (uint64_t round = 0; round < 50000; round++) {
        random_stream draw = random_open(SEED, "twin", round);
        twin of = {.lines = 1 + random_below(&draw, LINES)};
        text content = {0}, wanted = {0};
        for (size_t r = 0; r < LINES; r++) {
            for (size_t p = 0; p < PLACES; p++)
                of.grid[r][p] = "ab    "[random_below(&draw, 6)];
            of.grid[r][random_below(&draw, PLACES)] = 'x'; /* no line is blank */
            text_add(&content, of.grid[r], PLACES);
            text_add_string(&content, "\n");
        }
        use_places(&of);
        bool good = count_columns(of.all) > 1 && keeps_columns(&of);
        fixed_text_form form = {.label = "t", .first = of.lines};
        shoal_status status = fixed_text_records(&content, NULL, &form, NULL);
        if (status != (good ? SHOAL_OK : SHOAL_BAD_DATA))
            fail_msg("seed %d round %d: status %d", SEED, (int)round, (int)status);
        for (size_t r = 0; good && r < LINES; r++)
            slow_record(&wanted, &of, r);
        if (good)
            assert_string_equal(content.bytes, wanted.bytes);
        split += good;
        refused += !good;
        text_free(&content);
        text_free(&wanted);
    }
    assert_true(split > 1000 && refused > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_are_read_back),
                                       cmocka_unit_test(text_is_split_like_the_twin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
