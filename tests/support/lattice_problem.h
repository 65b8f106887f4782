/* Random small problems for the property tests: bound hierarchies built by hand, rows drawn with a
 * skew. */
#ifndef SHOAL_TESTS_SUPPORT_LATTICE_PROBLEM_H
#define SHOAL_TESTS_SUPPORT_LATTICE_PROBLEM_H

#include "base/random.h"
#include "recode/lattice/lattice.h"

typedef struct lattice_shape {
    size_t fewest_attributes, most_attributes;
    int most_height;
    uint32_t most_values; /* of an attribute */
    size_t most_rows;
    size_t most_nodes; /* heights are cut until the lattice is not larger */
} lattice_shape;

typedef struct lattice_problem {
    uint64_t seed;
    arena memory;
    size_t attributes;
    size_t rows;
    bound_hierarchy *hierarchies;
    codes *columns;     /* [attribute] ground code of every row */
    const codes **refs; /* [attribute] into columns */
    frequency_set frequency;
    metric_context context;
    bool wildcard;
    const bound_rules *bound_rules; /* privacy models beside k; NULL: none */
    const uint32_t *person;         /* [row]; NULL: every row is somebody else's */
    size_t lattice_memory;          /* bytes for rolled-up sets; 0: default */
    size_t most_classes;            /* in memory at a time; 0: any number */
} lattice_problem;

/* Aborts when out of memory, as all of this file does. */
void lattice_problem_new(lattice_problem *out, uint64_t seed, const lattice_shape *shape);
/* Attributes of 2^height values each whose levels join neighbours in pairs, and rows drawn
 * uniformly; k is 2 and nothing may be suppressed. */
void lattice_problem_binary(lattice_problem *out, size_t attributes, int height, size_t rows,
                            uint64_t seed);
/* The same problem with its rows in another order. */
void lattice_problem_shuffle(lattice_problem *out, const lattice_problem *from, uint64_t seed);
void lattice_problem_free(lattice_problem *made);

/* Nodes in mixed-radix order. */
size_t lattice_problem_nodes(const lattice_problem *made);
void lattice_problem_node(const lattice_problem *made, size_t index, uint8_t *node);
size_t lattice_problem_index(const lattice_problem *made, const uint8_t *node);
/* Not above in any attribute, and another one. */
bool lattice_problem_is_below(const lattice_problem *made, size_t low, size_t high);

lattice *lattice_problem_open(lattice_problem *made, const metric *target, thread_pool *pool);

#endif
