/* Random small problems on cuts for the property tests: domains and taxonomies built by hand, rows
 * drawn with a skew, and the list of all valid candidates. */
#ifndef SHOAL_TESTS_SUPPORT_CUT_PROBLEM_H
#define SHOAL_TESTS_SUPPORT_CUT_PROBLEM_H

#include "base/random.h"
#include "recode/cut/cut.h"

/* Attributes of more values than this are free, and their partitions are not listed. */
#define CUT_PROBLEM_LISTED 16

typedef struct cut_shape {
    size_t fewest_attributes, most_attributes;
    uint32_t fewest_values, most_values; /* of an attribute */
    size_t fewest_rows, most_rows;
    double most_candidates; /* domains are made smaller until there are no more */
} cut_shape;

typedef struct cut_problem {
    uint64_t seed;
    arena memory;
    size_t attributes, rows;
    ordered_domain *domains;
    size_t *offset;     /* [attribute] of its first bit */
    uint32_t **part;    /* [attribute] its valid partitions, bit i for the boundary behind i */
    size_t *parts;      /* [attribute] */
    size_t bits, words; /* of a candidate */
    codes *columns;     /* [attribute] code of every row */
    const codes **refs; /* [attribute] into columns */
    frequency_set frequency;
    bound_hierarchy *hierarchies; /* [attributes]; a shuffled problem borrows them */
    metric_context context;
    bool wildcard;
    const bound_rules *bound_rules; /* privacy models beside k; NULL: none */
    const uint32_t *person;         /* [row]; NULL: every row is somebody else's */
} cut_problem;

/* Aborts when out of memory, as all of this file does. */
void cut_problem_new(cut_problem *out, uint64_t seed, const cut_shape *shape);
/* The same problem with its rows in another order. */
void cut_problem_shuffle(cut_problem *out, const cut_problem *from, uint64_t seed);
void cut_problem_free(cut_problem *made);

/* All candidates in mixed-radix order. */
size_t cut_problem_candidates(const cut_problem *made);
void cut_problem_candidate(const cut_problem *made, size_t index, uint64_t *node);
/* SIZE_MAX: not valid. */
size_t cut_problem_index(const cut_problem *made, const uint64_t *node);
/* A valid one, with few boundaries if so wished. */
void cut_problem_draw(const cut_problem *made, uint64_t *node, bool coarse, random_stream *stream);

cut *cut_problem_open(cut_problem *made, const metric *target, thread_pool *pool);

#endif
