/* Two tables that know absent values may write them differently: in a column that has both, "" is
 * no value and another text stands for the empty one; in a column without absent values, "" is the
 * empty text. Whoever compares their texts has to make them alike first. */
#ifndef SHOAL_DATA_ABSENT_MATCH_H
#define SHOAL_DATA_ABSENT_MATCH_H

#include "data/table.h"
#include "plan/plan.h"

/* Writes absent values and empty texts of a table as `like` does in the column of the same name;
 * what that has no text for becomes a text that is nobody's. A quasi-identifier of `like` that
 * knows only one of the two and in which the plan takes "" for a missing value is left alone: there
 * both are missing. False: out of memory. */
SHOAL_CHECKED bool absent_match(shoal_table *table, const shoal_table *like,
                                const shoal_plan *plan);

#endif
