/* The values of a column as numbers. */
#ifndef SHOAL_DATA_COLUMN_NUMBERS_H
#define SHOAL_DATA_COLUMN_NUMBERS_H

#include "data/table.h"
#include "plan/plan.h"

/* [values of the column], in the arena: dates as days since 1970; NaN for `*`, missing values and
 * text. *out is NULL where the column is categorical. `type` is what the plan says, or was found.
 */
SHOAL_CHECKED shoal_status column_numbers(double **out, plan_type *type, const column *of,
                                          const shoal_plan *plan, arena *memory,
                                          shoal_error *error);

#endif
