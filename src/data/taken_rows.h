/* The rows of a table in another order. */
#ifndef SHOAL_DATA_TAKEN_ROWS_H
#define SHOAL_DATA_TAKEN_ROWS_H

#include "base/threads.h"
#include "data/table.h"

/* Row i becomes what row from[i] was; from[table->rows]. Borrowed codes are replaced by own ones.
 * False: out of memory, and the table is of no use any more. */
bool table_take_rows(shoal_table *table, const uint32_t *from, thread_pool *pool);

#endif
