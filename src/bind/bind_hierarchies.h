/* From the columns of a table to what searches work on: bound hierarchies and the frequency set. */
#ifndef SHOAL_BIND_BIND_HIERARCHIES_H
#define SHOAL_BIND_BIND_HIERARCHIES_H

#include "data/frequency.h"
#include "recode/cut/ordered_domain.h"

typedef struct bind_input {
    const shoal_table *table;
    const size_t *columns; /* [attributes] of the quasi-identifiers */
    size_t attributes;
    const bool *kept; /* [table->rows] rows that count; NULL: all */
    const shoal_plan *plan;
    const shoal_hooks *hooks; /* told of hierarchies that were built; may be NULL */
    thread_pool *pool;
    /* [attributes] sealed hierarchies in the place of the plan's; NULL, as a whole or for one
     * attribute: the plan's word counts. */
    shoal_hierarchy *const *ready;
} bind_input;

/* Fills bound hierarchies[attributes], domains[attributes] (NULL: not wanted) and
 * described[attributes] (where each hierarchy came from), all zeroed before. The caller frees what
 * is there, also after a failure. */
SHOAL_CHECKED shoal_status bind_hierarchies(bound_hierarchy *hierarchies, ordered_domain *domains,
                                            char **described, const bind_input *input,
                                            shoal_error *error);

/* Groups the rows by the ground codes of the bound hierarchies. */
SHOAL_CHECKED shoal_status bind_frequency(frequency_set *out, const bound_hierarchy *hierarchies,
                                          const bind_input *input, shoal_error *error);

#endif
