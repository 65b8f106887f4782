/* Something that DuckDB can select from, and its columns. */
#ifndef SHOAL_STORE_DUCKDB_DUCKDB_RELATION_H
#define SHOAL_STORE_DUCKDB_DUCKDB_RELATION_H

#include "data/column_origin.h"
#include "store/duckdb/duckdb_session.h"

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

#endif
