/* Rows that are to be written, as codes of the texts of each column. A sink pulls them, a few at a
 * time and from several threads at once. */
#ifndef SHOAL_STORE_ROW_FEED_H
#define SHOAL_STORE_ROW_FEED_H

#include "data/table.h"

/* The most rows that are asked for at a time. */
#define ROW_FEED_MOST ((size_t)512)

/* The texts of a column: those of a dictionary, or labels, of which code label_count is one more,
 * `*`. */
typedef struct feed_column {
    const char *name;
    const dictionary *values;  /* NULL: labels */
    const char *const *labels; /* [label_count] */
    size_t label_count;
} feed_column;

typedef struct row_feed {
    size_t rows;
    const bool *kept; /* [rows] the others are left out; NULL: all are written */
    size_t columns;
    const feed_column *column; /* [columns] */
    /* Sets codes[column * ROW_FEED_MOST + i] to the code of row begin + i, for every column and
     * i < count <= ROW_FEED_MOST. */
    void (*fill)(const void *context, size_t begin, size_t count, uint32_t *codes);
    const void *context;
} row_feed;

#endif
