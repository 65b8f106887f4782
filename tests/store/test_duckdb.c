/* Parquet files and DuckDB databases: what is written is what is read, types of untouched columns
 * are kept, and files that are damaged are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/text.h"
#include "files/pending_file.h"
#include "store/duckdb/duckdb_library.h"
#include "store/sink_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/shoal-duckdb-XXXXXX";

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

static void needs_library(void) {
    if (!duckdb_library_is_there())
        skip();
}

/* ---- Reading and writing --------------------------------------------------------------------- */

static shoal_table *load(const char *name, const absent_texts *absent) {
    source_options options = {.sha256 = true, .absent = absent};
    shoal_table *table = NULL;
    shoal_error error = {0};
    if (source_load(&table, NULL, &name, 1, &options, &error) != SHOAL_OK)
        fail_msg("%s: %s", name, error.message);
    return table;
}

static void refused(const char *name, shoal_status status, const char *message) {
    source_options options = {.sha256 = false};
    shoal_table *table = NULL;
    shoal_error error = {0};
    shoal_status found = source_load(&table, NULL, &name, 1, &options, &error);
    if (found == SHOAL_OK)
        fail_msg("%s is read", name);
    if (!strstr(error.message, message))
        fail_msg("%s instead of %s", error.message, message);
    assert_int_equal(found, status);
}

static void fill(const void *context, size_t begin, size_t count, uint32_t *cells) {
    const shoal_table *from = context;
    for (size_t i = 0; i < from->columns; i++)
        codes_read(&from->column[i].codes, begin, count, cells + i * ROW_FEED_MOST);
}

/* As it is kept: also what stands for an empty text. */
static const char *text_at(const shoal_table *table, size_t row, size_t index) {
    const column *of = &table->column[index];
    return dictionary_text(&of->values, codes_get(&of->codes, row));
}

/* A table as a release that changes nothing writes it. */
static shoal_status write_as(const char *name, const shoal_table *table, const bool *kept,
                             int threads, bool publishes, shoal_error *error) {
    feed_column columns[64];
    absent_texts absent[64];
    thread_pool *pool = NULL;
    sink *to = NULL;
    source *from = NULL;
    shoal_table *back = NULL;
    row_feed feed = {.rows = table->rows,
                     .kept = kept,
                     .columns = table->columns,
                     .column = columns,
                     .fill = fill,
                     .context = table};
    assert_int_equal(threads_start(&pool, threads, NULL), SHOAL_OK);
    for (size_t i = 0; i < table->columns; i++) {
        const column *of = &table->column[i];
        absent[i] = column_origin_absent(of->origin);
        columns[i] = (feed_column){.name = of->name,
                                   .values = &of->values,
                                   .origin = of->origin,
                                   .untouched = true,
                                   .absent = absent[i]};
    }
    sink_options options = {.pool = pool};
    source_options reading = {.pool = pool, .absent = absent};
    shoal_status status = sink_open(&to, name, error);
    if (status == SHOAL_OK)
        status = sink_write(to, &feed, &options, error);
    if (status == SHOAL_OK)
        status = sink_reopen(&from, to, &reading, error);
    if (status == SHOAL_OK)
        status = source_load_opened(&back, NULL, from, &reading, error);
    for (size_t i = 0; status == SHOAL_OK && !kept && i < table->columns; i++)
        for (size_t row = 0; row < table->rows; row++)
            assert_string_equal(text_at(back, row, i), text_at(table, row, i));
    if (status == SHOAL_OK && publishes)
        status = sink_publish(to, error);
    shoal_table_free(back);
    sink_close(to);
    threads_stop(pool);
    return status;
}

static void write_checked(const char *name, const shoal_table *table) {
    shoal_error error = {0};
    if (write_as(name, table, NULL, 1, true, &error) != SHOAL_OK)
        fail_msg("%s: %s", name, error.message);
}

/* ---- Types ----------------------------------------------------------------------------------- */

typedef struct type_case {
    const char *type;
    const char *values[4]; /* as SQL literals; NULL after the last */
    bool is_kept;          /* in Parquet; a database keeps all of them */
} type_case;

static const type_case types[] = {
    {"BOOLEAN", {"true", "false"}, true},
    {"TINYINT", {"'-128'", "'127'"}, true},
    {"SMALLINT", {"'-32768'", "'32767'"}, true},
    {"INTEGER", {"'-2147483648'", "'2147483647'", "'0'"}, true},
    {"BIGINT", {"'-9223372036854775808'", "'9223372036854775807'"}, true},
    {"UTINYINT", {"'0'", "'255'"}, true},
    {"USMALLINT", {"'65535'"}, true},
    {"UINTEGER", {"'4294967295'"}, true},
    {"UBIGINT", {"'18446744073709551615'"}, true},
    {"HUGEINT", {"'170141183460469231731687303715884105727'"}, false},
    {"FLOAT", {"'1.5'", "'nan'", "'-inf'", "'1e30'"}, true},
    {"DOUBLE", {"'0.1'", "'-0.0'", "'1e300'", "'123456789.123'"}, true},
    {"DECIMAL(38,0)", {"'12345678901234567890123456789012345678'", "'-1'"}, true},
    {"DECIMAL(38,38)", {"'0.12345678901234567890123456789012345678'"}, true},
    {"DECIMAL(18,3)", {"'-0.005'", "'123456789012345.678'"}, true},
    {"DECIMAL(9,2)", {"'0.00'", "'9999999.99'"}, true},
    {"DECIMAL(4,1)", {"'-999.9'"}, true},
    {"DATE", {"'1969-12-31'", "'0001-01-01'", "'9999-12-31'", "'1582-10-10'"}, true},
    {"TIME", {"'00:00:00'", "'23:59:59.999999'"}, true},
    {"TIMESTAMP", {"'1969-12-31 23:59:59.5'", "'2024-02-29 00:00:00'"}, true},
    {"TIMESTAMP_S", {"'1969-12-31 23:59:59'"}, false},
    {"TIMESTAMP_MS", {"'1969-12-31 23:59:59.123'"}, false},
    {"TIMESTAMP_NS", {"'1969-12-31 23:59:59.123456789'"}, true},
    {"TIMESTAMP WITH TIME ZONE", {"'1969-12-31 23:59:59.5+02'", "'2024-07-01 12:00:00-07'"}, true},
    {"TIME WITH TIME ZONE", {"'12:00:00+01'"}, false},
    {"INTERVAL", {"'3 days'", "'1 month 2 seconds'"}, false},
    {"UUID", {"'47183823-2574-4bfd-b411-99ed177d3e43'"}, true},
    {"BLOB", {"'\\xAA\\x00'", "'plain'"}, true},
    {"BIT", {"'101'"}, false},
    {"VARCHAR",
     {"'a''b\"c'", "E'two\\nlines'", "'é漢字🙂'", "' longer than twelve bytes '"},
     true},
    {"INTEGER[]", {"[1, 2, NULL]", "[]"}, true},
    {"STRUCT(a INTEGER, b VARCHAR)", {"{'a': 1, 'b': 'x'}", "{'a': NULL, 'b': 'y'}"}, true},
    {"MAP(VARCHAR, INTEGER)", {"MAP {'k': 1}"}, true},
};
enum { TYPES = sizeof types / sizeof *types };

/* A query with a column t0, t1, … for each type, which also has NULLs. */
static void add_query(text *sql) {
    text_add_string(sql, "duckdb:?query=");
    for (size_t row = 0; row < 5; row++) {
        text_add_string(sql, row ? " UNION ALL SELECT " : "SELECT ");
        for (size_t i = 0; i < TYPES; i++) {
            const char *value = row < 4 ? types[i].values[row] : NULL;
            text_format(sql, "%sCAST(%s AS %s) AS t%zu", i ? ", " : "", value ? value : "NULL",
                        types[i].type, i);
        }
    }
}

static void assert_types(const shoal_table *found, const shoal_table *expected, bool in_parquet) {
    for (size_t i = 0; i < TYPES; i++) {
        const char *native = found->column[i].origin->native;
        for (size_t row = 0; row < expected->rows; row++)
            assert_string_equal(shoal_table_value(found, (int64_t)row, (int64_t)i),
                                shoal_table_value(expected, (int64_t)row, (int64_t)i));
        assert_int_equal(found->column[i].origin->nulls, expected->column[i].origin->nulls);
        if (types[i].is_kept || !in_parquet)
            assert_string_equal(native ? native : "VARCHAR", types[i].type);
    }
}

static void test_types(void **state) {
    (void)state;
    text query = {0};
    needs_library();
    add_query(&query);
    shoal_table *table = load(query.bytes, NULL);
    assert_string_equal(shoal_table_value(table, 0, 12), "12345678901234567890123456789012345678");
    assert_string_equal(shoal_table_value(table, 0, 17), "1969-12-31");
    assert_string_equal(shoal_table_value(table, 0, 23), "1969-12-31 21:59:59.5+00");
    write_checked("types.parquet", table);
    write_checked("duckdb:types.db?table=t", table);
    shoal_table *file = load("types.parquet", NULL);
    shoal_table *database = load("duckdb:types.db?table=t", NULL);
    assert_types(file, table, true);
    assert_types(database, table, false);
    assert_int_equal(strlen(file->sha256), 64);
    shoal_table_free(file);
    shoal_table_free(database);
    shoal_table_free(table);
    text_free(&query);
}

/* A column keeps its type only if every value survives it. */
static void test_values_that_do_not_fit(void **state) {
    (void)state;
    needs_library();
    shoal_table *table = load("duckdb:?query=SELECT x FROM (VALUES ('007'), ('8')) t(x)", NULL);
    column_origin *origin = table->column[0].origin;
    origin->of = VALUE_INTEGER;
    origin->bits = 32;
    write_checked("text.parquet", table);
    shoal_table *back = load("text.parquet", NULL);
    assert_int_equal(back->column[0].origin->of, VALUE_TEXT);
    assert_string_equal(shoal_table_value(back, 0, 0), "007");
    shoal_table_free(back);
    shoal_table_free(table);
}

/* ---- NULL, names, order -----------------------------------------------------------------------
 */

static void test_null_and_empty(void **state) {
    (void)state;
    needs_library();
    static const char *const queries[] = {
        "duckdb:?query=SELECT * FROM (VALUES (NULL, '', 'x'), ('a', 'b', ''), ('', NULL, '')) "
        "t(a, b, c)",
        "duckdb:?query=SELECT * FROM (VALUES ('\"\"', NULL, ''), ('', NULL, ''), (NULL, NULL, '')) "
        "t(a, b, c)",
    };
    for (size_t i = 0; i < 2; i++) {
        shoal_table *table = load(queries[i], NULL);
        write_checked("null.parquet", table);
        write_checked("duckdb:null.db?table=t", table);
        shoal_table *back = load("null.parquet", NULL);
        for (size_t c = 0; c < table->columns; c++)
            for (size_t row = 0; row < table->rows; row++)
                assert_string_equal(shoal_table_value(back, (int64_t)row, (int64_t)c),
                                    shoal_table_value(table, (int64_t)row, (int64_t)c));
        assert_int_equal(back->column[0].origin->nulls, table->column[0].origin->nulls);
        shoal_table_free(back);
        shoal_table_free(table);
    }
}

static void test_names(void **state) {
    (void)state;
    needs_library();
    static const char *const names[] = {
        "select", "\"", "'); DROP TABLE t; --", "a b", "é", "c0", "*", "%s", "a\"b\"", ";\n",
    };
    enum { NAMES = sizeof names / sizeof *names };
    shoal_table *table =
        load("duckdb:?query=SELECT 1 a,2 b,3 c,4 d,5 e,6 f,7 g,8 h,9 i,10 j", NULL);
    for (size_t i = 0; i < NAMES; i++) {
        memory_free(table->column[i].name);
        table->column[i].name = memory_text(names[i], strlen(names[i]));
    }
    write_checked("names.parquet", table);
    write_checked("duckdb:names.db?table=\"se\"\"l.ect\"", table);
    static const char *const from[] = {"names.parquet", "duckdb:names.db?table=\"se\"\"l.ect\""};
    for (size_t k = 0; k < 2; k++) {
        shoal_table *back = load(from[k], NULL);
        for (size_t i = 0; i < NAMES; i++)
            assert_string_equal(back->column[i].name, names[i]);
        shoal_table_free(back);
    }
    memory_free(table->column[1].name);
    table->column[1].name = memory_text("SELECT", 6);
    shoal_error error = {0};
    assert_int_equal(write_as("alike.parquet", table, NULL, 1, true, &error), SHOAL_USAGE);
    assert_string_equal(error.code, "names_alike");
    assert_int_equal(access("alike.parquet", F_OK), -1);
    shoal_table_free(table);
    refused("duckdb:?query=SELECT 1 AS a, 2 AS a", SHOAL_BAD_DATA, "both called 'a'");
}

static size_t bytes_of(const char *path, char **out) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *out = malloc(1 << 22);
    size_t length = fread(*out, 1, 1 << 22, file);
    fclose(file);
    return length;
}

/* Many rows, in their order, the same bytes with every number of threads; and nothing of rows that
 * are left out. */
static void test_rows(void **state) {
    (void)state;
    needs_library();
    shoal_table *table =
        load("duckdb:?query=SELECT i, 'value ' || mod(i, 5000) AS t, CASE WHEN mod(i, 7) = 0 THEN "
             "'secretsecretsecret' || i ELSE 'public' END AS s FROM range(300000) r(i)",
             NULL);
    bool *kept = malloc(table->rows);
    char *bytes[2];
    size_t length[2];
    for (size_t row = 0; row < table->rows; row++)
        kept[row] = row % 7 != 0;
    for (int k = 0; k < 2; k++) {
        char name[] = "rows0.parquet";
        name[4] = (char)('0' + k);
        assert_int_equal(write_as(name, table, kept, 1 + 2 * k, true, NULL), SHOAL_OK);
        length[k] = bytes_of(name, &bytes[k]);
    }
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], length[0]);
    assert_null(memmem(bytes[0], length[0], "secretsecret", 12));
    assert_non_null(memmem(bytes[0], length[0], "public", 6));
    shoal_table *back = load("rows1.parquet", NULL);
    for (size_t row = 0, at = 0; row < table->rows; row++)
        if (kept[row]) {
            assert_string_equal(shoal_table_value(back, (int64_t)at, 0),
                                shoal_table_value(table, (int64_t)row, 0));
            at++;
        }
    shoal_table_free(back);
    shoal_table_free(table);
    free(bytes[0]);
    free(bytes[1]);
    free(kept);
}

/* ---- Files ------------------------------------------------------------------------------------
 */

static void put_parquet(const char *path, const char *select) {
    char query[400];
    snprintf(query, sizeof query, "duckdb:?query=%s", select);
    shoal_table *table = load(query, NULL);
    write_checked(path, table);
    shoal_table_free(table);
}

static void test_folders(void **state) {
    (void)state;
    needs_library();
    assert_int_equal(mkdir("lake", 0777), 0);
    put_parquet("lake/b[1].parquet", "SELECT 3 AS x");
    put_parquet("lake/a.parquet", "SELECT 1 AS x UNION ALL SELECT 2");
    assert_int_equal(file_write_whole("lake/_SUCCESS", "", 0, NULL), SHOAL_OK);
    static const char *const names[] = {"lake", "lake/", "lake/*.parquet"};
    for (size_t i = 0; i < 3; i++) {
        shoal_table *table = load(names[i], NULL);
        assert_int_equal(table->rows, 3);
        assert_string_equal(shoal_table_value(table, 0, 0), "1");
        assert_string_equal(shoal_table_value(table, 2, 0), "3");
        assert_string_equal(table->column[0].origin->native, "INTEGER");
        shoal_table_free(table);
    }
    put_parquet("lake/c.parquet", "SELECT 'x' AS x");
    shoal_table *mixed = load("lake", NULL);
    assert_int_equal(mixed->column[0].origin->of, VALUE_TEXT);
    shoal_table_free(mixed);
    put_parquet("lake/d.parquet", "SELECT 4 AS y");
    refused("lake", SHOAL_BAD_DATA, "files of one table have the same columns");
    refused("none.parquet", SHOAL_IO, "none.parquet");
    refused("lake/a.parquet.gz", SHOAL_USAGE, "compressed inside");
}

/* Cut off anywhere, or with a few bits turned: an error or other values, never a crash. */
static bool write_over(const char *path, const char *by) {
    char *bytes;
    size_t length = bytes_of(by, &bytes);
    bool made = file_write_whole(path, bytes, length, NULL) == SHOAL_OK;
    free(bytes);
    return made;
}

/* Columns are asked for first, and rows later. */
static void test_changed(void **state) {
    (void)state;
    needs_library();
    put_parquet("changed.parquet", "SELECT 1 AS x");
    put_parquet("other.parquet", "SELECT 2 AS x");
    static const char *const names[] = {"changed.parquet"};
    for (int i = 0; i < 2; i++) {
        source *from = NULL;
        shoal_table *table = NULL;
        shoal_error error = {0};
        assert_int_equal(source_open(&from, names, 1, &(source_options){0}, &error), SHOAL_OK);
        if (i == 1)
            assert_true(write_over(names[0], "other.parquet"));
        shoal_status status = source_read(&table, from, NULL, &error);
        assert_int_equal(status, i == 0 ? SHOAL_OK : SHOAL_IO);
        assert_true(i == 0 || strstr(error.message, "changed.parquet changed while it was read: "));
        shoal_table_free(table);
        source_close(from);
    }
}

static void test_damaged(void **state) {
    (void)state;
    needs_library();
    char *bytes;
    put_parquet("sound.parquet", "SELECT i AS a, 'text ' || mod(i, 9) AS b, i / 3 AS c FROM "
                                 "range(500) r(i)");
    size_t length = bytes_of("sound.parquet", &bytes);
    uint64_t draw = 7;
    for (int round = 0; round < 60; round++) {
        const char *name = "damaged.parquet";
        source_options options = {.sha256 = false};
        shoal_error error = {0};
        shoal_table *table = NULL;
        char *copy = malloc(length);
        memcpy(copy, bytes, length);
        draw = draw * 6364136223846793005u + 1442695040888963407u;
        size_t at = (size_t)(draw >> 33) % length;
        bool cuts = round % 3 == 0;
        copy[at] = (char)(copy[at] ^ (1 << (draw >> 60 & 7)));
        assert_int_equal(file_write_whole(name, copy, cuts ? at : length, NULL), SHOAL_OK);
        shoal_status status = source_load(&table, NULL, &name, 1, &options, &error);
        if (status == SHOAL_OK)
            assert_false(cuts);
        else
            assert_true(strstr(error.message, "damaged.parquet") != NULL);
        shoal_table_free(table);
        free(copy);
    }
    free(bytes);
}

/* ---- Databases --------------------------------------------------------------------------------
 */

static void test_databases(void **state) {
    (void)state;
    needs_library();
    shoal_error error = {0};
    shoal_table *table = load("duckdb:?query=SELECT 1 AS a UNION ALL SELECT 2", NULL);
    assert_int_equal(write_as("duckdb:new.db?table=t", table, NULL, 1, false, &error), SHOAL_OK);
    assert_int_equal(access("new.db", F_OK), -1); /* not published: nothing is left */
    assert_int_equal(system("test -z \"$(ls -A | grep new.db)\""), 0);
    write_checked("duckdb:new.db?table=t", table);
    shoal_table *other = load("duckdb:?query=SELECT 1 AS a, 'x' AS b", NULL);
    assert_int_equal(write_as("duckdb:new.db?table=t", other, NULL, 1, false, &error), SHOAL_OK);
    shoal_table *old = load("duckdb:new.db?table=main.t", NULL);
    assert_int_equal(old->rows, 2);
    write_checked("duckdb:new.db?table=t", other);
    shoal_table *fresh =
        load("duckdb:new.db?query=SELECT b, count(*) AS n FROM t GROUP BY b; ", NULL);
    assert_string_equal(shoal_table_value(fresh, 0, 0), "x");
    assert_string_equal(shoal_table_value(fresh, 0, 1), "1");
    shoal_table_free(fresh);
    shoal_table_free(old);
    shoal_table_free(other);
    shoal_table_free(table);
}

static void test_queries(void **state) {
    (void)state;
    needs_library();
    shoal_table *table =
        load("duckdb:?query=SELECT i FROM range(5000) r(i) ORDER BY i DESC -- c", NULL);
    assert_string_equal(shoal_table_value(table, 0, 0), "4999");
    assert_string_equal(shoal_table_value(table, 4999, 0), "0");
    shoal_table_free(table);
    refused("duckdb:?query=SELECT 1; SELECT 2", SHOAL_BAD_DATA, "multiple statements");
    refused("duckdb:?query=CREATE TABLE t (a INT)", SHOAL_USAGE, "only a query");
    refused("duckdb:?query=SELECT FROM", SHOAL_USAGE, "Parser Error");
    refused("duckdb:?query=INSTALL httpfs", SHOAL_USAGE, "only a query");
    refused("duckdb:?query=SELECT * FROM 'https://localhost/x.parquet'", SHOAL_USAGE, "httpfs");
    refused("duckdb:?table=t", SHOAL_USAGE, "duckdb:FILE?table=TABLE");
    refused("duckdb:none.db?table=t", SHOAL_IO, "does not exist");
    refused("duckdb:?query=SELECT 1 AS a WHERE false", SHOAL_BAD_DATA, "no rows");
    refused("duckdb:?query=SELECT 'a' || chr(0) AS a", SHOAL_BAD_DATA, "has a NUL byte");
    refused("duckdb:?query=SELECT 'a longer one' || chr(0) AS a", SHOAL_BAD_DATA, "has a NUL byte");
    put_parquet("x.parquet", "SELECT 1 AS a");
    shoal_table *file = load("duckdb:?query=SELECT a FROM 'x.parquet'", NULL);
    write_checked("duckdb:x.db?table=t", file);
    shoal_table_free(file);
    refused("duckdb:x.db?query=SELECT * FROM 'x.parquet'", SHOAL_USAGE, "disabled");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),          cmocka_unit_test(test_values_that_do_not_fit),
        cmocka_unit_test(test_null_and_empty), cmocka_unit_test(test_names),
        cmocka_unit_test(test_rows),           cmocka_unit_test(test_folders),
        cmocka_unit_test(test_damaged),        cmocka_unit_test(test_databases),
        cmocka_unit_test(test_queries),        cmocka_unit_test(test_changed),
    };
    return cmocka_run_group_tests_name("duckdb", tests, folder_new, folder_free);
}
