/* The texts a column is published with, escaped once and copied per row. */
#ifndef SHOAL_RELEASE_CELLS_H
#define SHOAL_RELEASE_CELLS_H

#include "base/text.h"
#include "data/table.h"

#include <string.h>

/* Copying may read and write this many bytes past a short cell, and saves a branch on its length
 * that way. */
#define CELLS_SLACK ((size_t)16)

/* How a cell is written: `delimiter` is the file's, `separator` what follows this column's cells
 * (the delimiter, or a line break for the last), and `alone` says that the row has no other cell,
 * so that an empty one must be quoted not to become a blank line. */
typedef struct cells_form {
    char delimiter;
    char separator;
    bool alone;
} cells_form;

typedef struct cell {
    size_t offset;
    size_t length;
} cell;

typedef struct cells {
    text bytes; /* every cell with its separator behind it, and slack */
    cell *cell; /* [size]; NULL: values are looked up in `values` and escaped each time */
    size_t size;
    size_t longest; /* in bytes, separator included */
    const dictionary *values;
    cells_form form;
} cells;

/* Adds one value and its separator, quoted where a reader would take it for anything else. */
void cells_escape(text *out, const char *value, size_t length, const cells_form *form);

/* One cell per label, then one for `*`. */
SHOAL_CHECKED shoal_status cells_of_labels(cells *out, const char *const *labels, size_t count,
                                           const cells_form *form, shoal_error *error);
/* One cell per value. Large dictionaries are not copied. */
SHOAL_CHECKED shoal_status cells_of_values(cells *out, const dictionary *values,
                                           const cells_form *form, shoal_error *error);
void cells_free(cells *table);

/* The same as cells_put for tables that are not copied. */
char *cells_put_value(const cells *table, uint32_t index, char *at);

/* Writes cell `index` to `at`, where `longest` bytes and slack are free; returns what follows. */
static inline char *cells_put(const cells *table, uint32_t index, char *at) {
    if (!table->cell)
        return cells_put_value(table, index, at);
    const cell *found = &table->cell[index];
    const char *from = table->bytes.bytes + found->offset;
    memcpy(at, from, CELLS_SLACK);
    if (found->length > CELLS_SLACK)
        memcpy(at + CELLS_SLACK, from + CELLS_SLACK, found->length - CELLS_SLACK);
    return at + found->length;
}

#endif
