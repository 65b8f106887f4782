/* Rows of a Parquet file on their way into a table, taken where DuckDB reads them: by a function
 * that DuckDB calls with each chunk, in all of its threads. Nothing is copied in between. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_TAKER_H
#define SHOAL_STORE_DUCKDB_DUCKDB_TAKER_H

#include "store/duckdb/duckdb_reader.h"

/* Like duckdb_read, of a relation that has one column more, the number of each row from 0 on. The
 * rows of a chunk follow one another, and a thread gets chunks in ascending order. The table has as
 * many parts as DuckDB has threads. */
SHOAL_CHECKED shoal_status duckdb_take(const duckdb_reading *reading, uint64_t *rows,
                                       shoal_error *error);

#endif
