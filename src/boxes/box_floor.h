/* What each tuple's rows cost at least, whatever cluster they are in: the cost of the pair that a
 * row makes with the (k - 1)-th nearest of all other rows. */
#ifndef SHOAL_BOXES_BOX_FLOOR_H
#define SHOAL_BOXES_BOX_FLOOR_H

#include "boxes/box_clusters.h"

/* Costs and values of rows are kept below this, so that they fit 32 bits; a bound may be too low.
 */
#define BOX_FLOOR_MOST ((int64_t)1 << 28)

/* out[tuple], at most BOX_FLOOR_MOST. A search that takes too many visits ends with what it has
 * proven by then. */
SHOAL_CHECKED shoal_status box_floor_find(int32_t *out, const box_work *work, shoal_error *error);

#endif
