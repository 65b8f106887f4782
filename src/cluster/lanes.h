/* Squared distances of many points at once. Every point is summed separately, its dimensions in
 * order and without fused operations, so that the bits are the same on every machine. */
#ifndef SHOAL_CLUSTER_LANES_H
#define SHOAL_CLUSTER_LANES_H

#include <stddef.h>

/* Points come in tiles of so many, [tile][dimension][lane], so that they are read in one go. */
#define LANES 16

static inline size_t lanes_place(size_t point, size_t dimension, size_t dimensions) {
    return (point / LANES * dimensions + dimension) * LANES + point % LANES;
}

typedef struct lane_range {
    double least, most; /* +-infinity where all are NaN */
} lane_range;

/* out[i] is the distance of the query to point i < count, a multiple of LANES. A point of NaN is
 * passed over in the range. */
lane_range lanes_distances(double *out, const double *tiles, size_t count, size_t dimensions,
                           const double *query);

/* Of boxes instead of points: out[i] is at most what lanes_distances has for any point in box i.
 * That holds to the last bit, not only nearly: every step of the sums is monotone, rounding
 * included. */
void lanes_near_bounds(double *out, const double *low, const double *high, size_t count,
                       size_t dimensions, const double *query);

#endif
