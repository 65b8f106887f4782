/* Joins what several threads read into the columns of one table. */
#ifndef SHOAL_STORE_TABLE_MERGE_H
#define SHOAL_STORE_TABLE_MERGE_H

#include "base/threads.h"
#include "data/table.h"
#include "store/code_store.h"
#include "store/value_encoder.h"

/* What one thread read: codes of its own, column by column. */
typedef struct table_part {
    encoder *encoders; /* [columns]; NULL: nothing */
    store *stores;     /* [columns] */
} table_part;

/* Rows that follow one another in the table and that one thread read. */
typedef struct table_piece {
    int part;
    size_t rows;
    size_t blank_rows; /* behind them, with an empty value; of tables of one column only */
} table_piece;

typedef struct table_parts {
    table_part *part; /* [count] */
    int count;
    const table_piece *piece; /* [pieces] the table, in order; those of a part as it stored them */
    size_t pieces;
    bool absent; /* columns have origins, "" stands for no value and ORIGIN_EMPTY for an empty text
                  * so far: what is what is found, and set in the origins */
} table_parts;

/* Fills codes and values of every kept column of a table whose `rows` (not 0) and `columns` are
 * set; uses up the parts. At least one of them has something. */
SHOAL_CHECKED shoal_status table_merge(shoal_table *table, const table_parts *from,
                                       thread_pool *pool, shoal_error *error);

#endif
