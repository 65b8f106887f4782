/* Joins what the threads found into the columns of the table. */
#ifndef SHOAL_STORE_CSV_MERGE_H
#define SHOAL_STORE_CSV_MERGE_H

#include "base/threads.h"
#include "data/table.h"
#include "store/csv_worker.h"

/* Fills codes and values of every kept column of a table whose `rows` (not 0) and `columns` are
 * set; uses up the workers' stores and encoders. At least one worker was started. */
SHOAL_CHECKED shoal_status csv_merge(shoal_table *table, csv_worker *workers, int worker_count,
                                     const csv_chunk *chunks, thread_pool *pool,
                                     shoal_error *error);

#endif
