/* Records in regions, and in every region in thin shells around its centre, the outermost first.
 * The distance to a record is at most the path through the centre of its region, so only the
 * outermost shells of the regions matter when looking for the farthest record. */
#ifndef SHOAL_CLUSTER_SHELLS_H
#define SHOAL_CLUSTER_SHELLS_H

#include "cluster/blocks.h"
#include "cluster/visits.h"

#define REGION_BLOCKS 16
#define REGION_LANES ((size_t)REGION_BLOCKS * BLOCK_LANES)

typedef struct shell_set {
    block_set records; /* a block is a shell */
    size_t regions;    /* REGION_BLOCKS blocks each */
    double *reach;     /* [block] from the centre to its outermost record */
    size_t *outermost; /* [region] the first block that may have a record */
    double *centres;   /* [region] tiles as in lanes.h */
    double *centre;    /* [dimensions] of the region that is being built */
    double *ways;      /* [region] from the query to the centre */
    visit_queue queue; /* of blocks, one of a region at a time */
    uint64_t work;     /* distances computed */
} shell_set;

/* False when out of memory. */
bool shells_open(shell_set *out, arena *memory, size_t most_rows, size_t most_dimensions);
/* rows[count], near ones together, become the order of the shells; `room` is scratch of `count`. */
void shells_build(shell_set *out, const points *of, uint32_t *rows, size_t count, neighbour *room);
void shells_remove(shell_set *from, uint32_t row);
void shells_farthest(shell_set *in, const double *query, candidates *found);

#endif
