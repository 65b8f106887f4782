#include "store/postgresql/postgresql_publish.h"

#include <stdio.h>
#include <time.h>

/* ---- What the new table takes over ---------------------------------------------------------- */

typedef struct publishing {
    postgresql_connection *server;
    const postgresql_table *target;
    const char *pending;
    text sql;
} publishing;

static void add_pending(publishing *by) {
    postgresql_add_table(&by->sql, by->server, by->target->schema, by->pending);
}

static shoal_status run(publishing *by, const char *doing, shoal_error *error) {
    shoal_status status = by->sql.failed ? status_no_memory(error)
                          : by->sql.length > 0
                              ? postgresql_run(by->server, doing, by->sql.bytes, error)
                              : SHOAL_OK;
    by->sql.length = 0;
    return status;
}

/* What default privileges gave to others, whom the old table may have been hidden from. */
static shoal_status drop_privileges(publishing *by, shoal_error *error) {
    const char *names[] = {by->target->schema, by->pending};
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(
        &found, by->server, "find the default privileges",
        "SELECT DISTINCT CASE WHEN a.grantee = 0 THEN NULL ELSE r.rolname END "
        "FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace "
        "CROSS JOIN pg_catalog.aclexplode(c.relacl) AS a "
        "LEFT JOIN pg_catalog.pg_roles AS r ON r.oid = a.grantee "
        "WHERE n.nspname = $1::text AND c.relname = $2::text AND a.grantee <> c.relowner",
        names, 2, error));
    for (size_t i = 0; i < postgresql_rows(found); i++) {
        const char *role = postgresql_cell(found, i, 0);
        text_add_string(&by->sql, "REVOKE ALL ON ");
        add_pending(by);
        text_add_string(&by->sql, " FROM ");
        if (role)
            postgresql_add_name(&by->sql, by->server, role);
        else
            text_add_string(&by->sql, "PUBLIC");
        text_add_string(&by->sql, "; ");
    }
    postgresql_answer_free(found);
    return run(by, "drop default privileges", error);
}

static shoal_status keep_privileges(publishing *by, shoal_error *error) {
    STATUS_TRY(drop_privileges(by, error));
    const char *oid = by->target->oid;
    postgresql_answer *found = NULL;
    STATUS_TRY(postgresql_ask(
        &found, by->server, "find the privileges",
        "SELECT a.privilege_type, CASE WHEN a.grantee = 0 THEN NULL ELSE r.rolname END, "
        "a.is_grantable FROM pg_catalog.pg_class AS c, pg_catalog.aclexplode(c.relacl) AS a "
        "LEFT JOIN pg_catalog.pg_roles AS r ON r.oid = a.grantee "
        "WHERE c.oid = $1::oid AND a.grantee <> c.relowner",
        &oid, 1, error));
    for (size_t i = 0; i < postgresql_rows(found); i++) {
        const char *role = postgresql_cell(found, i, 1);
        text_format(&by->sql, "GRANT %s ON ", postgresql_cell(found, i, 0));
        add_pending(by);
        text_add_string(&by->sql, " TO ");
        if (role)
            postgresql_add_name(&by->sql, by->server, role);
        else
            text_add_string(&by->sql, "PUBLIC");
        text_add_string(&by->sql,
                        *postgresql_cell(found, i, 2) == 't' ? " WITH GRANT OPTION; " : "; ");
    }
    postgresql_answer_free(found);
    return run(by, "keep the privileges", error);
}

static shoal_status keep_comment(publishing *by, const char *comment, shoal_error *error) {
    if (!comment)
        return SHOAL_OK;
    text_add_string(&by->sql, "COMMENT ON TABLE ");
    add_pending(by);
    text_add_string(&by->sql, " IS ");
    postgresql_add_literal(&by->sql, by->server, comment);
    return run(by, "keep the comment", error);
}

/* The owner last: whoever gives a table away has no say in it any more. */
static shoal_status keep_owner(publishing *by, const char *owner, shoal_error *error) {
    if (!owner)
        return SHOAL_OK;
    text_add_string(&by->sql, "ALTER TABLE ");
    add_pending(by);
    text_add_string(&by->sql, " OWNER TO ");
    postgresql_add_name(&by->sql, by->server, owner);
    return run(by, "keep the owner", error);
}

static shoal_status find_owner(postgresql_answer **out, publishing *by, shoal_error *error) {
    const char *oid = by->target->oid;
    return postgresql_ask(out, by->server, "find the owner",
                          "SELECT CASE WHEN r.rolname <> current_user THEN r.rolname END, "
                          "pg_catalog.obj_description(c.oid, 'pg_class') "
                          "FROM pg_catalog.pg_class AS c "
                          "JOIN pg_catalog.pg_roles AS r ON r.oid = c.relowner "
                          "WHERE c.oid = $1::oid",
                          &oid, 1, error);
}

static shoal_status fail_gone(const publishing *by, shoal_error *error) {
    return status_refuse(error, SHOAL_IO, "database_changed", NULL,
                         "%.120s: somebody else removed, replaced or created the table meanwhile: "
                         "nothing was published; run it again",
                         postgresql_shown(by->server));
}

static shoal_status replace(publishing *by, shoal_error *error) {
    postgresql_answer *owner = NULL;
    text_add_string(&by->sql, "LOCK TABLE ");
    postgresql_add_table(&by->sql, by->server, by->target->schema, by->target->name);
    text_add_string(&by->sql, " IN ACCESS EXCLUSIVE MODE");
    STATUS_TRY(run(by, "replace the table", error));
    STATUS_TRY(find_owner(&owner, by, error));
    shoal_status status = postgresql_rows(owner) == 1 ? SHOAL_OK : fail_gone(by, error);
    if (status == SHOAL_OK)
        status = keep_privileges(by, error);
    if (status == SHOAL_OK)
        status = keep_comment(by, postgresql_cell(owner, 0, 1), error);
    if (status == SHOAL_OK) {
        text_add_string(&by->sql, "DROP TABLE ");
        postgresql_add_table(&by->sql, by->server, by->target->schema, by->target->name);
        status = run(by, "replace the table", error);
    }
    if (status == SHOAL_OK)
        status = keep_owner(by, postgresql_cell(owner, 0, 0), error);
    postgresql_answer_free(owner);
    return status;
}

static shoal_status name_it(publishing *by, shoal_error *error) {
    text_add_string(&by->sql, "ALTER TABLE ");
    add_pending(by);
    text_add_string(&by->sql, " RENAME TO ");
    postgresql_add_name(&by->sql, by->server, by->target->name);
    return run(by, "name the table", error);
}

/* ---- Committing ----------------------------------------------------------------------------- */

typedef enum outcome { COMMITTED, ABORTED, RUNNING } outcome;

static shoal_status ask_outcome(outcome *out, const store_url *url, const char *transaction,
                                shoal_error *error) {
    postgresql_connection *again = NULL;
    postgresql_answer *answer = NULL;
    STATUS_TRY(postgresql_connect(&again, url, NULL, error));
    shoal_status status =
        postgresql_ask(&answer, again, "ask for the outcome",
                       "SELECT pg_catalog.txid_status($1::bigint)", &transaction, 1, error);
    if (status == SHOAL_OK) {
        const char *said = postgresql_cell(answer, 0, 0);
        *out = !said                              ? ABORTED
               : strcmp(said, "committed") == 0   ? COMMITTED
               : strcmp(said, "in progress") == 0 ? RUNNING
                                                  : ABORTED;
    }
    postgresql_answer_free(answer);
    postgresql_disconnect(again);
    return status;
}

#define OUTCOME_TRIES 50

/* The server may be starting again, or not have noticed yet. */
static shoal_status find_outcome(postgresql_connection *lost, const store_url *url,
                                 const char *transaction, shoal_error *error) {
    outcome found = RUNNING;
    shoal_status status = SHOAL_IO;
    for (int i = 0; i < OUTCOME_TRIES && (status != SHOAL_OK || found == RUNNING); i++) {
        struct timespec wait = {.tv_nsec = 200 * 1000 * 1000};
        if (i > 0)
            (void)nanosleep(&wait, NULL);
        status = ask_outcome(&found, url, transaction, NULL);
    }
    if (status == SHOAL_OK && found == COMMITTED)
        return SHOAL_OK;
    if (status == SHOAL_OK && found == ABORTED)
        return status_refuse(error, SHOAL_IO, "database_lost", NULL,
                             "%.100s: the connection was lost while the release was published: the "
                             "server says that it was not; run it again",
                             postgresql_shown(lost));
    return status_refuse(error, SHOAL_IO, "database_outcome_unknown", NULL,
                         "%.90s: the connection was lost while the release was published, and the "
                         "server cannot be asked: look whether the table is the old or the new one",
                         postgresql_shown(lost));
}

static shoal_status commit(publishing *by, const store_url *url, shoal_error *error) {
    postgresql_answer *answer = NULL;
    char transaction[32];
    STATUS_TRY(postgresql_ask(&answer, by->server, "publish the table",
                              "SELECT pg_catalog.txid_current()", NULL, 0, error));
    (void)snprintf(transaction, sizeof transaction, "%s", postgresql_cell(answer, 0, 0));
    postgresql_answer_free(answer);
    /* It is too late to be interrupted. */
    postgresql_set_cancel(by->server, NULL);
    shoal_status status = postgresql_run(by->server, "publish the table", "COMMIT", error);
    if (status != SHOAL_OK && postgresql_is_lost(by->server))
        return find_outcome(by->server, url, transaction, error);
    return status;
}

static shoal_status publish(publishing *by, const store_url *url, shoal_error *error) {
    shoal_status status = by->target->oid ? replace(by, error) : SHOAL_OK;
    if (status == SHOAL_OK)
        status = name_it(by, error);
    /* It is not there any more; or it is there now. */
    const char *state = postgresql_state(by->server);
    if (status == SHOAL_IO && (strcmp(state, "42P01") == 0 || strcmp(state, "42P07") == 0))
        return fail_gone(by, error);
    return status == SHOAL_OK ? commit(by, url, error) : status;
}

shoal_status postgresql_publish(postgresql_connection *server, const store_url *url,
                                const postgresql_table *target, const char *pending,
                                shoal_error *error) {
    publishing by = {.server = server, .target = target, .pending = pending};
    shoal_status status = publish(&by, url, error);
    text_free(&by.sql);
    return status;
}
