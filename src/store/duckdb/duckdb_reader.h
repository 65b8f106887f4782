/* Rows of a relation on their way into a table. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_READER_H
#define SHOAL_STORE_DUCKDB_DUCKDB_READER_H

#include "store/duckdb/duckdb_relation.h"
#include "store/table_builder.h"

typedef struct duckdb_reading {
    const duckdb_session *session;
    const duckdb_relation *of;
    const char *from; /* what follows FROM */
    const source_options *options;
    table_builder *into;
    bool casts_all; /* every text is DuckDB's own cast: the slow twin, for tests */
} duckdb_reading;

/* Adds all rows behind the `*rows` that are there, in the order that the relation has them, and
 * counts them. All are of part 0. */
SHOAL_CHECKED shoal_status duckdb_read(const duckdb_reading *reading, uint64_t *rows,
                                       shoal_error *error);

#endif
