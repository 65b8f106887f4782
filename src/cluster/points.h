/* Records as points, and their division into clusters. Nothing here depends on the meaning of the
 * numbers. */
#ifndef SHOAL_CLUSTER_POINTS_H
#define SHOAL_CLUSTER_POINTS_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

/* Rows with finite coordinates, column by column: a subset of the attributes is a subset of the
 * pointers. */
typedef struct points {
    size_t rows;
    size_t dimensions;
    const double *const *column; /* [dimensions], each [rows] */
} points;

/* Rows that may share a cluster: those of one part. With part NULL all are of one. Every part has
 * at least k rows. */
typedef struct point_parts {
    const uint32_t *part; /* [rows] below count; may be NULL */
    size_t count;
} point_parts;

/* Sum of the squared distances of the rows to the means of their clusters, of[row] < count. The
 * rows of a cluster are added in their order, the clusters in theirs. */
SHOAL_CHECKED shoal_status points_sse(double *out, const points *of, const uint32_t *cluster,
                                      size_t count, shoal_error *error);

/* The means, means[cluster * dimensions + dimension], and the sizes (may be NULL). */
void points_means(double *means, size_t *sizes, const points *of, const uint32_t *cluster,
                  size_t count);

#endif
