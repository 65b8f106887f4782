/* What the files of nodes near a base share. */
#ifndef SHOAL_RECODE_LATTICE_NEAR_INTERNAL_H
#define SHOAL_RECODE_LATTICE_NEAR_INTERNAL_H

#include "recode/lattice/near_change.h"

struct near_scratch {
    near_change change;
    uint32_t *counters; /* rows of each part; all 0 between two nodes */
    size_t counters_held;
    uint32_t *touched; /* parts of a class that have rows */
    size_t touched_held;
    uint32_t *children; /* [finer * width + part] the child of each finer attribute */
    size_t children_held;
};

/* Whether the parts of a change can be counted in an array rather than hashed. */
bool near_parts_are_few(const near_base *base, const near_change *change);

/* Makes room for so many counters, all 0. False when out of memory. */
SHOAL_CHECKED bool near_scratch_counters(near_scratch *scratch, size_t wanted);

#endif
