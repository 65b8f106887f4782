/* The second part of sse_bound.h: the values of the rows are raised together. */
#ifndef SHOAL_CLUSTER_BOUND_ASCENT_H
#define SHOAL_CLUSTER_BOUND_ASCENT_H

#include "cluster/bound_price.h"

typedef struct bound_ascent_setup {
    near_lists *near; /* of all rows, turned */
    double target;
    thread_pool *pool;
} bound_ascent_setup;

/* The cluster of the largest excess that is known of each row. */
typedef struct priced_rows {
    uint32_t *row;  /* [rows][2k - 1] */
    uint32_t *size; /* [rows] */
    double *excess; /* [rows] */
} priced_rows;

typedef struct bound_ascent {
    bound_ascent_setup setup;
    const bound_rows *of;
    size_t most; /* 2k - 1 */
    price_list list;
    pricer *pricers; /* [threads] */
    priced_rows priced, before;
    uint32_t *source; /* [rows] whose cluster is the best known */
    bool *open;       /* [rows] more could have been decided */
    uint64_t budget;  /* items to look at for one row */
    size_t at;        /* rows priced so far of this round; 0: the next is to begin */
    size_t stride;    /* from one row to the next that is priced */
    size_t rounds;    /* that ended */
    double *u;        /* [rows] */
    double *scale;    /* [rows] how much each may move */
    double *slope;    /* [rows] of the bound in u */
    double *best_u;   /* [rows] of the best bound so far, and its slope */
    double *best_slope;
    double value; /* that bound; -infinity: none yet */
    double step;  /* share of the distance to the target */
    bool tried;   /* a smaller step, since more was looked at */
    int failures; /* rounds in a row without a better bound */
    uint64_t work;
} bound_ascent;

/* False when out of memory. */
bool bound_ascent_open(bound_ascent *out, arena *owner, const bound_ascent_setup *setup);
/* Prices some rows and, after the last, moves all values; false when nothing more is to be gained.
 */
bool bound_ascent_step(bound_ascent *used);
/* A bound, but for the rounding of distances and of its own sum; -infinity: none yet. */
double bound_ascent_value(const bound_ascent *used);
uint64_t bound_ascent_work(const bound_ascent *used);
/* What a round takes, as far as the first one has shown it, after the first rows with much doubt;
 * 0: it has ended, or not begun. */
uint64_t bound_ascent_first_round(const bound_ascent *used);

#endif
