/* The distinct tuples of some columns of a table. */
#ifndef SHOAL_DATA_TABLE_TUPLES_H
#define SHOAL_DATA_TABLE_TUPLES_H

#include "data/frequency.h"
#include "data/table.h"

/* By the codes of their dictionaries; `kept` (may be NULL) marks the rows that count. */
SHOAL_CHECKED shoal_status table_tuples(frequency_set *out, const shoal_table *table,
                                        const size_t *columns, size_t count, const bool *kept,
                                        thread_pool *pool, shoal_error *error);

/* The tuple of every row that counts: tuple_of[row], undefined for the others. */
SHOAL_CHECKED shoal_status table_tuples_find(uint32_t *tuple_of, const frequency_set *set,
                                             const shoal_table *table, const size_t *columns,
                                             const bool *kept, shoal_error *error);

#endif
