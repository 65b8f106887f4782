/* The nearest and the farthest records met so far. Of equally distant ones the lowest row counts,
 * so that the answer does not depend on the order in which they are met. */
#ifndef SHOAL_CLUSTER_CANDIDATES_H
#define SHOAL_CLUSTER_CANDIDATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NEIGHBOUR_NONE UINT32_MAX

typedef struct neighbour {
    double distance; /* squared */
    uint32_t row;
} neighbour;

static inline bool neighbour_nearer(neighbour one, neighbour other) {
    return one.distance < other.distance || (one.distance == other.distance && one.row < other.row);
}

static inline bool neighbour_farther(neighbour one, neighbour other) {
    return one.distance > other.distance || (one.distance == other.distance && one.row < other.row);
}

/* A heap of the `wanted` nearest, the farthest of them on top. Places not yet taken are held by
 * records as far as any may be, so that it is always full. */
typedef struct candidates {
    size_t wanted;
    neighbour *nearest; /* [wanted] */
    neighbour farthest; /* NEIGHBOUR_NONE before the first */
} candidates;

void candidates_begin(candidates *out, neighbour *room, size_t wanted);
/* Where at least so many are known to be no farther than the limit. */
void candidates_begin_within(candidates *out, neighbour *room, size_t wanted, double limit);
/* Puts a record that is nearer than the top in the place of the top. */
void candidates_replace_top(candidates *in, neighbour record);

/* Nothing farther than this can enter. */
static inline double candidates_limit(const candidates *in) {
    return in->wanted > 0 ? in->nearest[0].distance : -1;
}

/* Looks at distances[i] of row[i], i < count. */
void candidates_take_near(candidates *in, const double *distances, const uint32_t *row,
                          size_t count);
void candidates_take_far(candidates *in, const double *distances, const uint32_t *row,
                         size_t count);

#endif
