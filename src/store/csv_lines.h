/* Which line each row of a small file begins at. */
#ifndef SHOAL_STORE_CSV_LINES_H
#define SHOAL_STORE_CSV_LINES_H

#include "base/text.h"
#include "files/byte_source.h"
#include "store/csv_record.h"

/* Everything that is left of the source. */
SHOAL_CHECKED shoal_status csv_lines_slurp(text *out, byte_source *from, shoal_error *error);

/* Rows are not lines where a file has empty lines or quoted line breaks. False where the walk does
 * not meet every row. */
SHOAL_CHECKED bool csv_lines_find(uint32_t *lines, size_t rows, size_t columns,
                                  const csv_dialect *dialect, const text *content);

#endif
