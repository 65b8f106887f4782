/* What all recoding spaces have in common, so that one driver searches them all: a node is a string
 * of bytes that can be evaluated. The struct of a space begins with this. */
#ifndef SHOAL_RECODE_RECODING_SPACE_H
#define SHOAL_RECODE_RECODING_SPACE_H

#include "base/random.h"
#include "base/threads.h"
#include "bind/bound_rules.h"
#include "data/frequency.h"
#include "measure/metric.h"

typedef struct evaluation {
    class_statistics classes;
    double value;  /* of the target metric */
    bool feasible; /* see space_is_feasible */
} evaluation;

typedef struct recoding_space recoding_space;

/* How often children differ from their parents. */
typedef struct variation_rates {
    double crossover; /* share of the pairs that are crossed */
    double mutation;  /* share of a node's parts that change */
} variation_rates;

/* Making random nodes, or nodes from others, for searches that work on any space. All nodes made
 * are valid. Whatever is random comes from the stream, always in the same order. */
typedef struct space_variation {
    /* The node in which all classes are merged as far as they can be. If the rules are monotone and
     * it is not feasible, no node is. */
    void (*coarsest)(const recoding_space *space, uint8_t *node);
    void (*draw)(recoding_space *space, uint8_t *node, random_stream *stream);
    /* Turns copies of two parents into their children. */
    void (*breed)(recoding_space *space, const variation_rates *rates, uint8_t *first,
                  uint8_t *second, random_stream *stream);
    /* Of two nodes that are equally good, whether `node` is to be preferred to `other`; NULL: the
     * one found first is. */
    bool (*is_preferred)(const recoding_space *space, const uint8_t *node, const uint8_t *other);
    /* Announces that the next nodes are mostly made from these `count` nodes, which may speed up
     * their evaluation. It changes no result. NULL: there is nothing to gain. */
    void (*announce)(recoding_space *space, const uint8_t *nodes, size_t count);
} space_variation;

typedef struct space_kind {
    const char *name; /* of the recoding that it belongs to */
    /* Evaluates nodes[i * node_bytes ..] for i < count, in parallel. The answers do not depend on
     * the number of threads nor on what was evaluated before. */
    SHOAL_CHECKED shoal_status (*evaluate)(recoding_space *space, const uint8_t *nodes,
                                           size_t count, evaluation *out, shoal_error *error);
    /* The same for each of several k, in ascending order: out[i * k_count + j] is node i for ks[j].
     * NULL: there is nothing to gain. context.limit may always be changed between evaluations;
     * context.k only in spaces that have this. */
    SHOAL_CHECKED shoal_status (*evaluate_each)(recoding_space *space, const uint8_t *nodes,
                                                size_t count, const uint64_t *ks, size_t k_count,
                                                evaluation *out, shoal_error *error);
    void (*close)(recoding_space *space);
    /* Whether the bytes are a node at all, for those that come from a file. */
    bool (*is_node)(const recoding_space *space, const uint8_t *node);
    /* Whether the node may be released; NULL: every one. */
    bool (*is_releasable)(const recoding_space *space, const uint8_t *node);
    /* Adds to a hash what distinguishes spaces over the same bound hierarchies; NULL: nothing.
     * Where rules are of rows, that includes the quasi-identifiers of each row. */
    void (*identify)(const recoding_space *space, uint64_t *hash);
    /* Takes the seed that nodes of another run were made with; NULL: a node is the same whatever
     * the seed. */
    void (*reseed)(recoding_space *space, uint64_t seed);
    /* Number of nodes, as a double since it overflows every integer on wide tables. */
    double (*size)(const recoding_space *space);
    /* Of a lattice: steps from the bottom to the node, or with NULL to the top; NULL: there are no
     * steps. */
    int (*height)(const recoding_space *space, const uint8_t *node);
    const space_variation *variation; /* NULL: nodes cannot be bred without knowing what they are */
} space_kind;

struct recoding_space {
    const space_kind *kind;
    size_t node_bytes;
    const frequency_set *ground; /* codes are the bound hierarchies' ground codes */
    metric_context context;
    const metric *metric;           /* the target */
    bool wildcard;                  /* missing values match every value */
    const bound_rules *bound_rules; /* privacy models in addition to k; NULL: none */
    bool rules_of_rows;             /* their tuples are the rows that count, in the order of the
                                       table; else those of `ground` */
    thread_pool *pool;
    int64_t affordable; /* evaluations where nobody says how many, if each may be a query of a
                           database; 0: the search knows */
};

/* Suppressed rows are within the limit, and the release as a whole within its limits. With rules or
 * such limits something must also be published: a table in which every row is suppressed would be
 * one class that nothing was asked of. */
static inline bool space_is_feasible(const recoding_space *space, const class_statistics *classes) {
    const release_limits *whole = &space->context.whole;
    bool constrained = (space->bound_rules && space->bound_rules->rule_count > 0) ||
                       whole->limits_average || whole->limits_uniques;
    return classes->suppressed <= space->context.limit &&
           (!constrained || classes->suppressed < space->context.rows) &&
           release_limits_hold(whole, classes);
}

#endif
