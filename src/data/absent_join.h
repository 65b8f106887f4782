/* Absent values and empty texts as one, where a table meets a place that cannot tell them apart,
 * such as CSV: both are then "", from the beginning, so that classes are counted as they will be
 * read. */
#ifndef SHOAL_DATA_ABSENT_JOIN_H
#define SHOAL_DATA_ABSENT_JOIN_H

#include "data/table.h"

/* In every column that has both. */
void absent_join(shoal_table *table);

/* The same for the columns that are text of a place without origins in another table. */
void absent_join_like(shoal_table *table, const shoal_table *like);

#endif
