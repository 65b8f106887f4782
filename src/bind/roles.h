/* Which columns of a table play which part in the plan. */
#ifndef SHOAL_BIND_ROLES_H
#define SHOAL_BIND_ROLES_H

#include "data/table.h"
#include "plan/plan.h"

/* For source_options.keep, with the plan as context: quasi-identifiers only; and what a run needs:
 * the columns that are published, and the keys of persons. */
bool roles_keep_quasi(const char *name, void *plan);
bool roles_keep_needed(const char *name, void *plan);

/* Checks that the columns the plan names are there; with `quasi_only`, only that the
 * quasi-identifiers are. There must be at least one. *out, owned by the caller, lists the
 * quasi-identifiers in the order of the table. */
SHOAL_CHECKED shoal_status roles_find_quasi(size_t **out, size_t *count, const shoal_table *table,
                                            const shoal_plan *plan, bool quasi_only,
                                            shoal_error *error);

/* SHOAL_USAGE, naming the table's path, where it lacks the column; or one of the plan's sensitive
 * ones: a misspelt one would protect nothing. */
SHOAL_CHECKED shoal_status roles_check_column(const shoal_table *table, const char *path,
                                              const char *name, shoal_error *error);
SHOAL_CHECKED shoal_status roles_check_sensitive(const shoal_table *table, const char *path,
                                                 const shoal_plan *plan, shoal_error *error);

/* Columns of the table that the plan does not name. *listed, the caller's: the names of the first
 * few of them, and how many more there are; NULL where there are none. */
SHOAL_CHECKED shoal_status roles_unnamed(size_t *count, char **listed, const shoal_table *table,
                                         const shoal_plan *plan, shoal_error *error);
/* SHOAL_USAGE, naming them, where there are some and the plan refuses them. */
SHOAL_CHECKED shoal_status roles_refuse_unnamed(const shoal_table *table, const shoal_plan *plan,
                                                shoal_error *error);

/* Whether nearly every row has a different value in that column, as in identifiers. False if there
 * are too few rows to judge. */
bool roles_is_near_unique(const shoal_table *table, size_t place);

/* [values of the column] which of its codes stand for a missing value, to be freed by the caller;
 * NULL: out of memory. *any: there is one. */
bool *roles_missing_codes(const shoal_plan *plan, const column *of, bool *any);

#endif
