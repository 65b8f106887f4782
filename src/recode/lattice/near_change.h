/* What distinguishes a node from the base that it is evaluated from. */
#ifndef SHOAL_RECODE_LATTICE_NEAR_CHANGE_H
#define SHOAL_RECODE_LATTICE_NEAR_CHANGE_H

#include "base/hash.h"
#include "recode/lattice/near_base.h"

/* An attribute at a finer level than the base's: a group of the base becomes up to `width` groups,
 * its children, which are numbered from 0 within each. */
typedef struct near_finer {
    size_t attribute;
    size_t width;
    uint32_t *place; /* [codes of the source] number of the child, times the widths before it */
    int64_t *deltas; /* [group of the base * width + child] what changes in a row's price */
    size_t place_held, deltas_held;
} near_finer;

/* A class of the base, after merging, is divided into up to `width` parts: one for each
 * combination of children. */
typedef struct near_change {
    near_finer finer[NEAR_MOST_FINER];
    size_t finer_count;
    size_t width;
    size_t *coarser; /* [coarser_count] attributes */
    size_t coarser_count;
    size_t merged;    /* classes of the base after merging */
    uint32_t *ids;    /* [classes of the base] the merged class of each; where some are coarser */
    uint32_t *heads;  /* [merged] the first class of the base in each; where some are coarser */
    uint32_t *counts; /* [merged] rows; where some are coarser */
    uint64_t *hashes; /* [classes of the base] of their keys with the coarser levels */
    uint64_t *kept;   /* [words] bits of a key that do not change */
    uint64_t *slots;  /* of a hash table: merged class + 1 with a part of the hash, or 0 */
    uint32_t *chain;  /* [classes of the base] the next one in the same merged class, or NONE */
    uint32_t *child;  /* [groups of a level] its number within its group of the base */
    uint32_t *filled; /* [groups of the base] */
    size_t ids_held, heads_held, counts_held, hashes_held, kept_held, slots_held, chain_held,
        child_held, filled_held;
} near_change;

bool near_change_open(near_change *out, size_t attributes);
void near_change_close(near_change *change);

/* Describes the node. False when out of memory. */
SHOAL_CHECKED bool near_change_make(near_change *change, const near_base *base,
                                    const near_problem *problem, const uint8_t *node);

/* Which part the tuples [begin, begin + count) are in: merged class * width + part. */
void near_change_parts(const near_change *change, const near_base *base, size_t begin, size_t count,
                       uint64_t *out);

/* Which part of their merged classes the first `count` tuples are in, in the order of the base. */
void near_change_pick(const near_change *change, const near_base *base, size_t count,
                      uint32_t *out);

/* The end of a chain. */
#define NEAR_NONE UINT32_MAX

/* Chains the classes of the base that are merged; each chain begins at the head. False when out of
 * memory. */
SHOAL_CHECKED bool near_change_chain(near_change *change, const near_base *base);

/* The class of the base after another one in a merged class. */
static inline uint32_t near_change_next(const near_change *change, uint32_t class) {
    return change->coarser_count > 0 ? change->chain[class] : NEAR_NONE;
}

/* The hash of a key is the sum of its words times these: if a field of the key changes, then its
 * hash changes by as much as that field. */
static inline uint64_t near_multiplier(size_t word) {
    return hash_mix(word + 1) | 1;
}

/* The class of the base that stands for a merged class. */
static inline size_t near_change_head(const near_change *change, size_t merged) {
    return change->coarser_count > 0 ? change->heads[merged] : merged;
}

/* The price of a suppressed row of a merged class before it is divided. */
int64_t near_change_price(const near_change *change, const near_base *base,
                          const near_problem *problem, const uint8_t *node, size_t merged);

#endif
