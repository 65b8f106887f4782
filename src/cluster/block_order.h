/* The order of records in which every run of a block, and of a group of blocks, is near together.
 */
#ifndef SHOAL_CLUSTER_BLOCK_ORDER_H
#define SHOAL_CLUSTER_BLOCK_ORDER_H

#include "cluster/candidates.h"
#include "cluster/points.h"

/* Orders rows[count] by halving again and again at the dimension in which they differ most, down to
 * runs of the smallest unit, which is the last; halves begin at multiples of the largest unit that
 * fits more than once. `room` is scratch of `count`. */
void block_order(uint32_t *rows, size_t count, const points *of, const size_t *units,
                 size_t smallest, neighbour *room);

#endif
