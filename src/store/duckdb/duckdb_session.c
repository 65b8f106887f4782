#include "store/duckdb/duckdb_session.h"

#include <stdio.h>
#include <time.h>

/* ---- Messages ------------------------------------------------------------------------------- */

/* DuckDB's messages begin with the kind of the error. */
static const struct {
    const char *kind;
    shoal_status status;
} kinds[] = {
    {"Out of Memory Error", SHOAL_NO_MEMORY},
    {"IO Error", SHOAL_IO},
    {"INTERRUPT Error", SHOAL_INTERRUPTED},
    {"Catalog Error", SHOAL_USAGE},
    {"Parser Error", SHOAL_USAGE},
    {"Binder Error", SHOAL_USAGE},
    {"Permission Error", SHOAL_USAGE},
    {"Missing Extension Error", SHOAL_USAGE},
};

#define COMMIT_KIND "TransactionContext Error"

/* What the system refused may be told as an error of something else, such as of a commit. */
static bool is_of_system(const char *message) {
    static const char *const words[] = {"Could not write",       "Could not read from file",
                                        "No space left",         "File too large",
                                        "Disk quota exceeded",   "Input/output error",
                                        "Could not synchronize", "fsync failed"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(message, words[i]))
            return true;
    return false;
}

static shoal_status status_of(const char *message) {
    if (message && strncmp(message, COMMIT_KIND, strlen(COMMIT_KIND)) == 0 && is_of_system(message))
        return SHOAL_IO;
    for (size_t i = 0; message && i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(message, kinds[i].kind, strlen(kinds[i].kind)) == 0)
            return kinds[i].status;
    return SHOAL_BAD_DATA;
}

#define DESCRIPTOR "/proc/self/fd/"

/* DuckDB's messages go on for lines with hints and stack traces: the first says what happened.
 * Files are called by the names that the user gave them. */
static void add_message(text *out, const char *message, const char *label) {
    const char *end = message + strcspn(message, "\n");
    for (const char *at = message; at < end;) {
        const char *found = strstr(at, DESCRIPTOR);
        if (!found || found > end)
            found = end;
        text_add(out, at, (size_t)(found - at));
        at = found;
        if (at < end) {
            text_add_string(out, label);
            at += strlen(DESCRIPTOR);
            at += strspn(at, "0123456789");
        }
    }
}

static shoal_status fail(const char *label, shoal_status status, const char *message,
                         shoal_error *error) {
    text told = {0};
    add_message(&told, message ? message : "DuckDB gave no reason", label);
    (void)status_refuse(error, status, "duckdb_refused", NULL, "%.100s: %s", label,
                        told.bytes ? told.bytes : "");
    text_free(&told);
    return status;
}

static shoal_status fail_as_told(const char *label, const char *message, shoal_error *error) {
    return fail(label, status_of(message), message, error);
}

static shoal_status interrupted(shoal_error *error) {
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
}

/* ---- Opening and closing -------------------------------------------------------------------- */

static bool set_all(const duckdb_library *library, duckdb_config config, const duckdb_wish *wish) {
    char threads[16];
    snprintf(threads, sizeof threads, "%d", wish->threads);
    const char *const settings[][2] = {
        {"access_mode", !wish->path         ? "AUTOMATIC"
                        : wish->is_writable ? "READ_WRITE"
                                            : "READ_ONLY"},
        {"threads", threads},
        {"autoinstall_known_extensions", "false"},
        {"autoload_known_extensions", "false"},
        {"allow_community_extensions", "false"},
        {"temp_directory", ""},
        {"preserve_insertion_order", "true"},
        /* Files are read through descriptors, whose names are used again. */
        {"enable_external_file_cache", "false"},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (library->set_config(config, settings[i][0], settings[i][1]) != DUCK_SUCCESS)
            return false;
    return true;
}

static shoal_status open_database(duckdb_session *out, const duckdb_wish *wish,
                                  shoal_error *error) {
    duckdb_config config = NULL;
    char *message = NULL;
    if (out->library->create_config(&config) != DUCK_SUCCESS)
        return status_no_memory(error);
    shoal_status status = SHOAL_OK;
    if (!set_all(out->library, config, wish))
        status = fail(wish->label, SHOAL_USAGE,
                      "this version of DuckDB's library lacks a setting; use version 1.4", error);
    else if (out->library->open_ext(wish->path, &out->database, config, &message) != DUCK_SUCCESS)
        status = fail(wish->label, SHOAL_IO, message, error);
    if (message)
        out->library->free(message);
    out->library->destroy_config(&config);
    return status;
}

shoal_status duckdb_session_open(duckdb_session *out, const duckdb_wish *wish, shoal_error *error) {
    char what[100];
    *out = (duckdb_session){.label = wish->label};
    snprintf(what, sizeof what, "%s %s", wish->is_writable ? "write" : "read", wish->label);
    STATUS_TRY(duckdb_library_load(&out->library, what, error));
    STATUS_TRY(open_database(out, wish, error));
    if (out->library->connect(out->database, &out->connection) != DUCK_SUCCESS)
        return fail(wish->label, SHOAL_IO, "cannot connect", error);
    STATUS_TRY(duckdb_run(out, "SET TimeZone = 'UTC'", NULL, error));
    if (!wish->reads_files)
        STATUS_TRY(duckdb_run(out, "SET enable_external_access = false", NULL, error));
    return duckdb_run(out, "SET lock_configuration = true", NULL, error);
}

void duckdb_session_close(duckdb_session *session) {
    if (session->connection)
        session->library->disconnect(&session->connection);
    if (session->database)
        session->library->close(&session->database);
    *session = (duckdb_session){0};
}

/* ---- Statements ------------------------------------------------------------------------------ */

static void nap(void) {
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

/* Works on a statement until its result, or the first of its rows, is there. */
static shoal_status work(const duckdb_session *session, duckdb_pending_result pending,
                         const volatile int *cancel, shoal_error *error) {
    for (;;) {
        if (cancel && *cancel)
            return interrupted(error);
        int state = (int)session->library->pending_execute_task(pending);
        if (state == DUCK_PENDING_READY)
            return SHOAL_OK;
        if (state == DUCK_PENDING_ERROR)
            return fail_as_told(session->label, session->library->pending_error(pending), error);
        if (state == DUCK_PENDING_NO_TASKS)
            nap();
    }
}

static shoal_status prepare(duckdb_prepared_statement *out, const duckdb_session *session,
                            const char *sql, shoal_error *error) {
    if (session->library->prepare(session->connection, sql, out) == DUCK_SUCCESS)
        return SHOAL_OK;
    return fail_as_told(session->label, *out ? session->library->prepare_error(*out) : NULL, error);
}

static shoal_status execute(duckdb_rows *out, bool streams, shoal_error *error) {
    const duckdb_library *library = out->session->library;
    const char *label = out->session->label;
    duckdb_pending_result pending = NULL;
    duckdb_state made = streams ? library->pending_prepared_streaming(out->statement, &pending)
                                : library->pending_prepared(out->statement, &pending);
    shoal_status status = SHOAL_OK;
    if (made != DUCK_SUCCESS)
        status = fail_as_told(label, pending ? library->pending_error(pending) : NULL, error);
    if (status == SHOAL_OK)
        status = work(out->session, pending, out->cancel, error);
    if (status == SHOAL_OK) {
        out->is_open = true;
        if (library->execute_pending(pending, &out->result) != DUCK_SUCCESS)
            status = fail_as_told(label, library->result_error(&out->result), error);
    }
    if (pending)
        library->destroy_pending(&pending);
    return status;
}

static shoal_status open_rows(duckdb_rows *out, const duckdb_session *session, const char *sql,
                              const volatile int *cancel, bool streams, shoal_error *error) {
    *out = (duckdb_rows){.session = session, .cancel = cancel};
    STATUS_TRY(prepare(&out->statement, session, sql, error));
    return execute(out, streams, error);
}

shoal_status duckdb_rows_open(duckdb_rows *out, const duckdb_session *session, const char *sql,
                              const volatile int *cancel, shoal_error *error) {
    return open_rows(out, session, sql, cancel, true, error);
}

shoal_status duckdb_rows_next(duckdb_data_chunk *out, duckdb_rows *rows, shoal_error *error) {
    const duckdb_library *library = rows->session->library;
    if (rows->cancel && *rows->cancel)
        return interrupted(error);
    *out = library->fetch_chunk(rows->result);
    const char *message = library->result_error(&rows->result);
    if (!message || !*message)
        return SHOAL_OK;
    if (*out)
        library->destroy_data_chunk(out);
    return fail_as_told(rows->session->label, message, error);
}

void duckdb_rows_close(duckdb_rows *rows) {
    if (rows->is_open)
        rows->session->library->destroy_result(&rows->result);
    if (rows->statement)
        rows->session->library->destroy_prepare(&rows->statement);
    *rows = (duckdb_rows){0};
}

shoal_status duckdb_run(const duckdb_session *session, const char *sql, const volatile int *cancel,
                        shoal_error *error) {
    duckdb_rows rows;
    shoal_status status = open_rows(&rows, session, sql, cancel, false, error);
    duckdb_rows_close(&rows);
    return status;
}

shoal_status duckdb_check_query(const duckdb_session *session, const char *sql,
                                shoal_error *error) {
    duckdb_prepared_statement statement = NULL;
    shoal_status status = prepare(&statement, session, sql, error);
    if (status == SHOAL_OK &&
        (int)session->library->prepared_statement_type(statement) != DUCK_STATEMENT_SELECT)
        status = fail(session->label, SHOAL_USAGE, "only a query (SELECT …) can be read", error);
    if (statement)
        session->library->destroy_prepare(&statement);
    return status;
}

/* ---- Names and texts --------------------------------------------------------------------------
 */

static void add_quoted(text *sql, const char *value, char quote) {
    text_add(sql, &quote, 1);
    for (; *value; value++) {
        if (*value == quote)
            text_add(sql, &quote, 1);
        text_add(sql, value, 1);
    }
    text_add(sql, &quote, 1);
}

void duckdb_add_name(text *sql, const char *name) {
    add_quoted(sql, name, '"');
}

void duckdb_add_literal(text *sql, const char *value) {
    add_quoted(sql, value, '\'');
}
