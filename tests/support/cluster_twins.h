/* Each method of clustering once more, slow and obvious: a few lines, memory for every round, no
 * tricks. The clusters are those of the library, numbers and all. */
#ifndef SHOAL_TESTS_SUPPORT_CLUSTER_TWINS_H
#define SHOAL_TESTS_SUPPORT_CLUSTER_TWINS_H

#include "cluster/clusterer.h"

/* Fills cluster[rows]; returns how many there are. Not for univariate clusters. */
size_t twin_clusters(uint32_t *cluster, const points *of, point_parts parts,
                     const cluster_options *options);

/* The least sum of squares over all divisions of the first dimension into clusters of at least k,
 * contiguous or not. For few rows. */
double twin_least_sse(const points *of, size_t k);

#endif
