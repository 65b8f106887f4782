/* What the values of a column look like. */
#ifndef SHOAL_DATA_COLUMN_TYPE_H
#define SHOAL_DATA_COLUMN_TYPE_H

#include "data/table.h"
#include "plan/plan.h"

/* The distinct values of a column without the plan's missing tokens, in dictionary order; texts
 * are borrowed, the array is the caller's to memory_free. */
typedef struct value_list {
    const char **values;
    size_t count;
} value_list;

SHOAL_CHECKED shoal_status value_list_make(value_list *out, const dictionary *values,
                                           const shoal_plan *plan, shoal_error *error);

/* The same for a column, which may have words of its own for missing values. */
SHOAL_CHECKED shoal_status value_list_of(value_list *out, const column *of, const shoal_plan *plan,
                                         shoal_error *error);

/* Never TYPE_AUTO. Integers have up to 17 digits and no leading zeros (else they are codes, that
 * is strings); a column of dates may hold a few values that are none, see data/date.h; a column
 * without values is TYPE_STRING. */
plan_type type_infer(const char *const *values, size_t count);

/* "integer", "decimal", "date", "string" or "auto". */
const char *type_name(plan_type type);

#endif
