/* Local search on groupings that takes the first improvement: one attribute moves to another group
 * or leaves its group, two attributes of different groups swap, or two groups become one. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_GOMM_CLIMB_H
#define SHOAL_SEARCH_MICROAGGREGATION_GOMM_CLIMB_H

#include "base/memory.h"
#include "recode/microaggregation/group_node.h"
#include "search/driver/search.h"

typedef struct gomm_climb {
    size_t attributes;
    group_number *node; /* where it is; canonical */
    double cost;
    size_t groups;
    size_t next;         /* neighbour to be tried */
    size_t tried;        /* neighbours in a row that are not better */
    group_number *batch; /* nodes to be evaluated */
    evaluation *results;
} gomm_climb;

/* What a grouping costs: its value or, where rules suppress too many rows, more than any value and
 * the more, the more rows are suppressed. */
double gomm_cost(const search *run, const evaluation *result);

/* Allocates from `owner`; false when out of memory. */
bool gomm_climb_open(gomm_climb *out, arena *owner, size_t attributes);

/* `node` may be the walk's own. */
void gomm_climb_start(gomm_climb *walk, const group_number *node, double cost);

/* Evaluates some neighbours and goes to the best of them if it is better than the node.
 * SEARCH_FINISHED: no neighbour is. */
search_step gomm_climb_step(gomm_climb *walk, search *run);

/* Neighbours of a node with so many groups, and one of them; false when it is the node itself. */
size_t gomm_neighbours(size_t attributes, size_t groups);
bool gomm_neighbour(group_number *out, const group_number *node, size_t attributes, size_t groups,
                    size_t index);

#endif
