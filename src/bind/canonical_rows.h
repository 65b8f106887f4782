/* Rows in an order of their own, so that what is made of a table does not depend on the order in
 * which it lists them: where a recoding tells rows with equal quasi-identifiers apart, ties go to
 * the row that comes first. */
#ifndef SHOAL_BIND_CANONICAL_ROWS_H
#define SHOAL_BIND_CANONICAL_ROWS_H

#include "bind/bound_table.h"

/* Sorts the rows of a table that was just read, by all columns that the plan needs (rows that agree
 * in all of these are the same to every recoding), and sets bound->input_row. */
SHOAL_CHECKED shoal_status canonical_rows_sort(bound_table *bound, shoal_error *error);

/* place[r]: the row of the bound table that row r of the source became. The caller frees it; NULL:
 * out of memory. Only where bound->input_row is set. */
uint32_t *canonical_rows_back(const bound_table *bound);

#endif
