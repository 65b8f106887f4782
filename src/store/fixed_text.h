/* Columns of fixed width: they begin and end at the same characters in every line, as in printed
 * tables and old exports. Such a text becomes CSV records, one for each line, which are then read
 * as any other.
 *
 * A column is a run of places, counted in characters, that some line uses; where every line has a
 * blank, columns are separated. Blank lines stay blank, and all values lose the blanks around them.
 * The first lines say which columns there are. Later ones may make a column wider, but must not
 * join two columns or begin another. Two columns are one where they look like a value with a blank
 * inside: only one place is between them, the first line has nothing in one of them, and no line
 * has that one without the other beside it. */
#ifndef SHOAL_STORE_FIXED_TEXT_H
#define SHOAL_STORE_FIXED_TEXT_H

#include "base/text.h"

/* Lines that say which columns there are. */
#define FIXED_TEXT_FIRST 4096

typedef struct fixed_text_form {
    const char *label; /* of the file, for messages */
    bool bytes;        /* every byte is a character; else the text is UTF-8 */
    size_t first;      /* lines that say which columns there are, for tests; 0: default */
} fixed_text_form;

/* Replaces the text by its records, with commas. `found`, where not NULL, gets the characters of
 * the columns in words: "1-8, 10-12". SHOAL_BAD_DATA names the line that does not fit. Lines that
 * are not UTF-8 are handed on for the reader of the records to refuse. */
SHOAL_CHECKED shoal_status fixed_text_records(text *content, text *found,
                                              const fixed_text_form *form, shoal_error *error);

#endif
