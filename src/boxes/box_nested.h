/* Clusters for a larger k, or a stronger rule, that are unions of clusters for a smaller one. */
#ifndef SHOAL_BOXES_BOX_NESTED_H
#define SHOAL_BOXES_BOX_NESTED_H

#include "boxes/box_clusters.h"

/* Merges clusters, the cheapest union first, until each holds by the work's table. Those that can
 * be merged with none stay as they are, and box_clusters_hold says so. Rows that are blanked stay
 * so. */
SHOAL_CHECKED shoal_status box_nested(box_clusters *out, const box_work *work,
                                      const box_clusters *from, shoal_error *error);

#endif
