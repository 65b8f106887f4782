/* Reading CSV: RFC 4180, sniffed dialect, compressed or not, in parallel, straight into
 * dictionaries.
 *
 * - Lines end in LF or CRLF; any other CR belongs to the value, except at the end of a file. A
 *   quote inside an unquoted value is an ordinary character. A UTF-8 byte order mark is skipped.
 * - Empty lines are skipped, wherever they are; in a table of one column, those between the first
 *   and the last record of a file are empty values (written as "" they count everywhere).
 * - A sniffed header needs a sign: a column whose first value is a word above numbers or dates, or
 *   a table of words only whose first record has distinct values that do not come again in their
 *   columns. Without a header, columns are called c1, c2, …
 * - Sniffed trimming: at least nineteen of twenty values behind a delimiter begin with a blank.
 *   Only leading blanks outside of quotes are dropped, also at the start of a line.
 * - Of several files, each has its own delimiter and trimming; the first says whether they have
 *   headers. A file that has nothing but a header is fine where others have rows.
 * - Of several mistakes in a file the first one is reported. Messages begin with "FILE:LINE: ";
 *   error->column is the number of the field. */
#ifndef SHOAL_STORE_CSV_SOURCE_H
#define SHOAL_STORE_CSV_SOURCE_H

#include "files/byte_source.h"
#include "store/source.h"

/* From an open descriptor, read from its current position to its end; not closed. */
SHOAL_CHECKED shoal_status csv_source_open_descriptor(source **out, int descriptor,
                                                      const source_options *options,
                                                      shoal_error *error);

/* From memory, which must outlive the source. */
SHOAL_CHECKED shoal_status csv_source_open_memory(source **out, const char *bytes, size_t length,
                                                  const source_options *options,
                                                  shoal_error *error);

/* The same from several texts that make one table; messages call each by its label. */
typedef struct csv_text {
    const char *label;
    const char *bytes;
    size_t length;
} csv_text;

SHOAL_CHECKED shoal_status csv_source_open_texts(source **out, const csv_text *texts, size_t count,
                                                 const source_options *options, shoal_error *error);

/* From a server that writes its rows as CSV in UTF-8: a header of `columns` names, commas, quotes
 * where they are needed, and nothing where a value is absent. It writes what an empty text is read
 * as by itself (source_options.absent; ORIGIN_EMPTY where that is NULL). A table of one column must
 * quote its values. The origins are taken over one by one. */
typedef struct csv_stream {
    byte_stream bytes;
    column_origin **origins; /* [columns] */
    size_t columns;
} csv_stream;

SHOAL_CHECKED shoal_status csv_source_open_stream(source **out, const csv_stream *stream,
                                                  const source_options *options,
                                                  shoal_error *error);

/* Opens, reads and closes; for small inputs. */
SHOAL_CHECKED shoal_status csv_read_memory(shoal_table **out, const char *bytes, size_t length,
                                           const source_options *options, shoal_error *error);

#endif
