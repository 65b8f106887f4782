/* Proven lower bounds on the cost of all clusters of a table. Each row pays its share of the
 * cheapest cluster that could contain it; a dual ascent over the boxes that clusters can form
 * raises that. Rules and limits of the clusters' size only forbid clusters: the bound holds with
 * them. */
#ifndef SHOAL_BOXES_BOX_BOUND_H
#define SHOAL_BOXES_BOX_BOUND_H

#include "boxes/box_clusters.h"

typedef struct box_bound box_bound;

/* Finds the bound of each row's nearest neighbours. `work` and what it refers to stay the caller's,
 * and as they are, until the end. */
SHOAL_CHECKED shoal_status box_bound_open(box_bound **out, const box_work *work,
                                          shoal_error *error);
void box_bound_close(box_bound *used);

/* Goes on for a piece of work that is counted in steps, not by the clock: some hundredths of a
 * second of one thread, and more only where a large table's boxes are listed anew. The bound never
 * falls, and after the same number of calls it is the same for every number of threads. *more is
 * false once nothing is to be gained. An interrupted call leaves the bound as it was. */
SHOAL_CHECKED shoal_status box_bound_raise(box_bound *used, bool *more, shoal_error *error);

/* No clusters that hold cost less, in units of box_cost. */
int64_t box_bound_value(const box_bound *used);
/* Only the neighbours of each row were looked at, so far or because there are too many boxes. */
bool box_bound_is_weak(const box_bound *used);

/* The values of tuples' rows that prove the bound (see box_ascent), unless it is the optimum of a
 * tiny table, found by looking at all divisions: then they may prove less. */
const int32_t *box_bound_values(const box_bound *used);

#endif
