/* Points with several objectives, all to be minimized: domination, ranks, crowding, hypervolume,
 * and an archive of non-dominated points. `objectives` is at least 1. All NaN are equal, and worse
 * than any other value, infinity included. */
#ifndef SHOAL_SEARCH_MULTI_PARETO_H
#define SHOAL_SEARCH_MULTI_PARETO_H

#include "base/memory.h"
#include "base/status.h"

#include <stdint.h>

/* Below 0 when `one` is the better value, above 0 when `other` is, 0 when they are equal. */
static inline int pareto_order(double one, double other) {
    if (one < other)
        return -1;
    if (one > other)
        return 1;
    return (one != one) - (other != other);
}

/* The same for points, by the first objective in which they differ. A point comes before those that
 * it dominates. */
int pareto_order_points(const double *one, const double *other, size_t width);

/* Whether `one` is nowhere worse than `other` in all `width` objectives: it dominates or equals
 * it. */
static inline bool pareto_covers(const double *one, const double *other, size_t width) {
    for (size_t i = 0; i < width; i++)
        if (!(one[i] <= other[i]) && other[i] == other[i])
            return false;
    return true;
}

/* Whether `one` is nowhere worse than `other` and somewhere better. */
bool pareto_dominates(const double *one, const double *other, size_t objectives);

/* Ranks of `count` points, values[i * objectives ..]: 0 for those that are non-dominated, 1 for
 * those that only these dominate, and so on. Equal points have equal ranks. False when out of
 * memory. */
SHOAL_CHECKED bool pareto_rank(const double *values, size_t count, size_t objectives,
                               uint32_t *ranks);

/* Crowding distances (Deb et al. 2002) of the points members[i], i < count, which are of one rank:
 * distances[i]. Ends are infinite; an objective in which all are equal adds nothing and has no
 * ends, unless there are only one or two points. Ties in an objective are ordered by the member's
 * number, so that the answer is always the same. False when out of memory. */
SHOAL_CHECKED bool pareto_crowd(const double *values, size_t objectives, const size_t *members,
                                size_t count, double *distances);

/* The volume that the points dominate up to a reference, which points that are not better in every
 * objective do not reach. Infinite when one reaches infinitely far. False when out of memory. */
SHOAL_CHECKED bool pareto_hypervolume(const double *values, size_t count, size_t objectives,
                                      const double *reference, double *out);

/* The non-dominated points seen so far; of equal points only the first. Each has a node of
 * node_bytes bytes. */
typedef struct pareto_archive pareto_archive;

SHOAL_CHECKED shoal_status pareto_archive_open(pareto_archive **out, size_t objectives,
                                               size_t node_bytes, shoal_error *error);
void pareto_archive_close(pareto_archive *archive);

typedef enum pareto_answer { PARETO_DOMINATED, PARETO_ADDED, PARETO_NO_MEMORY } pareto_answer;

/* Adds a point, unless one in the archive dominates or equals it; those it dominates are removed.
 * Without memory nothing changes. */
SHOAL_CHECKED pareto_answer pareto_archive_add(pareto_archive *archive, const double *values,
                                               const uint8_t *node);

/* In order of the first objective, then the second, and so on; valid until the next add. */
size_t pareto_archive_count(const pareto_archive *archive);
const double *pareto_archive_values(const pareto_archive *archive, size_t index);
const uint8_t *pareto_archive_node(const pareto_archive *archive, size_t index);

#endif
