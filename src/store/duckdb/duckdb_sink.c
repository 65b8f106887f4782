#include "store/duckdb/duckdb_feed.h"
#include "store/duckdb/duckdb_guard.h"
#include "store/duckdb/duckdb_relation.h"
#include "store/duckdb/duckdb_source.h"
#include "store/duckdb/pending_database.h"
#include "store/sink_kind.h"
#include "store/store_url.h"

#include <fcntl.h>
#include <unistd.h>

typedef struct duckdb_sink {
    sink base;
    store_url url;
    pending_database database;
    duckdb_session session;
    char *table; /* its name, quoted */
} duckdb_sink;

static void duckdb_sink_close(sink *base) {
    duckdb_sink *self = (duckdb_sink *)base;
    /* What was not committed is rolled back. */
    duckdb_session_close(&self->session);
    pending_database_close(&self->database);
    memory_free(self->table);
    store_url_free(&self->url);
    memory_free(self);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static shoal_status check_url(const store_url *url, shoal_error *error) {
    bool is_file = *url->path && strcmp(url->path, ":memory:") != 0;
    if (url->table && !url->query && !url->host && !url->parameters && is_file)
        return duckdb_check_table(url, error);
    return status_fail(error, SHOAL_USAGE,
                       "cannot write %.100s: a table of DuckDB is duckdb:FILE?table=TABLE",
                       url->shown);
}

static shoal_status set_table(duckdb_sink *self, shoal_error *error) {
    text name = {0};
    duckdb_add_table(&name, &self->url);
    self->table = name.bytes;
    return name.failed ? status_no_memory(error) : SHOAL_OK;
}

/* DuckDB tries formats that it may not read here, and tells of those. */
static shoal_status check_file(const char *path, const char *shown, shoal_error *error) {
    static const char magic[] = "DUCK";
    char head[12] = "";
    int opened = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = opened >= 0 ? read(opened, head, sizeof head) : 0;
    if (opened >= 0)
        close(opened);
    if (opened < 0 || got == 0 ||
        (got == (ssize_t)sizeof head && memcmp(head + 8, magic, strlen(magic)) == 0))
        return SHOAL_OK;
    return status_refuse(error, SHOAL_IO, "output_not_table", NULL,
                         "cannot write %.120s: the file is there and is no database of DuckDB",
                         shown);
}

static shoal_status open_session(duckdb_sink *self, int threads, shoal_error *error) {
    const duckdb_wish wish = {.path = pending_database_path(&self->database),
                              .is_writable = true,
                              .threads = threads,
                              .label = self->url.shown};
    return duckdb_session_open(&self->session, &wish, error);
}

/* Opens the database and closes it again: the source may be the same one. */
static shoal_status open_target(duckdb_sink *self, const char *name, shoal_error *error) {
    STATUS_TRY(store_url_parse(&self->url, name, error));
    STATUS_TRY(check_url(&self->url, error));
    STATUS_TRY(set_table(self, error));
    STATUS_TRY(check_file(self->url.path, self->url.shown, error));
    STATUS_TRY(pending_database_open(&self->database, self->url.path, error));
    STATUS_TRY(open_session(self, 1, error));
    STATUS_TRY(duckdb_check_output(&self->session, &self->url, self->table, error));
    duckdb_session_close(&self->session);
    return SHOAL_OK;
}

static shoal_status duckdb_sink_open(sink **out, const char *name, shoal_error *error) {
    duckdb_sink *self = memory_zero(1, sizeof *self);
    if (!self)
        return status_no_memory(error);
    self->base.kind = &duckdb_sink_kind;
    self->database.lock = -1;
    shoal_status status = open_target(self, name, error);
    if (status != SHOAL_OK) {
        duckdb_sink_close(&self->base);
        return status;
    }
    *out = &self->base;
    return SHOAL_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static shoal_status begin(sink *base, const row_feed *feed, const sink_options *options,
                          shoal_error *error) {
    (void)feed;
    return open_session((duckdb_sink *)base, threads_count(options->pool), error);
}

static shoal_status run(const duckdb_sink *self, const char *before, const char *after,
                        shoal_error *error) {
    text sql = {0};
    text_format(&sql, "%s %s%s", before, self->table, after);
    shoal_status status =
        sql.failed ? status_no_memory(error) : duckdb_run(&self->session, sql.bytes, NULL, error);
    text_free(&sql);
    return status;
}

/* Of the table that is there: its columns that the release lacks. */
static void ask_for_more(text *sql, const duckdb_sink *self, const row_feed *feed) {
    text_add_string(sql, "SELECT 1 FROM duckdb_columns() WHERE database_name = current_database() "
                         "AND lower(schema_name) = lower(");
    duckdb_add_literal(sql, self->url.schema ? self->url.schema : "main");
    text_add_string(sql, ") AND lower(table_name) = lower(");
    duckdb_add_literal(sql, self->url.table);
    text_add_string(sql, ") AND column_name NOT IN (");
    for (size_t i = 0; i < feed->columns; i++) {
        text_add_string(sql, i ? ", " : "");
        duckdb_add_literal(sql, feed->column[i].name);
    }
    text_add_string(sql, ") LIMIT 1");
}

/* What has more columns than the release may be the original, which a view has led to. */
static shoal_status check_replaced(const duckdb_sink *self, const row_feed *feed,
                                   shoal_error *error) {
    duckdb_rows rows = {0};
    duckdb_data_chunk chunk = NULL;
    text sql = {0};
    ask_for_more(&sql, self, feed);
    shoal_status status = sql.failed
                              ? status_no_memory(error)
                              : duckdb_rows_open(&rows, &self->session, sql.bytes, NULL, error);
    if (status == SHOAL_OK)
        status = duckdb_rows_next(&chunk, &rows, error);
    bool more = chunk && self->session.library->data_chunk_get_size(chunk) > 0;
    if (chunk)
        self->session.library->destroy_data_chunk(&chunk);
    if (status == SHOAL_OK && more)
        status = status_refuse(error, SHOAL_USAGE, "output_has_more", "output",
                               "%.120s has columns that the release lacks, as an original would: "
                               "drop the table, or choose another name",
                               self->url.shown);
    duckdb_rows_close(&rows);
    text_free(&sql);
    return status;
}

/* Whether a table of that name is there. */
static bool is_there(const duckdb_sink *self) {
    text ask = {0};
    text_format(&ask, "SELECT 1 FROM %s", self->table);
    bool there = !ask.failed && duckdb_check_query(&self->session, ask.bytes, NULL) == SHOAL_OK;
    text_free(&ask);
    return there;
}

static void note_replaced(const duckdb_sink *self, const sink_options *options) {
    if (options->note && is_there(self))
        note_say(options->note, options->note_context, note_replaced_values_stay, NULL,
                 "values of the table that is replaced may still be in free parts of the "
                 "database file: if these must not leave with the release, give it a file of "
                 "its own");
}

/* All in one transaction, which is open until the table is published. */
static shoal_status make_table(const duckdb_sink *self, const duckdb_feed *rows,
                               const sink_options *options, shoal_error *error) {
    text sql = {0};
    STATUS_TRY(duckdb_run(&self->session, "BEGIN TRANSACTION", NULL, error));
    STATUS_TRY(run(self, "DROP TABLE IF EXISTS", "", error));
    text_format(&sql, "CREATE TABLE %s AS ", self->table);
    duckdb_feed_select(rows, &sql);
    shoal_status status = sql.failed
                              ? status_no_memory(error)
                              : duckdb_run(&self->session, sql.bytes, options->cancel, error);
    text_free(&sql);
    return duckdb_feed_status(rows, status, error);
}

static shoal_status write_rows(sink *base, const row_feed *feed, const sink_options *options,
                               shoal_error *error) {
    duckdb_sink *self = (duckdb_sink *)base;
    duckdb_feed *rows = NULL;
    STATUS_TRY(check_replaced(self, feed, error));
    note_replaced(self, options);
    shoal_status status = duckdb_feed_open(&rows, &self->session, feed, options, false, error);
    if (status == SHOAL_OK)
        status = make_table(self, rows, options, error);
    duckdb_feed_close(rows);
    return status;
}

static shoal_status finish(sink *base, shoal_error *error) {
    (void)base;
    (void)error;
    return SHOAL_OK;
}

static shoal_status reopen(source **out, sink *base, const source_options *options,
                           shoal_error *error) {
    const duckdb_sink *self = (const duckdb_sink *)base;
    return duckdb_source_open_session(out, &self->session, self->table, options, error);
}

/* The table is there once this is committed, or the old one still is. */
static shoal_status publish(sink *base, shoal_error *error) {
    duckdb_sink *self = (duckdb_sink *)base;
    STATUS_TRY(duckdb_run(&self->session, "COMMIT", NULL, error));
    if (!self->database.made)
        return SHOAL_OK;
    STATUS_TRY(duckdb_run(&self->session, "CHECKPOINT", NULL, error));
    duckdb_session_close(&self->session);
    return pending_database_publish(&self->database, error);
}

/* ---- The kind ------------------------------------------------------------------------------- */

static const char *const suffixes[] = {NULL};
static const char *const schemes[] = {"duckdb", NULL};

const sink_kind duckdb_sink_kind = {
    .name = "duckdb",
    .suffixes = suffixes,
    .schemes = schemes,
    .knows_absent = true,
    .guard = duckdb_guard,
    .open = duckdb_sink_open,
    .begin = begin,
    .write = write_rows,
    .finish = finish,
    .reopen = reopen,
    .publish = publish,
    .close = duckdb_sink_close,
};
