/* Random small lattices with privacy models beside k, every node of which the oracle has judged. */
#ifndef SHOAL_TESTS_SUPPORT_GUARDED_LATTICE_H
#define SHOAL_TESTS_SUPPORT_GUARDED_LATTICE_H

#include "support/oracle.h"
#include "support/rules_oracle.h"

#define RULESED_NODES 96
#define RULESED_MODELS 16

/* Every privacy model, and whether a class that violates it has only parts that do. */
typedef struct constrained_model {
    const char *rule;
    bool inherited;
} constrained_model;

extern const constrained_model constrained_models[RULESED_MODELS];

extern const lattice_shape constrained_small;
/* Missing values are frequent in these, and match every other. */
extern const lattice_shape constrained_tiny;

typedef struct constrained_lattice {
    lattice_problem problem;
    bound_rules_case rules;
    size_t nodes;
    oracle_answer answers[RULESED_NODES];
} constrained_lattice;

/* Rules of this text, or NULL: some are drawn. */
constrained_lattice *constrained_lattice_new(uint64_t seed, const lattice_shape *shape,
                                             const char *rules);
/* The same where persons have several rows. */
constrained_lattice *constrained_lattice_of_persons(uint64_t seed, const lattice_shape *shape,
                                                    const char *rules);
void constrained_lattice_free(constrained_lattice *done);

/* The best value among the feasible nodes; infinite if there is none. */
double constrained_lattice_best(const constrained_lattice *done, size_t target);

/* So many small lattices with drawn rules, in every third of which persons have several rows,
 * unless SHOAL_TEST_CASES says otherwise. */
void constrained_lattices_check(uint64_t seed, size_t cases,
                                void (*check)(constrained_lattice *done));

#endif
