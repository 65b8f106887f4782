/* A flag that is set when time is up or when another flag is set, so that work that looks at one
 * flag now and then, and at no clock, ends in time. */
#ifndef SHOAL_BASE_DEADLINE_H
#define SHOAL_BASE_DEADLINE_H

#include "base/status.h"

typedef struct deadline deadline;

/* Time is up when clock_seconds() is `at`. `cancel` may be NULL. */
SHOAL_CHECKED shoal_status deadline_open(deadline **out, double at, const volatile int *cancel,
                                         shoal_error *error);
void deadline_close(deadline *of); /* may be NULL */

const volatile int *deadline_flag(const deadline *of);
/* Sets the flag at once. */
void deadline_end(deadline *of);

#endif
