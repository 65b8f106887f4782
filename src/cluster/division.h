/* The clusters made so far, and the rows of each part. */
#ifndef SHOAL_CLUSTER_DIVISION_H
#define SHOAL_CLUSTER_DIVISION_H

#include "base/memory.h"
#include "cluster/candidates.h"
#include "cluster/points.h"

#include <assert.h>

typedef struct division {
    const points *of;
    uint32_t *cluster; /* [rows] */
    size_t clusters;
    size_t assigned; /* rows that have a cluster */
} division;

static inline void division_assign(division *in, uint32_t row, size_t cluster) {
    assert(row < in->of->rows && in->assigned < in->of->rows);
    in->cluster[row] = (uint32_t)cluster;
    in->assigned++;
}

/* The coordinates of a row. */
static inline void division_locate(const division *in, double *out, uint32_t row) {
    for (size_t dimension = 0; dimension < in->of->dimensions; dimension++)
        out[dimension] = in->of->column[dimension][row];
}

#endif
