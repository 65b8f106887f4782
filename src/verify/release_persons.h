/* Whose rows a written release has. */
#ifndef SHOAL_VERIFY_RELEASE_PERSONS_H
#define SHOAL_VERIFY_RELEASE_PERSONS_H

#include "bind/bound_table.h"

/* If the plan names a person: finds the persons of the release by its own columns (pseudonyms), or
 * by those of the table that it was made from. `original` is its path, `memory` that table in
 * memory; both NULL: it is not known. */
SHOAL_CHECKED shoal_status release_persons_find(bound_table *release, const char *original,
                                                const shoal_table *memory, shoal_error *error);

#endif
