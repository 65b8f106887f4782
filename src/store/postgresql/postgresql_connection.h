/* Connections to PostgreSQL: the only place that knows libpq. A build without libpq has the same
 * functions, of which postgresql_connect says what to install and the others are never called.
 *
 * Settings that change how values read are pinned: dates in ISO form, UTC, shortest exact reals,
 * UTF-8, no parallel and no synchronized scans. Values go to the server as parameters or through
 * COPY, names through postgresql_add_name: never as a part of a statement. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_CONNECTION_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_CONNECTION_H

#include "base/text.h"
#include "store/store_url.h"

#include <stdint.h>

typedef struct postgresql_connection postgresql_connection;
typedef struct postgresql_answer postgresql_answer;

bool postgresql_is_built(void);

/* What the URL leaves out comes from where libpq looks for it: the environment's variables, a
 * password file, a service file. Once *cancel is set (may be NULL), the statement that runs is
 * cancelled and fails with SHOAL_INTERRUPTED. The search path is the user's at first. */
SHOAL_CHECKED shoal_status postgresql_connect(postgresql_connection **out, const store_url *url,
                                              const volatile int *cancel, shoal_error *error);
/* Also takes back what was not committed; the connection may be NULL. */
void postgresql_disconnect(postgresql_connection *connection);
void postgresql_set_cancel(postgresql_connection *connection, const volatile int *cancel);
/* Whether the server is gone: nothing but disconnecting works any longer. */
bool postgresql_is_lost(const postgresql_connection *connection);
/* The SQLSTATE of the last statement that failed; "": none did, or not at the server. */
const char *postgresql_state(const postgresql_connection *connection);
/* What messages call the database, without passwords. Borrowed. */
const char *postgresql_shown(const postgresql_connection *connection);

/* Only what is built in is found without its schema, or whatever the user's search path names. */
SHOAL_CHECKED shoal_status postgresql_pin_path(postgresql_connection *connection, bool pinned,
                                               shoal_error *error);

/* One statement, or several without values, of which only the failure matters. `doing` completes
 * "cannot …" in messages. */
SHOAL_CHECKED shoal_status postgresql_run(postgresql_connection *connection, const char *doing,
                                          const char *sql, shoal_error *error);
/* One statement, with values for $1, $2, … (NULL: an absent one), and its rows as texts. */
SHOAL_CHECKED shoal_status postgresql_ask(postgresql_answer **out,
                                          postgresql_connection *connection, const char *doing,
                                          const char *sql, const char *const *values, size_t count,
                                          shoal_error *error);
/* The columns of a query that is not run: an answer without rows. */
SHOAL_CHECKED shoal_status postgresql_describe(postgresql_answer **out,
                                               postgresql_connection *connection, const char *sql,
                                               shoal_error *error);
void postgresql_answer_free(postgresql_answer *answer);
size_t postgresql_rows(const postgresql_answer *answer);
size_t postgresql_columns(const postgresql_answer *answer);
const char *postgresql_column_name(const postgresql_answer *answer, size_t column);
uint32_t postgresql_column_type(const postgresql_answer *answer, size_t column); /* OID */
int postgresql_column_modifier(const postgresql_answer *answer, size_t column);
/* NULL: absent. Borrowed. */
const char *postgresql_cell(const postgresql_answer *answer, size_t row, size_t column);

/* Adds the name in double quotes, or the value in single ones: for the few places that take no
 * parameters. A failure is the text's. */
void postgresql_add_name(text *out, postgresql_connection *connection, const char *name);
void postgresql_add_literal(text *out, postgresql_connection *connection, const char *value);
/* "schema"."table", or the table alone where the schema is NULL. */
void postgresql_add_table(text *out, postgresql_connection *connection, const char *schema,
                          const char *table);

/* COPY … TO STDOUT: a row at a time, which is there until the next; *length is 0 at the end, which
 * succeeds only where the server says that all was sent. */
SHOAL_CHECKED shoal_status postgresql_copy_out(postgresql_connection *connection, const char *sql,
                                               shoal_error *error);
SHOAL_CHECKED shoal_status postgresql_copy_row(postgresql_connection *connection, const char **row,
                                               size_t *length, shoal_error *error);
/* Ends it early, if it is not at its end. */
void postgresql_copy_stop(postgresql_connection *connection);

/* COPY … FROM STDIN; `rows` as the server counted them. */
SHOAL_CHECKED shoal_status postgresql_copy_in(postgresql_connection *connection, const char *sql,
                                              shoal_error *error);
SHOAL_CHECKED shoal_status postgresql_copy_write(postgresql_connection *connection,
                                                 const char *bytes, size_t length,
                                                 shoal_error *error);
SHOAL_CHECKED shoal_status postgresql_copy_end(postgresql_connection *connection, uint64_t *rows,
                                               shoal_error *error);

#endif
