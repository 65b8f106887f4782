/* The best one-to-one assignment. */
#ifndef SHOAL_ATTACK_ASSIGNMENT_H
#define SHOAL_ATTACK_ASSIGNMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Assigns each of `count` rows of the cost matrix (cost[row * count + column], finite) a column of
 * its own, so that the sum of the costs is smallest: the Hungarian method with potentials, O(count
 * ^ 3). False: out of memory. */
bool assignment_find(uint32_t *column_of, const double *cost, size_t count);

#endif
