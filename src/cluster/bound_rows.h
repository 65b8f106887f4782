/* The rows that a bound looks at. A cluster of an optimal division has at most 2k - 1 rows, so of
 * equal rows no more than that many are ever needed beside each other: the others, and the price of
 * all of them, are only counted. */
#ifndef SHOAL_CLUSTER_BOUND_ROWS_H
#define SHOAL_CLUSTER_BOUND_ROWS_H

#include "base/memory.h"
#include "cluster/points.h"

#define BOUND_ALONE UINT32_MAX

typedef struct bound_rows {
    size_t k;
    size_t rows;
    size_t stride;   /* doubles per point: the dimensions, made up to a multiple of four by zeros */
    double *point;   /* [rows][stride] */
    points of;       /* the same by dimensions */
    double **column; /* [dimensions][rows] */
    uint32_t *head;  /* [rows] the first of its equals if some of these are only counted; otherwise
                        BOUND_ALONE */
    uint32_t *extra; /* [rows] of a first one: how many are only counted */
} bound_rows;

/* Of these rows, ascending; false when out of memory. */
bool bound_rows_open(bound_rows *out, arena *owner, const points *of, const uint32_t *rows,
                     size_t count, size_t k);

/* The squared distance. Four sums side by side, in an order that is the same everywhere. */
static inline double bound_distance(const bound_rows *of, size_t one, size_t other) {
    const double *a = of->point + one * of->stride, *b = of->point + other * of->stride;
    double sum[4] = {0, 0, 0, 0};
    for (size_t i = 0; i < of->stride; i += 4)
        for (size_t lane = 0; lane < 4; lane++)
            sum[lane] += (a[i + lane] - b[i + lane]) * (a[i + lane] - b[i + lane]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

#endif
