/* Random small tasks for the property tests: bound hierarchies built by hand, rows drawn with a
 * skew. */
#ifndef SHOAL_TESTS_SUPPORT_TASK_H
#define SHOAL_TESTS_SUPPORT_TASK_H

#include "base/random.h"
#include "recode/lattice/lattice.h"

typedef struct task_shape {
    size_t fewest_attributes, most_attributes;
    int most_height;
    uint32_t most_values; /* of an attribute */
    size_t most_rows;
    size_t most_nodes; /* heights are cut until the lattice is not larger */
} task_shape;

typedef struct task {
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
    size_t lattice_memory;          /* bytes for rolled-up sets; 0: default */
} task;

/* SHOAL_TEST_SEED and SHOAL_TEST_CASES, or what the test has for default. Prints the seed. */
uint64_t task_seed(void);
size_t task_cases(size_t fallback);

/* Aborts when out of memory, as all of this file does. */
void task_new(task *out, uint64_t seed, const task_shape *shape);
/* Attributes of 2^height values each whose levels join neighbours in pairs, and rows drawn
 * uniformly; k is 2 and nothing may be suppressed. */
void task_binary(task *out, size_t attributes, int height, size_t rows, uint64_t seed);
/* The same task with its rows in another order. */
void task_shuffle(task *out, const task *from, uint64_t seed);
void task_free(task *made);

/* Nodes in mixed-radix order. */
size_t task_nodes(const task *made);
void task_node(const task *made, size_t index, uint8_t *node);
size_t task_index(const task *made, const uint8_t *node);
/* Not above in any attribute, and another one. */
bool task_is_below(const task *made, size_t low, size_t high);

lattice *task_lattice(task *made, const metric *target, thread_pool *pool);
thread_pool *task_threads(int threads);

#endif
