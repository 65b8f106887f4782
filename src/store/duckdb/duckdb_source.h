/* Parquet files, and tables and queries of DuckDB, as sources. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_SOURCE_H
#define SHOAL_STORE_DUCKDB_DUCKDB_SOURCE_H

#include "store/duckdb/duckdb_session.h"
#include "store/source_kind.h"

/* The Parquet file of a descriptor, which stays open. */
SHOAL_CHECKED shoal_status parquet_source_open_descriptor(source **out, int descriptor,
                                                          const source_options *options,
                                                          shoal_error *error);
/* What follows FROM, in a session that outlives the source. */
SHOAL_CHECKED shoal_status duckdb_source_open_session(source **out, const duckdb_session *session,
                                                      const char *from,
                                                      const source_options *options,
                                                      shoal_error *error);

#endif
