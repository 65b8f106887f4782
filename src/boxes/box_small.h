/* The best clusters of a handful of rows, by looking at all of them. */
#ifndef SHOAL_BOXES_BOX_SMALL_H
#define SHOAL_BOXES_BOX_SMALL_H

#include "boxes/box_clusters.h"

#define BOX_SMALL_ROWS 14

static inline bool box_is_small(const box_table *of) {
    return of->rows <= BOX_SMALL_ROWS;
}

/* Of a small table: no clusters that hold cost less. Where none hold, *found is false and *out
 * empty. */
SHOAL_CHECKED shoal_status box_small(box_clusters *out, bool *found, const box_work *work,
                                     shoal_error *error);

#endif
