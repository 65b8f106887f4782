/* The records that are left, and which of them are nearest to or farthest from somewhere. */
#ifndef SHOAL_CLUSTER_NEIGHBOURS_H
#define SHOAL_CLUSTER_NEIGHBOURS_H

#include "base/memory.h"
#include "base/threads.h"
#include "cluster/candidates.h"
#include "cluster/clusterer.h"

typedef struct neighbours neighbours;

/* For up to so many rows and dimensions, and so many neighbours wanted at once; all of it comes
 * from `memory`; false when out of memory. */
bool neighbours_open(neighbours **out, arena *memory, size_t most_rows, size_t most_dimensions,
                     size_t most_wanted, const cluster_options *options);
/* These rows, ascending, are left; they are copied, the points stay in place. */
void neighbours_begin(neighbours *out, const points *of, const uint32_t *rows, size_t count);
size_t neighbours_left(const neighbours *in);
void neighbours_remove(neighbours *from, uint32_t row);
/* Removes all; rows[] has room for them. Returns how many there were. */
size_t neighbours_drain(neighbours *from, uint32_t *rows);

/* Of at least one record that is left. */
neighbour neighbours_farthest(neighbours *in, const double *query);
/* The same for repeated queries from the moving centre of all remaining records. */
neighbour neighbours_farthest_from_centre(neighbours *in, const double *centre);
/* Fills nearest[wanted], in no particular order, of at least so many records that are left. Where
 * `farthest` is not NULL it is found in the same pass, and may be among the nearest. */
void neighbours_nearest(neighbours *in, const double *query, neighbour *nearest, size_t wanted,
                        neighbour *farthest);
/* Distances computed, or rows listed instead, since the beginning. */
uint64_t neighbours_work(const neighbours *in);

#endif
