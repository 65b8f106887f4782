/* Cuts: a node is one partition of the ordered domain per quasi-identifier, as bits (see
 * partition.h) in 64-bit words. Turns batches of nodes into evaluations on the frequency set. */
#ifndef SHOAL_RECODE_CUT_CUT_H
#define SHOAL_RECODE_CUT_CUT_H

#include "recode/cut/partition.h"
#include "recode/recoding_space.h"

extern const space_kind cut_kind;

typedef struct cut cut;

typedef struct cut_setup {
    const frequency_set *ground; /* codes are those of the domains' columns */
    metric_context context;
    const ordered_domain *domains; /* [attributes] */
    const metric *metric; /* the target: one that has a price, or is not a sum over cells */
    bool wildcard;        /* missing values match every value */
    const bound_rules *bound_rules; /* privacy models in addition to k; NULL: none */
    thread_pool *pool;
} cut_setup;

SHOAL_CHECKED shoal_status cut_open(cut **out, const cut_setup *setup, shoal_error *error);
void cut_close(cut *space);

/* The cut space as any space, and back. */
recoding_space *cut_as_space(cut *space);
cut *cut_of_space(recoding_space *space);

size_t cut_bits(const cut *space);  /* of a node */
size_t cut_words(const cut *space); /* that hold them, at least 1; bits beyond the last are 0 */
partitions *cut_partitions(cut *space, size_t attribute);

/* Number of valid nodes, infinite if it overflows. */
double cut_size(const cut *space);
bool cut_is_valid(const cut *space, const uint64_t *node);
/* A valid node, all equally likely. */
void cut_sample(const cut *space, uint64_t *node, random_stream *stream);
/* Replaces every attribute's part that is not valid by a nearest one that is. */
void cut_repair(cut *space, uint64_t *node, random_stream *stream);
/* The node nearest to one of a lattice over the same bound hierarchies: a boundary wherever
 * neighbouring values are in different groups, and constrained attributes are repaired. It is the
 * same release if the levels' groups are contiguous in the domains' orders. */
SHOAL_CHECKED bool cut_of_levels(cut *space, const uint8_t *levels, uint64_t *node);
/* All boundaries: the finest node, which is valid; and those that every valid node has: the
 * coarsest, valid as well. */
void cut_finest(const cut *space, uint64_t *node);
void cut_coarsest(const cut *space, uint64_t *node);

/* Announces that the nodes to come have only boundaries that are among these, so tuples that none
 * of them distinguishes are added up once. Nodes with other boundaries are still evaluated, only
 * more slowly. A failed allocation is not an error: it only costs time. */
void cut_focus(cut *space, const uint64_t *boundaries);

/* For metrics that have a price: the node's cost if no row is suppressed, a lower bound for it and
 * for every node whose boundaries are among its own, unless suppressed cells count less than once.
 * 0 for the others. */
double cut_floor(const cut *space, const uint64_t *node);

/* A bound hierarchy of two levels per attribute whose level 1 is the node's partition, zeroed
 * before: what is released. The caller frees them, also after a failure. */
SHOAL_CHECKED shoal_status cut_hierarchies(const cut *space, const uint64_t *node,
                                           bound_hierarchy *hierarchies, shoal_error *error);

#endif
