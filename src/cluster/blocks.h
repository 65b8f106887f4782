/* Records in blocks of lanes, from which they are removed one by one. A lane without a record holds
 * NaN. */
#ifndef SHOAL_CLUSTER_BLOCKS_H
#define SHOAL_CLUSTER_BLOCKS_H

#include "base/memory.h"
#include "cluster/candidates.h"
#include "cluster/points.h"

#define BLOCK_LANES 128
#define BLOCK_NOWHERE UINT32_MAX

typedef struct block_set {
    size_t dimensions;
    size_t blocks;
    double *coordinates; /* [block] tiles as in lanes.h */
    uint32_t *rows;      /* [block][lane] */
    uint32_t *filled;    /* [block] lanes with a record: the first ones */
    uint32_t *places;    /* [row] block * BLOCK_LANES + lane, or BLOCK_NOWHERE */
} block_set;

/* False when out of memory. */
bool blocks_open(block_set *out, arena *memory, size_t most_rows, size_t most_dimensions);
/* Fills blocks one after another with these rows in this order. */
void blocks_fill(block_set *into, const points *of, const uint32_t *rows, size_t count);

/* The lane is taken by the last record of its block. Returns the block. */
size_t blocks_remove(block_set *from, uint32_t row);
/* The lane is taken by the last record of all, so that all blocks but the last stay full. */
void blocks_remove_densely(block_set *from, uint32_t row);

/* Another row, with the same coordinates, takes the lane. */
void blocks_rename(block_set *in, uint32_t row, uint32_t heir);

/* The rows that are left, block by block; returns how many. */
size_t blocks_list(const block_set *in, uint32_t *rows);

/* Shows the records of a block to those found so far. Returns how many they are. */
size_t blocks_scan_near(const block_set *in, size_t block, const double *query, candidates *found);
size_t blocks_scan_far(const block_set *in, size_t block, const double *query, candidates *found);
size_t blocks_scan_both(const block_set *in, size_t block, const double *query, candidates *found);

static inline const double *blocks_tiles(const block_set *in, size_t block) {
    return in->coordinates + block * in->dimensions * BLOCK_LANES;
}

static inline const uint32_t *blocks_rows(const block_set *in, size_t block) {
    return in->rows + block * BLOCK_LANES;
}

#endif
