/* Statements for a ClickHouse server, or for the shards of a cluster.
 *
 * URLs: clickhouse://[USER[:PASSWORD]@]HOST[:PORT][,HOST[:PORT]…][/DATABASE][?…]. The port is that
 * of HTTP. Without a user or a password, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD of the
 * environment count, as for the client of ClickHouse. Parameters: `secure=1` for HTTPS, `cluster=`
 * the cluster whose shards the hosts are.
 *
 * Answers are complete or an error: statements wait for their end before they answer, settings
 * under which ClickHouse leaves out rows without a word are overridden, or refused where the user
 * may not change settings. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_CONNECTION_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_CONNECTION_H

#include "store/clickhouse/clickhouse_http.h"
#include "store/store_url.h"

typedef struct clickhouse {
    const store_url *url;
    store_url own;        /* where the URL is its own */
    char *database;       /* of the table, the path or `default` */
    char *workplace;      /* the database of tables for the time being; NULL: the same */
    const char *cluster;  /* NULL: each server for itself */
    http_server **server; /* [servers] the first is asked; with a cluster, one for each shard */
    char **labels;        /* [servers] what messages call them */
    size_t servers, room, label_room;
    size_t first_shard; /* from there on, each is a shard of the cluster */
    char *settings;     /* parameters of every request */
    const volatile int *cancel;
} clickhouse;

/* The schemes of the URLs; NULL after the last. */
extern const char *const clickhouse_schemes[];

/* Connects, and finds out what the user may do. `cancel` may be NULL. */
SHOAL_CHECKED shoal_status clickhouse_open(clickhouse **out, const char *url,
                                           const volatile int *cancel, shoal_error *error);
/* The same for a URL that is borrowed. */
SHOAL_CHECKED shoal_status clickhouse_open_url(clickhouse **out, const store_url *url,
                                               const volatile int *cancel, shoal_error *error);
/* The database of the URL's table or query. */
const char *clickhouse_database_of(const store_url *url);
/* From now on, statements and tables for the time being are in this database: what is made of the
 * source's values is seen by nobody who may not see these. */
SHOAL_CHECKED shoal_status clickhouse_work_in(clickhouse *of, const char *database,
                                              shoal_error *error);

void clickhouse_close(clickhouse *of);

/* Runs a statement on a server. `answer` is emptied first and may be NULL where there is none.
 * Text of a statement that failed to grow is out of memory. */
SHOAL_CHECKED shoal_status clickhouse_run(clickhouse *of, size_t server, const text *statement,
                                          text *answer, shoal_error *error);
/* The same on every shard. */
SHOAL_CHECKED shoal_status clickhouse_run_shards(clickhouse *of, const text *statement,
                                                 shoal_error *error);
/* Asks the list of tables, which fails where any of them is dropped meanwhile: then it is asked
 * again. */
SHOAL_CHECKED shoal_status clickhouse_look(text *out, clickhouse *of, size_t server,
                                           const text *ask, shoal_error *error);
/* The answer as a number. */
SHOAL_CHECKED shoal_status clickhouse_count(uint64_t *out, clickhouse *of, size_t server,
                                            const text *statement, shoal_error *error);
/* A statement without an answer, with other parameters of the request. */
SHOAL_CHECKED shoal_status clickhouse_run_with(clickhouse *of, size_t server, const char *statement,
                                               const char *parameters, shoal_error *error);
/* An INSERT … FORMAT …, with the rows. */
SHOAL_CHECKED shoal_status clickhouse_insert(clickhouse *of, size_t server, const text *statement,
                                             const byte_stream *rows, shoal_error *error);

/* The answer piece by piece, while the server still works on it. A SELECT … FORMAT CSV… whose
 * columns are all strings ends in a quote and the end of a line; anything else is an error that
 * came in between. `ending` says how the answer ends; NULL: the server keeps it until it is
 * complete. Takes the statement over. */
typedef struct clickhouse_rows clickhouse_rows;
SHOAL_CHECKED shoal_status clickhouse_rows_open(clickhouse_rows **out, clickhouse *of,
                                                size_t server, text *statement, const char *ending,
                                                shoal_error *error);
/* As byte_stream.read; `context` are the rows. */
shoal_status clickhouse_rows_read(void *context, char *into, size_t size, size_t *got,
                                  shoal_error *error);
void clickhouse_rows_close(clickhouse_rows *rows);

/* Whether a message of ClickHouse is there, and what it says: from `Code: ` on, without what is for
 * its developers. */
bool clickhouse_is_exception(const char *answer, size_t length);
void clickhouse_message(char *out, size_t size, const char *answer, size_t length);

/* A number for names that nobody else has; not for secrets. */
uint64_t clickhouse_random(void);

/* Parts of statements: a quoted name, DATABASE.TABLE, a quoted text, and a query in parentheses,
 * without the semicolon at its end. */
void clickhouse_add_query(text *out, const char *query);
void clickhouse_add_name(text *out, const char *name);
void clickhouse_add_table(text *out, const clickhouse *of, const char *table);
void clickhouse_add_text(text *out, const char *bytes, size_t length);

#endif
