/* The clusters of all rows while they are refined: whose rows they have, and the sum of squared
 * distances of each, recomputed whenever it changes. */
#ifndef SHOAL_CLUSTER_REFINER_CLUSTERS_H
#define SHOAL_CLUSTER_REFINER_CLUSTERS_H

#include "base/memory.h"
#include "cluster/candidates.h"
#include "cluster/points.h"

#define ROW_NONE UINT32_MAX

typedef struct refined_clusters {
    const points *of;
    size_t k;
    size_t numbers;    /* clusters are numbered below this, with gaps */
    uint32_t *cluster; /* [rows] */
    uint32_t *next;    /* [rows] of the same cluster in their order, ROW_NONE at the end */
    uint32_t *first;   /* [numbers] lowest row, ROW_NONE where the number is not in use */
    uint32_t *size;    /* [numbers] */
    double *sse;       /* [numbers] */
    uint32_t *free;    /* numbers not in use */
    size_t free_count;
    double *mean;    /* [dimensions] */
    neighbour *room; /* [rows] for sorting */
} refined_clusters;

/* Copies the clusters of `start` and divides those of 2k rows or more; false when out of memory. */
bool refined_open(refined_clusters *out, arena *owner, const points *of, size_t k,
                  const uint32_t *start, size_t start_count);

/* Gives the rows, in their order, the clusters number[cluster[i]]; each number gets all of its rows
 * at once. */
void refined_assign(refined_clusters *in, const uint32_t *rows, size_t count,
                    const uint32_t *cluster, const uint32_t *number);

uint32_t refined_number_take(refined_clusters *in);
void refined_number_return(refined_clusters *in, uint32_t number);

/* Of all clusters in the order of their lowest rows, which is that of the answer. */
double refined_sse(const refined_clusters *in);
void refined_number(const refined_clusters *in, uint32_t *cluster, size_t *count);

#endif
