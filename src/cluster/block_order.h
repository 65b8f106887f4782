/* The order of records in which every run of a block, and of a group of blocks, is near together.
 */
#ifndef SHOAL_CLUSTER_BLOCK_ORDER_H
#define SHOAL_CLUSTER_BLOCK_ORDER_H

#include "cluster/candidates.h"
#include "cluster/points.h"

/* Orders rows[count] by halving again and again at the dimension in which they differ most, down to
 * runs of `block`; halves begin at multiples of `group` while they are larger than that. With
 * `centre`, the groups are instead shells around it, the outermost first. `room` is scratch of
 * `count`. */
typedef struct block_ordering {
    const points *of;
    size_t block, group;
    const double *centre; /* may be NULL */
    neighbour *room;
} block_ordering;

void block_order(const block_ordering *how, uint32_t *rows, size_t count);

#endif
