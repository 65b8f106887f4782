/* The columns of a table or query: what they are, and how their values are read as texts. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_COLUMNS_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_COLUMNS_H

#include "data/column_origin.h"
#include "store/postgresql/postgresql_connection.h"

typedef struct postgresql_column {
    char *name;
    column_origin *origin;
    bool is_cast; /* its text is that of a cast, not what the server would send */
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

/* Adds COPY (SELECT … FROM `from`) TO STDOUT as CSV. Of columns that are not wanted (NULL: all are)
 * nothing is sent. Of a single column the values are quoted. */
void postgresql_add_copy(text *out, postgresql_connection *server,
                         const postgresql_columns_list *columns, const char *from,
                         const bool *wanted);

/* Adds a query for the number of rows with an absent value where none stands for one; nothing, if
 * there is no such column. */
void postgresql_add_null_count(text *out, const postgresql_columns_list *columns, const char *from,
                               const absent_texts *absent);

#endif
