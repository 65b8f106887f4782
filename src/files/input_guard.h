/* Files that a run reads are not overwritten by it. */
#ifndef SHOAL_FILES_INPUT_GUARD_H
#define SHOAL_FILES_INPUT_GUARD_H

#include "base/status.h"

/* Whether both names lead to one regular file; either may be NULL. */
bool file_is_same(const char *one, const char *other);

/* Fails where the output is that file, or one that matches it as a pattern. Either may be NULL or
 * "-"; `what` names the file in the message: "the input itself". */
SHOAL_CHECKED shoal_status input_guard(const char *input, const char *what, const char *output,
                                       shoal_error *error);

#endif
