/* DuckDB itself finds out what a source reads, behind views, macros and queries in texts: in a
 * transaction that is rolled back the output is dropped, and the source must have the same plan as
 * before. */
#include "store/duckdb/duckdb_guard.h"

#include "files/input_guard.h"
#include "store/duckdb/duckdb_relation.h"
#include "store/store_name.h"

/* Reads tables through a connection of its own, which does not see the transaction. */
#define OWN_CONNECTION "json_execute_serialized_sql"

static shoal_status read_plan(text *out, const duckdb_session *session, const char *sql,
                              shoal_error *error) {
    duckdb_rows rows = {0};
    duckdb_data_chunk chunk = NULL;
    const duckdb_library *library = session->library;
    out->length = 0;
    shoal_status status = duckdb_rows_open(&rows, session, sql, NULL, error);
    if (status == SHOAL_OK)
        status = duckdb_rows_next(&chunk, &rows, error);
    if (chunk && library->data_chunk_get_size(chunk) > 0) {
        const duckdb_string_t *found =
            library->vector_get_data(library->data_chunk_get_vector(chunk, 1));
        size_t length;
        const char *plan = duckdb_text(found, &length);
        text_add(out, plan, length);
    }
    if (chunk)
        library->destroy_data_chunk(&chunk);
    duckdb_rows_close(&rows);
    return status == SHOAL_OK && out->failed ? status_no_memory(error) : status;
}

static shoal_status refuse_unknown(const store_url *from, const store_url *to, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "output_is_input", "output",
                         "%.100s is there already, and %.100s may read it through " OWN_CONNECTION
                         ": choose another name for the output",
                         to->shown, from->shown);
}

static bool is_same_text(const text *one, const text *other) {
    return one->length == other->length && one->length > 0 &&
           memcmp(one->bytes, other->bytes, one->length) == 0;
}

/* Drops the output, in a transaction that is open until the session is closed. */
static shoal_status drop_output(const duckdb_session *session, const store_url *to,
                                const char *table, shoal_error *error) {
    text drop = {0};
    shoal_error told = {0};
    size_t label = strlen(to->shown) < 100 ? strlen(to->shown) : 100;
    text_format(&drop, "DROP TABLE IF EXISTS %s", table);
    shoal_status status = drop.failed ? status_no_memory(&told)
                                      : duckdb_run(session, "BEGIN TRANSACTION", NULL, &told);
    if (status == SHOAL_OK)
        status = duckdb_run(session, drop.bytes, NULL, &told);
    if (status == SHOAL_NO_MEMORY || status == SHOAL_IO)
        status = status_fail(error, status, "%s", told.message);
    else if (status != SHOAL_OK)
        status = status_refuse(error, SHOAL_USAGE, "output_not_table", NULL,
                               "%.90s is no table that can be replaced; choose another name. "
                               "DuckDB says: %.100s",
                               to->shown, told.message + label + strlen(": "));
    text_free(&drop);
    return status;
}

/* What is wrong with a source that has no plan is told when it is opened. */
static shoal_status compare_plans(bool *reads, const duckdb_session *session, const store_url *from,
                                  const store_url *to, const char *table, shoal_error *error) {
    text before = {0}, after = {0}, explain = {0};
    text_add_string(&explain, "EXPLAIN (FORMAT JSON) SELECT * FROM ");
    duckdb_add_relation(&explain, from);
    shoal_status status = explain.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK && read_plan(&before, session, explain.bytes, NULL) == SHOAL_OK) {
        status = drop_output(session, to, table, error);
        *reads =
            status == SHOAL_OK && (read_plan(&after, session, explain.bytes, NULL) != SHOAL_OK ||
                                   !is_same_text(&before, &after));
        if (status == SHOAL_OK && !*reads && strcasestr(before.bytes, OWN_CONNECTION))
            status = refuse_unknown(from, to, error);
    }
    text_free(&before);
    text_free(&after);
    text_free(&explain);
    return status;
}

static bool is_there(const duckdb_session *session, const char *table) {
    text ask = {0};
    text_format(&ask, "SELECT 1 FROM %s", table);
    bool there = ask.failed || duckdb_check_query(session, ask.bytes, NULL) == SHOAL_OK;
    text_free(&ask);
    return there;
}

static shoal_status check_table(bool *reads, const duckdb_session *session, const store_url *from,
                                const store_url *to, shoal_error *error) {
    text table = {0};
    duckdb_add_table(&table, to);
    shoal_status status = table.failed ? status_no_memory(error) : SHOAL_OK;
    if (status == SHOAL_OK && is_there(session, table.bytes))
        status = compare_plans(reads, session, from, to, table.bytes, error);
    text_free(&table);
    return status;
}

static shoal_status open_and_check(bool *reads, const store_url *from, const store_url *to,
                                   shoal_error *error) {
    duckdb_session session = {0};
    const duckdb_wish wish = {
        .path = to->path, .is_writable = true, .threads = 1, .label = to->shown};
    shoal_status status = duckdb_session_open(&session, &wish, error);
    if (status == SHOAL_OK)
        status = check_table(reads, &session, from, to, error);
    duckdb_session_close(&session);
    return status;
}

shoal_status duckdb_check_output(const duckdb_session *session, const store_url *to,
                                 const char *table, shoal_error *error) {
    STATUS_TRY(drop_output(session, to, table, error));
    return duckdb_run(session, "ROLLBACK", NULL, error);
}

shoal_status duckdb_guard(bool *reads, const char *input, const char *output, shoal_error *error) {
    static const char *const schemes[] = {"duckdb", NULL};
    store_url from = {0}, to = {0};
    *reads = false;
    /* What is wrong with a name is told when it is opened. */
    shoal_status status = SHOAL_OK;
    if (store_name_has_scheme(input, schemes) && store_url_parse(&from, input, NULL) == SHOAL_OK &&
        store_url_parse(&to, output, NULL) == SHOAL_OK && to.table && (from.table || from.query) &&
        file_is_same(from.path, to.path))
        status = open_and_check(reads, &from, &to, error);
    store_url_free(&from);
    store_url_free(&to);
    return status;
}
