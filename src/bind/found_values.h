/* What the values of a table say of themselves that the plan does not: which words stand for
 * missing values, where the other values of the column are numbers or dates. */
#ifndef SHOAL_BIND_FOUND_VALUES_H
#define SHOAL_BIND_FOUND_VALUES_H

#include "data/table.h"
#include "plan/plan.h"

/* *out: the plan with what was found, NULL where nothing was. Notes it, and also columns that would
 * be numbers but for a few values. */
SHOAL_CHECKED shoal_status found_values(shoal_plan **out, const shoal_plan *plan,
                                        const shoal_table *table, const shoal_hooks *hooks,
                                        shoal_error *error);

#endif
