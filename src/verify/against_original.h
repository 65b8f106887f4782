/* A release held against the table that it was made from: row by row where a mapping says which row
 * is whose, else as multisets. */
#ifndef SHOAL_VERIFY_AGAINST_ORIGINAL_H
#define SHOAL_VERIFY_AGAINST_ORIGINAL_H

#include "verify/read_release.h"

/* Whether the release can have been made of the original; else `error` says what speaks against it.
 * Returns SHOAL_OK if that could be found out. */
SHOAL_CHECKED shoal_status against_original(bool *holds, written_release *release,
                                            shoal_error *error);

#endif
