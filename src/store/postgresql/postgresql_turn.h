/* The rows that COPY sends as CSV, turned into what csv_source_open_stream expects. The server
 * writes nothing for an absent value and "" for an empty text; asking it for anything else would
 * double the time that it takes. */
#ifndef SHOAL_STORE_POSTGRESQL_POSTGRESQL_TURN_H
#define SHOAL_STORE_POSTGRESQL_POSTGRESQL_TURN_H

#include "base/text.h"
#include "data/column_origin.h"

typedef struct postgresql_turn {
    size_t columns;
    text *empty;  /* [columns] what is written for an empty text, quoted where that is needed */
    bool checked; /* a value that is ORIGIN_EMPTY or ORIGIN_ABSENT is refused */
} postgresql_turn;

/* `absent` is that of source_options. Close it also on failure. */
SHOAL_CHECKED shoal_status postgresql_turn_open(postgresql_turn *out, size_t columns,
                                                const absent_texts *absent, shoal_error *error);
void postgresql_turn_close(postgresql_turn *rows);

/* Adds one row, with its line break, to `out`. False: a value is a mark. */
SHOAL_CHECKED bool postgresql_turn_row(text *out, const postgresql_turn *rows, const char *row,
                                       size_t length);

#endif
