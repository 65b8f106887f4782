/* Tables that Shoal makes of DuckDB's vectors itself, against those that it makes of the texts of
 * DuckDB's own cast; with one thread and with several, shown and kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "store/duckdb/duckdb_reader.h"
#include "store/duckdb/duckdb_types.h"
#include "support/random_cases.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Expressions of a random number `h` of 64 bits, and of a smaller one, `s`. */
static const char *const expressions[] = {
    "CAST(h AS BIGINT)",
    "CAST(mod(s, 200) - 100 AS TINYINT)",
    "CAST(mod(s, 60000) - 30000 AS SMALLINT)",
    "CAST(mod(abs(h), 4000000000) - 2000000000 AS INTEGER)",
    "CAST(abs(h) AS UBIGINT) + 9223372036854775807",
    "CAST(mod(s, 256) AS UTINYINT)",
    "CAST(mod(s, 65536) AS USMALLINT)",
    "CAST(abs(mod(h, 4294967296)) AS UINTEGER)",
    "s > 500",
    "DATE '1970-01-01' + CAST(mod(h, 700000) AS INTEGER)",
    "DATE '1970-01-01' - CAST(mod(abs(h), 2000000) AS INTEGER)",
    "CASE mod(s, 2) WHEN 0 THEN DATE 'infinity' ELSE DATE '-infinity' END",
    "DATE '12000-01-01' + CAST(mod(s, 9) AS INTEGER)",
    "CAST(mod(s, 40) AS VARCHAR)",
    "repeat('é', CAST(mod(s, 9) AS INTEGER))",
    "'a text of more than twelve bytes, ' || mod(s, 50)",
    "CAST(h AS VARCHAR)",
    "CASE WHEN mod(s, 2) = 0 THEN '' ELSE 'x' END",
    "CAST(h AS DOUBLE) / 1000",
    "CAST(mod(h, 100000) / 100 AS DECIMAL(12,2))",
    "TIMESTAMP '1970-01-01' + to_seconds(mod(h, 10000000))",
    "[s, NULL]",
};
enum { EXPRESSIONS = sizeof expressions / sizeof *expressions, MOST = 8 };

typedef struct drawn_query {
    char sql[4000];
    size_t columns;
    bool wanted[MOST];
} drawn_query;

static void draw_query(drawn_query *out, random_stream *draw) {
    size_t rows = 1 + random_below(draw, random_below(draw, 4) == 0 ? 100000 : 3000);
    size_t length = (size_t)snprintf(out->sql, sizeof out->sql, "(SELECT ");
    out->columns = 1 + random_below(draw, MOST);
    for (size_t i = 0; i < out->columns; i++) {
        const char *chosen = expressions[random_below(draw, EXPRESSIONS)];
        size_t nulls = random_below(draw, 3);
        out->wanted[i] = random_below(draw, 4) > 0;
        length +=
            (size_t)snprintf(out->sql + length, sizeof out->sql - length,
                             nulls ? "%sCASE WHEN mod(s, %zu) = 0 THEN NULL ELSE %s END AS x%zu"
                                   : "%s/* %zu */ %s AS x%zu",
                             i ? ", " : "", nulls == 1 ? (size_t)2 : (size_t)500, chosen, i);
    }
    snprintf(out->sql + length, sizeof out->sql - length,
             " FROM (SELECT CAST(hash(i + %u) // 2 AS BIGINT) - 4611686018427387904 AS h, "
             "CAST(mod(hash(i * 7 + 1), 1000) AS BIGINT) AS s FROM range(%zu) r(i)))",
             (unsigned)random_below(draw, 1000000), rows);
}

/* The sum of the hashes of all cells with their places. */
typedef struct seen_cells {
    _Atomic uint64_t sum, rows;
} seen_cells;

static void see(const cell_block *block, void *context) {
    seen_cells *seen = context;
    for (size_t row = 0; row < block->rows; row++)
        for (size_t i = 0; i < block->columns; i++) {
            const cell_span *span = &block->span[row * block->columns + i];
            uint64_t hash = hash_bytes(block->text + span->begin, span->end - span->begin);
            seen->sum += hash_word(hash ^ hash_word((block->row + row) * 100 + i));
        }
    seen->rows += block->rows;
}

static shoal_table *read_query(const drawn_query *query, thread_pool *pool, bool casts_all,
                               seen_cells *seen) {
    shoal_error error = {0};
    duckdb_session session;
    duckdb_relation relation;
    char described[4100];
    table_builder *into = NULL;
    shoal_table *table = NULL;
    column_origin *origins[MOST];
    uint64_t rows = 0;
    source_options options = {
        .pool = pool, .see = seen ? see : NULL, .see_context = seen, .label = "query"};
    const duckdb_wish wish = {.threads = threads_count(pool), .label = "query"};
    duckdb_reading reading = {.session = &session,
                              .of = &relation,
                              .from = query->sql,
                              .options = &options,
                              .casts_all = casts_all};
    snprintf(described, sizeof described, "SELECT * FROM %s", query->sql);
    if (duckdb_session_open(&session, &wish, &error) != SHOAL_OK ||
        duckdb_relation_describe(&relation, &session, described, NULL, &error) != SHOAL_OK)
        fail_msg("%s: %s", described, error.message);
    for (size_t i = 0; i < query->columns; i++)
        origins[i] = duckdb_origin(relation.types[i], "duckdb");
    if (table_builder_open(&into, relation.names, relation.columns, origins, query->wanted, 1,
                           &options, &error) != SHOAL_OK)
        fail_msg("%s", error.message);
    reading.into = into;
    if (duckdb_read(&reading, &rows, &error) != SHOAL_OK ||
        table_builder_finish(&table, into, &error) != SHOAL_OK)
        fail_msg("%s: %s", query->sql, error.message);
    assert_int_equal(table->rows, rows);
    table_builder_close(into);
    duckdb_relation_free(&relation);
    duckdb_session_close(&session);
    return table;
}

static bool keeps(const char *name, void *context) {
    return ((const drawn_query *)context)->wanted[name[1] - '0'];
}

/* The same through a Parquet file of many small groups of rows, which several threads read. */
static shoal_table *read_file(drawn_query *query, thread_pool *pool, seen_cells *seen) {
    static const char *const name = "/tmp/shoal-property-duckdb.parquet";
    char path[100], sql[4200];
    const char *paths[] = {path};
    shoal_error error = {0};
    shoal_table *table = NULL;
    duckdb_session session;
    const duckdb_wish wish = {.threads = 1, .label = "query", .reads_files = true};
    source_options options = {
        .pool = pool, .see = see, .see_context = seen, .keep = keeps, .context = query};
    snprintf(path, sizeof path, "%.40s.%d.parquet", name, (int)getpid());
    snprintf(sql, sizeof sql, "COPY %s TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)", query->sql,
             path);
    if (duckdb_session_open(&session, &wish, &error) != SHOAL_OK ||
        duckdb_run(&session, sql, NULL, &error) != SHOAL_OK ||
        source_load(&table, NULL, paths, 1, &options, &error) != SHOAL_OK)
        fail_msg("%s: %s", sql, error.message);
    duckdb_session_close(&session);
    remove(path);
    return table;
}

static void assert_same(const shoal_table *one, const shoal_table *other, const char *sql) {
    assert_int_equal(one->rows, other->rows);
    for (size_t i = 0; i < one->columns; i++) {
        const column *left = &one->column[i], *right = &other->column[i];
        assert_int_equal(left->values.size, right->values.size);
        if (!left->kept)
            continue;
        assert_int_equal(left->origin->nulls, right->origin->nulls);
        for (size_t row = 0; row < one->rows; row++)
            if (strcmp(dictionary_text(&left->values, codes_get(&left->codes, row)),
                       dictionary_text(&right->values, codes_get(&right->codes, row))) != 0)
                fail_msg("row %zu, column %zu of %s: '%s' instead of '%s'", row, i, sql,
                         dictionary_text(&left->values, codes_get(&left->codes, row)),
                         dictionary_text(&right->values, codes_get(&right->codes, row)));
    }
}

static void vectors_are_read_as_casts(void **state) {
    (void)state;
    if (!duckdb_library_is_there())
        skip();
    uint64_t seed = property_seed();
    size_t cases = property_cases(25);
    thread_pool *pools[2] = {property_threads(1), property_threads(3)};
    for (size_t i = 0; i < cases; i++) {
        random_stream draw = random_open(seed, "duckdb", i);
        drawn_query query;
        seen_cells seen[3] = {0};
        draw_query(&query, &draw);
        thread_pool *pool = pools[random_below(&draw, 2)];
        shoal_table *slow = read_query(&query, pools[0], true, &seen[0]);
        shoal_table *fast = read_query(&query, pool, false, &seen[1]);
        shoal_table *unseen = read_query(&query, pool, false, NULL);
        shoal_table *file = read_file(&query, pool, &seen[2]);
        assert_same(fast, slow, query.sql);
        assert_same(file, slow, query.sql);
        assert_same(unseen, slow, query.sql);
        assert_int_equal(seen[0].rows, slow->rows);
        assert_int_equal(seen[1].rows, slow->rows);
        assert_int_equal(seen[2].rows, slow->rows);
        assert_true(seen[0].sum == seen[1].sum);
        assert_true(seen[0].sum == seen[2].sum);
        shoal_table_free(file);
        shoal_table_free(slow);
        shoal_table_free(fast);
        shoal_table_free(unseen);
    }
    threads_stop(pools[0]);
    threads_stop(pools[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors_are_read_as_casts)};
    return cmocka_run_group_tests_name("duckdb", tests, NULL, NULL);
}
