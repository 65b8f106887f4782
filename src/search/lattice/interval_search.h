/* Branch and bound over the nodes between two. Works on a search, or on a part of one, whose state
 * it is while it works. */
#ifndef SHOAL_SEARCH_LATTICE_INTERVAL_SEARCH_H
#define SHOAL_SEARCH_LATTICE_INTERVAL_SEARCH_H

#include "search/lattice/known_costs.h"

typedef struct interval_search interval_search;

/* All nodes between `low` and `high`; attributes that both lack are left out. Uses what is known
 * meanwhile, if anything. The run's parameter `probe` is that of `optimal`. NULL when out of
 * memory.
 */
interval_search *interval_search_open(search *run, const known_costs *known, const uint8_t *low,
                                      const uint8_t *high);
void interval_search_close(interval_search *of);

/* For a search of all attributes that was opened without: from now on it uses what is known. False
 * when out of memory. */
SHOAL_CHECKED bool interval_search_know(interval_search *of, const known_costs *known,
                                        const search *run);

/* What it has proven, by itself unless it uses what is known. */
double interval_search_bound(const interval_search *of);

/* Opens some intervals of run->state; SEARCH_PROVEN when none is left. Raises the run's bound. */
search_step interval_search_step(search *run);

#endif
