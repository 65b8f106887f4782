/* Files that a plan names are not overwritten by what is made with it. */
#ifndef SHOAL_PLAN_PLAN_GUARD_H
#define SHOAL_PLAN_PLAN_GUARD_H

#include "plan/plan.h"

/* Fails where the output (may be NULL or "-") is a file that the plan names: its population or a
 * hierarchy, also one that is found in its folder. */
SHOAL_CHECKED shoal_status plan_guard_inputs(const shoal_plan *plan, const char *output,
                                             shoal_error *error);
/* The same for the files that the plan itself was read from. */
SHOAL_CHECKED shoal_status plan_guard_files(const shoal_plan *plan, const char *output,
                                            shoal_error *error);

#endif
