/* GENITOR's population: kept in the order of rank, the best first; a newcomer takes its place and
 * the worst drops out. */
#ifndef SHOAL_SEARCH_CUT_RANKED_POPULATION_H
#define SHOAL_SEARCH_CUT_RANKED_POPULATION_H

#include "base/memory.h"
#include "base/random.h"
#include "recode/recoding_space.h"

typedef struct ranked_member {
    uint64_t *node;
    double value;
    uint64_t excess; /* rows suppressed beyond the limit: feasible ones have none and come first */
} ranked_member;

typedef struct ranked {
    size_t size, count;
    size_t words;           /* of a node */
    bool duplicates;        /* allowed */
    ranked_member *members; /* [size] */
} ranked;

/* Allocates from `owner`; false when out of memory. */
bool ranked_open(ranked *out, arena *owner, size_t words, size_t size, bool duplicates);

/* Inserts a node unless it is not better than the worst of a full population, or is a duplicate and
 * these are excluded. Equal nodes are inserted after the existing ones. */
bool ranked_insert(ranked *into, const uint64_t *node, const evaluation *result, uint64_t limit);

/* Rank of a parent: linear bias, 1 < bias <= 2; the best is `bias` times as likely as the median.
 * 1: all are equally likely. */
size_t ranked_draw(const ranked *from, double bias, random_stream *stream);

/* The boundaries that any member has; `out` has room for `words`. */
void ranked_union(const ranked *of, uint64_t *out);

#endif
