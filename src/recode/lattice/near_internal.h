/* What counting the nodes near a base consists of. */
#ifndef SHOAL_RECODE_LATTICE_NEAR_INTERNAL_H
#define SHOAL_RECODE_LATTICE_NEAR_INTERNAL_H

#include "recode/lattice/near_change.h"

struct near_scratch {
    near_change change;
    uint32_t *counters; /* rows of each part; all 0 between two nodes */
    size_t counters_held;
    uint32_t *touched; /* parts of a class that have rows, then the published ones; or counters */
    size_t touched_held;
    uint32_t *children; /* [finer * width + part] the child of each finer attribute */
    size_t children_held;
    uint32_t *parts; /* [tuples] of each, in the order of the base */
    size_t parts_held;
};

typedef struct near_sums {
    const near_base *base;
    const near_problem *problem;
    const uint8_t *node;
    const near_scratch *scratch;
    uint64_t k;
    bool published; /* their classes are priced, else those of suppressed rows */
    class_statistics found;
    near_sum cost; /* of the rows that are priced */
} near_sums;

/* Whether the parts of so many classes can be counted in an array rather than hashed. */
bool near_parts_are_few(const near_base *base, size_t classes, size_t width);

/* Makes room for so many counters, all 0. False when out of memory. */
SHOAL_CHECKED bool near_scratch_counters(near_scratch *scratch, size_t wanted);

/* Makes room for the part of each tuple, and for a list of touched parts: two for each tuple, or
 * one for each part of a class where that is more. */
SHOAL_CHECKED bool near_scratch_lists(near_scratch *scratch, size_t tuples);

/* Finds the classes of a node: by grouping, or by dividing those of the base, as the scratch's
 * change says. Either says in base->found what they are. False when out of memory. */
SHOAL_CHECKED bool near_base_group(near_base *base, const near_problem *problem,
                                   const uint8_t *node, node_classes *worker);
SHOAL_CHECKED bool near_base_divide(near_base *base, near_scratch *scratch);
/* Puts them and their tuples in order. */
SHOAL_CHECKED bool near_base_order(near_base *base);
/* Describes them: after grouping, or after dividing. base->node is still the last one. */
SHOAL_CHECKED bool near_base_describe(near_base *base, const near_problem *problem,
                                      const uint8_t *node);
SHOAL_CHECKED bool near_base_describe_again(near_base *base, const near_problem *problem,
                                            const uint8_t *node);

/* The usual case (near_quick.c): no sum of rows overflows, and if rows are priced, then the
 * published ones. Adds up the node; false when out of memory. */
SHOAL_CHECKED bool near_count_quickly(near_sums *sums, near_scratch *scratch);

#endif
