/* Local search on cuts: the least changes of a candidate, one attribute after the other, as long as
 * one of them makes it better. */
#ifndef SHOAL_SEARCH_CLIMB_H
#define SHOAL_SEARCH_CLIMB_H

#include "search/search.h"
#include "space/cut.h"

typedef struct climb {
    uint64_t *node;    /* [words] where it is */
    evaluation result; /* and its evaluation */
    size_t attribute;  /* tried next */
    size_t quiet;      /* attributes tried since the last step up */
    /* Scratch: */
    uint64_t *wide;  /* [words] */
    uint64_t *batch; /* [most changes of an attribute * words] */
    partition_change *changes;
    evaluation *results;
} climb;

/* Allocates from `owner`; false when out of memory. */
bool climb_open(climb *out, arena *owner, search *run);

/* Starts at a node; its evaluation is made by the first step. */
SHOAL_CHECKED bool climb_start(climb *walk, search *run, const uint64_t *node);

/* Tries the changes of one attribute and makes the best one if it is an improvement. */
search_step climb_step(climb *walk, search *run);

/* Whether no change of any attribute is an improvement. */
bool climb_is_done(const climb *walk, const search *run);

#endif
