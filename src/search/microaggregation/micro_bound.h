/* What proves bounds on the answers of algorithms of microaggregation. They are in no list: nobody
 * searches with them. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_MICRO_BOUND_H
#define SHOAL_SEARCH_MICROAGGREGATION_MICRO_BOUND_H

#include "search/driver/search.h"

/* For the groups of the plan: no clusters of these have a smaller sse. */
extern const algorithm algorithm_micro_bound;
/* For any groups: averaging every attribute separately loses least. */
extern const algorithm algorithm_micro_bound_any;

#endif
