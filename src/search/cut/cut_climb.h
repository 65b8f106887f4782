/* Local search on cuts. Where the metric allows it, one attribute after the other gets the best of
 * all its partitions while the others stay; where it does not, or suppression is limited so that
 * this need not be the best, the smallest changes of each attribute are tried too. */
#ifndef SHOAL_SEARCH_CUT_CUT_CLIMB_H
#define SHOAL_SEARCH_CUT_CUT_CLIMB_H

#include "search/cut/search_cut.h"

typedef struct climb {
    uint64_t *node;    /* [words] where it is */
    evaluation result; /* and its evaluation */
    bool whole;        /* the next step tries whole partitions, not changes */
    size_t held;       /* attribute fixed until nothing else improves; `attributes`: none */
    size_t attribute;  /* whose changes are tried next */
    size_t quiet;      /* attributes whose changes were tried since the last step up */
    /* Scratch: */
    double *penalties; /* [penalty_count] */
    size_t penalty_count;
    size_t room;     /* nodes in a batch */
    uint64_t *wide;  /* [words] */
    uint64_t *batch; /* [room * words] */
    partition_change *changes;
    evaluation *results; /* [room] */
} climb;

/* Allocates from `owner`; false when out of memory. */
bool climb_open(climb *out, arena *owner, search *run);

/* Starts at a node, which it evaluates. One attribute may be held at first (`attributes`: none).
 * False: stop now. */
SHOAL_CHECKED bool climb_start(climb *walk, search *run, const uint64_t *node, size_t held);

/* Feasible before infeasible, infeasible by suppressed rows, then by value. */
bool climb_is_better(const evaluation *one, const evaluation *other, uint64_t limit);

/* Tries whole partitions of all attributes, or the changes of one, and makes the best of them if it
 * is an improvement. */
search_step climb_step(climb *walk, search *run);

/* Whether there is no improvement left. */
bool climb_is_done(const climb *walk, const search *run);

#endif
