/* The two ways of lunacek2006 to cross strings of bits (its section 3). They know nothing of
 * taxonomies: the first keeps valid strings valid by itself, the second needs a repair. */
#ifndef SHOAL_SEARCH_CROSSOVER_H
#define SHOAL_SEARCH_CROSSOVER_H

#include "base/random.h"
#include "space/partition.h"

/* Which of its crossover points `preserving` uses; the paper does not say. */
typedef enum crossover_use {
    CROSSOVER_ALL, /* the child changes over from one parent to the other at every point */
    CROSSOVER_TWO, /* it takes what lies between two points from the other parent; where there is
                      one point only, what follows it */
    CROSSOVER_ANY  /* each stretch between points comes from either parent, at random */
} crossover_use;

/* Where `preserving` may cross: after a bit that both parents have set, when since the last point
 * (or the beginning) a stretch of agreement followed by a stretch of disagreement has gone by. A
 * point is the number of the bit behind it. `out` has room for `bits`. Returns their number. */
size_t crossover_points(const uint64_t *one, const uint64_t *other, size_t bits, uint32_t *out);

/* NEW: false where the parents have no point; the child is the first parent then. */
bool crossover_preserving(uint64_t *child, const uint64_t *one, const uint64_t *other, size_t bits,
                          crossover_use use, uint32_t *points, random_stream *stream);

/* TRAD: two points among the positions where the parents differ; the child is the first parent but
 * for the differing bits from the first to the second point, which come from the other. False when
 * the parents do not differ; the child is the first parent then. */
bool crossover_reduced_surrogate(uint64_t *child, const uint64_t *one, const uint64_t *other,
                                 size_t bits, random_stream *stream);

#endif
