/* The beginning of a file: its dialect and its column names. */
#ifndef SHOAL_STORE_CSV_HEAD_H
#define SHOAL_STORE_CSV_HEAD_H

#include "store/csv.h"
#include "store/csv_chunks.h"

typedef struct csv_head {
    csv_dialect dialect;
    bool header;
    size_t columns;
    char **names; /* [columns], each owned */
    bool *kept;   /* [columns] */
    int64_t line; /* of the first byte that is left to read */
} csv_head;

/* Sniffs, names the columns and asks which to keep; then the next chunk begins behind the header.
 * csv_head_free it also on failure. */
SHOAL_CHECKED shoal_status csv_head_read(csv_head *head, csv_chunks *chunks,
                                         const csv_options *options, const char *label,
                                         shoal_error *error);
void csv_head_free(csv_head *head);

#endif
