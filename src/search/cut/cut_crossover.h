/* The two ways of lunacek2006 to cross strings of bits (its section 3). They ignore taxonomies: the
 * first keeps valid strings valid, the second needs a repair. */
#ifndef SHOAL_SEARCH_CUT_CUT_CROSSOVER_H
#define SHOAL_SEARCH_CUT_CUT_CROSSOVER_H

#include "base/random.h"
#include "recode/cut/partition.h"

/* Which of its crossover points `preserving` uses; the paper does not say. */
typedef enum crossover_use {
    CROSSOVER_ALL, /* the child changes over from one parent to the other at every point */
    CROSSOVER_TWO, /* it takes what lies between two points from the other parent; where there is
                      one point only, what follows it */
    CROSSOVER_ANY  /* each stretch between points comes from either parent, at random */
} crossover_use;

/* In all of these the child does not overlap its parents; bits after the string are zero. */

/* Where `preserving` may cross: after a bit that both parents have set, when since the last point
 * (or the beginning) a stretch of agreement followed by a stretch of disagreement has gone by. A
 * point is the number of the bit after it, which exists: there is none at the end. `out` has room
 * for `bits`. Returns their number. */
size_t crossover_points(const uint64_t *one, const uint64_t *other, size_t bits, uint32_t *out);

/* The child is the first parent but for begin <= at < end, which comes from the other. */
void crossover_between(uint64_t *child, const uint64_t *one, const uint64_t *other, size_t bits,
                       size_t begin, size_t end);

/* NEW: false where the parents have no point; the child is the first parent then. `points` is
 * scratch with room for `bits`. The child can be a parent too where the parents agree after their
 * last point. */
bool crossover_preserving(uint64_t *child, const uint64_t *one, const uint64_t *other, size_t bits,
                          crossover_use use, uint32_t *points, random_stream *stream);

/* TRAD: two points, each before a bit in which the parents differ or at the end; what lies between
 * them comes from the other parent, some but not all of the differing bits. All such pairs of
 * points are equally likely. False when the parents differ in less than two bits, so that no child
 * is new; the child is the first parent then. */
bool crossover_reduced_surrogate(uint64_t *child, const uint64_t *one, const uint64_t *other,
                                 size_t bits, random_stream *stream);

#endif
