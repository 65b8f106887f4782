/* Words for what is wrong with a CSV file, and where. */
#ifndef SHOAL_STORE_CSV_FAULT_H
#define SHOAL_STORE_CSV_FAULT_H

#include "store/csv_chunks.h"

/* SHOAL_BAD_DATA with "LABEL:LINE: " before the message. `field` counts from 1; 0: none. */
shoal_status csv_fail(shoal_error *error, const char *label, int64_t line, int64_t field,
                      const char *format, ...) STATUS_PRINTF(5, 6);

typedef struct csv_place {
    const char *label;
    int64_t line;
    size_t columns;
    char *const *names;   /* [columns]; NULL: they have none, or it is not known yet */
    const char *encoding; /* of the text; "" or NULL: UTF-8 */
    bool blanks;          /* any number of them separates values */
    const char *bytes;    /* that mean nothing in it; "" or NULL: the chunk's fault_byte */
} csv_place;

/* The fault of a chunk in words. */
shoal_status csv_fail_chunk(shoal_error *error, const csv_place *place, const csv_chunk *chunk);

#endif
