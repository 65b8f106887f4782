/* The CSV reader: dialects, errors with their places, sources, and real tables. */
#include "base/text.h"
#include "store/csv_record.h"
#include "store/csv_source.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Names, then rows, values parted by bars. */
static char *table_dump(const shoal_table *table) {
    text out = {0};
    for (size_t c = 0; c < table->columns; c++)
        text_format(&out, "%s%s", c ? "|" : "", table->column[c].name);
    text_add_string(&out, "\n");
    for (size_t r = 0; r < table->rows; r++) {
        for (size_t c = 0; c < table->columns; c++) {
            const char *value = shoal_table_value(table, (int64_t)r, (int64_t)c);
            text_format(&out, "%s%s", c ? "|" : "", value ? value : "(not kept)");
        }
        text_add_string(&out, "\n");
    }
    assert_false(out.failed);
    return out.bytes;
}

static void assert_reads(const char *name, const char *input, size_t length,
                         const source_options *options, const char *expected) {
    shoal_table *table = NULL;
    shoal_error error = {0};
    if (csv_read_memory(&table, input, length, options, &error) != SHOAL_OK)
        fail_msg("%s: %s", name, error.message);
    char *dump = table_dump(table);
    if (strcmp(dump, expected) != 0)
        fail_msg("%s: read as\n%s", name, dump);
    free(dump);
    shoal_table_free(table);
}

typedef struct dialect_case {
    const char *name;
    const char *input;
    const char *expected;
    source_options options;
} dialect_case;

static const dialect_case dialect_cases[] = {
    {"comma", "a,b\n1,2\n3,4\n", "a|b\n1|2\n3|4\n", {0}},
    {"semicolon", "a;b\n1;2\n", "a|b\n1|2\n", {0}},
    {"tab", "a\tb\n1\t2\n", "a|b\n1|2\n", {0}},
    {"bar", "a|b\n1|2\n", "a|b\n1|2\n", {0}},
    {"decimal comma", "a;b\n1,5;2,5\n2,0;3,1\n", "a|b\n1,5|2,5\n2,0|3,1\n", {0}},
    {"delimiters only inside quotes",
     "a;b\n\"1,2,3\";x\n\"4,5,6\";y\n",
     "a|b\n1,2,3|x\n4,5,6|y\n",
     {0}},
    {"given delimiter", "a:b\n1:2,3\n", "a|b\n1|2,3\n", {.delimiter = ':'}},
    {"single column", "age\n1\n2\n", "age\n1\n2\n", {0}},
    {"no line end at the end", "a,b\n1,2", "a|b\n1|2\n", {0}},
    {"carriage returns", "a,b\r\n1,2\r\n3,4\r\n", "a|b\n1|2\n3|4\n", {0}},
    {"last line ends in a carriage return", "a,b\r\n1,2\r", "a|b\n1|2\n", {0}},
    {"mixed line ends", "a,b\r\n1,2\n3,4\r\n", "a|b\n1|2\n3|4\n", {0}},
    {"lone carriage return is text", "a,b\n1\r1,2\r\r\n", "a|b\n1\r1|2\r\n", {0}},
    {"byte order mark",
     "\xef\xbb\xbf"
     "a,b\n1,2\n",
     "a|b\n1|2\n",
     {0}},
    {"blank lines", "\n\r\na,b\n\n1,2\n\r\n\n3,4\n\n\n", "a|b\n1|2\n3|4\n", {0}},
    {"blank lines in one column", "\na\nx\n\n\r\ny\n\n\n", "a\nx\n\n\ny\n", {.header = SHOAL_YES}},
    {"quoted empty value at the end", "a\nx\n\"\"\n", "a\nx\n\n", {.header = SHOAL_YES}},
    {"only delimiters is a record", "a,b\n1,2\n,\n", "a|b\n1|2\n|\n", {0}},
    {"empty values", "a,b,c\n1,,\n,2,\n,,3\n", "a|b|c\n1||\n|2|\n||3\n", {0}},
    {"quotes", "a,b\n\"1\",\"x,y\"\n", "a|b\n1|x,y\n", {0}},
    {"doubled quotes", "a,b\n1,\"say \"\"hi\"\"\"\n2,\"\"\"\"\n", "a|b\n1|say \"hi\"\n2|\"\n", {0}},
    {"line breaks in quotes", "a,b\n1,\"x\ny\r\nz\"\n2,w\n", "a|b\n1|x\ny\r\nz\n2|w\n", {0}},
    {"quote inside a plain value", "a,b\n1,5\"x\"\n2,\"7\"\n", "a|b\n1|5\"x\"\n2|7\n", {0}},
    {"quoted names", "\"a,1\",\"b\"\"2\"\n1,2\n", "a,1|b\"2\n1|2\n", {0}},
    {"quoted with carriage returns", "\"a\",\"b\"\r\n\"1\",\"2\"\r\n", "a|b\n1|2\n", {0}},
    {"trim sniffed", "1, x, 2\n3, y, 4\n", "c1|c2|c3\n1|x|2\n3|y|4\n", {0}},
    {"trim with quotes", "1, \"x, z\", 2\n3, y, 4\n", "c1|c2|c3\n1|x, z|2\n3|y|4\n", {0}},
    {"trim refused", "1, x\n3, y\n", "c1|c2\n1| x\n3| y\n", {.trim = SHOAL_NO}},
    {"trim asked for", "a,b\n  1,\t2\n3,4\n", "a|b\n1|2\n3|4\n", {.trim = SHOAL_YES}},
    {"blanks inside quotes stay", "a,b\n1,\"  x \"\n", "a|b\n1|  x \n", {.trim = SHOAL_YES}},
    {"a few blanks stay", "a,b\n1, x\n2,y\n", "a|b\n1| x\n2|y\n", {0}},
    {"trim with tab delimiter",
     "a\tb\tc\n1\t\t\n",
     "a|b|c\n1||\n",
     {.trim = SHOAL_YES, .delimiter = '\t'}},
    {"header refused", "a,b\n1,2\n", "c1|c2\na|b\n1|2\n", {.header = SHOAL_NO}},
    {"header asked for", "1,2\n3,4\n", "1|2\n3|4\n", {.header = SHOAL_YES}},
    {"numbers have no header", "1,2\n3,4\n", "c1|c2\n1|2\n3|4\n", {0}},
    {"dates below a name",
     "day,x\n2020-01-02,a\n2020-01-03,b\n",
     "day|x\n2020-01-02|a\n2020-01-03|b\n",
     {0}},
    {"words only: a header",
     "sex,race\nMale,White\nFemale,Black\n",
     "sex|race\nMale|White\nFemale|Black\n",
     {0}},
    {"words that come again: none",
     "Male,White\nFemale,Black\nMale,Black\n",
     "c1|c2\nMale|White\nFemale|Black\nMale|Black\n",
     {0}},
    {"missing value above numbers: none", "?,2\n3,4\n", "c1|c2\n?|2\n3|4\n", {0}},
    {"a year as a name",
     "id,name,2019\n1,x,5\n2,y,6\n",
     "c1|c2|c3\nid|name|2019\n1|x|5\n2|y|6\n",
     {0}},
};

static void every_dialect_is_read(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof dialect_cases / sizeof *dialect_cases; i++) {
        dialect_case one = dialect_cases[i];
        for (size_t chunk = 0; chunk < 40; chunk += 3) {
            one.options.chunk = chunk;
            assert_reads(one.name, one.input, strlen(one.input), &one.options, one.expected);
        }
    }
}

#define INPUT(text) text, sizeof text - 1

typedef struct error_case {
    const char *name;
    const char *input;
    size_t length;
    int64_t line;
    int64_t column;
    const char *says;
    source_options options;
} error_case;

static const error_case error_cases[] = {
    {"empty", INPUT(""), 1, 0, "t.csv:1: the file is empty", {0}},
    {"only blank lines", INPUT("\n\r\n\n"), 1, 0, "t.csv:1: the file is empty", {0}},
    {"only a byte order mark", INPUT("\xef\xbb\xbf"), 1, 0, "t.csv:1: the file is empty", {0}},
    {"no rows", INPUT("a,b\n"), 2, 0, "t.csv:2: no rows below the header", {0}},
    {"no rows but blank lines", INPUT("a\n\n\n"), 2, 0, "no rows", {.header = SHOAL_YES}},
    {"too few", INPUT("a,b\n1,2\n3\n4,5\n"), 3, 0, "t.csv:3: has 1 field, expected 2", {0}},
    {"too many", INPUT("a,b\n1,2\n3,4,5\n"), 3, 0, "t.csv:3: has 3 fields, expected 2", {0}},
    {"blank is not blank with a space", INPUT("a,b\n1,2\n \n"), 3, 0, "has 1 field", {0}},
    {"ragged behind quoted lines", INPUT("a,b\n\"1\n\n\n\",2\n3\n"), 6, 0, "has 1 field", {0}},
    {"comment line",
     INPUT("|1x3 Cross validator\n1, 2, 3\n4, 5, 6\n"),
     1,
     0,
     "t.csv:1: has 1 field, but the records below have 3",
     {0}},
    {"unterminated",
     INPUT("a,b\n1,2\n3,\"x\ny\n"),
     3,
     2,
     "t.csv:3: the quote that opens column 2 (b) is never closed",
     {0}},
    {"unterminated header", INPUT("a,\"b\n1,2\n"), 1, 2, "t.csv:1: the quote", {0}},
    {"text behind a quote",
     INPUT("a,b\n1,\"2\"x\n"),
     2,
     2,
     "t.csv:2: text behind the closing quote of column 2 (b)",
     {0}},
    {"text behind a multi-line quote",
     INPUT("a,b\n1,2\n\"3\n4\" ,5\n"),
     4,
     1,
     "t.csv:4: text",
     {0}},
    {"NUL", INPUT("a,b\n1,2\n3,x\0y\n"), 3, 2, "t.csv:3: NUL byte in column 2 (b)", {0}},
    {"NUL in a column that is not named",
     INPUT("1,2\n3,\0\n"),
     2,
     2,
     "t.csv:2: NUL byte in column 2:",
     {0}},
    {"NUL in a name", INPUT("a,b\0\n1,2\n"), 1, 2, "t.csv:1: NUL byte in column 2:", {0}},
    {"duplicate name",
     INPUT("a,b,a\n1,2,3\n"),
     1,
     3,
     "t.csv:1: columns 1 and 3 have the same name, a",
     {0}},
    {"duplicate name behind blank lines",
     INPUT("\n\na,a\n1,2\n"),
     3,
     2,
     "t.csv:3: columns 1 and 2",
     {0}},
    {"the first of two faults", INPUT("a,b\n1\n2,\"\n"), 2, 0, "t.csv:2: has 1 field", {0}},
};

static void assert_refused(const error_case *one, const source_options *options) {
    shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status status = csv_read_memory(&table, one->input, one->length, options, &error);
    if (status != SHOAL_BAD_DATA)
        fail_msg("%s: status %d, chunk %zu", one->name, (int)status, options->chunk);
    assert_null(table);
    if (error.line != one->line || error.column != one->column || !strstr(error.message, one->says))
        fail_msg("%s: line %lld, column %lld: %s", one->name, (long long)error.line,
                 (long long)error.column, error.message);
}

static void faults_name_their_place(void **state) {
    (void)state;
    const int pools[] = {1, 2, 7};
    for (size_t p = 0; p < 3; p++) {
        thread_pool *pool = NULL;
        assert_int_equal(threads_start(&pool, pools[p], NULL), SHOAL_OK);
        for (size_t i = 0; i < sizeof error_cases / sizeof *error_cases; i++) {
            source_options options = error_cases[i].options;
            options.pool = pool;
            options.label = "t.csv";
            for (options.chunk = 0; options.chunk < 16; options.chunk += 5)
                assert_refused(&error_cases[i], &options);
        }
        threads_stop(pool);
    }
}

static char *repeated(const char *before, char byte, size_t count, const char *after,
                      size_t *length) {
    *length = strlen(before) + count + strlen(after);
    char *made = malloc(*length + 1);
    assert_non_null(made);
    memcpy(made, before, strlen(before));
    memset(made + strlen(before), byte, count);
    strcpy(made + strlen(before) + count, after);
    return made;
}

static void values_may_be_long_but_not_too_long(void **state) {
    (void)state;
    static const struct {
        const char *name, *before;
        size_t count;
        const char *after;
        int64_t line;
        const char *says;
    } cases[] = {
        {"longest", "a,b\n1,", CSV_LONGEST_VALUE, "\n2,3\n", 0, NULL},
        {"too long", "a,b\n1,", CSV_LONGEST_VALUE + 1, "\n2,3\n", 2, "column 2 (b) is longer than"},
        {"quote that is not closed", "a,b\n1,2\n3,\"", 3 * CSV_LONGEST_VALUE, "\n", 3,
         "is a closing quote missing?"},
        {"in the header", "a,", CSV_LONGEST_VALUE + 1, "\n2,3\n", 1, "column 2 is longer than"},
        {"in the first quote", "\"", CSV_LONGEST_VALUE + 1, "\n2,3\n", 1, "longer than"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length;
        char *input = repeated(cases[i].before, 'x', cases[i].count, cases[i].after, &length);
        for (size_t chunk = 0; chunk < 200; chunk += 100) {
            shoal_table *table = NULL;
            shoal_error error = {0};
            source_options options = {.label = "t.csv", .chunk = chunk, .delimiter = ','};
            shoal_status status = csv_read_memory(&table, input, length, &options, &error);
            assert_int_equal(status, cases[i].says ? SHOAL_BAD_DATA : SHOAL_OK);
            assert_int_equal(error.line, cases[i].line);
            if (cases[i].says && !strstr(error.message, cases[i].says))
                fail_msg("%s: %s", cases[i].name, error.message);
            shoal_table_free(table);
        }
        free(input);
    }
}

/* Longer than any sample: what comes first is found all the same. */
static void beginnings_may_be_long(void **state) {
    (void)state;
    size_t length;
    char *blanks = repeated("", '\n', 400000, "a,b\n1,2\n", &length);
    assert_reads("blank lines", blanks, length, &(source_options){0}, "a|b\n1|2\n");
    free(blanks);
    char *name = repeated("\"", '\n', 400000, "\",b\n1,2\n3\n", &length);
    shoal_table *table = NULL;
    shoal_error error = {0};
    source_options options = {.delimiter = ','};
    assert_int_equal(csv_read_memory(&table, name, length, &options, &error), SHOAL_BAD_DATA);
    assert_int_equal(error.line, 400003);
    free(name);
}

static void too_many_columns_are_refused(void **state) {
    (void)state;
    for (size_t columns = 65536; columns <= 65537; columns++) {
        size_t length;
        char *input = repeated("", ',', columns - 1, "\n", &length);
        shoal_table *table = NULL;
        shoal_error error = {0};
        source_options options = {.header = SHOAL_NO, .label = "t.csv"};
        shoal_status status = csv_read_memory(&table, input, length, &options, &error);
        if (columns == 65536) {
            assert_int_equal(status, SHOAL_OK);
            assert_int_equal(table->columns, 65536);
            assert_string_equal(table->column[65535].name, "c65536");
        } else {
            assert_int_equal(status, SHOAL_BAD_DATA);
            assert_string_equal(error.message, "t.csv:1: more than 65536 columns");
        }
        shoal_table_free(table);
        free(input);
    }
}

static void quotes_cannot_delimit(void **state) {
    (void)state;
    shoal_table *table = NULL;
    source_options options = {.delimiter = '"'};
    assert_int_equal(csv_read_memory(&table, "a\n", 2, &options, NULL), SHOAL_USAGE);
    options.delimiter = '\n';
    assert_int_equal(csv_read_memory(&table, "a\n", 2, &options, NULL), SHOAL_USAGE);
}

static bool keep_all_but_b(const char *name, void *context) {
    ++*(int *)context;
    return strcmp(name, "b") != 0;
}

static void columns_can_be_left_out(void **state) {
    (void)state;
    int asked = 0;
    source_options options = {.keep = keep_all_but_b, .context = &asked};
    assert_reads("keep", INPUT("a,b,c\n1,x,2\n"), &options, "a|b|c\n1|(not kept)|2\n");
    assert_int_equal(asked, 3);
    error_case ragged = {"checked", INPUT("a,b\n1,\"\n"), 2, 2, "never closed", {0}};
    assert_refused(&ragged, &options);
}

static void values_are_sorted_by_bytes(void **state) {
    (void)state;
    static const char input[] =
        "v,w\nb,1\n,2\nabcdefgh,3\nabcdefghi,4\nabcdefghij,5\nabcdefgh\xff,6"
        "\na,7\n\xc3\xa9,8\nB,9\nabcdefg,10\nabcdefghi,11\n";
    static const char *const sorted[] = {"",         "B",         "a",          "abcdefg",
                                         "abcdefgh", "abcdefghi", "abcdefghij", "abcdefgh\xff",
                                         "b",        "\xc3\xa9"};
    shoal_table *table = NULL;
    source_options options = {.encoding = TEXT_BYTES, .chunk = 20};
    assert_int_equal(csv_read_memory(&table, INPUT(input), &options, NULL), SHOAL_OK);
    const dictionary *values = &table->column[0].values;
    assert_int_equal(values->size, sizeof sorted / sizeof *sorted);
    for (uint32_t i = 0; i < values->size; i++) {
        assert_string_equal(dictionary_text(values, i), sorted[i]);
        assert_int_equal(dictionary_length(values, i), strlen(sorted[i]));
    }
    shoal_table_free(table);
}

/* A permutation of [0, rows): 7919 is prime and no divisor of it. */
static uint32_t scattered(uint32_t i, uint32_t rows) {
    return (uint32_t)((uint64_t)i * 7919 % rows);
}

/* More than a million distinct values keep the order of their first appearance, whatever the
 * threads; columns beside them do not. */
static void very_many_values_keep_their_order(void **state) {
    (void)state;
    const uint32_t rows = 1100000;
    text input = {0};
    text_add_string(&input, "id,half\n");
    for (uint32_t i = 0; i < rows; i++)
        text_format(&input, "%u,%u\n", scattered(i, rows), i % 300);
    for (int threads = 1; threads <= 3; threads += 2) {
        thread_pool *pool = NULL;
        shoal_table *table = NULL;
        assert_int_equal(threads_start(&pool, threads, NULL), SHOAL_OK);
        source_options options = {.pool = pool};
        assert_int_equal(csv_read_memory(&table, input.bytes, input.length, &options, NULL),
                         SHOAL_OK);
        assert_int_equal(table->rows, rows);
        assert_int_equal(table->column[0].values.size, rows);
        assert_int_equal(table->column[1].codes.width, 2);
        for (uint32_t i = 0; i < rows; i++) {
            char wanted[16];
            snprintf(wanted, sizeof wanted, "%u", scattered(i, rows));
            if (codes_get(&table->column[0].codes, i) != i ||
                strcmp(shoal_table_value(table, i, 0), wanted) != 0)
                fail_msg("row %u", i);
        }
        assert_string_equal(dictionary_text(&table->column[1].values, 2), "10");
        shoal_table_free(table);
        threads_stop(pool);
    }
    text_free(&input);
}

static const unsigned char zipped[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03,
                                       0x4b, 0xd4, 0x49, 0xe2, 0x32, 0xd4, 0x31, 0xe2, 0x02, 0x00,
                                       0x7b, 0x07, 0x97, 0x0a, 0x08, 0x00, 0x00, 0x00};

static void gzip_is_recognized(void **state) {
    (void)state;
    char twice[2 * sizeof zipped + 3] = {0};
    source_options options = {.header = SHOAL_NO};
    memcpy(twice, zipped, sizeof zipped);
    memcpy(twice + sizeof zipped, zipped, sizeof zipped);
    assert_reads("one member", twice, sizeof zipped, &options, "c1|c2\na|b\n1|2\n");
    assert_reads("two members and padding", twice, sizeof twice, &options,
                 "c1|c2\na|b\n1|2\na|b\n1|2\n");
    options.label = "t.gz";
    for (size_t length = 2; length < sizeof zipped; length++) {
        error_case cut = {"cut off", twice, length, 0, 0, "t.gz: the gzip data ends too early",
                          {0}};
        assert_refused(&cut, &options);
    }
    twice[12] = 0x5a;
    error_case damaged = {"damaged", twice, sizeof zipped, 0, 0, "t.gz: damaged gzip data", {0}};
    assert_refused(&damaged, &options);
}

static void hash_is_of_the_raw_bytes(void **state) {
    (void)state;
    shoal_table *table = NULL;
    source_options options = {.sha256 = true};
    assert_int_equal(csv_read_memory(&table, INPUT("a,b\n1,2\n"), &options, NULL), SHOAL_OK);
    assert_string_equal(table->sha256,
                        "492d5ea496056f1a6a6592241032fab764c321596317930b4fa0e1e8bc3b7470");
    assert_int_equal(table->bytes, 8);
    shoal_table_free(table);
    assert_int_equal(csv_read_memory(&table, (const char *)zipped, sizeof zipped, &options, NULL),
                     SHOAL_OK);
    assert_string_equal(table->sha256,
                        "c486812b56f8c34f44992861dd542c0d52686bb0a6d85b210e5ddba056e65302");
    assert_int_equal(table->bytes, sizeof zipped);
    shoal_table_free(table);
}

static void files_and_descriptors_are_read(void **state) {
    (void)state;
    char path[] = "/tmp/shoal-csv-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    static const char input[] = "junk\na,b\n1,2\n";
    assert_int_equal(write(descriptor, input, sizeof input - 1), sizeof input - 1);
    assert_int_equal(lseek(descriptor, 5, SEEK_SET), 5);
    shoal_table *table = NULL;
    source *from = NULL;
    source_options options = {0};
    assert_int_equal(csv_source_open_descriptor(&from, descriptor, &options, NULL), SHOAL_OK);
    assert_int_equal(source_columns(from), 2);
    assert_string_equal(source_column_name(from, 1), "b");
    assert_int_equal(source_load_opened(&table, NULL, from, &options, NULL), SHOAL_OK);
    assert_string_equal(table->column[1].name, "b");
    shoal_table_free(table);
    close(descriptor);

    shoal_error error = {0};
    shoal_csv_options public_options = {
        .size = sizeof public_options, .delimiter = '|', .header = SHOAL_YES, .threads = 2};
    assert_int_equal(shoal_table_read_csv(&table, path, &public_options, &error), SHOAL_OK);
    assert_int_equal(shoal_table_rows(table), 2);
    assert_string_equal(shoal_table_column_name(table, 0), "junk");
    assert_string_equal(shoal_table_value(table, 1, 0), "1,2");
    shoal_table_free(table);
    unlink(path);
    assert_int_equal(shoal_table_read_csv(&table, path, NULL, &error), SHOAL_IO);
    assert_non_null(strstr(error.message, path));
    assert_int_equal(shoal_table_read_csv(&table, "/", NULL, &error), SHOAL_IO);
}

typedef struct real_case {
    const char *path;
    size_t rows;
    size_t columns;
    char delimiter;
    bool header;
    const char *first;
} real_case;

static const real_case real_cases[] = {
    {"adult/adult.csv", 30162, 9, ';', true, "Male"},
    {"adult-raw/adult.data", 32561, 15, ',', false, "39"},
    {"census/census.csv", 1080, 13, ',', true, "270914"},
    {"eia/eia.csv", 4092, 15, ',', true, "0"},
    {"tarragona/tarragona.csv", 834, 13, ',', true, "0"},
    {"pima/pima.csv", 768, 9, ',', false, "6"},
    {"poker/poker-training.data", 25010, 11, ',', false, "1"},
    {"water-treatment/water-treatment.data", 527, 39, ',', false, "D-1/3/90"},
    {"cargo2000/c2k_data_comma.csv", 3943, 98, ',', true, "0"}, /* the line of commas counts */
    {"creditcard/creditcard.csv", 30000, 24, ';', true, "0"},
    {"covid-mx/covid_mx.csv.gz", 1048575, 21, ',', true, "2"},
};

static void real_tables_have_their_shape(void **state) {
    (void)state;
    const char *folder = getenv("SHOAL_DATA");
    if (!folder)
        folder = "../shared/data";
    if (access(folder, R_OK) != 0)
        skip();
    for (size_t i = 0; i < sizeof real_cases / sizeof *real_cases; i++) {
        const real_case *one = &real_cases[i];
        char place[4096];
        const char *path = place;
        snprintf(place, sizeof place, "%s/%s", folder, one->path);
        if (access(path, R_OK) != 0) {
            print_message("skipped: %s is not there\n", one->path);
            continue;
        }
        shoal_table *table = NULL;
        table_format format;
        source_options options = {0};
        shoal_error error = {0};
        if (source_load(&table, &format, &path, 1, &options, &error) != SHOAL_OK)
            fail_msg("%s", error.message);
        if (table->rows != one->rows || table->columns != one->columns ||
            format.csv.delimiter != one->delimiter || format.csv.headless == one->header)
            fail_msg("%s: %zu x %zu", one->path, table->rows, table->columns);
        assert_string_equal(shoal_table_value(table, 0, 0), one->first);
        shoal_table_free(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_dialect_is_read),
        cmocka_unit_test(faults_name_their_place),
        cmocka_unit_test(values_may_be_long_but_not_too_long),
        cmocka_unit_test(beginnings_may_be_long),
        cmocka_unit_test(too_many_columns_are_refused),
        cmocka_unit_test(quotes_cannot_delimit),
        cmocka_unit_test(columns_can_be_left_out),
        cmocka_unit_test(values_are_sorted_by_bytes),
        cmocka_unit_test(very_many_values_keep_their_order),
        cmocka_unit_test(gzip_is_recognized),
        cmocka_unit_test(hash_is_of_the_raw_bytes),
        cmocka_unit_test(files_and_descriptors_are_read),
        cmocka_unit_test(real_tables_have_their_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
