/* Rows on their way to DuckDB: a table function that yields codes, so that texts are handed over
 * once for each value and not once for each row. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_FEED_H
#define SHOAL_STORE_DUCKDB_DUCKDB_FEED_H

#include "store/duckdb/duckdb_session.h"
#include "store/sink.h"

typedef struct duckdb_feed duckdb_feed;

/* Finds the values that rows to be written have, and for untouched columns whether their type can
 * hold them: whether DuckDB's cast to the type and back gives every text again. Values that no
 * written row has are not handed over. What it is given must outlive the feed, and the feed the
 * session. */
SHOAL_CHECKED shoal_status duckdb_feed_open(duckdb_feed **out, const duckdb_session *session,
                                            const row_feed *rows, const sink_options *options,
                                            bool in_parquet, shoal_error *error);
void duckdb_feed_close(duckdb_feed *feed);

/* Adds SELECT … that yields the rows, with the names of the columns. */
void duckdb_feed_select(const duckdb_feed *feed, text *sql);

/* Why a statement that selects these rows failed: SHOAL_INTERRUPTED where the feed was told to end,
 * otherwise `status`. */
shoal_status duckdb_feed_status(const duckdb_feed *feed, shoal_status status, shoal_error *error);

#endif
