/* Random small lattices with privacy models beside k, every node of which the oracle has judged. */
#ifndef SHOAL_TESTS_SUPPORT_GUARDED_LATTICE_H
#define SHOAL_TESTS_SUPPORT_GUARDED_LATTICE_H

#include "support/guard_oracle.h"
#include "support/oracle.h"

#define GUARDED_NODES 96
#define GUARDED_MODELS 14

/* Every privacy model, and whether a class that violates it has only parts that do. */
typedef struct guarded_model {
    const char *rule;
    bool inherited;
} guarded_model;

extern const guarded_model guarded_models[GUARDED_MODELS];

extern const task_shape guarded_small;
/* Missing values are frequent in these, and match every other. */
extern const task_shape guarded_tiny;

typedef struct guarded_lattice {
    task task;
    guard_case rules;
    size_t nodes;
    oracle_answer answers[GUARDED_NODES];
} guarded_lattice;

/* Rules of this text, or NULL: some are drawn. */
guarded_lattice *guarded_lattice_new(uint64_t seed, const task_shape *shape, const char *rules);
void guarded_lattice_free(guarded_lattice *done);

/* The best value among the feasible nodes; infinite if there is none. */
double guarded_lattice_best(const guarded_lattice *done, size_t target);

/* So many small lattices with drawn rules, unless SHOAL_TEST_CASES says otherwise. */
void guarded_lattices_check(uint64_t seed, size_t cases, void (*check)(guarded_lattice *done));

#endif
