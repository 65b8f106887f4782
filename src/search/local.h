/* Iterated local search, as an algorithm of its own and as a part of `auto`. */
#ifndef SHOAL_SEARCH_LOCAL_H
#define SHOAL_SEARCH_LOCAL_H

#include "search/search.h"

typedef struct local_search local_search;

/* NULL when out of memory. `number` tells apart several walks of one run. */
local_search *local_open(const search *run, uint64_t number);
void local_close(local_search *walk);

/* Tries the levels of one attribute, or leaves a local optimum for another starting point. Never
 * ends by itself: SEARCH_CONTINUE or SEARCH_STOPPED. */
search_step local_step(search *run, local_search *walk);

/* Local optima visited so far. */
int64_t local_optima(const local_search *walk);

#endif
