/* A lock among runs that write the same table.
 *
 * ClickHouse has no locks for clients, but two queries of a user never run under the same id, and a
 * query ends with its connection. So the lock is an INSERT whose rows never end, into a temporary
 * table that goes with its session, under an id that is made of the table's name. When a run is
 * killed, the system closes the connection, and the lock is free at once. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_LOCK_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_LOCK_H

#include "store/clickhouse/clickhouse_connection.h"

typedef struct clickhouse_lock clickhouse_lock;

/* On the first server. SHOAL_IO with code "database_locked" where another run has it; `id` must
 * outlive it. */
SHOAL_CHECKED shoal_status clickhouse_lock_open(clickhouse_lock **out, clickhouse *of,
                                                const char *id, shoal_error *error);
/* Fails where the lock is lost. */
SHOAL_CHECKED shoal_status clickhouse_lock_check(clickhouse_lock *lock, shoal_error *error);
void clickhouse_lock_close(clickhouse_lock *lock);

#endif
