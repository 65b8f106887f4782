/* Which household the rows of a table belong to. */
#ifndef SHOAL_BIND_HOUSEHOLDS_H
#define SHOAL_BIND_HOUSEHOLDS_H

#include "base/status.h"
#include "data/table.h"
#include "plan/plan.h"

typedef struct households {
    const char *name; /* the plan's attribute; NULL: it names none */
    uint32_t *of_row; /* [rows] below `count`; NULL: the table does not say */
    size_t count;     /* some of them may have no row */
} households;

/* A row without a key is a household of its own. The column counts only if it was read and is not
 * masked. SHOAL_USAGE where the plan names several. */
SHOAL_CHECKED shoal_status households_find(households *out, const shoal_table *table,
                                           const shoal_plan *plan, shoal_error *error);

/* Those of the rows of an original that `paired` marks (NULL: all), in their order, for a release
 * of `rows` rows. */
SHOAL_CHECKED shoal_status households_borrow(households *out, const shoal_table *original,
                                             const bool *paired, size_t rows,
                                             const shoal_plan *plan, shoal_error *error);
void households_free(households *of);

#endif
