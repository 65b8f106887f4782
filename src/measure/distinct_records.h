/* The different records of a table. */
#ifndef SHOAL_MEASURE_DISTINCT_RECORDS_H
#define SHOAL_MEASURE_DISTINCT_RECORDS_H

#include "cluster/points.h"

/* Numbered in the order of their first rows. Two are the same when all coordinates compare equal:
 * -0 is 0. */
typedef struct distinct_records {
    size_t count;
    uint32_t *of;     /* [rows] which of them a row is */
    uint32_t *first;  /* [count] the lowest row */
    uint32_t *shared; /* [count] how many rows */
} distinct_records;

SHOAL_CHECKED shoal_status distinct_records_open(distinct_records *out, const points *of,
                                                 shoal_error *error);
void distinct_records_close(distinct_records *found);

#endif
