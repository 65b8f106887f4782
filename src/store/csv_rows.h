/* Rows of a feed as lines of CSV, formatted by several threads and written in their order. */
#ifndef SHOAL_STORE_CSV_ROWS_H
#define SHOAL_STORE_CSV_ROWS_H

#include "store/csv_cells.h"
#include "store/sink.h"

/* Some lines on their way. */
typedef struct csv_block {
    text bytes;
    text encoded, packed; /* room for `pack` */
} csv_block;

typedef struct csv_target {
    /* How the cells of a column are written. */
    csv_cells_form (*form)(const void *context, size_t column);
    /* Makes what is written of the lines in block->bytes, and returns it; by several threads at
     * once, each with its own number. NULL, as a function: the lines are written as they are. */
    const text *(*pack)(const void *context, csv_block *block, int worker);
    shoal_status (*write)(void *context, const char *bytes, size_t length, shoal_error *error);
    void *context;
} csv_target;

SHOAL_CHECKED shoal_status csv_rows_write(const row_feed *feed, const csv_target *to,
                                          const sink_options *options, shoal_error *error);

#endif
