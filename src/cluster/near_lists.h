/* The nearest rows of every row, with what is certain about all others. */
#ifndef SHOAL_CLUSTER_NEAR_LISTS_H
#define SHOAL_CLUSTER_NEAR_LISTS_H

#include "base/threads.h"
#include "cluster/block_index.h"
#include "cluster/bound_rows.h"

typedef struct near_worker {
    block_index in;   /* with a queue of its own */
    neighbour *found; /* [length + 1] */
    double *query;    /* [dimensions] */
} near_worker;

typedef struct near_lists {
    const bound_rows *of;
    size_t length;   /* of every list: the same for all, fewer than the rows */
    bool kept;       /* the lists are; otherwise only the sums */
    uint32_t *order; /* [rows] near ones beside each other */
    size_t done;     /* rows with a list: the first ones of this order */
    neighbour *near; /* [rows][length] the nearest first, without the row itself */
    double *sums;    /* [rows] of the distances of the k - 1 nearest */
    double *reach;   /* [rows] squared: whatever is not in the list is at least so far away */
    size_t *begin;   /* [rows + 1] of `back` */
    neighbour *back; /* rows that have it in their list, and are not in its own */
    size_t back_count;
    double *weight; /* [rows] how much of a distance is a row's own */
    size_t summed;  /* distances to others whose shares are known */
    double *shares; /* [rows][summed + 1] at least the sum of its shares of t distances to others */
    near_worker *workers; /* [threads] */
    thread_pool *pool;
    uint64_t work; /* distances computed */
} near_lists;

/* Lists of up to so many rows, or with `kept` false the sums of just so many; false when out of
 * memory. */
bool near_lists_open(near_lists *out, arena *owner, const bound_rows *of, size_t length, bool kept,
                     thread_pool *pool);
/* Finds the lists of up to so many more rows. */
void near_lists_find(near_lists *in, size_t rows);
/* Once all are found: fills the rest, with the shares of up to so many distances, at least k - 1;
 * false when out of memory. Weights are to be chosen then. */
bool near_lists_turn(near_lists *in, arena *owner, size_t summed);
/* The weight of a row is the distance of the nearest one in this place, from 1 on, or of the last.
 * Returns the sum over all rows of their shares of k - 1 distances, at least. */
double near_lists_weigh(near_lists *in, size_t place);

static inline const neighbour *near_lists_of(const near_lists *in, size_t row) {
    return in->near + row * in->length;
}

/* A row's share of the distance to another one: the two shares make up the distance, and the more
 * remote row has the larger one. What an outlier adds to any cluster is then almost all its own. */
static inline double near_lists_share(const near_lists *in, size_t row, size_t of,
                                      double distance) {
    double both = in->weight[row] + in->weight[of];
    return both > 0 ? distance * (in->weight[row] / both) : distance / 2;
}

/* At most the sum of a row's shares of its distances to any t others. */
static inline double near_lists_shares(const near_lists *in, size_t row, size_t t) {
    return in->shares[row * (in->summed + 1) + t];
}

#endif
