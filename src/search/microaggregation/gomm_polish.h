/* Local searches that follow the generations of gomm: the first from the best grouping, every other
 * from a few mutations of the best that they have found. */
#ifndef SHOAL_SEARCH_MICROAGGREGATION_GOMM_POLISH_H
#define SHOAL_SEARCH_MICROAGGREGATION_GOMM_POLISH_H

#include "search/microaggregation/gomm_climb.h"

typedef struct gomm_polish {
    size_t attributes;
    int64_t most;       /* climbs; 0: none */
    int64_t begun;      /* of them */
    gomm_climb walk;    /* the last */
    group_number *peak; /* the best so far */
    double height;      /* its cost */
    group_number *scratch[2];
} gomm_polish;

/* Allocates from `owner`; false when out of memory. */
bool gomm_polish_open(gomm_polish *out, arena *owner, size_t attributes, int64_t climbs);

/* A bounded piece of work on a grouping and what became of it; the node and its cost are looked at
 * in the first step only. SEARCH_FINISHED after the last climb. */
search_step gomm_polish_step(gomm_polish *work, search *run, const group_number *node, double cost);

#endif
