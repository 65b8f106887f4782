/* The hierarchy of an attribute: read from a file, or built. */
#ifndef SHOAL_BIND_FIND_HIERARCHY_H
#define SHOAL_BIND_FIND_HIERARCHY_H

#include "data/hierarchy.h"
#include "data/table.h"
#include "plan/plan.h"

/* Finds the hierarchy of a column, sealed: the plan's hierarchy for the attribute (a specification
 * of data/hierarchy_build.h, "places:FILE" or a path), else ATTRIBUTE.csv in the plan's folder of
 * hierarchies, else one built as "auto". *described is a sentence about what was built, for the
 * caller to shoal_free, or NULL when the hierarchy was read from a file.
 *
 * What is built may follow the rows of the column and the plan's quasi-identifiers in `table`,
 * which has the column: the same table and plan give the same hierarchy. Without a table (NULL) it
 * follows the values alone. */
SHOAL_CHECKED shoal_status hierarchy_for_column(shoal_hierarchy **out, const shoal_table *table,
                                                const column *values, const shoal_plan *plan,
                                                char **described, shoal_error *error);

/* The same hierarchy; where it is built, it also covers the values of another column, `strangers`,
 * if it can: nothing is chosen by these. */
SHOAL_CHECKED shoal_status hierarchy_with_strangers(shoal_hierarchy **out, const shoal_table *table,
                                                    const column *values, const column *strangers,
                                                    const shoal_plan *plan, shoal_error *error);

/* The hierarchy that the plan gives a column, read or built; where it gives none, every value under
 * `*`, and *given is false. It follows the values alone. */
SHOAL_CHECKED shoal_status hierarchy_given(shoal_hierarchy **out, bool *given, const column *values,
                                           const shoal_plan *plan, shoal_error *error);

/* The same for reading the labels of a release whose original is not at hand. A tree that may have
 * grown from the original's rows counts as none: one grown from other rows could have a group of
 * the same name and other members. */
SHOAL_CHECKED shoal_status hierarchy_of_labels(shoal_hierarchy **out, const column *values,
                                               const shoal_plan *plan, shoal_error *error);

#endif
