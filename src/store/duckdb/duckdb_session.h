/* A connection to a DuckDB database, or to none, with settings that make texts and order of rows
 * the same everywhere: moments in UTC, rows in their order, no extension fetched or loaded, nothing
 * written to temporary files. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_SESSION_H
#define SHOAL_STORE_DUCKDB_DUCKDB_SESSION_H

#include "base/text.h"
#include "store/duckdb/duckdb_library.h"

typedef struct duckdb_session {
    const duckdb_library *library;
    duckdb_database database;
    duckdb_connection connection;
    const char *label; /* what messages call it */
} duckdb_session;

typedef struct duckdb_wish {
    const char *path;  /* of a database; NULL: none, in memory */
    bool is_writable;  /* that database; otherwise it is opened for reading */
    bool reads_files;  /* queries may read other files */
    int threads;       /* at least 1 */
    const char *label; /* what messages call it; must outlive the session */
} duckdb_wish;

/* Close it also after a failure. */
SHOAL_CHECKED shoal_status duckdb_session_open(duckdb_session *out, const duckdb_wish *wish,
                                               shoal_error *error);
void duckdb_session_close(duckdb_session *session);

/* Statements without rows. `cancel` may be NULL. */
SHOAL_CHECKED shoal_status duckdb_run(const duckdb_session *session, const char *sql,
                                      const volatile int *cancel, shoal_error *error);
/* SHOAL_USAGE unless it is one query. */
SHOAL_CHECKED shoal_status duckdb_check_query(const duckdb_session *session, const char *sql,
                                              shoal_error *error);

/* The rows of a query, chunk by chunk. */
typedef struct duckdb_rows {
    const duckdb_session *session;
    const volatile int *cancel;
    duckdb_prepared_statement statement;
    duckdb_result result;
    bool is_open;
} duckdb_rows;

/* Close it also after a failure. */
SHOAL_CHECKED shoal_status duckdb_rows_open(duckdb_rows *out, const duckdb_session *session,
                                            const char *sql, const volatile int *cancel,
                                            shoal_error *error);
/* The next chunk, to be destroyed by the caller; NULL after the last. */
SHOAL_CHECKED shoal_status duckdb_rows_next(duckdb_data_chunk *out, duckdb_rows *rows,
                                            shoal_error *error);
void duckdb_rows_close(duckdb_rows *rows);

/* Adds a name in double quotes, a text in single ones. */
void duckdb_add_name(text *sql, const char *name);
void duckdb_add_literal(text *sql, const char *value);

/* A text of a vector; not NUL-terminated. */
static inline const char *duckdb_text(const duckdb_string_t *of, size_t *length) {
    *length = of->value.inlined.length;
    return *length <= DUCKDB_INLINED ? of->value.inlined.inlined : of->value.pointer.ptr;
}

static inline bool duckdb_is_null(const uint64_t *validity, size_t row) {
    return validity && !(validity[row / 64] >> (row % 64) & 1);
}

#endif
