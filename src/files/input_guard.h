/* Files that a run reads are not overwritten by it. */
#ifndef SHOAL_FILES_INPUT_GUARD_H
#define SHOAL_FILES_INPUT_GUARD_H

#include "base/status.h"
#include "plan/plan.h"

/* Whether both names lead to one regular file; either may be NULL. */
bool source_is_same(const char *one, const char *other);

/* Fails where the output is that file. Either may be NULL or "-"; `what` names the file in the
 * message: "the input itself". */
SHOAL_CHECKED shoal_status input_guard(const char *source, const char *what, const char *output,
                                       shoal_error *error);

/* The same for every file that the plan names: population and hierarchies, also those that are
 * found in its folder; and for the files that the plan itself was read from. */
SHOAL_CHECKED shoal_status inputs_guard_named(const shoal_plan *plan, const char *output,
                                              shoal_error *error);
SHOAL_CHECKED shoal_status inputs_guard_plan(const shoal_plan *plan, const char *output,
                                             shoal_error *error);

#endif
