/* The space of an algorithm on cuts. */
#ifndef SHOAL_SEARCH_CUT_SEARCH_CUT_H
#define SHOAL_SEARCH_CUT_SEARCH_CUT_H

#include "recode/cut/cut.h"
#include "search/driver/search.h"

static inline cut *search_cut(const search *run) {
    return cut_of_space(run->space);
}

#endif
