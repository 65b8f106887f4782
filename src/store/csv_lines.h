/* Which line each row of a small file begins at. */
#ifndef SHOAL_STORE_CSV_LINES_H
#define SHOAL_STORE_CSV_LINES_H

#include "base/text.h"
#include "files/text_source.h"
#include "store/csv_record.h"

/* Everything that is left of the source. */
SHOAL_CHECKED shoal_status csv_lines_slurp(text *out, text_source *from, shoal_error *error);

/* Of the text from `begin` on, which is the beginning of line `line`. Rows are not lines where a
 * file has empty lines or quoted line breaks. False where the walk does not meet every row. */
typedef struct csv_lines_text {
    const text *content;
    size_t begin, line;
} csv_lines_text;

SHOAL_CHECKED bool csv_lines_find(uint32_t *lines, size_t rows, size_t columns,
                                  const csv_dialect *dialect, const csv_lines_text *of);

#endif
