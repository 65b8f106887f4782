/* Reads tables and queries of ClickHouse: texts as CSV into the reader for CSV. */
#ifndef SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_SOURCE_H
#define SHOAL_STORE_CLICKHOUSE_CLICKHOUSE_SOURCE_H

#include "store/clickhouse/clickhouse_connection.h"
#include "store/source_kind.h"

/* What is read, over a connection that is borrowed. */
typedef struct clickhouse_selection {
    clickhouse *of;
    const char *from;    /* what follows FROM */
    const char *order;   /* what follows ORDER BY; NULL: all columns */
    const char *without; /* a column that is no part of it; NULL: none */
    /* [columns] where the options do not say what absent values are read as; may be NULL. */
    const absent_texts *absent;
} clickhouse_selection;

SHOAL_CHECKED shoal_status clickhouse_source_open(source **out, const clickhouse_selection *what,
                                                  const source_options *options,
                                                  shoal_error *error);

/* The columns of what follows FROM, in their order: `types` as origins. */
typedef struct clickhouse_columns {
    size_t count;
    char **names;            /* [count] */
    column_origin **origins; /* [count] */
} clickhouse_columns;

SHOAL_CHECKED shoal_status clickhouse_describe(clickhouse_columns *out, clickhouse *of,
                                               const char *from, shoal_error *error);
void clickhouse_columns_free(clickhouse_columns *columns);

/* Takes the next value of a line of TabSeparated, in place, and its end: '\t', '\n' or 0. */
char *clickhouse_next_value(char **at, char *end);

#endif
