/* The texts a column is published with, escaped once and copied per row. */
#ifndef SHOAL_STORE_CSV_CELLS_H
#define SHOAL_STORE_CSV_CELLS_H

#include "base/text.h"
#include "data/table.h"

#include <string.h>

/* Copying may read and write this many bytes past a short cell, and saves a branch on its length
 * that way. */
#define CSV_CELLS_SLACK ((size_t)16)

/* How a cell is written: `delimiter` is the file's, `separator` what follows this column's cells
 * (the delimiter, or a line break for the last, of two bytes where `crlf` is set), and `quoted`
 * says that an empty one must be quoted, because it would become a blank line or a blank. A reader
 * that `knows_absent` takes nothing at all for an absent value, and quotes for an empty one: what
 * stands for them is written so; and it takes `\.` for the end. */
typedef struct csv_cells_form {
    char delimiter;
    char separator;
    bool quoted;
    bool crlf;
    bool knows_absent;
    absent_texts absent; /* of the column, where the reader knows such */
} csv_cells_form;

typedef struct csv_cell {
    size_t offset;
    size_t length;
} csv_cell;

typedef struct csv_cells {
    text bytes;     /* every cell with its separator behind it, and slack */
    csv_cell *cell; /* [size]; NULL: values are looked up in `values` and escaped each time */
    size_t size;
    size_t longest; /* in bytes, separator included */
    const dictionary *values;
    csv_cells_form form;
} csv_cells;

/* Adds one value and its separator, quoted where a reader would take it for anything else. */
void csv_cells_escape(text *out, const char *value, size_t length, const csv_cells_form *form);

/* One cell per label, then one for `*`. */
SHOAL_CHECKED shoal_status csv_cells_of_labels(csv_cells *out, const char *const *labels,
                                               size_t count, const csv_cells_form *form,
                                               shoal_error *error);
/* One cell per value. Large dictionaries are not copied. */
SHOAL_CHECKED shoal_status csv_cells_of_values(csv_cells *out, const dictionary *values,
                                               const csv_cells_form *form, shoal_error *error);
void csv_cells_free(csv_cells *table);

/* The same as csv_cells_put for tables that are not copied. */
char *csv_cells_put_value(const csv_cells *table, uint32_t index, char *at);

/* Writes cell `index` to `at`, where `longest` bytes and slack are free; returns what follows. */
static inline char *csv_cells_put(const csv_cells *table, uint32_t index, char *at) {
    if (!table->cell)
        return csv_cells_put_value(table, index, at);
    const csv_cell *found = &table->cell[index];
    const char *from = table->bytes.bytes + found->offset;
    memcpy(at, from, CSV_CELLS_SLACK);
    if (found->length > CSV_CELLS_SLACK)
        memcpy(at + CSV_CELLS_SLACK, from + CSV_CELLS_SLACK, found->length - CSV_CELLS_SLACK);
    return at + found->length;
}

#endif
