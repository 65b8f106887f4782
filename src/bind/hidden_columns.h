/* Columns that are not read into the table, such as identifiers: a hash of every value, enough to
 * tell whose row it is. A column with a different value in nearly every row is given up as soon as
 * that is plain, so that ten million names take no memory. */
#ifndef SHOAL_BIND_HIDDEN_COLUMNS_H
#define SHOAL_BIND_HIDDEN_COLUMNS_H

#include "plan/plan.h"
#include "store/source.h"

typedef struct hidden_columns hidden_columns;

/* For identifiers of the plan but names and addresses, which different people share. `workers`:
 * threads that will read. NULL: out of memory. */
hidden_columns *hidden_columns_new(const shoal_plan *plan, int workers);
void hidden_columns_free(hidden_columns *hidden);

/* For table_reading: whether the column is kept, to be asked for each column in its order; and what
 * is shown the rows. The context of both is the hidden_columns. */
bool hidden_columns_keep(const char *name, void *hidden);
void hidden_columns_see(const cell_block *block, void *hidden);
/* Whether it looks at the column. */
bool hidden_columns_sees(const char *name, void *hidden);

/* How many columns there are; and the number of the table's column. */
size_t hidden_columns_count(const hidden_columns *hidden);
size_t hidden_columns_place(const hidden_columns *hidden, size_t index);

/* The rows were sorted once they were read: row i of the table is row_of[i] as shown. Borrowed. */
void hidden_columns_sorted(hidden_columns *hidden, const uint32_t *row_of);

/* What became of a column. A missing value is a value of its own in every row. */
typedef struct hidden_values {
    uint32_t *hash;  /* [rows] equal where the values are; NULL: nearly every value is different */
    uint64_t values; /* different ones */
} hidden_values;

/* Once the table has been read; `rows` is their number. The caller frees out->hash. */
SHOAL_CHECKED shoal_status hidden_columns_take(hidden_values *out, hidden_columns *hidden,
                                               size_t index, size_t rows, shoal_error *error);

#endif
