/* Which names are those of tables, by their suffixes, as the library knows them. */
#ifndef SHOAL_SERVER_TABLE_SUFFIX_H
#define SHOAL_SERVER_TABLE_SUFFIX_H

#include <stdbool.h>
#include <stddef.h>

/* The end of the name that says its kind, such as ".csv.gz"; NULL: none that this build reads.
 * Capitals matter, as they do to the library. */
const char *table_suffix(const char *name);

/* A name that came from somewhere else, as it is shown: what follows the last slash or backslash,
 * its control characters as `_`. False: nothing is left of it, or it does not fit. */
bool table_name_shown(char *out, size_t room, const char *name);

#endif
