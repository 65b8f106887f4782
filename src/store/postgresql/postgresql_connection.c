#ifdef SHOAL_HAS_POSTGRESQL /* else postgresql_not_built.c */

#include "store/postgresql/postgresql_connection.h"

#include "base/clock.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long a statement runs before somebody looks whether it was cancelled. */
#define LOOK_MILLISECONDS 100
#define CONNECT_SECONDS "30"

struct postgresql_connection {
    PGconn *server;
    const volatile int *cancel;
    char *shown;
    char state[6];
    char *path;    /* the user's search path */
    char *pending; /* the row that COPY sent last */
    bool copies_out;
};

struct postgresql_answer {
    PGresult *result;
};

bool postgresql_is_built(void) {
    return true;
}

/* ---- Failures ------------------------------------------------------------------------------- */

/* The first line, without its end. */
static int first_line(const char *message) {
    return (int)strcspn(message, "\r\n");
}

static shoal_status fail_lost(postgresql_connection *of, const char *doing, shoal_error *error) {
    return status_refuse(error, SHOAL_IO, "database_lost", NULL,
                         "%.90s: cannot %.40s: the connection to the server was lost; run it again "
                         "once the server is back",
                         of->shown, doing);
}

/* What the user can do about it; NULL: nobody knows. */
static const char *advice(const char *state, shoal_error *error) {
    if (strcmp(state, "42501") == 0) {
        status_blame(error, "database_permission", NULL);
        return "ask for the privilege, or use another account";
    }
    if (strcmp(state, "53100") == 0) {
        status_blame(error, "database_full", NULL);
        return "free space on the server's disk";
    }
    if (strcmp(state, "55P03") == 0 || strcmp(state, "40P01") == 0) {
        status_blame(error, "database_locked", NULL);
        return "somebody else uses the table: try again later";
    }
    if (strcmp(state, "2BP01") == 0) {
        status_blame(error, "database_depends", NULL);
        return "drop what depends on it, such as views, or choose another table";
    }
    if (strcmp(state, "25006") == 0) {
        status_blame(error, "database_read_only", NULL);
        return "a source is only read: write a query without changes";
    }
    return NULL;
}

static shoal_status fail_state(postgresql_connection *of, const char *doing, const char *said,
                               shoal_error *error) {
    const char *todo = advice(of->state, NULL);
    int length = first_line(said);
    shoal_status status = status_refuse(
        error, SHOAL_IO, "database_failed", NULL, "%.80s: cannot %.40s: %.*s%s%s", of->shown, doing,
        length > 100 && todo ? 100 : length, said, todo ? ": " : "", todo ? todo : "");
    (void)advice(of->state, error);
    return status;
}

static shoal_status fail(postgresql_connection *of, const char *doing, const PGresult *result,
                         shoal_error *error) {
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *said = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    (void)snprintf(of->state, sizeof of->state, "%s", state ? state : "");
    if (of->cancel && *of->cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    if (PQstatus(of->server) != CONNECTION_OK || strncmp(of->state, "57P", 3) == 0)
        return fail_lost(of, doing, error);
    return fail_state(of, doing, said ? said : PQerrorMessage(of->server), error);
}

bool postgresql_is_lost(const postgresql_connection *connection) {
    return PQstatus(connection->server) != CONNECTION_OK;
}

const char *postgresql_state(const postgresql_connection *connection) {
    return connection->state;
}

const char *postgresql_shown(const postgresql_connection *connection) {
    return connection->shown;
}

/* ---- Connecting ----------------------------------------------------------------------------- */

static void ignore_notice(void *context, const PGresult *result) {
    (void)context;
    (void)result;
}

#define MOST_PARAMETERS 64

typedef struct parameter_list {
    const char *name[MOST_PARAMETERS], *value[MOST_PARAMETERS];
    size_t count;
} parameter_list;

/* Of two of a name the first counts. */
static void add_parameter(parameter_list *out, const char *name, const char *value) {
    for (size_t i = 0; i < out->count; i++)
        if (strcmp(out->name[i], name) == 0)
            return;
    if (!value || out->count + 1 >= MOST_PARAMETERS)
        return;
    out->name[out->count] = name;
    out->value[out->count++] = value;
    out->name[out->count] = out->value[out->count] = NULL;
}

static bool has_default(const char *name) {
    PQconninfoOption *options = PQconndefaults();
    bool found = false;
    for (PQconninfoOption *each = options; each && each->keyword; each++)
        found |= strcmp(each->keyword, name) == 0 && each->val && *each->val;
    PQconninfoFree(options);
    return found;
}

static void list_parameters(parameter_list *out, const store_url *url) {
    for (size_t i = 0; i < url->parameters; i++)
        add_parameter(out, url->parameter[i].name, url->parameter[i].value);
    add_parameter(out, "host", url->host);
    add_parameter(out, "port", url->port);
    add_parameter(out, "user", url->user);
    add_parameter(out, "password", url->password);
    add_parameter(out, "dbname", *url->path ? url->path : NULL);
    add_parameter(out, "client_encoding", "UTF8");
    add_parameter(out, "application_name", "shoal");
    if (!has_default("connect_timeout"))
        add_parameter(out, "connect_timeout", CONNECT_SECONDS);
}

static shoal_status fail_connect(const postgresql_connection *of, shoal_error *error) {
    const char *said = of->server ? PQerrorMessage(of->server) : "out of memory";
    return status_refuse(error, SHOAL_IO, "database_unreachable", NULL,
                         "cannot connect to %.80s: %.*s", of->shown,
                         first_line(said) < 130 ? first_line(said) : 130, said);
}

/* Everything that changes how values read, and what would end a run that takes long. */
static const char pinned[] =
    "SET client_encoding = 'UTF8'; SET standard_conforming_strings = on; SET datestyle = 'ISO, "
    "YMD'; SET timezone = 'UTC'; SET intervalstyle = 'postgres'; SET extra_float_digits = 3; SET "
    "bytea_output = 'hex'; SET xmlbinary = 'base64'; SET lc_monetary = 'C'; SET "
    "synchronize_seqscans = off; SET max_parallel_workers_per_gather = 0; SET "
    "client_min_messages = 'error'; SET statement_timeout = 0; SET lock_timeout = '60s'; SET "
    "idle_in_transaction_session_timeout = 0";

static shoal_status note_path(postgresql_connection *of, shoal_error *error) {
    postgresql_answer *answer = NULL;
    STATUS_TRY(postgresql_ask(&answer, of, "find the search path",
                              "SELECT pg_catalog.current_setting('search_path')", NULL, 0, error));
    const char *path = postgresql_cell(answer, 0, 0);
    of->path = memory_text(path, strlen(path));
    postgresql_answer_free(answer);
    return of->path ? SHOAL_OK : status_no_memory(error);
}

typedef struct reach_settings {
    double seconds; /* 0: no limit */
    bool several;   /* hosts */
} reach_settings;

static bool names_several(const PQconninfoOption *each) {
    bool is_host = strcmp(each->keyword, "host") == 0 || strcmp(each->keyword, "hostaddr") == 0;
    return is_host && strchr(each->val, ',');
}

/* What the library takes from its parameters, the environment and files. A time of one second is
 * two, as it is there. */
static reach_settings settings_of(PGconn *server) {
    reach_settings found = {0};
    PQconninfoOption *options = PQconninfo(server);
    for (const PQconninfoOption *each = options; each && each->keyword; each++) {
        if (!each->val)
            continue;
        found.several |= names_several(each);
        if (strcmp(each->keyword, "connect_timeout") == 0)
            found.seconds = atoi(each->val);
    }
    PQconninfoFree(options);
    found.seconds = found.seconds <= 0 ? 0 : found.seconds < 2 ? 2 : found.seconds;
    return found;
}

static bool await_server(PGconn *server, double seconds, const volatile int *cancel) {
    double end = clock_seconds() + seconds;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    while (next == PGRES_POLLING_WRITING || next == PGRES_POLLING_READING) {
        struct pollfd on = {.fd = PQsocket(server),
                            .events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT};
        int ready = poll(&on, 1, LOOK_MILLISECONDS);
        if ((cancel && *cancel) || (seconds > 0 && clock_seconds() > end))
            return false;
        if (ready > 0)
            next = PQconnectPoll(server);
    }
    return true;
}

/* As PQconnectdbParams, whose result *out is. False: *cancel was set (it may be NULL) or the time
 * to connect was over before there was an answer. Of several hosts the library goes on to the next
 * where one is silent, but only where it waits by itself. */
static bool reach(PGconn **out, const char *const *names, const char *const *values,
                  const volatile int *cancel) {
    *out = PQconnectStartParams(names, values, 0);
    if (!*out || PQstatus(*out) == CONNECTION_BAD)
        return true;
    reach_settings settings = settings_of(*out);
    if (!settings.several)
        return await_server(*out, settings.seconds, cancel);
    PQfinish(*out);
    *out = PQconnectdbParams(names, values, 0);
    return true;
}

static shoal_status connect_to(postgresql_connection *of, const parameter_list *list,
                               shoal_error *error) {
    if (reach(&of->server, list->name, list->value, of->cancel))
        return SHOAL_OK;
    if (of->cancel && *of->cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    return status_refuse(error, SHOAL_IO, "database_unreachable", NULL,
                         "cannot connect to %.80s: timeout expired", of->shown);
}

static shoal_status open_connection(postgresql_connection *of, const store_url *url,
                                    shoal_error *error) {
    parameter_list list = {0};
    list_parameters(&list, url);
    of->shown = memory_text(url->shown, strlen(url->shown));
    if (!of->shown)
        return status_no_memory(error);
    STATUS_TRY(connect_to(of, &list, error));
    if (PQstatus(of->server) != CONNECTION_OK)
        return fail_connect(of, error);
    PQsetNoticeReceiver(of->server, ignore_notice, NULL);
    STATUS_TRY(postgresql_run(of, "prepare the session", pinned, error));
    return note_path(of, error);
}

shoal_status postgresql_connect(postgresql_connection **out, const store_url *url,
                                const volatile int *cancel, shoal_error *error) {
    *out = NULL;
    STATUS_TRY(store_url_check_place(url, error));
    postgresql_connection *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->cancel = cancel;
    shoal_status status = open_connection(made, url, error);
    if (status == SHOAL_OK)
        *out = made;
    else
        postgresql_disconnect(made);
    return status;
}

void postgresql_set_cancel(postgresql_connection *connection, const volatile int *cancel) {
    connection->cancel = cancel;
}

void postgresql_disconnect(postgresql_connection *connection) {
    if (!connection)
        return;
    PQfreemem(connection->pending);
    PQfinish(connection->server);
    memory_free(connection->shown);
    memory_free(connection->path);
    memory_free(connection);
}

shoal_status postgresql_pin_path(postgresql_connection *connection, bool is_pinned,
                                 shoal_error *error) {
    const char *path = is_pinned ? "pg_catalog" : connection->path;
    postgresql_answer *answer = NULL;
    STATUS_TRY(postgresql_ask(&answer, connection, "set the search path",
                              "SELECT pg_catalog.set_config('search_path', $1, false)", &path, 1,
                              error));
    postgresql_answer_free(answer);
    return SHOAL_OK;
}

/* ---- Statements ----------------------------------------------------------------------------- */

static void cancel_statement(const postgresql_connection *of) {
    char said[256];
    PGcancel *by = PQgetCancel(of->server);
    if (by)
        (void)PQcancel(by, said, sizeof said);
    PQfreeCancel(by);
}

/* Waits for what the server has to say; cancels what runs where the caller wants that. */
static bool await(postgresql_connection *of) {
    bool cancelled = false;
    while (PQisBusy(of->server)) {
        struct pollfd on = {.fd = PQsocket(of->server), .events = POLLIN};
        (void)poll(&on, 1, LOOK_MILLISECONDS);
        if (!PQconsumeInput(of->server))
            return false;
        if (of->cancel && *of->cancel && !cancelled) {
            cancel_statement(of);
            cancelled = true;
        }
    }
    return true;
}

/* The first result that is a failure, else the last; the others are freed. COPY ends it early. */
static PGresult *collect(postgresql_connection *of) {
    PGresult *kept = NULL, *next;
    while (await(of) && (next = PQgetResult(of->server)) != NULL) {
        ExecStatusType status = PQresultStatus(next);
        if (kept && PQresultStatus(kept) == PGRES_FATAL_ERROR) {
            PQclear(next);
            continue;
        }
        PQclear(kept);
        kept = next;
        if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT)
            break;
    }
    return kept;
}

static shoal_status send(PGresult **out, postgresql_connection *of, const char *doing,
                         const char *sql, const char *const *values, size_t count, bool several,
                         shoal_error *error) {
    *out = NULL;
    of->state[0] = '\0';
    int sent = several
                   ? PQsendQuery(of->server, sql)
                   : PQsendQueryParams(of->server, sql, (int)count, NULL, values, NULL, NULL, 0);
    *out = sent ? collect(of) : NULL;
    ExecStatusType status = *out ? PQresultStatus(*out) : PGRES_FATAL_ERROR;
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_COPY_IN ||
        status == PGRES_COPY_OUT)
        return SHOAL_OK;
    shoal_status failed = fail(of, doing, *out, error);
    PQclear(*out);
    *out = NULL;
    return failed;
}

shoal_status postgresql_run(postgresql_connection *connection, const char *doing, const char *sql,
                            shoal_error *error) {
    PGresult *result = NULL;
    STATUS_TRY(send(&result, connection, doing, sql, NULL, 0, true, error));
    PQclear(result);
    return SHOAL_OK;
}

static shoal_status wrap(postgresql_answer **out, PGresult *result, shoal_error *error) {
    *out = memory_new(1, sizeof **out);
    if (*out) {
        (*out)->result = result;
        return SHOAL_OK;
    }
    PQclear(result);
    return status_no_memory(error);
}

shoal_status postgresql_ask(postgresql_answer **out, postgresql_connection *connection,
                            const char *doing, const char *sql, const char *const *values,
                            size_t count, shoal_error *error) {
    PGresult *result = NULL;
    *out = NULL;
    STATUS_TRY(send(&result, connection, doing, sql, values, count, false, error));
    return wrap(out, result, error);
}

shoal_status postgresql_describe(postgresql_answer **out, postgresql_connection *connection,
                                 const char *sql, shoal_error *error) {
    *out = NULL;
    connection->state[0] = '\0';
    PGresult *result = PQprepare(connection->server, "", sql, 0, NULL);
    if (PQresultStatus(result) == PGRES_COMMAND_OK) {
        PQclear(result);
        result = PQdescribePrepared(connection->server, "");
    }
    if (PQresultStatus(result) == PGRES_COMMAND_OK)
        return wrap(out, result, error);
    shoal_status status = fail(connection, "read the query", result, error);
    PQclear(result);
    return status;
}

void postgresql_answer_free(postgresql_answer *answer) {
    if (answer)
        PQclear(answer->result);
    memory_free(answer);
}

size_t postgresql_rows(const postgresql_answer *answer) {
    return (size_t)PQntuples(answer->result);
}

size_t postgresql_columns(const postgresql_answer *answer) {
    return (size_t)PQnfields(answer->result);
}

const char *postgresql_column_name(const postgresql_answer *answer, size_t column) {
    return PQfname(answer->result, (int)column);
}

uint32_t postgresql_column_type(const postgresql_answer *answer, size_t column) {
    return PQftype(answer->result, (int)column);
}

int postgresql_column_modifier(const postgresql_answer *answer, size_t column) {
    return PQfmod(answer->result, (int)column);
}

const char *postgresql_cell(const postgresql_answer *answer, size_t row, size_t column) {
    bool absent = PQgetisnull(answer->result, (int)row, (int)column) != 0;
    return absent ? NULL : PQgetvalue(answer->result, (int)row, (int)column);
}

/* ---- Names ---------------------------------------------------------------------------------- */

static void add_escaped(text *out, char *escaped) {
    if (escaped)
        text_add_string(out, escaped);
    out->failed |= !escaped;
    PQfreemem(escaped);
}

void postgresql_add_name(text *out, postgresql_connection *connection, const char *name) {
    add_escaped(out, PQescapeIdentifier(connection->server, name, strlen(name)));
}

void postgresql_add_literal(text *out, postgresql_connection *connection, const char *value) {
    add_escaped(out, PQescapeLiteral(connection->server, value, strlen(value)));
}

void postgresql_add_table(text *out, postgresql_connection *connection, const char *schema,
                          const char *table) {
    if (schema) {
        postgresql_add_name(out, connection, schema);
        text_add(out, ".", 1);
    }
    postgresql_add_name(out, connection, table);
}

/* ---- COPY ----------------------------------------------------------------------------------- */

shoal_status postgresql_copy_out(postgresql_connection *connection, const char *sql,
                                 shoal_error *error) {
    PGresult *result = NULL;
    STATUS_TRY(send(&result, connection, "read the table", sql, NULL, 0, false, error));
    connection->copies_out = PQresultStatus(result) == PGRES_COPY_OUT;
    PQclear(result);
    return connection->copies_out ? SHOAL_OK : fail(connection, "read the table", NULL, error);
}

/* All was sent only where the server says so. */
static shoal_status end_copy(postgresql_connection *of, const char *doing, shoal_error *error) {
    of->copies_out = false;
    PGresult *result = collect(of);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    shoal_status status = fine ? SHOAL_OK : fail(of, doing, result, error);
    PQclear(result);
    return status;
}

shoal_status postgresql_copy_row(postgresql_connection *connection, const char **row,
                                 size_t *length, shoal_error *error) {
    int got;
    *length = 0;
    if (!connection->copies_out)
        return SHOAL_OK;
    PQfreemem(connection->pending);
    connection->pending = NULL;
    while ((got = PQgetCopyData(connection->server, &connection->pending, 1)) == 0) {
        struct pollfd on = {.fd = PQsocket(connection->server), .events = POLLIN};
        (void)poll(&on, 1, LOOK_MILLISECONDS);
        if (connection->cancel && *connection->cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted while reading");
        if (!PQconsumeInput(connection->server))
            return fail(connection, "read the table", NULL, error);
    }
    if (got < 0)
        return end_copy(connection, "read the table", error);
    *row = connection->pending;
    *length = (size_t)got;
    return SHOAL_OK;
}

void postgresql_copy_stop(postgresql_connection *connection) {
    if (!connection->copies_out)
        return;
    cancel_statement(connection);
    connection->copies_out = false;
    int length;
    do {
        PQfreemem(connection->pending);
        connection->pending = NULL;
        length = PQgetCopyData(connection->server, &connection->pending, 0);
    } while (length > 0);
    PGresult *result;
    while ((result = PQgetResult(connection->server)) != NULL)
        PQclear(result);
}

shoal_status postgresql_copy_in(postgresql_connection *connection, const char *sql,
                                shoal_error *error) {
    PGresult *result = NULL;
    STATUS_TRY(send(&result, connection, "write the table", sql, NULL, 0, false, error));
    bool copies = PQresultStatus(result) == PGRES_COPY_IN;
    PQclear(result);
    return copies ? SHOAL_OK : fail(connection, "write the table", NULL, error);
}

/* A server that refuses a row says so now; libpq would find out at the end. */
static shoal_status fail_write(postgresql_connection *of, shoal_error *error) {
    PGresult *result = PQputCopyEnd(of->server, "stopped") == 1 ? collect(of) : NULL;
    shoal_status status = fail(of, "write the table", result, error);
    PQclear(result);
    return status;
}

#define WRITE_MOST ((size_t)1 << 16)

shoal_status postgresql_copy_write(postgresql_connection *connection, const char *bytes,
                                   size_t length, shoal_error *error) {
    while (length > 0) {
        size_t some = length < WRITE_MOST ? length : WRITE_MOST;
        if (PQputCopyData(connection->server, bytes, (int)some) != 1)
            return fail_write(connection, error);
        bytes += some;
        length -= some;
    }
    return SHOAL_OK;
}

shoal_status postgresql_copy_end(postgresql_connection *connection, uint64_t *rows,
                                 shoal_error *error) {
    *rows = 0;
    if (PQputCopyEnd(connection->server, NULL) != 1)
        return fail(connection, "write the table", NULL, error);
    PGresult *result = collect(connection);
    bool fine = PQresultStatus(result) == PGRES_COMMAND_OK;
    shoal_status status = fine ? SHOAL_OK : fail(connection, "write the table", result, error);
    if (fine)
        *rows = strtoull(PQcmdTuples(result), NULL, 10);
    PQclear(result);
    return status;
}

#endif
