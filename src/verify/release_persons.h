/* Whose rows a written release has. */
#ifndef SHOAL_VERIFY_RELEASE_PERSONS_H
#define SHOAL_VERIFY_RELEASE_PERSONS_H

#include "bind/bound_table.h"
#include "release/row_mapping.h"

/* The table that a release was made from. */
typedef struct original_rows {
    const char *path;          /* NULL: not known, or */
    const shoal_table *memory; /* that table in memory */
    const char *mapping; /* path of what says which rows belong together; NULL: those at the same
                            place, if the tables show it */
} original_rows;

/* If the plan names a person: finds the persons of the release by its own columns (pseudonyms), or
 * by those of the table that it was made from. With a mapping the rows of the release are sorted
 * by it, which *mapped tells, to be freed also after a failure. */
SHOAL_CHECKED shoal_status release_persons_find(mapped_rows *mapped, bound_table *release,
                                                const original_rows *original, shoal_error *error);

#endif
