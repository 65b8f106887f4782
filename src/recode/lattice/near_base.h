/* Evaluating nodes from the classes of a near one. The base is a node whose classes are known tuple
 * by tuple. A node that is coarser in some attributes merges whole classes of the base; one that is
 * finer in a few splits them, and only these attributes have to be read. */
#ifndef SHOAL_RECODE_LATTICE_NEAR_BASE_H
#define SHOAL_RECODE_LATTICE_NEAR_BASE_H

#include "recode/candidate_classes.h"

/* Attributes that a node may have at finer levels than the base: beyond that, grouping it anew
 * costs no more. */
#define NEAR_MOST_FINER 3
/* Codes of these attributes together: wider changes are grouped anew. */
#define NEAR_MOST_WIDTH ((size_t)1 << 16)

__extension__ typedef __int128 near_sum;

/* What the base and the nodes near it are made from. */
typedef struct near_problem {
    const metric_context *context;
    const level_maps *maps;
    const cost_table *costs; /* of an additive metric, else NULL */
    /* [attribute][level] what all rows would add if they were suppressed, in units. Published
     * classes are fewer than suppressed ones, so that it is quicker to subtract theirs. NULL: the
     * suppressed ones are added up. */
    near_sum *const *totals;
} near_problem;

/* What is known of a class before the classes have their order. */
typedef struct near_found {
    uint32_t first, rows, tuples;
    uint32_t number; /* among the ordered ones */
    uint32_t parent; /* class of the last base that its first tuple was in */
} near_found;

/* The published classes come first; then the others of several tuples; last those of one tuple,
 * which are the same in every finer node. */
typedef struct near_base {
    const rolled_set *source; /* whose tuples are in classes; NULL: there is no base */
    uint8_t *node;            /* [attributes] */
    uint64_t k;
    size_t classes, published, several; /* several: those before the ones of a single tuple */
    uint64_t rows, lone_squares;        /* of all classes; of those of one tuple, squared */
    bool exact;                         /* no sum of rows overflows */
    size_t words;                       /* of a key */
    packing_field *fields;              /* [attributes] with room for the levels of the source */
    uint32_t *sizes;                    /* [attributes] groups at the node's levels */
    uint32_t *class_of;                 /* [tuples] */
    uint32_t *divided;                  /* [tuples] the same, but `several` for those alone */
    uint32_t *first;                    /* [classes] the first tuple of each */
    uint32_t *order, *weights;          /* [tuples] class by class, and their rows */
    uint32_t *begin;                    /* [classes + 1] where each begins there */
    uint32_t *counts;                   /* [classes] rows */
    uint64_t *keys;                     /* [classes * words] */
    uint64_t *hashes;                   /* [classes] of the keys: near_multiplier */
    int64_t
        *prices; /* [classes] what a suppressed row of it adds to an additive metric, in units */
    near_found *found; /* [classes] while they are sought */
    uint32_t *numbers; /* [tuples] in found, while they are sought */
    uint32_t *groups;  /* [classes] scratch */
    uint32_t *other_order, *other_weights;
    uint64_t *other_keys, *other_hashes; /* those of the last base */
    int64_t *other_prices;
    size_t class_of_held, divided_held, first_held, order_held, weights_held, begin_held,
        counts_held, keys_held, hashes_held, prices_held, found_held, numbers_held, groups_held,
        other_order_held, other_weights_held, other_keys_held, other_hashes_held, other_prices_held;
} near_base;

bool near_base_open(near_base *out, size_t attributes);
void near_base_close(near_base *base);

/* How a node differs from another: attributes at finer and at coarser levels. */
typedef struct near_distance {
    size_t finer, coarser;
    bool far; /* it lacks others, or too many are finer, or too wide */
} near_distance;

near_distance near_distance_between(const metric_context *context, const uint8_t *from,
                                    const uint8_t *node);

/* Scratch of one worker for nodes near the base. */
typedef struct near_scratch near_scratch;
near_scratch *near_scratch_open(size_t attributes);
void near_scratch_close(near_scratch *scratch);

/* Makes `node` the base, with the tuples of `source`: from the classes it has, if they are of the
 * same source and near, else by grouping. False when out of memory: there is then no base. */
SHOAL_CHECKED bool near_base_move(near_base *base, const near_problem *problem,
                                  const rolled_set *source, const uint8_t *node, uint64_t k,
                                  near_scratch *scratch, node_classes *worker);

/* The classes of a node that is not far from the base, where the base's k alone decides what is
 * published; *extra as node_classes_extra has it, 0 without costs. False when out of memory. */
SHOAL_CHECKED bool near_base_count(const near_base *base, const near_problem *problem,
                                   const uint8_t *node, near_scratch *scratch, node_classes *worker,
                                   class_statistics *out, double *extra);

#endif
