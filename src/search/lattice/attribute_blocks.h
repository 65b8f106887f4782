/* Lower bounds from some of the attributes at a time. A row that is in a class below k by some
 * attributes is in one by all of them. So the cells of a block of attributes cost at least what the
 * best node of the block alone costs, the other attributes left out. The whole table costs at least
 * the sum of that over blocks that have no attribute in common; and, where every attribute is in
 * exactly c of the blocks, at least the sum divided by c.
 *
 * The best node of a block is found by branch and bound, which takes far less time than that of all
 * attributes. Where it was found for all blocks, they are replaced by larger ones. */
#ifndef SHOAL_SEARCH_LATTICE_ATTRIBUTE_BLOCKS_H
#define SHOAL_SEARCH_LATTICE_ATTRIBUTE_BLOCKS_H

#include "search/lattice/interval_search.h"

typedef struct attribute_block {
    search part;
    interval_search *within;
    bool proven;
    uint64_t work;
} attribute_block;

typedef struct attribute_blocks {
    attribute_block *blocks; /* [count] */
    size_t count;
    size_t taken;   /* groups of attributes in each, of `count` */
    double bound;   /* the best so far */
    uint8_t *nodes; /* [2 * attributes] both ends of a block */
} attribute_blocks;

/* Whether the problem has such bounds: the metric is a sum over cells, and k alone decides what is
 * published. */
bool attribute_blocks_apply(const search *run);

bool attribute_blocks_open(attribute_blocks *out, const search *run);
void attribute_blocks_close(attribute_blocks *of);

/* Whether blocks are still smaller than the whole. */
bool attribute_blocks_can_grow(const attribute_blocks *of, const search *run);

/* A piece of work on one of the blocks; raises the run's bound. */
SHOAL_CHECKED search_step attribute_blocks_step(attribute_blocks *of, search *run);

#endif
