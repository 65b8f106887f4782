#include "database/postgresql/postgresql_engine.h"

#include "store/postgresql/postgresql_columns.h"
#include "store/postgresql/postgresql_publish.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* ---- The source ------------------------------------------------------------------------------ */

/* A view of the source whose columns are called c1, c2, …: names of tables in a query are those
 * that the user's search path finds, once and for all. */
static shoal_status make_view(postgresql_connection *server, const store_url *url,
                              const char *relation, size_t columns, shoal_error *error) {
    text sql = {0};
    text_add_string(&sql, "CREATE TEMP VIEW shoal_source(");
    for (size_t i = 0; i < columns; i++)
        text_format(&sql, "%sc%zu", i ? ", " : "", i + 1);
    text_add_string(&sql, ") AS SELECT * FROM ");
    text_add_string(&sql, relation);
    if (url->query)
        text_add_string(&sql, " AS shoal_rows");
    shoal_status status = sql.failed ? status_no_memory(error)
                                     : postgresql_run(server, "read the table", sql.bytes, error);
    text_free(&sql);
    return status == SHOAL_OK ? postgresql_pin_path(server, true, error) : status;
}

static shoal_status take_columns(postgresql_database *to, postgresql_columns_list *from,
                                 shoal_error *error) {
    to->shared.names = memory_zero(from->count, sizeof *to->shared.names);
    to->shared.origin = memory_zero(from->count, sizeof *to->shared.origin);
    if (!to->shared.names || !to->shared.origin)
        return status_no_memory(error);
    to->shared.columns = from->count;
    for (size_t i = 0; i < from->count; i++) {
        to->shared.names[i] = from->column[i].name;
        to->shared.origin[i] = from->column[i].origin;
        from->column[i] = (postgresql_column){0};
    }
    return SHOAL_OK;
}

/* What follows FROM, to be freed; and the columns of it. */
static shoal_status find_table(text *relation, postgresql_columns_list *columns,
                               postgresql_connection *server, const store_url *url,
                               shoal_error *error) {
    postgresql_table found;
    shoal_status status = postgresql_table_find(&found, server, url, error);
    if (status == SHOAL_OK && (!found.oid || !strchr("rpvmfG", found.kind)))
        status = status_refuse(error, SHOAL_IO, "table_missing", NULL,
                               "%.120s: there is no table \"%.40s\".\"%.60s\"; names are as they "
                               "are written, capitals too",
                               url->shown, found.schema, found.name);
    if (status == SHOAL_OK) {
        postgresql_add_table(relation, server, found.schema, found.name);
        status = postgresql_columns_of_table(columns, server, found.oid, error);
    }
    postgresql_table_free(&found);
    return status;
}

static shoal_status find_query(text *relation, postgresql_columns_list *columns,
                               postgresql_connection *server, const char *query,
                               shoal_error *error) {
    size_t length = strlen(query);
    while (length > 0 && (isspace((unsigned char)query[length - 1]) || query[length - 1] == ';'))
        length--;
    text_format(relation, "(%.*s\n)", (int)length, query);
    char *alone = memory_text(query, length);
    if (!alone)
        return status_no_memory(error);
    shoal_status status = postgresql_columns_of_query(columns, server, alone, error);
    memory_free(alone);
    return status;
}

static shoal_status open_source(postgresql_connection *server, const store_url *url,
                                postgresql_columns_list *columns, shoal_error *error) {
    text relation = {0};
    STATUS_TRY(postgresql_run(server, "begin", "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                              error));
    shoal_status status = url->table ? find_table(&relation, columns, server, url, error)
                                     : find_query(&relation, columns, server, url->query, error);
    if (status == SHOAL_OK)
        status = relation.failed ? status_no_memory(error)
                                 : make_view(server, url, relation.bytes, columns->count, error);
    text_free(&relation);
    return status;
}

static shoal_status open_run(postgresql_database *to, shoal_error *error) {
    postgresql_columns_list columns = {0};
    shoal_status status = open_source(to->server, to->from, &columns, error);
    if (status == SHOAL_OK)
        status = take_columns(to, &columns, error);
    postgresql_columns_free(&columns);
    STATUS_TRY(status);
    /* Maps are small and the table is large: whatever else a planner thinks of is slower. */
    return postgresql_run(to->server, "begin",
                          "SET LOCAL enable_mergejoin = off; SET LOCAL enable_nestloop = off; "
                          "SET LOCAL join_collapse_limit = 1; SET LOCAL work_mem = '64MB'",
                          error);
}

/* ---- The target ------------------------------------------------------------------------------ */

/* Which database and account it is, to be freed; NULL: see the status. */
static shoal_status identify(char **out, postgresql_connection *server, shoal_error *error) {
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(&found, server, "find the database",
                              "SELECT (SELECT system_identifier FROM "
                              "pg_catalog.pg_control_system())::pg_catalog.text || ' ' || "
                              "current_database() || ' ' || session_user",
                              NULL, 0, error));
    const char *cell = postgresql_cell(found, 0, 0);
    *out = memory_text(cell ? cell : "", cell ? strlen(cell) : 0);
    postgresql_answer_free(found);
    return *out ? SHOAL_OK : status_no_memory(error);
}

static shoal_status check_same(const postgresql_database *to, const store_url *target,
                               shoal_error *error) {
    char *one = NULL, *other = NULL;
    shoal_status status = identify(&one, to->server, error);
    if (status == SHOAL_OK)
        status = identify(&other, to->other, error);
    if (status == SHOAL_OK && strcmp(one, other) != 0)
        status = status_refuse(error, SHOAL_USAGE, "output_elsewhere", "output",
                               "rows stay in their database, but %.70s is not the database and "
                               "account of %.70s: name a table of the same",
                               target->shown, to->from->shown);
    memory_free(one);
    memory_free(other);
    return status;
}

static shoal_status check_target(const postgresql_table *target, const char *shown,
                                 shoal_error *error) {
    if (!target->may_create)
        return status_refuse(error, SHOAL_IO, "database_permission", NULL,
                             "%.100s: no table may be made in schema \"%.60s\": ask for the "
                             "privilege CREATE, or use another account",
                             shown, target->schema);
    if (target->oid && (target->kind != 'r' || !target->is_owner))
        return status_refuse(error, SHOAL_IO, "database_permission", NULL,
                             "%.100s: \"%.60s\" exists and cannot be replaced: it is not a table "
                             "of this account",
                             shown, target->name);
    return SHOAL_OK;
}

static shoal_status open_target(postgresql_database *to, const store_url *target,
                                const engine_options *options, shoal_error *error) {
    if (!target->table)
        return status_refuse(error, SHOAL_USAGE, "table_unnamed", NULL,
                             "%.120s: names no table: add ?table=SCHEMA.TABLE", target->shown);
    STATUS_TRY(postgresql_connect(&to->other, target, options->cancel, error));
    STATUS_TRY(check_same(to, target, error));
    STATUS_TRY(postgresql_table_find(&to->target, to->other, target, error));
    snprintf(to->pending, sizeof to->pending, "shoal_pending_%d_%lld", (int)getpid(),
             (long long)time(NULL));
    STATUS_TRY(check_target(&to->target, target->shown, error));
    STATUS_TRY(postgresql_table_check_free(&to->target, to->other, target, error));
    return postgresql_table_lock(&to->target, to->other, target, error);
}

static shoal_status open_engine(database **out, const store_url *from, const store_url *to,
                                const engine_options *options, shoal_error *error) {
    postgresql_database *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    *out = &made->shared;
    made->shared.kind = &postgresql_engine_kind;
    made->from = from;
    made->to = to;
    if (!from->table && !from->query)
        return status_refuse(error, SHOAL_USAGE, "table_unnamed", NULL,
                             "%.120s: names neither a table nor a query: add ?table=SCHEMA.TABLE "
                             "or ?query=SELECT …",
                             from->shown);
    STATUS_TRY(postgresql_connect(&made->server, from, options->cancel, error));
    STATUS_TRY(open_target(made, to, options, error));
    return open_run(made, error);
}

/* Whatever was made goes with the transaction. */
static void close_engine(database *from) {
    postgresql_database *own = (postgresql_database *)from;
    postgresql_disconnect(own->server);
    postgresql_disconnect(own->other);
    postgresql_table_free(&own->target);
    for (size_t i = 0; i < from->columns; i++) {
        memory_free(from->names[i]);
        column_origin_free(from->origin[i]);
    }
    memory_free(from->names);
    memory_free(from->origin);
    kept_set_close(&own->kept);
    memory_free(own->column);
    memory_free(own->joins);
    memory_free(own);
}

/* ---- Looking at the source ------------------------------------------------------------------- */

/* Replacing what is read by what is made of it would lose it. */
static shoal_status check_apart(postgresql_database *from, shoal_error *error) {
    table_place read;
    bool same = false;
    if (!from->target.oid)
        return SHOAL_OK;
    STATUS_TRY(postgresql_place_read(&read, from->server, error));
    STATUS_TRY(postgresql_place_has(&same, &read, from->server, from->target.oid, error));
    if (!same)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "output_is_input", "output",
                         "the release would replace \"%.60s\", which it is made of: name another "
                         "table",
                         from->target.name);
}

static shoal_status look(engine_digest *out, postgresql_connection *server, shoal_error *error) {
    text query = {0};
    text_add_string(&query, "SELECT s::text COLLATE \"C\" AS x FROM pg_temp.shoal_source AS s");
    return postgresql_digest(out, server, &query, error);
}

/* Whoever changes the definition of the source waits for this run, and this connection behind
 * them: it gives up first. */
static shoal_status name_waiting(const postgresql_database *from, shoal_status status,
                                 shoal_error *error) {
    if (strcmp(postgresql_state(from->other), "55P03") != 0)
        return status;
    return status_refuse(error, SHOAL_IO, "database_changed", NULL,
                         "%.120s: somebody waits to change or drop the source while it is read: "
                         "nothing was published; run it again",
                         from->from->shown);
}

static shoal_status look_again(engine_digest *out, postgresql_database *from, shoal_error *error) {
    postgresql_columns_list columns = {0};
    STATUS_TRY(postgresql_pin_path(from->other, false, error));
    STATUS_TRY(postgresql_run(from->other, "set a limit", "SET lock_timeout = '3s'", error));
    shoal_status status = open_source(from->other, from->from, &columns, error);
    if (status == SHOAL_OK)
        status = look(out, from->other, error);
    if (status != SHOAL_OK)
        status = name_waiting(from, status, error);
    postgresql_columns_free(&columns);
    if (status == SHOAL_OK)
        status = postgresql_run(from->other, "end", "ROLLBACK", error);
    return status;
}

static shoal_status fingerprint(engine_digest *out, database *from, bool now, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    if (now)
        return look_again(out, own, error);
    STATUS_TRY(look(out, own->server, error));
    own->rows = out->rows;
    return check_apart(own, error);
}

/* ---- Publishing ------------------------------------------------------------------------------ */

static shoal_status publish(database *from, shoal_error *error) {
    postgresql_database *own = (postgresql_database *)from;
    return postgresql_publish(own->server, own->to, &own->target, own->pending, error);
}

static const char *const schemes[] = {"postgresql", "postgres", NULL};

const engine_kind postgresql_engine_kind = {
    .name = "postgresql",
    .schemes = schemes,
    .is_built = postgresql_is_built,
    .open = open_engine,
    .close = close_engine,
    .fingerprint = fingerprint,
    .values = postgresql_values,
    .tuples = postgresql_tuples,
    .keep = postgresql_keep,
    .estimate = postgresql_estimate,
    .classes = postgresql_classes,
    .go_on = postgresql_go_on,
    .make = postgresql_make,
    .made_columns = postgresql_made_columns,
    .made_groups = postgresql_made_groups,
    .made_digest = postgresql_made_digest,
    .publish = publish,
};
