/* The grammar of CSV, one record at a time: exact, and the judge of every malformed byte. */
#ifndef SHOAL_STORE_CSV_RECORD_H
#define SHOAL_STORE_CSV_RECORD_H

#include "base/status.h"
#include "store/source.h"

/* Values longer than this are an error rather than a memory problem. */
#define CSV_LONGEST_VALUE ((size_t)1 << 20)
#define CSV_MOST_COLUMNS ((size_t)65536)
/* Positions within a chunk are 32 bits wide. */
#define CSV_LONGEST_RECORD ((size_t)1 << 30)

typedef struct csv_dialect {
    char delimiter;
    bool trim;
} csv_dialect;

typedef cell_span csv_span;

typedef enum csv_fault {
    CSV_SOUND,
    CSV_RAGGED,
    CSV_UNTERMINATED,
    CSV_TEXT_AFTER_QUOTE,
    CSV_NUL_BYTE,
    CSV_NOT_TEXT,
    CSV_VALUE_TOO_LONG,
    CSV_RECORD_TOO_LONG,
    CSV_NO_MEMORY,
    CSV_SOURCE_FAILED
} csv_fault;

typedef struct csv_record {
    csv_fault fault; /* then `fault_at` is where and `fields` the number of the field, from 0 */
    size_t fault_at;
    size_t next;   /* behind the line end; 0 when the text ended before the record did */
    size_t fields; /* also counts those beyond `most` */
    bool blank;    /* an empty line: no fields */
    bool escaped;  /* some value holds doubled quotes: csv_unescape it */
} csv_record;

/* Scans the record that begins at text[begin]; at most `most` spans are stored (spans may be NULL
 * when most is 0). A record that text[.. end) cuts off has next == 0, and perhaps a fault that more
 * text would mend. The text is only read. */
csv_record csv_scan(const csv_dialect *dialect, const char *text, size_t begin, size_t end,
                    csv_span *spans, size_t most);

/* Whether a record that is cut off after `length` bytes (next == 0) is wrong whatever follows. */
bool csv_is_hopeless(const csv_record *record, size_t length);

/* Turns doubled quotes into single ones in place; unquoted values are left alone. The bytes freed
 * are blanked, so that the text keeps its line breaks. */
void csv_unescape(char *text, csv_span *span);

/* End of the last whole record of text[0 .. length), 0 when there is none. Exact up to the first
 * fault. */
size_t csv_last_end(const csv_dialect *dialect, const char *text, size_t length);

#endif
