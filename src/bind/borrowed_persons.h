/* Whose rows a release has: it does not publish the key of persons, but its original has it, and
 * its rows are in the same order. */
#ifndef SHOAL_BIND_BORROWED_PERSONS_H
#define SHOAL_BIND_BORROWED_PERSONS_H

#include "bind/bound_table.h"

/* The first column of the plan's key of persons that the table lacks, or has blanked; NULL: it has
 * all of them. */
const char *persons_lack(const shoal_table *table, const shoal_plan *plan);

/* The error where nobody says whose rows the table's are. */
SHOAL_CHECKED shoal_status persons_refuse(const bound_table *of, const char *lacking,
                                          shoal_error *error);
/* The error where `release` lacks the key and the rows of `original` are not its rows, because
 * `why`. */
SHOAL_CHECKED shoal_status persons_refuse_rows(const bound_table *release,
                                               const bound_table *original, const char *why,
                                               shoal_error *error);

/* The release's rows are those of the original that `paired` marks (NULL: all), in their order.
 * Sets person_of and persons of the release for its rows that count. */
SHOAL_CHECKED shoal_status persons_borrow(bound_table *release, const bound_table *original,
                                          const bool *paired, shoal_error *error);

#endif
