/* Clusters for ever larger k, each made of unions of those before: the trade-off between k and loss
 * in one run. They depend on the table and the seed alone. */
#ifndef SHOAL_RECODE_CLUSTER_SERIES_H
#define SHOAL_RECODE_CLUSTER_SERIES_H

#include "recode/box_binding.h"

typedef struct cluster_series cluster_series;

/* The points that there are for a table: their number, and the k of one. The first is the binding's
 * own. */
size_t cluster_series_points(const box_binding *of);
uint64_t cluster_series_k(const box_binding *of, size_t point);

/* The binding outlives it. */
SHOAL_CHECKED shoal_status cluster_series_open(cluster_series **out, const box_binding *binding,
                                               uint64_t seed, shoal_error *error);
void cluster_series_close(cluster_series *of); /* may be NULL */

/* The clusters of a point, made when they are first asked for, as are those before. */
SHOAL_CHECKED shoal_status cluster_series_get(const box_clusters **out, cluster_series *of,
                                              size_t point, shoal_error *error);

#endif
