/* What the values of a table say of themselves that the plan does not: in which columns the comma
 * is the decimal sign, and which words stand for missing values, where the other values of the
 * column are numbers or dates. */
#ifndef SHOAL_BIND_FOUND_VALUES_H
#define SHOAL_BIND_FOUND_VALUES_H

#include "data/column_type.h"

/* *out: the plan with what was found, NULL where nothing was. Notes it, and also columns that would
 * be numbers but for a few values. Columns with a decimal comma are turned (data/decimal_comma.h).
 * In a release (`released`) ranges of numbers and dates count as these. */
SHOAL_CHECKED shoal_status found_values(shoal_plan **out, const shoal_plan *plan,
                                        shoal_table *table, bool released, const shoal_hooks *hooks,
                                        shoal_error *error);

/* The part about commas; `found` is copied from the plan where something is. */
SHOAL_CHECKED shoal_status found_commas(shoal_plan **found, const shoal_plan *plan,
                                        shoal_table *table, const shoal_hooks *hooks,
                                        shoal_error *error);

/* Leaves out the words that may stand for missing values. */
void found_values_drop_words(value_list *values);

#endif
