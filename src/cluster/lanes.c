#include "cluster/lanes.h"

#include <math.h>
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

#define VECTORS 4 /* so many sums are under way at once */

LANES_INLINE lane_range distances(double *out, const double *tile, size_t stride, size_t count,
                                  size_t dimensions, const double *query) {
    vector least = VECTOR_FILL(INFINITY);
    vector most = VECTOR_FILL(-INFINITY);
    for (size_t first = 0; first < count; first += VECTORS * WIDTH) {
        vector sums[VECTORS] = {0};
        const double *place = tile + first;
        for (size_t dimension = 0; dimension < dimensions; dimension++, place += stride) {
            vector centre = VECTOR_FILL(query[dimension]);
            for (size_t i = 0; i < VECTORS; i++) {
                vector difference = VECTOR_AT(place + i * WIDTH) - centre;
                sums[i] += difference * difference;
            }
        }
        for (size_t i = 0; i < VECTORS; i++) {
            VECTOR_PUT(out + first + i * WIDTH, sums[i]);
            least = VECTOR_PICK(sums[i] < least, sums[i], least);
            most = VECTOR_PICK(sums[i] > most, sums[i], most);
        }
    }
    lane_range range = {INFINITY, -INFINITY};
    for (size_t lane = 0; lane < WIDTH; lane++) {
        range.least = fmin(range.least, VECTOR_LANE(least, lane));
        range.most = fmax(range.most, VECTOR_LANE(most, lane));
    }
    return range;
}

#if defined(LANES_TWINS)
__attribute__((target("avx2"))) static lane_range distances_avx2(double *out, const double *tile,
                                                                 size_t stride, size_t count,
                                                                 size_t dimensions,
                                                                 const double *query) {
    return distances(out, tile, stride, count, dimensions, query);
}
#endif

lane_range lanes_distances(double *out, const double *tile, size_t stride, size_t count,
                           size_t dimensions, const double *query) {
#if defined(LANES_TWINS)
    if (__builtin_cpu_supports("avx2"))
        return distances_avx2(out, tile, stride, count, dimensions, query);
#endif
    return distances(out, tile, stride, count, dimensions, query);
}
