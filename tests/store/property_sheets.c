/* Random tables, written as a workbook and as CSV: the same cells. */
#include "base/random.h"
#include "store/csv_source.h"
#include "store/sheet_source.h"
#include "support/zip_writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define SEED 20261116
#define ROUNDS 300
#define ROWS_MOST 12
#define COLUMNS_MOST 7

typedef enum kind { EMPTY, WHOLE, DECIMAL, WORDS, TRUTH } kind;

typedef struct cell {
    kind kind;
    char shown[64];  /* as CSV has it */
    char stored[64]; /* as the workbook has it */
} cell;

typedef struct grid {
    size_t rows, columns;
    cell cells[ROWS_MOST][COLUMNS_MOST];
} grid;

/* ---- Tables ---------------------------------------------------------------------------------- */

/* 12.5 and, stored, also 12.500000000000000: what the shortest form is does not come from the
 * reader. */
static void make_decimal(cell *out, random_stream *draw) {
    int places = 1 + (int)random_below(draw, 5), scale = 1;
    for (int i = 0; i < places; i++)
        scale *= 10;
    int number = (int)random_below(draw, 100000000);
    number += number % 10 == 0; /* no zero at the end */
    snprintf(out->shown, sizeof out->shown, "%d.%0*d", number / scale, places, number % scale);
    double value = (double)number / scale;
    snprintf(out->stored, sizeof out->stored, random_below(draw, 2) ? "%.17g" : "%.16e", value);
}

static void make_words(cell *out, random_stream *draw) {
    static const char *const words[] = {"a", "b c",  " x",   "y ",  "\"q\"",      "1,5",
                                        "ü", "l\nm", "=",    "<&>", "2024-01-01", "'",
                                        ";", "007",  "TRUE", "_x",  "NA"};
    for (size_t i = 0; i < 1 + random_below(draw, 3); i++)
        strcat(out->shown, words[random_below(draw, sizeof words / sizeof *words)]);
    strcpy(out->stored, out->shown);
}

static void make_cell(cell *out, random_stream *draw) {
    *out = (cell){.kind = (kind)random_below(draw, 5)};
    switch (out->kind) {
    case WHOLE:
        snprintf(out->shown, sizeof out->shown, "%lld",
                 (long long)random_below(draw, 1000000) - 500000);
        strcpy(out->stored, out->shown);
        break;
    case DECIMAL:
        make_decimal(out, draw);
        break;
    case WORDS:
        make_words(out, draw);
        break;
    case TRUTH:
        strcpy(out->stored, random_below(draw, 2) ? "1" : "0");
        strcpy(out->shown, out->stored[0] == '1' ? "TRUE" : "FALSE");
        break;
    default:
        break;
    }
}

/* The first row and the first column have no gaps: what is empty around a table is not part of it.
 */
static void make_grid(grid *out, random_stream *draw) {
    out->rows = 2 + random_below(draw, ROWS_MOST - 1);
    out->columns = 1 + random_below(draw, COLUMNS_MOST);
    for (size_t row = 0; row < out->rows; row++)
        for (size_t i = 0; i < out->columns; i++) {
            cell *each = &out->cells[row][i];
            make_cell(each, draw);
            if (row == 0 || (i == 0 && each->kind == EMPTY)) {
                *each = (cell){.kind = WORDS};
                snprintf(each->shown, sizeof each->shown, "n%zu", i);
                strcpy(each->stored, each->shown);
            }
        }
    /* Equal rows, so that some are repeated. */
    for (size_t row = 2; row < out->rows; row++)
        if (random_below(draw, 3) == 0)
            memcpy(out->cells[row], out->cells[row - 1], sizeof out->cells[row]);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void write_csv(text *out, const grid *from) {
    for (size_t row = 0; row < from->rows; row++)
        for (size_t i = 0; i < from->columns; i++) {
            text_add(out, "\"", 1);
            for (const char *at = from->cells[row][i].shown; *at; at++)
                text_add(out, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
            text_add_string(out, i + 1 < from->columns ? "\"," : "\"\n");
        }
}

/* ---- Workbooks ------------------------------------------------------------------------------- */

static void add_escaped(text *out, const char *string) {
    for (; *string; string++)
        if (strchr("<>&'\"", *string))
            text_format(out, "&#%d;", *string);
        else
            text_add(out, string, 1);
}

static void xlsx_text(text *sheet, text *strings, size_t *count, const char *stored,
                      random_stream *draw) {
    if (random_below(draw, 2)) {
        text_add_string(sheet, " t='inlineStr'><is><t>");
        add_escaped(sheet, stored);
        text_add_string(sheet, "</t></is></c>");
        return;
    }
    text_add_string(strings, "<si><r><t>");
    add_escaped(strings, stored);
    text_add_string(strings, "</t></r><rPh><t>no</t></rPh></si>");
    text_format(sheet, " t='s'><v>%zu</v></c>", (*count)++);
}

static void xlsx_cell(text *sheet, text *strings, size_t *count, const cell *from,
                      random_stream *draw) {
    if (from->kind == EMPTY)
        text_add_string(sheet, " s='1'/>");
    else if (from->kind == WORDS)
        xlsx_text(sheet, strings, count, from->stored, draw);
    else
        text_format(sheet, "%s>%s<v>%s</v></c>", from->kind == TRUTH ? " t='b'" : "",
                    random_below(draw, 2) ? "<f>A1</f>" : "", from->stored);
}

/* With places or without, with empty cells or gaps, with empty rows and columns around. */
static void write_xlsx(text *out, const grid *from, random_stream *draw) {
    text sheet = {0}, strings = {0};
    size_t count = 0, left = random_below(draw, 3), row_number = 1 + random_below(draw, 3);
    text_add_string(&sheet, "<worksheet><sheetData>");
    text_add_string(&strings, "<sst>");
    for (size_t row = 0; row < from->rows; row++, row_number += 1 + random_below(draw, 2)) {
        text_format(&sheet, "<row r='%zu'>", row_number);
        for (size_t i = 0; i < from->columns; i++) {
            bool place = i == 0 || random_below(draw, 2) || from->cells[row][i - 1].kind == EMPTY;
            if (from->cells[row][i].kind == EMPTY && random_below(draw, 2))
                continue;
            char name[8];
            sheet_column_name(name, left + i);
            text_add_string(&sheet, "<c");
            if (place)
                text_format(&sheet, " r='%s%zu'", name, row_number);
            xlsx_cell(&sheet, &strings, &count, &from->cells[row][i], draw);
        }
        text_add_string(&sheet, "</row>");
    }
    text_add_string(&sheet, "</sheetData></worksheet>");
    text_add_string(&strings, "</sst>");
    zip_writer book = {0};
    zip_add_text(&book, "_rels/.rels", XLSX_RELS);
    zip_add_text(&book, "xl/_rels/book.xml.rels", XLSX_BOOK_RELS);
    zip_add_text(&book, "xl/book.xml", XLSX_BOOK);
    zip_add_text(&book, "xl/styles.xml", XLSX_STYLES);
    zip_add_text(&book, "xl/strings.xml", strings.bytes);
    zip_add_text(&book, "xl/sheet.xml", sheet.bytes);
    zip_finish(&book);
    *out = book.bytes;
    text_free(&sheet);
    text_free(&strings);
}

/* Every blank as an element, so that none is lost; line breaks as paragraphs. */
static void ods_text(text *out, const char *stored) {
    text_add_string(out, "<t:p>");
    for (; *stored; stored++) {
        char one[2] = {*stored, '\0'};
        if (*stored == ' ')
            text_add_string(out, "<t:s/>");
        else if (*stored == '\n')
            text_add_string(out, "</t:p><t:p>");
        else
            add_escaped(out, one);
    }
    text_add_string(out, "</t:p>");
}

static void ods_cell(text *out, const cell *from, size_t repeat) {
    static const char *const types[] = {
        [WHOLE] = "float", [DECIMAL] = "percentage", [WORDS] = "string", [TRUTH] = "boolean"};
    text_add_string(out, "<b:table-cell");
    if (repeat > 1)
        text_format(out, " b:number-columns-repeated='%zu'", repeat);
    if (from->kind != EMPTY)
        text_format(out, " o:value-type='%s'", types[from->kind]);
    if (from->kind == WHOLE || from->kind == DECIMAL)
        text_format(out, " o:value='%s'", from->stored);
    if (from->kind == TRUTH)
        text_format(out, " o:boolean-value='%s'", from->stored[0] == '1' ? "true" : "false");
    text_add_string(out, ">");
    if (from->kind == WORDS)
        ods_text(out, from->stored);
    text_add_string(out, "</b:table-cell>");
}

static bool same_cell(const cell *one, const cell *other) {
    return one->kind == other->kind && strcmp(one->stored, other->stored) == 0;
}

static void ods_row(text *out, const grid *from, size_t row) {
    for (size_t i = 0, next; i < from->columns; i = next) {
        next = i + 1;
        while (next < from->columns && same_cell(&from->cells[row][i], &from->cells[row][next]))
            next++;
        ods_cell(out, &from->cells[row][i], next - i);
    }
}

static void write_ods(text *out, const grid *from, random_stream *draw) {
    static const char office[] = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
    text content = {0};
    size_t left = random_below(draw, 3);
    text_format(&content, "<o:d xmlns:o='%s' xmlns:b='b' xmlns:t='t'><b:table b:name='One'>",
                office);
    for (size_t row = 0, next; row < from->rows; row = next) {
        next = row + 1;
        while (next < from->rows &&
               memcmp(from->cells[row], from->cells[next], sizeof from->cells[row]) == 0)
            next++;
        text_format(&content, "<b:table-row b:number-rows-repeated='%zu'>", next - row);
        if (left > 0)
            text_format(&content, "<b:table-cell b:number-columns-repeated='%zu'/>", left);
        ods_row(&content, from, row);
        text_add_string(&content, "<b:table-cell b:number-columns-repeated='16384'/>"
                                  "</b:table-row>");
    }
    text_add_string(&content, "<b:table-row b:number-rows-repeated='1048576'/></b:table></o:d>");
    zip_writer book = {0};
    zip_add_text(&book, "content.xml", content.bytes);
    zip_finish(&book);
    *out = book.bytes;
    text_free(&content);
}

/* ---- Compared -------------------------------------------------------------------------------- */

static void assert_same_table(const text *records, const text *csv, int round) {
    source_options options = {.delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};
    shoal_table *one = NULL, *other = NULL;
    assert_int_equal(csv_read_memory(&one, records->bytes, records->length, &options, NULL), 0);
    assert_int_equal(csv_read_memory(&other, csv->bytes, csv->length, &options, NULL), 0);
    if (one->rows != other->rows || one->columns != other->columns)
        fail_msg("round %d: %zu x %zu, expected %zu x %zu", round, one->rows, one->columns,
                 other->rows, other->columns);
    for (int64_t row = 0; row < (int64_t)one->rows; row++)
        for (int64_t i = 0; i < (int64_t)one->columns; i++)
            if (strcmp(shoal_table_value(one, row, i), shoal_table_value(other, row, i)) != 0)
                fail_msg("round %d: '%s', expected '%s'", round, shoal_table_value(one, row, i),
                         shoal_table_value(other, row, i));
    shoal_table_free(one);
    shoal_table_free(other);
}

static void compare(sheet_reader *reader, const text *book, const text *csv, int round) {
    sheet_grid read;
    shoal_error error = {0};
    if (sheet_read_memory(&read, reader, book->bytes, book->length, "ONE", &error) != SHOAL_OK)
        fail_msg("round %d: %s", round, error.message);
    assert_same_table(&read.records, csv, round);
    sheet_grid_free(&read);
}

static void workbooks_equal_their_csv(void **state) {
    (void)state;
    if (!zip_archive_is_built())
        skip();
    for (int round = 0; round < ROUNDS; round++) {
        random_stream draw = random_open(SEED, "sheets", (uint64_t)round);
        static grid made;
        memset(&made, 0, sizeof made);
        make_grid(&made, &draw);
        text csv = {0}, xlsx = {0}, ods = {0};
        write_csv(&csv, &made);
        write_xlsx(&xlsx, &made, &draw);
        write_ods(&ods, &made, &draw);
        compare(xlsx_read_sheet, &xlsx, &csv, round);
        compare(ods_read_sheet, &ods, &csv, round);
        text_free(&csv);
        text_free(&xlsx);
        text_free(&ods);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(workbooks_equal_their_csv)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
