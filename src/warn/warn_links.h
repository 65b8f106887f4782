/* What keys of persons give away that are published: they link the rows of each. */
#ifndef SHOAL_WARN_WARN_LINKS_H
#define SHOAL_WARN_WARN_LINKS_H

#include "base/warnings.h"
#include "release/person_sequences.h"

/* Persons whose rows, taken together, fewer than k share, and values that all who share them have.
 */
void warn_links(warning_list *out, const person_sequences *found, uint64_t k);

#endif
