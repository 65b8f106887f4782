/* One thread's part of reading: takes chunks and turns their values into codes of its own. */
#ifndef SHOAL_STORE_CSV_WORKER_H
#define SHOAL_STORE_CSV_WORKER_H

#include "data/table.h"
#include "store/csv_chunks.h"
#include "store/table_merge.h"

typedef struct csv_layout {
    size_t columns;
    const column *column;                                /* [columns] which of them are kept */
    void (*see)(const cell_block *block, void *context); /* shown every row; NULL: nobody is */
    void *see_context;
} csv_layout;

typedef struct csv_worker {
    const csv_layout *layout; /* NULL: not started, all else is empty */
    csv_buffer buffer;
    csv_span *spans; /* values of some records, record by record */
    size_t most;     /* spans that may be filled */
    uint32_t *codes; /* [most] of one column of them */
    table_part part; /* what it read so far */
} csv_worker;

/* False when out of memory; csv_worker_free it all the same. */
bool csv_worker_start(csv_worker *worker, const csv_layout *layout);
void csv_worker_free(csv_worker *worker);

/* Parses the chunk that lies in the worker's buffer; stops at the first fault and notes it. */
void csv_worker_parse(csv_worker *worker, csv_chunk *chunk);

#endif
