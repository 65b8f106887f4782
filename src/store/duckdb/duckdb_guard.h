/* Whether a table of a DuckDB database may be replaced by what is made of a source. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_GUARD_H
#define SHOAL_STORE_DUCKDB_DUCKDB_GUARD_H

#include "store/duckdb/duckdb_session.h"
#include "store/store_url.h"

/* As sink_kind.guard. */
SHOAL_CHECKED shoal_status duckdb_guard(bool *reads, const char *input, const char *output,
                                        shoal_error *error);
/* Whether what is called so, if there is anything, can be dropped: no view, and no table that
 * others refer to. `table` is its quoted name. */
SHOAL_CHECKED shoal_status duckdb_check_output(const duckdb_session *session, const store_url *to,
                                               const char *table, shoal_error *error);

#endif
