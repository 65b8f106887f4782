/* In place of postgresql_connection.c where libpq is missing: without connections nothing else is
 * ever called. */
#include "store/postgresql/postgresql_connection.h"

#ifndef SHOAL_HAS_POSTGRESQL

bool postgresql_is_built(void) {
    return false;
}

static shoal_status refuse(const char *shown, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "database_not_built", NULL,
                         "%.100s: this build has no support for PostgreSQL: install libpq-dev and "
                         "build with SHOAL_POSTGRESQL=ON",
                         shown);
}

shoal_status postgresql_connect(postgresql_connection **out, const store_url *url,
                                const volatile int *cancel, shoal_error *error) {
    (void)cancel;
    *out = NULL;
    return refuse(url->shown, error);
}

#define NEVER(...)                                                                                 \
    (void)(__VA_ARGS__);                                                                           \
    return refuse("postgresql", error)

void postgresql_disconnect(postgresql_connection *connection) {
    (void)connection;
}

void postgresql_set_cancel(postgresql_connection *connection, const volatile int *cancel) {
    (void)connection;
    (void)cancel;
}

bool postgresql_is_lost(const postgresql_connection *connection) {
    (void)connection;
    return true;
}

const char *postgresql_state(const postgresql_connection *connection) {
    (void)connection;
    return "";
}

const char *postgresql_shown(const postgresql_connection *connection) {
    (void)connection;
    return "";
}

shoal_status postgresql_pin_path(postgresql_connection *connection, bool pinned,
                                 shoal_error *error) {
    (void)pinned;
    NEVER(connection);
}

shoal_status postgresql_run(postgresql_connection *connection, const char *doing, const char *sql,
                            shoal_error *error) {
    (void)doing;
    (void)sql;
    NEVER(connection);
}

shoal_status postgresql_ask(postgresql_answer **out, postgresql_connection *connection,
                            const char *doing, const char *sql, const char *const *values,
                            size_t count, shoal_error *error) {
    (void)doing;
    (void)sql;
    (void)values;
    (void)count;
    *out = NULL;
    NEVER(connection);
}

shoal_status postgresql_describe(postgresql_answer **out, postgresql_connection *connection,
                                 const char *sql, shoal_error *error) {
    (void)sql;
    *out = NULL;
    NEVER(connection);
}

void postgresql_answer_free(postgresql_answer *answer) {
    (void)answer;
}

size_t postgresql_rows(const postgresql_answer *answer) {
    (void)answer;
    return 0;
}

size_t postgresql_columns(const postgresql_answer *answer) {
    (void)answer;
    return 0;
}

const char *postgresql_column_name(const postgresql_answer *answer, size_t column) {
    (void)answer;
    (void)column;
    return "";
}

uint32_t postgresql_column_type(const postgresql_answer *answer, size_t column) {
    (void)answer;
    (void)column;
    return 0;
}

int postgresql_column_modifier(const postgresql_answer *answer, size_t column) {
    (void)answer;
    (void)column;
    return -1;
}

const char *postgresql_cell(const postgresql_answer *answer, size_t row, size_t column) {
    (void)answer;
    (void)row;
    (void)column;
    return "";
}

void postgresql_add_name(text *out, postgresql_connection *connection, const char *name) {
    (void)connection;
    (void)name;
    out->failed = true;
}

void postgresql_add_literal(text *out, postgresql_connection *connection, const char *value) {
    postgresql_add_name(out, connection, value);
}

void postgresql_add_table(text *out, postgresql_connection *connection, const char *schema,
                          const char *table) {
    (void)schema;
    postgresql_add_name(out, connection, table);
}

shoal_status postgresql_copy_out(postgresql_connection *connection, const char *sql,
                                 shoal_error *error) {
    (void)sql;
    NEVER(connection);
}

shoal_status postgresql_copy_row(postgresql_connection *connection, const char **row,
                                 size_t *length, shoal_error *error) {
    (void)row;
    *length = 0;
    NEVER(connection);
}

void postgresql_copy_stop(postgresql_connection *connection) {
    (void)connection;
}

shoal_status postgresql_copy_in(postgresql_connection *connection, const char *sql,
                                shoal_error *error) {
    (void)sql;
    NEVER(connection);
}

shoal_status postgresql_copy_write(postgresql_connection *connection, const char *bytes,
                                   size_t length, shoal_error *error) {
    (void)bytes;
    (void)length;
    NEVER(connection);
}

shoal_status postgresql_copy_end(postgresql_connection *connection, uint64_t *rows,
                                 shoal_error *error) {
    *rows = 0;
    NEVER(connection);
}

#endif
