/* Names and what they stand for, several files as one table, and what a source tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "files/codec.h"
#include "files/pending_file.h"
#include "store/csv_source.h"
#include "store/source_kind.h"
#include "store/store_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- A folder of files ----------------------------------------------------------------------- */

static char folder[] = "/tmp/shoal-source-XXXXXX";

static int folder_new(void **state) {
    (void)state;
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int folder_free(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

static void put(const char *path, const char *content) {
    const codec *by = codec_of_suffix(path);
    text packed = {0};
    if (by)
        assert_true(by->encode(&packed, content, strlen(content)));
    else
        text_add_string(&packed, content);
    assert_int_equal(file_write_whole(path, packed.bytes, packed.length, NULL), SHOAL_OK);
    text_free(&packed);
}

/* The rows, with `|` between cells and `/` between rows. */
static void assert_table(const shoal_table *table, const char *expected) {
    text found = {0};
    for (size_t row = 0; row < table->rows; row++)
        for (size_t i = 0; i < table->columns; i++)
            text_format(&found, "%s%s", shoal_table_value(table, (int64_t)row, (int64_t)i),
                        i + 1 < table->columns ? "|" : "/");
    assert_string_equal(found.bytes, expected);
    text_free(&found);
}

#define NAMES(...)                                                                                 \
    ((const char *const[]){__VA_ARGS__}), sizeof(const char *const[]){__VA_ARGS__} / sizeof(char *)

static void assert_loads(const char *const *names, size_t count, const char *expected) {
    shoal_table *table = NULL;
    shoal_error error = {0};
    source_options options = {.chunk = 16};
    if (source_load(&table, NULL, names, count, &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    assert_table(table, expected);
    shoal_table_free(table);
}

static void assert_refused(const char *const *names, size_t count, shoal_status expected,
                           const char *message) {
    shoal_table *table = NULL;
    shoal_error error = {0};
    source_options options = {0};
    assert_int_equal(source_load(&table, NULL, names, count, &options, &error), expected);
    assert_null(table);
    assert_string_equal(error.message, message);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static void schemes_and_suffixes_are_told_from_names(void **state) {
    (void)state;
    static const struct {
        const char *name;
        size_t length;
    } cases[] = {{"postgresql://h/d", 10},
                 {"duckdb:f.db", 6},
                 {"a+b.c-d:x", 7},
                 {"c:x", 0},
                 {"2024:x", 0},
                 {"a/b:c", 0},
                 {":x", 0},
                 {"", 0},
                 {"x.csv", 0}};
    static const char *const schemes[] = {"duckdb", NULL};
    static const char *const suffixes[] = {".csv", ".tsv", NULL};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(store_name_scheme(cases[i].name), cases[i].length);
    assert_true(store_name_has_scheme("duckdb:x", schemes));
    assert_false(store_name_has_scheme("duckdb2:x", schemes));
    assert_false(store_name_has_scheme("duckdb", schemes));
    assert_true(store_name_has_suffix("a.tsv", suffixes));
    assert_true(store_name_has_suffix("a.csv.zst", suffixes));
    assert_false(store_name_has_suffix(".csv", suffixes));
    assert_false(store_name_has_suffix("a.csv.bz2", suffixes));
}

static void a_file_of_that_name_comes_first(void **state) {
    (void)state;
    put("foo:bar", "a\n1\n");
    put("x*.csv", "a\n2\n");
    put("x1.csv", "a\n3\n");
    assert_loads(NAMES("foo:bar"), "1/");
    assert_loads(NAMES("x*.csv"), "2/");
    assert_loads(NAMES("x[1-9].csv"), "3/");
    assert_refused(
        NAMES("foo:baz"), SHOAL_USAGE,
        "there is no file foo:baz, and \"foo\" is not a kind of source; known: csv, xlsx, "
        "ods, parquet, duckdb, spss, stata, sas, clickhouse, postgresql");
    assert_refused(NAMES("y?.csv"), SHOAL_IO, "cannot read y?.csv: no file matches");
}

static void kinds_are_complete(void **state) {
    (void)state;
    const shoal_place *listed = shoal_places();
    for (size_t i = 0; source_kind_list[i]; i++) {
        const source_kind *kind = source_kind_list[i];
        assert_true(kind->name && kind->summary && kind->suffixes && kind->schemes && kind->open &&
                    kind->read && kind->close);
        assert_true(!kind->is_built || kind->install);
        assert_non_null(listed->name);
        assert_string_equal(listed++->name, kind->name);
    }
}

/* ---- Several files --------------------------------------------------------------------------- */

static void files_follow_one_another(void **state) {
    (void)state;
    put("m1.csv", "a,b\n1,x\n2,y\n");
    put("m2.csv.gz", "a;b\r\n3;x,z\r\n");
    put("m3.csv.zst", "a,b\n");
    put("m4.csv.xz", "\xEF\xBB\xBF\"a\"|\"b\"\n4|\"q\"\"\n\"");
    assert_loads(NAMES("m*"), "1|x/2|y/3|x,z/4|q\"\n/");
    assert_loads(NAMES("m4.csv.xz", "m[13]*", "m2.csv.gz"), "4|q\"\n/1|x/2|y/3|x,z/");
    put("n1", "1,2\n3,4\n");
    put("n2", "5;6\n");
    assert_loads(NAMES("n1", "n2"), "1|2/3|4/5|6/");
}

/* Blank lines at the end of a file are no values, those between its rows are. */
static void blank_lines_belong_to_their_file(void **state) {
    (void)state;
    put("b1.csv", "a\n1\n\n2\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n");
    put("b2.csv", "a\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n");
    put("b3.csv", "a\n3\n\n\n4\n\n");
    assert_loads(NAMES("b1.csv", "b3.csv"), "1//2/3///4/");
    assert_loads(NAMES("b1.csv", "b2.csv", "b3.csv"), "1//2/3///4/");
}

static void columns_must_be_the_same(void **state) {
    (void)state;
    put("ab", "a,b\n1,2\n");
    put("ac", "\na,c\n1,2\n");
    put("a", "a\nx1\n");
    put("abc", "a,b,c\n1,2,3\n");
    put("bare", "1,2\n3,4\n");
    put("ragged", "a,b\n1,2\n1,2,3\n");
    put("none", "a,b\n");
    put("empty", "");
    assert_refused(NAMES("ab", "ac"), SHOAL_BAD_DATA, "ac:2: column 2 is 'c', but in ab it is 'b'");
    assert_refused(NAMES("ab", "abc"), SHOAL_BAD_DATA, "abc:1: ab has no column 3, 'c'");
    assert_refused(NAMES("ab", "a"), SHOAL_BAD_DATA, "a:1: column 2, 'b', of ab is missing");
    assert_refused(NAMES("ab", "bare"), SHOAL_BAD_DATA,
                   "bare:1: column 1 is '1', but in ab it is 'a'");
    assert_refused(NAMES("bare", "ab"), SHOAL_BAD_DATA,
                   "ab:1: begins with a header, but bare has none: set input.header to yes or no");
    assert_refused(NAMES("ab", "ragged"), SHOAL_BAD_DATA,
                   "ragged:3: has 3 fields, expected 2: is a delimiter missing, or a value with "
                   "delimiters not quoted?");
    assert_refused(NAMES("none", "./none"), SHOAL_USAGE,
                   "none and ./none are the same file: its rows would be read twice");
    put("none2", "a,b\n");
    assert_refused(NAMES("none", "none2"), SHOAL_BAD_DATA,
                   "none:2: no rows below the header, nor in the other files");
    assert_refused(NAMES("ab", "empty"), SHOAL_BAD_DATA, "empty:1: the file is empty");
    assert_refused(NAMES("ab", "-"), SHOAL_USAGE,
                   "standard input cannot be read together with other inputs");
    assert_refused(NAMES("ab", "there-is-none"), SHOAL_IO,
                   "cannot read there-is-none: No such file or directory");
}

/* ---- What a source tells --------------------------------------------------------------------- */

static void told(uint64_t bytes, void *context) {
    uint64_t *most = context;
    assert_true(bytes >= *most);
    *most = bytes;
}

static void columns_are_described_before_they_are_read(void **state) {
    (void)state;
    put("p1.csv", "a;b;c\n1;2;3\n");
    put("p2.csv.gz", "a;b;c\n4;5;6\n");
    uint64_t bytes = 0;
    source_options options = {.sha256 = true, .progress = told, .progress_context = &bytes};
    source *from = NULL;
    shoal_table *table = NULL;
    const char *names[] = {"p1.csv", "p2.csv.gz"};
    assert_int_equal(source_open(&from, names, 2, &options, NULL), SHOAL_OK);
    assert_int_equal(source_columns(from), 3);
    assert_string_equal(source_column_name(from, 2), "c");
    assert_int_equal(source_format(from).csv.delimiter, ';');
    assert_false(source_format(from).csv.headless);
    bool wanted[] = {false, true, false};
    assert_int_equal(source_read(&table, from, wanted, NULL), SHOAL_OK);
    assert_null(source_lines(from));
    source_close(from);
    assert_int_equal(table->rows, 2);
    assert_false(table->column[0].kept);
    assert_string_equal(shoal_table_value(table, 1, 1), "5");
    assert_null(shoal_table_value(table, 1, 2));
    assert_int_equal(table->bytes, bytes);

    FILE *sum = popen("cat p1.csv p2.csv.gz | sha256sum", "r");
    char expected[65] = "";
    assert_int_equal(fread(expected, 1, 64, sum), 64);
    pclose(sum);
    assert_string_equal(table->sha256, expected);
    shoal_table_free(table);
}

static void a_source_may_be_closed_unread(void **state) {
    (void)state;
    source_options options = {.sha256 = true};
    source *from = NULL;
    assert_int_equal(csv_source_open_memory(&from, "1,2\n", 4, &options, NULL), SHOAL_OK);
    assert_true(source_format(from).csv.headless);
    assert_string_equal(source_column_name(from, 1), "c2");
    source_close(from);
    source_close(NULL);
}

static void lines_are_found(void **state) {
    (void)state;
    static const char content[] = "\n\"a\n1\";2\n\nb;3\r\n";
    put("l.csv.xz", content);
    put("l2.csv", "c;4\n");
    source_options options = {.header = SHOAL_NO, .lines = true};
    const char *names[] = {"l.csv.xz", "l2.csv"};
    source *from = NULL;
    shoal_table *table = NULL;
    assert_int_equal(source_open(&from, names, 1, &options, NULL), SHOAL_OK);
    assert_int_equal(source_read(&table, from, NULL, NULL), SHOAL_OK);
    assert_int_equal(table->rows, 2);
    assert_int_equal(source_lines(from)[0], 2);
    assert_int_equal(source_lines(from)[1], 5);
    shoal_table_free(table);
    source_close(from);
    assert_int_equal(source_open(&from, names, 2, &options, NULL), SHOAL_OK);
    assert_int_equal(source_read(&table, from, NULL, NULL), SHOAL_OK);
    assert_int_equal(table->rows, 3);
    assert_null(source_lines(from));
    shoal_table_free(table);
    source_close(from);
}

static void reading_can_be_cancelled(void **state) {
    (void)state;
    put("c.csv", "a\n1\n");
    volatile int cancel = 1;
    source_options options = {.cancel = &cancel};
    const char *name = "c.csv";
    shoal_table *table = NULL;
    shoal_error error;
    assert_int_equal(source_load(&table, NULL, &name, 1, &options, &error), SHOAL_INTERRUPTED);
    assert_string_equal(error.message, "interrupted while reading c.csv");
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, folder_new, folder_free)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schemes_and_suffixes_are_told_from_names),
        CASE(a_file_of_that_name_comes_first),
        cmocka_unit_test(kinds_are_complete),
        CASE(files_follow_one_another),
        CASE(blank_lines_belong_to_their_file),
        CASE(columns_must_be_the_same),
        CASE(columns_are_described_before_they_are_read),
        cmocka_unit_test(a_source_may_be_closed_unread),
        CASE(lines_are_found),
        CASE(reading_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
