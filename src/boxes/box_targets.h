/* Where rows of a chunk may go, and where they may come from. */
#ifndef SHOAL_BOXES_BOX_TARGETS_H
#define SHOAL_BOXES_BOX_TARGETS_H

#include "boxes/box_chunk.h"

/* The cluster that it costs least to move the unit to, and what that adds there: at most `most`.
 * Only clusters that are large enough, and blanks while there is room. CHUNK_NONE: there is none.
 */
uint32_t chunk_find_target(box_chunk *in, chunk_unit unit, int64_t most, int64_t *change);

/* The unit that it costs least to move to the cluster, of those in clusters with rows to spare, and
 * about what that adds, at most `most`: that its old cluster may shrink is left out. CHUNK_NONE:
 * there is none. */
chunk_unit chunk_find_source(box_chunk *in, uint32_t cluster, int64_t most, int64_t *change);

#endif
