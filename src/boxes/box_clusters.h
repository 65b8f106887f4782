/* Clusters of a table's tuples: what every method of local recoding makes, and begins with. */
#ifndef SHOAL_BOXES_BOX_CLUSTERS_H
#define SHOAL_BOXES_BOX_CLUSTERS_H

#include "base/threads.h"
#include "boxes/box_table.h"

#define BOX_BLANK UINT32_MAX /* in place of a cluster: rows left out of all */

/* Some copies of a tuple are in a cluster. */
typedef struct box_portion {
    uint32_t cluster; /* or BOX_BLANK */
    uint32_t copies;  /* at least 1 */
} box_portion;

/* Portions of a tuple stand in the order of their clusters. Clusters are numbered without gaps in
 * the order of their first tuples. */
typedef struct box_clusters {
    size_t tuples;
    size_t *first;        /* [tuples + 1] of each tuple's portions */
    box_portion *portion; /* [first[tuples]] */
    size_t clusters;
    uint64_t blanked; /* rows */
    int64_t cost;     /* of all rows, in units of box_cost */
} box_clusters;

struct box_spots;

/* What the methods work with. */
typedef struct box_work {
    const box_table *of;
    const box_costs *costs;
    thread_pool *pool;          /* may be NULL */
    const volatile int *cancel; /* may be NULL: then a method ends early with SHOAL_INTERRUPTED */
    uint64_t seed;
    const struct box_spots *spots; /* found before, for several methods (box_spots.h); NULL: each
                                      finds them for itself */
    int worker; /* the number that rules are asked with by what runs in the calling thread alone */
} box_work;

void box_clusters_free(box_clusters *made);
SHOAL_CHECKED shoal_status box_clusters_copy(box_clusters *out, const box_clusters *from,
                                             shoal_error *error);

/* Works out cost, number and order of clusters that a method has listed as portions in any order.
 * Equal tuples of one cluster are joined. */
SHOAL_CHECKED shoal_status box_clusters_settle(box_clusters *made, const box_work *work,
                                               shoal_error *error);

/* The members of each cluster, for whoever goes through them: those of c are
 * tuple[begin[c] .. begin[c + 1]), with as many copies. */
typedef struct box_members {
    size_t *begin;   /* [clusters + 1] */
    uint32_t *tuple; /* ascending in a cluster */
    uint32_t *copies;
} box_members;

SHOAL_CHECKED shoal_status box_members_list(box_members *out, const box_clusters *of,
                                            shoal_error *error);
void box_members_free(box_members *list);

/* Whether every cluster has k rows and keeps the rule, no box has a forbidden cell, and no more
 * rows are blanked than may be: the condition of a release. By plain counting. */
SHOAL_CHECKED shoal_status box_clusters_check(bool *holds, const box_clusters *of,
                                              const box_work *work, shoal_error *error);
/* The same; false when out of memory, too. */
bool box_clusters_hold(const box_clusters *of, const box_work *work);

/* ---- Methods, from the fastest to the best --------------------------------------------------- */

/* Orders the tuples and divides the order into clusters by dynamic programming. */
SHOAL_CHECKED shoal_status box_sorted(box_clusters *out, const box_work *work, shoal_error *error);
/* Greedy k-member: a cluster at a time, from outliers inwards. */
SHOAL_CHECKED shoal_status box_member(box_clusters *out, const box_work *work, shoal_error *error);
/* Merges near clusters, cheapest first, until all are large enough. */
SHOAL_CHECKED shoal_status box_agglomerate(box_clusters *out, const box_work *work,
                                           shoal_error *error);

#endif
