/* The space of an algorithm on microaggregation. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_SEARCH_GROUPING_H
#define SHOAL_SEARCH_MICROAGGREGATION_SEARCH_GROUPING_H

#include "recode/microaggregation/grouping.h"
#include "search/driver/search.h"

static inline grouping *search_grouping(const search *run) {
    return grouping_of_space(run->space);
}

#endif
