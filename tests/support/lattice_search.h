/* One search on the lattice of a problem, and what came of it. */
#ifndef SHOAL_TESTS_SUPPORT_LATTICE_SEARCH_H
#define SHOAL_TESTS_SUPPORT_LATTICE_SEARCH_H

#include "search/driver/search.h"
#include "support/lattice_problem.h"

typedef struct lattice_outcome {
    bool found;
    bool closed; /* stopped by its proof */
    bool proven; /* by that or by its bound */
    uint8_t node[8];
    evaluation best;
    double bound;
    int64_t evaluations, memo_hits;
} lattice_outcome;

/* At most so many evaluations, 0 for any number. Small lattices are never probed by default, nor
 * searched in blocks of attributes, so that two of three problems ask for the first, and one for
 * both, where no settings are given. */
lattice_outcome lattice_search(lattice_problem *made, size_t target, const char *name,
                               const shoal_parameter *settings, int threads, int64_t evaluations);

#endif
