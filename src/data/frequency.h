/* The frequency set: the distinct tuples of the quasi-identifiers with their counts. Searching
 * works on it alone; rows are touched only to build it and to write the release. */
#ifndef SHOAL_DATA_FREQUENCY_H
#define SHOAL_DATA_FREQUENCY_H

#include "base/threads.h"
#include "data/codes.h"

typedef struct frequency_set {
    size_t attributes;
    size_t tuples;
    uint64_t rows;    /* sum of the counts */
    codes *codes;     /* [attribute] of [tuple] */
    uint32_t *counts; /* [tuple] */
    bool borrowed;    /* codes[attribute].data and counts belong to a table */
} frequency_set;

/* One column of the rows to be grouped: the code of every row, all below `size`. */
typedef struct frequency_input {
    const codes *codes;
    uint32_t size;
} frequency_input;

/* Groups `rows` rows; `kept` (may be NULL) marks the rows that count. */
SHOAL_CHECKED shoal_status frequency_build(frequency_set *out, const frequency_input *inputs,
                                           size_t attributes, size_t rows, const bool *kept,
                                           thread_pool *pool, shoal_error *error);
/* The same where row i counts times[i] times; NULL: once. */
SHOAL_CHECKED shoal_status frequency_build_times(frequency_set *out, const frequency_input *inputs,
                                                 size_t attributes, size_t rows, const bool *kept,
                                                 const uint32_t *times, thread_pool *pool,
                                                 shoal_error *error);
void frequency_free(frequency_set *set);

#endif
