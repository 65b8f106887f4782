/* Attributes that are generalized in the same way for everybody: which level, by trying. */
#ifndef SHOAL_SEARCH_LOCAL_UNIFORM_LEVELS_H
#define SHOAL_SEARCH_LOCAL_UNIFORM_LEVELS_H

#include "search/local/local_search.h"

/* Binds the space to the best levels found. Levels are tried with clusters that are made fast, all
 * combinations where these are few, else attribute by attribute; then the best few with better
 * clusters. What was found on the way is offered. Nothing is done where no attribute is uniform. */
SHOAL_CHECKED shoal_status uniform_levels_choose(local_search *of, search *run, shoal_error *error);

#endif
