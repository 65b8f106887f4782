/* Layers: the nodes of one height between two nodes, in lexicographic order. Two nodes of a
 * layer are never comparable, so none settles another and all may be evaluated at once. */
#ifndef SHOAL_SEARCH_LATTICE_LATTICE_LAYER_H
#define SHOAL_SEARCH_LATTICE_LATTICE_LAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Steps from `low` up to `high`, which is nowhere below it. */
uint64_t layer_distance(const uint8_t *low, const uint8_t *high, size_t attributes);

/* The first node `height` steps above `low` and not above `high`; false when there is none. */
bool layer_first(uint8_t *node, const uint8_t *low, const uint8_t *high, size_t attributes,
                 uint64_t height);
/* The node after `node` in its layer; false, leaving `node` alone, when it was the last. */
bool layer_next(uint8_t *node, const uint8_t *low, const uint8_t *high, size_t attributes);

#endif
