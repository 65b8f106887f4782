/* Random numbers, dates and labels of every kind: no two values become one text, every text leads
 * back, and what is written as .sav or .dta reads back the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/sink.h"
#include "store/statistics/package_file.h"
#include "store/statistics/value_form.h"
#include "store/statistics/value_labels.h"
#include "support/random_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Forms ------------------------------------------------------------------------------------
 */

static value_form random_form(random_stream *draw) {
    static const char *const spss[] = {"F8.2", "DATE11", "DATETIME20", "TIME11"};
    static const char *const stata[] = {"%td", "%tc", "%tm", "%tw", "%tq", "%th"};
    static const char *const sas[] = {"DATE9.", "DATETIME20.", "TIME8."};
    switch (random_below(draw, 3)) {
    case 0:
        return value_form_spss(spss[random_below(draw, 4)]);
    case 1:
        return value_form_stata(stata[random_below(draw, 6)]);
    default:
        return value_form_sas(sas[random_below(draw, 3)]);
    }
}

/* Small and large, whole and broken, as bits and as sums. */
static double random_number(random_stream *draw) {
    double number = (double)random_below(draw, 1000) - 500;
    uint64_t bits = random_below(draw, UINT64_MAX);
    switch (random_below(draw, 6)) {
    case 0:
        return number;
    case 1:
        return (double)(int64_t)(bits % 40000000000) - 20000000000;
    case 2:
        return (double)(int64_t)(bits % 400000000000) / 1000;
    case 3:
        return number / 8;
    case 4:
        return 1e13 * number;
    default:
        memcpy(&number, &bits, sizeof number);
        return isnan(number) ? 0 : number;
    }
}

static void test_forms(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0, cases = property_cases(20000); i < cases; i++) {
        random_stream draw = random_open(seed, "forms", i);
        value_form form = random_form(&draw);
        double number = random_number(&draw), other = random_number(&draw), again = NAN;
        char one[VALUE_FORM_SIZE], two[VALUE_FORM_SIZE];
        size_t length = value_form_text(one, &form, number);
        assert_int_equal(length, strlen(one));
        value_form_text(two, &form, other);
        assert_int_equal(strcmp(one, two) == 0, number == other);
        assert_true(value_form_number(&again, &form, one));
        assert_true(again == number);
    }
}

/* ---- Labels -----------------------------------------------------------------------------------
 */

static const char *const words[] = {"1",     "2",         "3",     "a",
                                    "a (1)", "a (2)",     "1 (2)", "a (unlabelled)",
                                    "b",     "1 (1) (1)", "2 (1)", "a (unlabelled) (unlabelled)"};
#define WORDS (sizeof words / sizeof *words)

static void test_labels(void **state) {
    (void)state;
    uint64_t seed = property_seed();
    for (size_t i = 0, cases = property_cases(3000); i < cases; i++) {
        random_stream draw = random_open(seed, "labels", i);
        value_labels labels = {0};
        text scratch = {0};
        char *shown[WORDS];
        const char *differs;
        for (size_t w = 0; w < WORDS; w++)
            if (random_below(&draw, 2))
                assert_true(value_labels_add(&labels, words[w], words[random_below(&draw, WORDS)],
                                             &differs));
        assert_true(value_labels_finish(&labels));
        for (size_t w = 0; w < WORDS; w++) {
            shown[w] = strdup(value_labels_text(&labels, words[w], &scratch));
            assert_string_equal(value_labels_value(&labels, shown[w], &scratch), words[w]);
            for (size_t other = 0; other < w; other++)
                assert_string_not_equal(shown[w], shown[other]);
        }
        for (size_t w = 0; w < WORDS; w++)
            free(shown[w]);
        text_free(&scratch);
        value_labels_free(&labels);
    }
}

/* ---- Files ------------------------------------------------------------------------------------
 */

#define MOST_COLUMNS 5
#define MOST_ROWS 2000
#define VALUES 24

typedef struct random_rows {
    size_t rows, columns;
    bool kept[MOST_ROWS];
    uint32_t code[MOST_COLUMNS][MOST_ROWS];
    dictionary values[MOST_COLUMNS];
    size_t offsets[MOST_COLUMNS][VALUES + 1];
    char names[MOST_COLUMNS][8];
    feed_column texts[MOST_COLUMNS];
    value_label label[2];
    column_origin origin[MOST_COLUMNS];
} random_rows;

/* A column that comes from elsewhere: its texts are of the type, or some are not. */
static void draw_value(random_stream *draw, value_type of, char out[64]) {
    static const char *const awkward[] = {"",  "x",   "01",  "1e3",        "é",
                                          "-", "a b", "\tq", "1960-13-01", "line\nline"};
    value_form form = of == VALUE_DATE        ? value_form_sas("DATE9.")
                      : of == VALUE_TIMESTAMP ? value_form_sas("DATETIME20.")
                      : of == VALUE_TIME      ? value_form_sas("TIME8.")
                                              : value_form_sas("BEST12.");
    if (of == VALUE_TEXT || random_below(draw, 40) == 0)
        snprintf(out, 64, "%s", awkward[random_below(draw, sizeof awkward / sizeof *awkward)]);
    else if (random_below(draw, 8) == 0)
        out[0] = '\0';
    else
        value_form_text(out, &form, random_number(draw));
}

static void draw_column(random_rows *made, random_stream *draw, size_t index) {
    static const value_type types[] = {VALUE_TEXT, VALUE_INTEGER, VALUE_REAL,     VALUE_DATE,
                                       VALUE_TIME, VALUE_DECIMAL, VALUE_TIMESTAMP};
    value_type of = types[random_below(draw, sizeof types / sizeof *types)];
    dictionary *values = &made->values[index];
    *values = (dictionary){
        .size = VALUES, .bytes = malloc(VALUES * (size_t)64), .offsets = made->offsets[index]};
    for (size_t i = 0; i < VALUES; i++) {
        draw_value(draw, of, values->bytes + values->offsets[i]);
        values->offsets[i + 1] =
            values->offsets[i] + strlen(values->bytes + values->offsets[i]) + 1;
    }
    made->origin[index] = (column_origin){.of = of, .nulls = true};
    snprintf(made->names[index], sizeof made->names[index], "v%u", (unsigned)index % 1000);
    made->texts[index] = (feed_column){.name = made->names[index],
                                       .values = values,
                                       .origin = &made->origin[index],
                                       .untouched = random_below(draw, 4) > 0,
                                       .absent = {.null = "", .empty = NULL}};
    for (size_t row = 0; row < made->rows; row++)
        made->code[index][row] = (uint32_t)random_below(draw, VALUES);
}

/* As a file of Stata or SPSS would have it: 1 is "x", 2 is "y", all others are numbers. */
static void label_column(random_rows *made, random_stream *draw, size_t index) {
    dictionary *values = &made->values[index];
    made->label[0] = (value_label){"1", "x"};
    made->label[1] = (value_label){"2", "y"};
    for (size_t i = 0; i < VALUES; i++) {
        unsigned number = (unsigned)random_below(draw, 6);
        snprintf(values->bytes + values->offsets[i], 64, "%.*u", number > 2, number);
        if (number == 1 || number == 2)
            snprintf(values->bytes + values->offsets[i], 64, "%s", number == 1 ? "x" : "y");
        values->offsets[i + 1] =
            values->offsets[i] + strlen(values->bytes + values->offsets[i]) + 1;
    }
    made->origin[index] = (column_origin){.of = VALUE_TEXT,
                                          .nulls = true,
                                          .native = "double",
                                          .kind = random_below(draw, 2) ? "spss" : "stata",
                                          .label = "Labelled",
                                          .format = "",
                                          .labels = made->label,
                                          .label_count = 2};
}

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const random_rows *from = context;
    for (size_t i = 0; i < from->columns; i++)
        memcpy(cells + i * ROW_FEED_MOST, from->code[i] + begin, count * sizeof *cells);
}

static const char *cell(const shoal_table *table, size_t row, size_t index) {
    const column *of = &table->column[index];
    return dictionary_text(&of->values, codes_get(&of->codes, row));
}

static void compare(const random_rows *made, const shoal_table *table) {
    size_t at = 0;
    assert_int_equal(table->columns, made->columns);
    for (size_t row = 0; row < made->rows; row++) {
        if (!made->kept[row])
            continue;
        for (size_t i = 0; i < made->columns; i++)
            assert_string_equal(cell(table, at, i),
                                dictionary_text(&made->values[i], made->code[i][row]));
        at++;
    }
    assert_int_equal(table->rows, at);
}

static void round_trip(const random_rows *made, const char *name) {
    row_feed feed = {.rows = made->rows,
                     .kept = made->kept,
                     .columns = made->columns,
                     .column = made->texts,
                     .fill = fill,
                     .context = made};
    sink_options options = {.format = {.csv = {.delimiter = 0}}};
    source_options reading = {.sha256 = false};
    sink *to = NULL;
    source *from = NULL;
    shoal_table *table = NULL;
    shoal_error error = {0};
    assert_int_equal(sink_open(&to, name, &error), SHOAL_OK);
    assert_int_equal(sink_write(to, &feed, &options, &error), SHOAL_OK);
    assert_int_equal(sink_reopen(&from, to, &reading, &error), SHOAL_OK);
    assert_int_equal(source_load_opened(&table, NULL, from, &reading, &error), SHOAL_OK);
    compare(made, table);
    shoal_table_free(table);
    sink_close(to);
}

static void test_files(void **state) {
    (void)state;
    static const char *const names[] = {"/tmp/shoal_property.sav", "/tmp/shoal_property.zsav",
                                        "/tmp/shoal_property.dta"};
    uint64_t seed = property_seed();
    for (size_t i = 0, cases = property_cases(200); package_is_built() && i < cases; i++) {
        random_stream draw = random_open(seed, "files", i);
        random_rows *made = calloc(1, sizeof *made);
        made->columns = 1 + random_below(&draw, MOST_COLUMNS);
        made->rows = 1 + random_below(&draw, random_below(&draw, 5) ? 40 : MOST_ROWS);
        for (size_t c = 0; c < made->columns; c++)
            draw_column(made, &draw, c);
        label_column(made, &draw, 0);
        for (size_t row = 0; row < made->rows; row++)
            made->kept[row] = random_below(&draw, 5) > 0;
        made->kept[0] = true;
        round_trip(made, names[i % 3]);
        for (size_t c = 0; c < made->columns; c++)
            free(made->values[c].bytes);
        free(made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forms), cmocka_unit_test(test_labels),
                                       cmocka_unit_test(test_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
