/* The columns of a table or query: what they are, and how their values are read as texts. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_COLUMNS_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_COLUMNS_H

#include "data/column_origin.h"
#include "store/postgresql/postgresql_connection.h"

typedef struct postgresql_column {
    char *name;
    column_origin *origin;
    bool is_cast;   /* its text is that of a cast, not what the server would send */
    bool has_empty; /* its text may be empty */
} postgresql_column;

typedef struct postgresql_columns_list {
    postgresql_column *column; /* [count] */
    size_t count;
} postgresql_columns_list;

/* Of the table or view of that OID; or of a query, which must be one that can stand in brackets.
 * The search path is pinned meanwhile, or afterwards again that of the user. Free it also on
 * failure. */
SHOAL_CHECKED shoal_status postgresql_columns_of_table(postgresql_columns_list *out,
                                                       postgresql_connection *server,
                                                       const char *oid, shoal_error *error);
SHOAL_CHECKED shoal_status postgresql_columns_of_query(postgresql_columns_list *out,
                                                       postgresql_connection *server,
                                                       const char *query, shoal_error *error);
void postgresql_columns_free(postgresql_columns_list *list);

/* Adds COPY (SELECT … FROM `from`) TO STDOUT as CSV, as csv_source_open_stream expects it; `from`
 * has the columns c1, c2, … Of columns that are not wanted (NULL: all are) nothing is sent.
 * `absent` is that of source_options. */
void postgresql_add_copy(text *out, postgresql_connection *server,
                         const postgresql_columns_list *columns, const char *from,
                         const bool *wanted, const absent_texts *absent);

#endif
