/* Clusters that meet privacy models, and have k persons where persons are counted: those that
 * violate one are merged repeatedly with the cluster that costs least, and the union is judged
 * again. Every model is closed under union, unless its parts have persons in common, so clusters
 * that meet all rules stay unchanged or grow; a cluster with nothing left to be merged with is left
 * to be suppressed, as are those whose suppression costs less than merging and is within the limit.
 */
#ifndef SHOAL_RECODE_MICROAGGREGATION_CONSTRAINED_CLUSTERS_H
#define SHOAL_RECODE_MICROAGGREGATION_CONSTRAINED_CLUSTERS_H

#include "base/threads.h"
#include "bind/bound_rules.h"
#include "cluster/points.h"

typedef struct constrained_clusters constrained_clusters;

typedef struct constrained_clusters_setup {
    const bound_rules *rules; /* of rows: see row_judge.h */
    size_t rows;
    uint64_t limit;    /* rows that may be suppressed */
    thread_pool *pool; /* may be NULL; the clusters do not depend on it */
} constrained_clusters_setup;

SHOAL_CHECKED shoal_status constrained_clusters_open(constrained_clusters **out,
                                                     const constrained_clusters_setup *setup,
                                                     shoal_error *error);
void constrained_clusters_close(constrained_clusters *used);

/* Begins with clusters, cluster[row] < count, which are copied; the points and parts stay in place
 * until the last step. The mean of all points is taken to be 0. Points that are not `whole` have
 * some of the attributes only: their clusters need k persons, but cannot be suppressed. False when
 * out of memory; nothing is allocated from here on. */
bool constrained_clusters_begin(constrained_clusters *used, const points *of, point_parts parts,
                                const uint32_t *cluster, size_t count, bool whole);
/* A bounded piece of work; false when all is done. */
bool constrained_clusters_step(constrained_clusters *used);
/* The answer, valid until the next begin, numbered without gaps: what was begun with or the merged
 * clusters, whichever suppresses no more than the limit and loses less. */
const uint32_t *constrained_clusters_take(const constrained_clusters *used, size_t *count);

#endif
