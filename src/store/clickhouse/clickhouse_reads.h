/* Which tables a source of ClickHouse reads: itself, and those behind views, tables of tables and
 * queries. Rather too many than too few: a word of a query that a table is called by counts as that
 * table. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_READS_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_READS_H

#include "store/clickhouse/clickhouse_connection.h"

typedef struct listed_table {
    const char *database, *name;
    const char *engine, *engine_full, *created; /* as system.tables tells them */
    bool is_read, is_followed;
} listed_table;

typedef struct clickhouse_reads {
    clickhouse *of;      /* where the source is; borrowed */
    listed_table *table; /* [tables] all of the server, and of the clusters that were come to */
    size_t tables, room;
    bool is_remote;  /* tables of other servers are read as well */
    bool is_unknown; /* something is read that cannot be followed */
    arena memory;
} clickhouse_reads;

/* Of the URL's table or query. A table that is not there reads nothing. Close it also after a
 * failure. */
SHOAL_CHECKED shoal_status clickhouse_reads_find(clickhouse_reads *out, clickhouse *of,
                                                 shoal_error *error);
void clickhouse_reads_close(clickhouse_reads *reads);
bool clickhouse_reads_has(const clickhouse_reads *reads, const char *database, const char *table);

#endif
