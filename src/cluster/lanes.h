/* Squared distances of many points at once. Every point is summed by itself, its dimensions in
 * their order and without fused operations, so that the bits are the same on every machine. */
#ifndef SHOAL_CLUSTER_LANES_H
#define SHOAL_CLUSTER_LANES_H

#include <stddef.h>

/* Points are worked on in multiples of so many. */
#define LANES 16

typedef struct lane_range {
    double least, most; /* +-infinity where all are NaN */
} lane_range;

/* out[i] is the distance of the query to point i < count, whose coordinates are
 * tile[dimension * stride + i]. `count` is a multiple of LANES; a point of NaN is passed over in
 * the range. */
lane_range lanes_distances(double *out, const double *tile, size_t stride, size_t count,
                           size_t dimensions, const double *query);

/* Of boxes instead of points: out[i] is at most (near), at least (far) what lanes_distances has for
 * any point in box i. That holds to the last bit, not only nearly: every step of the sums is
 * monotone, rounding included. */
void lanes_near_bounds(double *out, const double *low, const double *high, size_t stride,
                       size_t count, size_t dimensions, const double *query);
void lanes_far_bounds(double *out, const double *low, const double *high, size_t stride,
                      size_t count, size_t dimensions, const double *query);

#endif
