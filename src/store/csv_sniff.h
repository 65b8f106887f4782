/* What a file says about its own dialect. */
#ifndef SHOAL_STORE_CSV_SNIFF_H
#define SHOAL_STORE_CSV_SNIFF_H

#include "store/csv_record.h"

typedef struct csv_sniffed {
    csv_dialect dialect;
    bool header;
    /* All records of the sample but the first, at least two, have this many values; 0: no. */
    size_t usual_fields;
} csv_sniffed;

/* Where blanks separate values, the delimiter is SOURCE_BLANKS and nothing else is known: look
 * again once they are squeezed.
 *
 * Looks at the whole records in text[0 .. length). What the caller has chosen (a delimiter, yes or
 * no) is taken as it is. */
SHOAL_CHECKED shoal_status csv_sniff(csv_sniffed *out, const char *text, size_t length,
                                     char delimiter, shoal_choice header, shoal_choice trim,
                                     shoal_error *error);

#endif
