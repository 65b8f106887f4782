/* Values joined into ever larger clusters: those that occur with the same things first, and rare
 * ones before frequent ones. */
#ifndef SHOAL_DATA_VALUE_CLUSTERS_H
#define SHOAL_DATA_VALUE_CLUSTERS_H

#include "base/memory.h"
#include "base/status.h"

#include <stdint.h>

typedef struct cluster_input {
    size_t count;
    const uint64_t *rows;   /* [count] */
    size_t features;        /* 0: clusters follow the rows alone */
    const uint32_t *counts; /* [count * features] rows of the value with the feature */
} cluster_input;

/* Rounds of a tree: each leaves about a third as many clusters (fewer where that would take more
 * than CLUSTER_MOST_ROUNDS rounds), the last at least two. */
#define CLUSTER_MOST_ROUNDS 5
typedef struct value_clusters {
    int rounds;
    uint32_t clusters[CLUSTER_MOST_ROUNDS]; /* of each round, the finest first */
    uint32_t *of[CLUSTER_MOST_ROUNDS];      /* [count] cluster of each value */
    arena memory;
} value_clusters;

/* Two clusters cost the more to join the more rows they have and the more their profiles differ:
 * Ward's criterion on the square roots of the shares. A cluster has at most twice as many values as
 * the average of its round, where that is possible. Of more than CLUSTER_MOST_UNITS values the rare
 * ones are joined beforehand by the feature that is most typical of them: the time for n values is
 * O(n log n). The same input gives the same clusters on every machine. */
#define CLUSTER_MOST_UNITS 512
SHOAL_CHECKED shoal_status value_clusters_make(value_clusters *out, const cluster_input *input,
                                               shoal_error *error);
void value_clusters_free(value_clusters *made);

#endif
