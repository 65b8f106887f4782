/* Rows in the text format of COPY: fields between tabs, `\N` for no value, backslashes before what
 * is special. */
#ifndef SHOAL_DATABASE_COPY_TEXT_H
#define SHOAL_DATABASE_COPY_TEXT_H

#include "base/text.h"
#include "database/database_engine.h"

typedef struct copy_reader {
    size_t fields;       /* of a row */
    engine_value *value; /* [fields] of the row that is read */
    size_t *begin;       /* [fields] where they are in the line */
    bool *absent;        /* [fields] there is no value */
    char *line;          /* the row so far, unescaped */
    size_t used, held;
    size_t field; /* that is read */
    bool escaped; /* a backslash was the last byte */
} copy_reader;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status copy_reader_open(copy_reader *out, size_t fields, shoal_error *error);
void copy_reader_close(copy_reader *reader);

typedef shoal_status copy_see_row(const engine_value *value, void *context, shoal_error *error);

/* Reads some bytes, which may end anywhere; each row that ends in them is shown. SHOAL_IO where a
 * row does not have as many fields as it must. */
SHOAL_CHECKED shoal_status copy_reader_take(copy_reader *reader, const char *bytes, size_t length,
                                            copy_see_row *see, void *context, shoal_error *error);
/* After the last bytes: SHOAL_IO within a row. */
SHOAL_CHECKED shoal_status copy_reader_end(const copy_reader *reader, shoal_error *error);

/* Adds a value, as COPY reads it. */
void copy_add_value(text *out, const engine_value *value);

#endif
