/* Given a value u of every row: how far the rows of a cluster can exceed what the cluster costs.
 *
 * The excess of a cluster C is (Σ u - SSE(C)) / |C|, the share of each of its rows. For one row the
 * largest excess of all clusters of k to 2k - 1 rows that contain it is sought, among all rows that
 * can be part of it. Where this takes too long, a limit of what is left takes the place of the
 * answer: it is never below the true one. */
#ifndef SHOAL_CLUSTER_BOUND_PRICE_H
#define SHOAL_CLUSTER_BOUND_PRICE_H

#include "cluster/bound_tree.h"
#include "cluster/near_lists.h"

/* What the search for any row needs, for one u. A row that is in no list with another one is at
 * least as far from it as the lists of both reach, so few of them have anything to give. */
typedef struct price_list {
    const bound_rows *of;
    const near_lists *near;
    const double *u;
    size_t sizes; /* of clusters: k, k + 1, ... */
    /* [sizes][rows] the greatest first, as distance: what a row gives at most to a cluster, without
     * the distance to its first row; and with that, if it is where the row's own list ends. */
    neighbour *at_zero, *at_reach;
} price_list;

/* False when out of memory. */
bool price_list_open(price_list *out, arena *owner, const near_lists *near);
void price_list_set(price_list *out, const double *u, thread_pool *pool);

/* What one thread needs. */
typedef struct pricer {
    const price_list *list;
    bound_tree tree;
    tree_item *items; /* [rows] */
    size_t count;
    uint64_t work; /* items looked at */
} pricer;

bool pricer_open(pricer *out, arena *owner, const price_list *list);

/* Raises *answer, the excess of a cluster with this row, to the largest excess of all or to
 * something above it; whether no more than `budget` items had to be looked at. */
bool pricer_find(pricer *used, price *answer, uint32_t row, uint64_t budget);

#endif
