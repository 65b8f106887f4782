/* An anytime local search on clusters of records. It takes one region of near clusters after
 * another and anneals it separately: rows move and swap, clusters are dissolved and founded, and
 * what has become better is kept. The time spent on a region grows during the search. The sizes of
 * the answer are between k and 2k - 1. */
#ifndef SHOAL_CLUSTER_REFINER_H
#define SHOAL_CLUSTER_REFINER_H

#include "cluster/points.h"

typedef struct refiner refiner;

typedef struct refiner_setup {
    const points *of; /* stays in place */
    point_parts parts;
    size_t k;
    const uint32_t *start; /* [rows] clusters to begin with, each of at least k rows of one part;
                            * those of 2k or more are divided at once. Copied. */
    size_t start_count;
    uint64_t seed;
} refiner_setup;

SHOAL_CHECKED shoal_status refiner_open(refiner **out, const refiner_setup *setup,
                                        shoal_error *error);
void refiner_close(refiner *used);

/* Examines about so many changes; returns how many. The result depends only on the setup, not on
 * how the work is divided into steps. 0: no improvement is possible. */
int64_t refiner_step(refiner *used, int64_t changes);

/* The best clusters so far: their sum of squared distances to the means, that of points_sse to the
 * last bit, and a copy of them, numbered without gaps in the order of their lowest rows. Both take
 * time in proportion to the rows. */
double refiner_best(const refiner *used);
void refiner_take(const refiner *used, uint32_t *cluster, size_t *count);

#endif
