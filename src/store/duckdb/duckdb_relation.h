/* Something that DuckDB can select from, and its columns. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_RELATION_H
#define SHOAL_STORE_DUCKDB_DUCKDB_RELATION_H

#include "data/column_origin.h"
#include "store/duckdb/duckdb_session.h"
#include "store/store_url.h"

typedef struct duckdb_relation {
    size_t columns;
    char **names; /* [columns] */
    char **types; /* [columns] as DESCRIBE tells them */
    size_t capacity;
} duckdb_relation;

/* `query` is a whole one. SHOAL_BAD_DATA where two columns have the same
 * name. Free it also after a failure. */
SHOAL_CHECKED shoal_status duckdb_relation_describe(duckdb_relation *out,
                                                    const duckdb_session *session,
                                                    const char *query, const volatile int *cancel,
                                                    shoal_error *error);
void duckdb_relation_free(duckdb_relation *relation);

/* The quoted name of a URL's table; what follows FROM to read that or the URL's query; and the
 * length of a query without what ends it, so that more can follow. */
void duckdb_add_table(text *out, const store_url *url);
void duckdb_add_relation(text *out, const store_url *url);
size_t duckdb_query_length(const char *query);
/* SHOAL_USAGE where the table is CATALOG.SCHEMA.TABLE, which would be taken for another. */
SHOAL_CHECKED shoal_status duckdb_check_table(const store_url *url, shoal_error *error);

#endif
