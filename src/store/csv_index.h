/* Finds the values of many records at once with bit masks of 64 bytes. It knows only well-formed
 * text; whatever is unusual is left to csv_scan. */
#ifndef SHOAL_STORE_CSV_INDEX_H
#define SHOAL_STORE_CSV_INDEX_H

#include "store/csv_record.h"

/* Spans behind the last one that may be overwritten; and bytes that must be readable behind the
 * text. */
#define CSV_INDEX_SLACK 72

/* Splits text[begin .. end), which begins with a record and ends with a line end, into spans of
 * whole records of `columns` values, as many as fit into `most` spans. Returns the number of
 * records and sets *next behind them; 0 when something calls for csv_scan: a quote that is not
 * around a whole value, an empty line, a wrong number of values, a NUL byte. Doubled quotes are
 * undone in the text. most >= columns. */
size_t csv_index(const csv_dialect *dialect, char *text, size_t begin, size_t end, csv_span *spans,
                 size_t most, size_t columns, size_t *next);

/* The same as csv_last_end, and faster. */
size_t csv_index_last_end(const csv_dialect *dialect, const char *text, size_t length);

size_t csv_count_lines(const char *text, size_t length);

#endif
