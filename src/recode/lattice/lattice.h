/* The generalization lattice: a node is one level per quasi-identifier. Turns batches of nodes into
 * evaluations on the frequency set, rolling up from the smallest finer set at hand. */
#ifndef SHOAL_RECODE_LATTICE_LATTICE_H
#define SHOAL_RECODE_LATTICE_LATTICE_H

#include "recode/candidate_classes.h"
#include "recode/recoding_space.h"

typedef struct lattice lattice;

extern const space_kind lattice_kind;

typedef struct lattice_setup {
    const frequency_set *ground; /* codes are the bound hierarchies' ground codes */
    metric_context context;
    const metric *metric;           /* the target */
    bool wildcard;                  /* missing values match every value */
    const bound_rules *bound_rules; /* privacy models in addition to k; NULL: none */
    thread_pool *pool;
    size_t memory; /* bytes for rolled-up sets; 0: default */
    /* Classes that a thread has in memory at a time, where k alone decides: nodes with more take
     * longer, and have the same values. 0: any number. */
    size_t most_classes;
} lattice_setup;

SHOAL_CHECKED shoal_status lattice_open(lattice **out, const lattice_setup *setup,
                                        shoal_error *error);
void lattice_close(lattice *space);

/* The lattice as any space, and back. */
recoding_space *lattice_as_space(lattice *space);
lattice *lattice_of_space(recoding_space *space);

size_t lattice_attributes(const lattice *space);
/* Lowest and highest level of an attribute. */
int lattice_lowest(const lattice *space, size_t attribute);
int lattice_height(const lattice *space, size_t attribute);
/* Groups of nodes near each other that a batch may have so that each is cheap to evaluate. Depends
 * on nothing but the number of tuples. */
size_t lattice_near_places(const lattice *space);
/* Number of nodes, as a double since it overflows every integer on wide tables. */
double lattice_size(const lattice *space);
const metric_context *lattice_context(const lattice *space);
const metric *lattice_metric(const lattice *space);

/* The nodes whose attributes are all at their lowest, and at their highest level. */
void lattice_bottom(const lattice *space, uint8_t *node);
void lattice_top(const lattice *space, uint8_t *node);

/* ---- Operators of genetic searches --------------------------------------------------------- */

/* A node drawn uniformly. */
void lattice_draw(const lattice *space, random_stream *stream, uint8_t *node);
/* One-point crossover: swaps what follows a random point between two attributes. Nodes of one
 * attribute stay unchanged. */
void lattice_cross(random_stream *stream, size_t attributes, uint8_t *one, uint8_t *other);
/* Gives each attribute, with the probability `rate`, another of its levels. */
void lattice_mutate(const lattice *space, random_stream *stream, double rate, uint8_t *node);

/* ---- Evaluation ---------------------------------------------------------------------------- */

/* Evaluates nodes[i * attributes ..] for i < count, in parallel. The answers do not depend on the
 * number of threads nor on what was evaluated before. */
SHOAL_CHECKED shoal_status lattice_evaluate(lattice *space, const uint8_t *nodes, size_t count,
                                            evaluation *out, shoal_error *error);

/* Counts classes of nodes that the ground set cannot tell, because it was taken at higher levels
 * than theirs. Only where k alone decides what is published, and for additive metrics. */
typedef struct lattice_counter {
    const uint8_t *floor; /* [attributes] levels of the ground set; NULL: it can tell no node */
    uint64_t source;      /* what distinguishes the rows that it counts from others */
    /* The classes of a node, and what its suppressed rows add to the metric before its scale, as
     * node_classes_extra does. SHOAL_INTERRUPTED ends the search with what it has found. */
    shoal_status (*count)(class_statistics *out, double *extra, const uint8_t *node, uint64_t k,
                          const cost_table *costs, void *context, shoal_error *error);
    void *context;
} lattice_counter;

/* From now on, such nodes are evaluated by the counter, which is borrowed; NULL: there are none. */
void lattice_count_by(lattice *space, const lattice_counter *counter);

/* For additive metrics: the least cost of the node if it suppresses at least so many rows. It is
 * also a lower bound for all such nodes above it, and needs no data. 0 for the others. */
double lattice_floor(const lattice *space, const uint8_t *node, uint64_t suppressed);
/* The part of one attribute in that. */
double lattice_floor_of(const lattice *space, size_t attribute, int level, uint64_t suppressed);

#endif
