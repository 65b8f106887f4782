/* Blocks of near records, in groups of near blocks, with the boxes around them: most of them can be
 * passed over when the nearest or the farthest records are looked for. */
#ifndef SHOAL_CLUSTER_BLOCK_INDEX_H
#define SHOAL_CLUSTER_BLOCK_INDEX_H

#include "cluster/blocks.h"
#include "cluster/visits.h"

#define GROUP_BLOCKS 16
#define GROUP_LANES ((size_t)GROUP_BLOCKS * BLOCK_LANES)

/* Their lowest and highest corners are tiles as in lanes.h. */
typedef struct box_list {
    double *low, *high;
    uint32_t *records; /* [box] inside; the bounds of an empty box are meaningless */
    uint32_t *removed; /* [box] since it was drawn */
} box_list;

typedef struct block_index {
    block_set records;
    size_t dimensions;
    size_t groups;
    box_list of_blocks, of_groups;
    visit_queue queue; /* of blocks, followed by groups */
    uint64_t work;     /* distances computed */
} block_index;

/* False when out of memory. */
bool block_index_open(block_index *out, arena *memory, size_t most_rows, size_t most_dimensions);
/* rows[count] are in the order of block_order with units of a group and a block. */
void block_index_build(block_index *out, const points *of, const uint32_t *rows, size_t count);
void block_index_remove(block_index *from, uint32_t row);
void block_index_nearest(block_index *in, const double *query, candidates *found);

#endif
