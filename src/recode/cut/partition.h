/* Partitions of an ordered domain into groups of neighbours, as bits: bit i of an attribute is set
 * where its positions i and i + 1 are in different groups. A constrained domain allows only groups
 * that are exactly the leaves of one taxonomy node. Boundaries that the domain requires are set in
 * every partition.
 *
 * Bits of all attributes stand side by side in 64-bit words; an attribute's begin at `offset`. */
#ifndef SHOAL_RECODE_CUT_PARTITION_H
#define SHOAL_RECODE_CUT_PARTITION_H

#include "base/random.h"
#include "data/ordered_domain.h"

static inline bool bits_get(const uint64_t *bits, size_t at) {
    return bits[at / 64] >> (at % 64) & 1;
}

static inline void bits_set(uint64_t *bits, size_t at, bool value) {
    uint64_t mask = UINT64_C(1) << (at % 64);
    bits[at / 64] = value ? bits[at / 64] | mask : bits[at / 64] & ~mask;
}

/* The bits of a word that lie in begin <= at < end, for the words from begin / 64 to (end - 1)
 * / 64.
 */
static inline uint64_t bits_mask(size_t word, size_t begin, size_t end) {
    uint64_t mask = UINT64_MAX;
    if (word == begin / 64)
        mask &= UINT64_MAX << (begin % 64);
    if (word == (end - 1) / 64)
        mask &= UINT64_MAX >> (63 - (end - 1) % 64);
    return mask;
}

/* One attribute's part of a string of bits, with what sampling and repairing need to know. */
typedef struct partitions {
    const ordered_domain *of;
    size_t offset;
    size_t bits;     /* of->size - 1 */
    size_t required; /* of the bits, those that are always set */
    double *count;   /* [node] valid partitions of its leaves; only when constrained */
    /* Scratch of partitions_repair, [node]: */
    uint32_t *inside; /* set bits among its leaves: the distance to one group */
    uint32_t *cost;   /* least distance to a valid partition of its leaves */
    double *ways;     /* number of valid partitions at that distance */
    arena memory;
} partitions;

/* The domain must outlive it. */
SHOAL_CHECKED shoal_status partitions_open(partitions *out, const ordered_domain *of, size_t offset,
                                           shoal_error *error);
void partitions_close(partitions *opened);

/* Number of valid partitions; infinite if it overflows a double. */
double partitions_count(const partitions *of);

bool partitions_is_valid(const partitions *of, const uint64_t *bits);

/* Overwrites the attribute's bits with the boundaries that every valid partition has. `tree`: that
 * every one has whose groups are taxonomy nodes, as in a constrained domain. */
void partitions_coarsest(const partitions *of, uint64_t *bits, bool tree);

/* Overwrites the attribute's bits with a valid partition, all equally likely. */
void partitions_sample(const partitions *of, uint64_t *bits, random_stream *stream);

/* Replaces the attribute's bits by a nearest valid partition in Hamming distance, drawn evenly from
 * all nearest ones. Returns the distance. */
uint32_t partitions_repair(partitions *of, uint64_t *bits, random_stream *stream);

/* The least changes. Unconstrained: one bit flipped. Constrained: one group that is an inner node
 * split into the node's children, or the children of a node, all groups, merged into it. A change
 * is numbered by the bit, or by the node. */
typedef struct partition_change {
    uint32_t at; /* bit of the attribute, or node */
    bool splits; /* sets bits; else clears them */
} partition_change;

/* All changes that are possible now, in ascending order; `out` has room for node_count or bits of
 * them, whichever is more. The partition must be valid. Returns their number. */
size_t partitions_changes(const partitions *of, const uint64_t *bits, partition_change *out);
void partitions_apply(const partitions *of, uint64_t *bits, partition_change change);

/* First position of each group; `begins` has room for of->size. Returns the number of groups. */
uint32_t partitions_begins(const partitions *of, const uint64_t *bits, uint32_t *begins);

#endif
