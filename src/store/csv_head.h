/* The beginning of a file: its dialect and its column names. */
#ifndef SHOAL_STORE_CSV_HEAD_H
#define SHOAL_STORE_CSV_HEAD_H

#include "store/csv_chunks.h"

typedef struct csv_head {
    csv_dialect dialect;
    bool blanks;    /* any number of them separates values; the dialect is that of one */
    bool separated; /* a line `sep=;` came first, of this many bytes */
    size_t separated_bytes;
    bool crlf; /* the first record ends with CR LF */
    bool header;
    char unnamed[16]; /* what columns without a name are called, before their number; "": none */
    size_t columns;
    char **names;       /* [columns], each owned */
    int64_t names_line; /* of its first record */
    int64_t line;       /* of the first byte that is left to read */
} csv_head;

/* What is known beforehand, as in source_options. */
typedef struct csv_wish {
    char delimiter;
    shoal_choice header, trim;
} csv_wish;

/* Sniffs and names the columns; then the next chunk begins behind the header. csv_head_free it also
 * on failure. */
SHOAL_CHECKED shoal_status csv_head_read(csv_head *head, csv_chunks *chunks, const csv_wish *wish,
                                         const char *label, shoal_error *error);
void csv_head_free(csv_head *head);

#endif
