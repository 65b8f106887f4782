#include "cluster/lanes.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#if defined(__GNUC__)
#define LANES_INLINE static inline __attribute__((always_inline))
#else
#define LANES_INLINE static inline
#endif

#if defined(__GNUC__) && defined(__x86_64__)
#define LANES_TWINS 1
#endif

#if defined(__GNUC__)
#define WIDTH 4
/* Aligned like a double: tiles begin anywhere. */
typedef double vector __attribute__((vector_size(WIDTH * sizeof(double)), aligned(8), may_alias));
typedef int64_t vector_mask __attribute__((vector_size(WIDTH * sizeof(double))));
#define VECTOR_AT(place) (*(const vector *)(place))
#define VECTOR_PUT(place, value) (*(vector *)(place) = (value))
#define VECTOR_FILL(number) ((vector){number, number, number, number})
/* Where `mask` is set the one, else the other. */
#define VECTOR_PICK(mask, one, other)                                                              \
    ((vector)(((mask) & (vector_mask)(one)) | (~(mask) & (vector_mask)(other))))
#define VECTOR_LANE(of, lane) ((of)[lane])
#else
#define WIDTH 1
typedef double vector;
typedef int vector_mask;
#define VECTOR_AT(place) (*(place))
#define VECTOR_PUT(place, value) (*(place) = (value))
#define VECTOR_FILL(number) (number)
#define VECTOR_PICK(mask, one, other) ((mask) ? (one) : (other))
#define VECTOR_LANE(of, lane) (of)
#endif

#define VECTOR_POSITIVE(number) VECTOR_PICK((number) > VECTOR_FILL(0.0), number, VECTOR_FILL(0.0))
#define VECTORS (LANES / WIDTH)

LANES_INLINE lane_range distances(double *out, const double *tiles, size_t count, size_t dimensions,
                                  const double *query) {
    vector least = VECTOR_FILL(INFINITY);
    vector most = VECTOR_FILL(-INFINITY);
    for (const double *end = out + count; out < end; out += LANES) {
        vector sums[VECTORS] = {0};
        for (size_t dimension = 0; dimension < dimensions; dimension++, tiles += LANES) {
            vector centre = VECTOR_FILL(query[dimension]);
            for (size_t i = 0; i < VECTORS; i++) {
                vector difference = VECTOR_AT(tiles + i * WIDTH) - centre;
                sums[i] += difference * difference;
            }
        }
        for (size_t i = 0; i < VECTORS; i++) {
            VECTOR_PUT(out + i * WIDTH, sums[i]);
            least = VECTOR_PICK(sums[i] < least, sums[i], least);
            most = VECTOR_PICK(sums[i] > most, sums[i], most);
        }
    }
    lane_range range = {INFINITY, -INFINITY};
    for (size_t lane = 0; lane < WIDTH; lane++) {
        double low = VECTOR_LANE(least, lane), high = VECTOR_LANE(most, lane);
        range.least = low < range.least ? low : range.least;
        range.most = high > range.most ? high : range.most;
    }
    return range;
}

LANES_INLINE void near_bounds(double *out, const double *low, const double *high, size_t count,
                              size_t dimensions, const double *query) {
    for (const double *end = out + count; out < end; out += LANES) {
        vector sums[VECTORS] = {0};
        for (size_t dimension = 0; dimension < dimensions; dimension++) {
            vector centre = VECTOR_FILL(query[dimension]);
            for (size_t i = 0; i < VECTORS; i++) {
                vector below = VECTOR_AT(low + i * WIDTH) - centre;
                vector above = centre - VECTOR_AT(high + i * WIDTH);
                /* At most one of them is positive. */
                vector outside = VECTOR_POSITIVE(below) + VECTOR_POSITIVE(above);
                sums[i] += outside * outside;
            }
            low += LANES;
            high += LANES;
        }
        for (size_t i = 0; i < VECTORS; i++)
            VECTOR_PUT(out + i * WIDTH, sums[i]);
    }
}

/* Each of them once for any machine and once for those with wider registers, which are not allowed
 * to fuse a multiplication and an addition either. */
#if defined(LANES_TWINS)
#define WIDE __attribute__((target("avx2"))) static
WIDE lane_range distances_wide(double *out, const double *tiles, size_t count, size_t dimensions,
                               const double *query) {
    return distances(out, tiles, count, dimensions, query);
}

WIDE void near_bounds_wide(double *out, const double *low, const double *high, size_t count,
                           size_t dimensions, const double *query) {
    near_bounds(out, low, high, count, dimensions, query);
}

#define HAS_WIDE __builtin_cpu_supports("avx2")
#else
#define HAS_WIDE false
#define distances_wide distances
#define near_bounds_wide near_bounds
#endif

lane_range lanes_distances(double *out, const double *tiles, size_t count, size_t dimensions,
                           const double *query) {
    return HAS_WIDE ? distances_wide(out, tiles, count, dimensions, query)
                    : distances(out, tiles, count, dimensions, query);
}

void lanes_near_bounds(double *out, const double *low, const double *high, size_t count,
                       size_t dimensions, const double *query) {
    if (HAS_WIDE)
        near_bounds_wide(out, low, high, count, dimensions, query);
    else
        near_bounds(out, low, high, count, dimensions, query);
}
