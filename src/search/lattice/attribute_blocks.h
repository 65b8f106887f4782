/* Lower bounds from some of the attributes at a time. A row that is in a class below k by some
 * attributes is in one by all of them. So the cells of a block of attributes cost at least what the
 * best node of the block alone costs, the other attributes left out. The whole table costs at least
 * the sum of that over blocks that have no attribute in common; and, where every attribute is in
 * exactly c of the blocks, at least the sum divided by c.
 *
 * The best node of a block is found by branch and bound, which takes far less time than that of all
 * attributes. Two blocks whose best nodes were found make a larger one, which costs at least what
 * both do, and more as soon as the search within it has proven more. */
#ifndef SHOAL_SEARCH_LATTICE_ATTRIBUTE_BLOCKS_H
#define SHOAL_SEARCH_LATTICE_ATTRIBUTE_BLOCKS_H

#include "search/lattice/interval_search.h"

typedef struct attribute_block {
    search part;
    interval_search *within;
    double least;   /* what its attributes were known to cost before */
    uint32_t group; /* its number in what is known; not used where blocks overlap */
    bool proven;
    uint64_t work;
} attribute_block;

typedef struct attribute_blocks {
    attribute_block *blocks; /* [attributes], of which there are */
    size_t count;
    bool overlap;      /* each block has all groups of attributes but one; else it is one */
    bool exhausted;    /* there are none that would prove more */
    uint32_t *groups;  /* [(attributes + 1) * attributes] group by number of groups and attribute */
    known_costs known; /* of the blocks that do not overlap, and of those that they were made of */
    double bound;      /* the best so far */
    uint8_t *nodes;    /* [2 * attributes] both ends of a block */
} attribute_blocks;

/* Whether the problem has such bounds: the metric is a sum over cells, and k alone decides what is
 * published. */
bool attribute_blocks_apply(const search *run);

bool attribute_blocks_open(attribute_blocks *out, const search *run);
void attribute_blocks_close(attribute_blocks *of);

/* A piece of work on one of the blocks; raises the run's bound. Not when they are exhausted. */
SHOAL_CHECKED search_step attribute_blocks_step(attribute_blocks *of, search *run);

#endif
