/* Text whose values are separated by any number of blanks, on its way to text with one. */
#ifndef SHOAL_STORE_CSV_BLANKS_H
#define SHOAL_STORE_CSV_BLANKS_H

#include <stdbool.h>
#include <stddef.h>

/* Where the text stands; zero at its start. */
typedef struct csv_blanks {
    bool begun;  /* the line has a value */
    bool behind; /* blanks follow it */
    bool quoted; /* within quotes */
    bool closed; /* behind a quote that closes, or is the first of two */
} csv_blanks;

/* Squeezes text[0 .. length), which goes on from the last call, in place: blanks and tabs at both
 * ends of a line go, and others become one blank. What is within quotes stays. Returns the new
 * length: at most one more, for which there must be room. */
size_t csv_blanks_squeeze(csv_blanks *state, char *text, size_t length);

#endif
