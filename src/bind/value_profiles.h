/* What the rest of a table says about the values of a column, for the builders of hierarchies. */
#ifndef SHOAL_BIND_VALUE_PROFILES_H
#define SHOAL_BIND_VALUE_PROFILES_H

#include "data/hierarchy_build.h"
#include "data/table.h"

/* A column and what its hierarchy may follow. Quasi-identifiers only: groups that follow a
 * sensitive attribute would make its classes homogeneous. */
typedef struct value_company {
    const column *values;
    const shoal_plan *plan;
    const shoal_table *table; /* with the column; NULL: only the values are known */
    const column *strangers;  /* whose values get labels too; NULL: none */
    bool all;                 /* any column of the table counts, not only quasi-identifiers */
} value_company;

/* Rows of each value that is not missing, in the order of value_list_make, followed by 0 for
 * `strangers` values; for the caller to memory_free. */
SHOAL_CHECKED shoal_status value_rows(uint64_t **out, const value_company *of, size_t strangers,
                                      shoal_error *error);

/* The profiles of the values with the other columns; input->company is the value_company. Values of
 * the input beyond those of the column have no rows. */
build_profiler value_profiles;

#endif
