/* One plan as another says. */
#ifndef SHOAL_PLAN_PLAN_COPY_H
#define SHOAL_PLAN_PLAN_COPY_H

#include "plan/plan.h"

/* Sets every key of a new plan to what `from` says. Attributes that `to` has already keep their
 * places; the others follow in the order of `from`. */
SHOAL_CHECKED shoal_status plan_copy(shoal_plan *to, const shoal_plan *from, shoal_error *error);

#endif
