/* The genetic operators of kgen (section 3.5): pure functions of nodes and a random stream. */
#ifndef SHOAL_SEARCH_LATTICE_KGEN_OPERATORS_H
#define SHOAL_SEARCH_LATTICE_KGEN_OPERATORS_H

#include "base/random.h"

#include <stdbool.h>

/* The part of the lattice that is searched. */
typedef struct kgen_bounds {
    size_t attributes;
    uint8_t *low, *high;
} kgen_bounds;

/* The highest node below both, and the lowest above both. */
void kgen_minimum(uint8_t *out, const uint8_t *one, const uint8_t *other, size_t attributes);
void kgen_maximum(uint8_t *out, const uint8_t *one, const uint8_t *other, size_t attributes);

/* A random node: a share of the genes, drawn first, at their highest level, the others uniform. */
void kgen_scatter(uint8_t *out, const kgen_bounds *within, random_stream *stream);

/* A random node between two: every gene is that of `low` or that of `high`. `out` may be `low`. */
void kgen_between(uint8_t *out, const uint8_t *low, const uint8_t *high, size_t attributes,
                  random_stream *stream);

typedef struct kgen_parent {
    const uint8_t *node;
    bool feasible;
} kgen_parent;

/* Writes one or two children to `out` (room for two) and returns how many:
 *   both feasible: their minimum if that is feasible, else a node between the minimum and the
 *                  first and one between the minimum and the second;
 *   none feasible: their maximum;
 *   else:          a node between the minimum and the feasible one.
 * `minimum_feasible` is looked at only when both are. */
size_t kgen_cross(uint8_t *out, kgen_parent one, kgen_parent other, bool minimum_feasible,
                  size_t attributes, random_stream *stream);

/* Moves one gene, of those that can move, a level up or (mostly) down. */
void kgen_mutate(uint8_t *node, const kgen_bounds *within, random_stream *stream);

/* Draws from two genes up to a share of all, and alternately raises one to somewhere up to its
 * highest level and lowers the next to somewhere down to its lowest. `order` is room for one number
 * per attribute. */
void kgen_mutate_horizontally(uint8_t *node, const kgen_bounds *within, double share, size_t *order,
                              random_stream *stream);

#endif
