/* The search for cells to blank where a blank matches every value. */
#ifndef SHOAL_SEARCH_SUPPRESS_WILD_SEARCH_H
#define SHOAL_SEARCH_SUPPRESS_WILD_SEARCH_H

#include "search/driver/search.h"

SHOAL_CHECKED shoal_status wild_search_start(search *run, bool refines, shoal_error *error);
search_step wild_search_step(search *run);
void wild_search_finish(search *run);

#endif
