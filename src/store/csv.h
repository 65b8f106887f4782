/* Reading CSV: RFC 4180, sniffed dialect, gzip, in parallel, straight into dictionaries.
 *
 * - Lines end in LF or CRLF; any other CR belongs to the value, except at the end of the input. A
 *   quote inside an unquoted value is an ordinary character. A UTF-8 byte order mark is skipped.
 * - Empty lines are skipped, wherever they are; in a table of one column, those between its first
 *   and its last record are empty values (written as "" they count everywhere).
 * - A sniffed header needs a sign: a column whose first value is a word above numbers or dates, or
 *   a table of words only whose first record has distinct values that do not come again in their
 *   columns. Without a header, columns are called c1, c2, …
 * - Sniffed trimming: at least nineteen of twenty values behind a delimiter begin with a blank.
 * Only leading blanks outside of quotes are dropped, also at the start of a line.
 * - The table does not depend on the number of threads, and of several mistakes in a file the first
 *   one is reported. Messages begin with "FILE:LINE: "; error->column is the number of the field.
 */
#ifndef SHOAL_STORE_CSV_H
#define SHOAL_STORE_CSV_H

#include "base/threads.h"
#include "data/table.h"

/* Values longer than this are an error rather than a memory problem. */
#define CSV_LONGEST_VALUE ((size_t)1 << 20)

typedef struct csv_options {
    char delimiter;      /* 0: sniffed among , ; tab | */
    shoal_choice header; /* first record names the columns */
    shoal_choice trim;   /* blanks after a delimiter do not belong to the value */
    bool sha256;         /* also compute the source's hash */
    /* Asked once per column when the header is known; false: parse but do not keep. NULL: all. */
    bool (*keep)(const char *name, void *context);
    void *context;
    thread_pool *pool;          /* NULL: the calling thread alone */
    const volatile int *cancel; /* once set, reading ends with SHOAL_INTERRUPTED; may be NULL */
    const char *label;          /* what error messages call the source; NULL: the path */
    size_t chunk;               /* bytes a thread takes at a time, for tests; 0: default */
} csv_options;

/* `path` may be "-" for standard input; gzip is recognized by its magic bytes. */
SHOAL_CHECKED shoal_status csv_read(shoal_table **out, const char *path, const csv_options *options,
                                    shoal_error *error);

/* The same from an open descriptor, read from its current position to its end; not closed. */
SHOAL_CHECKED shoal_status csv_read_descriptor(shoal_table **out, int descriptor,
                                               const csv_options *options, shoal_error *error);

/* The same from memory; for small inputs and the fuzzer. */
SHOAL_CHECKED shoal_status csv_read_memory(shoal_table **out, const char *bytes, size_t length,
                                           const csv_options *options, shoal_error *error);

#endif
