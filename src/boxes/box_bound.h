/* Proven lower bounds on the cost of all clusters of a table. Each row pays its share of the
 * cheapest cluster that could contain it; a dual ascent over the boxes that clusters can form
 * raises that. */
#ifndef SHOAL_BOXES_BOX_BOUND_H
#define SHOAL_BOXES_BOX_BOUND_H

#include "boxes/box_clusters.h"

typedef struct box_bound box_bound;

SHOAL_CHECKED shoal_status box_bound_open(box_bound **out, const box_work *work,
                                          shoal_error *error);
void box_bound_close(box_bound *used);

/* Works on for about so many seconds' worth of work, counted in steps, not by the clock. *more is
 * false once nothing is to be gained. */
SHOAL_CHECKED shoal_status box_bound_raise(box_bound *used, bool *more, shoal_error *error);

/* No clusters that hold cost less, in units of box_cost. */
int64_t box_bound_value(const box_bound *used);
/* Only the neighbours of each row were looked at: there are too many boxes. */
bool box_bound_is_weak(const box_bound *used);

#endif
