/* What nodes cost in searches that compare feasible with infeasible ones, and drawing by cost. */
#ifndef SHOAL_SEARCH_LATTICE_COST_RULE_H
#define SHOAL_SEARCH_LATTICE_COST_RULE_H

#include "search/lattice/search_lattice.h"

/* Costs compare feasible and infeasible nodes. A feasible one costs its value; an infeasible one
 * also `per_row` for every row that it suppresses beyond the limit. */
typedef struct cost_rule {
    double per_row;
    uint64_t limit;
    double least; /* what 1/cost takes for a cost of 0; above 0 */
} cost_rule;

double cost_of(const cost_rule *rule, const evaluation *of);

/* Evaluates the top, the node that is feasible if any is, and sets the rule by its value: with
 * `penalty` 1, all rows beyond the limit cost as much as the top. SEARCH_PROVEN: no node is
 * feasible. */
search_step cost_rule_open(cost_rule *out, search *run, double penalty);

/* Roulette: draws `draws` times one of `count` members with a probability proportional to 1/cost.
 * `wheel` has room for `count` numbers. */
void cost_roulette(const cost_rule *rule, random_stream *stream, const double *costs, size_t count,
                   double *wheel, size_t *drawn, size_t draws);

#endif
