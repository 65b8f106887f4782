/* A table that is made under a name of its own, and takes the name that it is for when it is
 * published. Shared by the sink and the engine for tables that stay in the database.
 *
 * On one server it is a MergeTree `shoal_pending_TAG_RUN`. In a cluster its rows are in tables
 * `shoal_rows_TAG_RUN` of the shards, and a Distributed table of the first server,
 * `shoal_pending_TAG_RUN`, has them together. TAG is a hash of the name that it is for, RUN a
 * random number. Publishing renames the old table to `shoal_old_TAG_RUN` and the pending one to its
 * name, in one statement, then drops the old one and its rows.
 *
 * A run holds the lock of its TAG (clickhouse_lock.h). So whatever else has that TAG was left
 * behind by a run that was killed: it is removed when the next one begins, and where that run was
 * killed between the two renames, the old table gets its name back. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_PENDING_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_PENDING_H

#include "store/clickhouse/clickhouse_connection.h"

typedef struct clickhouse_pending {
    clickhouse *of;     /* borrowed */
    const char *table;  /* the name that it is for */
    char *name, *rows;  /* the pending table; what holds rows: the same on one server */
    char *old, *values; /* the replaced table; a table for distinct values */
    char *lock_id, *tag;
    struct clickhouse_lock *lock;
    bool made, published;
} clickhouse_pending;

/* Takes the lock, puts things right that a killed run left behind, and makes the table `values`
 * with the column `v String`, so that a run that may not write does not begin. */
SHOAL_CHECKED shoal_status clickhouse_pending_open(clickhouse_pending **out, clickhouse *of,
                                                   const char *table, shoal_error *error);
/* Removes what was not published. */
void clickhouse_pending_close(clickhouse_pending *made);

/* Creates it: `columns` as in CREATE TABLE, between the parentheses. */
SHOAL_CHECKED shoal_status clickhouse_pending_create(clickhouse_pending *made, const text *columns,
                                                     shoal_error *error);
/* Drops a column. What the other columns hold, `hashed` being an expression over them, must be the
 * same as before. */
SHOAL_CHECKED shoal_status clickhouse_pending_strip(clickhouse_pending *made, const char *column,
                                                    const text *hashed, shoal_error *error);
/* Gives it its name, replacing what was there. */
SHOAL_CHECKED shoal_status clickhouse_pending_publish(clickhouse_pending *made, shoal_error *error);

/* Tables for the time being, which are called like the pending one with `_NAME` behind it: the
 * quoted name, with the database; and dropping it from all servers, as far as that can be done. */
void clickhouse_add_helper(text *out, const clickhouse_pending *made, const char *name);
void clickhouse_drop_helper(clickhouse_pending *made, const char *name);

/* After a failure: says what may be left behind where that is so. Is `status`. */
shoal_status clickhouse_pending_fail(const clickhouse_pending *made, shoal_status status,
                                     shoal_error *error);

#endif
