/* A release beside the table that it was made from, row by row. */
#ifndef SHOAL_VERIFY_PAIRED_ROWS_H
#define SHOAL_VERIFY_PAIRED_ROWS_H

#include "bind/bound_table.h"
#include "release/row_mapping.h"

/* Sorts the rows of the release by the mapping in the file, which must be one of these two tables,
 * read with their hashes. Free *out also after a failure. */
SHOAL_CHECKED shoal_status paired_rows_match(mapped_rows *out, bound_table *release,
                                             const bound_table *original, const char *path,
                                             shoal_error *error);

/* Rows of the release in which the column has another text than in the original, whose rows that
 * `paired` marks (NULL: all) are those of the release, in their order. */
uint64_t paired_rows_different(const bound_table *release, const column *after,
                               const column *before, const bool *paired);

#endif
