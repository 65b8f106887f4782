/* What the searches for clusters share: the space, the work that methods are given, limits, and
 * how clusters become the incumbent. */
#ifndef SHOAL_SEARCH_LOCAL_LOCAL_SEARCH_H
#define SHOAL_SEARCH_LOCAL_LOCAL_SEARCH_H

#include "base/deadline.h"
#include "boxes/box_spots.h"
#include "recode/cluster_space.h"
#include "search/driver/search.h"

typedef struct local_search {
    cluster_space *space;
    deadline *limit; /* set when the user or the clock ends the search; NULL: the clock does not */
    box_work work;   /* at the levels that the space is bound to */
    box_spots spots; /* that local_find_spots has found */
    uint8_t *node;   /* [node_bytes] scratch */
    int64_t cost;    /* of the incumbent, in units of box_cost; INT64_MAX: there is none */
} local_search;

/* A method of box_clusters.h. */
typedef shoal_status local_method(box_clusters *out, const box_work *work, shoal_error *error);

SHOAL_CHECKED shoal_status local_open(local_search *out, search *run, shoal_error *error);
void local_close(local_search *of);

/* Offers clusters to the space and the driver; frees or takes over *clusters. */
SHOAL_CHECKED shoal_status local_offer(local_search *of, search *run, box_clusters *clusters,
                                       shoal_error *error);
/* Finds the near spots once for all methods that follow. */
SHOAL_CHECKED shoal_status local_find_spots(local_search *of, shoal_error *error);
/* Runs a method and offers what it made. */
SHOAL_CHECKED shoal_status local_run_method(local_search *of, search *run, local_method *method,
                                            shoal_error *error);
/* Where a method found nothing that holds: one cluster for each block of rows that can be together
 * at all. If it does not hold either, nothing does, since all rules are closed under union. */
SHOAL_CHECKED shoal_status local_coarsest(box_clusters *out, const box_work *work,
                                          shoal_error *error);

/* What a failed call means for the search: SHOAL_INTERRUPTED is no error. */
search_step local_stop(search *run, shoal_status status, const shoal_error *error);
/* Whether the answer cannot be improved: its cost, which is rounded, is no more than such a bound,
 * or there is one way only to form clusters. */
bool local_is_settled(const local_search *of, int64_t bound);

#endif
