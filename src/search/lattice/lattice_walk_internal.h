/* What the files of a walk share. */
#ifndef SHOAL_SEARCH_LATTICE_LATTICE_WALK_INTERNAL_H
#define SHOAL_SEARCH_LATTICE_LATTICE_WALK_INTERNAL_H

#include "search/lattice/lattice_walk.h"

/* Nodes of the walk that are remembered. */
#define WALK_VISITS 4096

/* What a node costs at least that loses so many rows. */
double lattice_walk_bound(const search *run, const uint8_t *node, uint64_t lost);

#endif
