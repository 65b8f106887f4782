/* A release held against the table that it was made from, as multisets: which row is whose is not
 * needed. */
#ifndef SHOAL_VERIFY_AGAINST_ORIGINAL_H
#define SHOAL_VERIFY_AGAINST_ORIGINAL_H

#include "verify/read_release.h"

/* Whether the release can have been made of the original; else `error` says what speaks against it.
 * Returns SHOAL_OK if that could be found out. */
SHOAL_CHECKED shoal_status against_original(bool *holds, const written_release *release,
                                            shoal_error *error);

#endif
