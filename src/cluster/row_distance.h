/* The squared distance of one row, for what is not worth lanes. */
#ifndef SHOAL_CLUSTER_ROW_DISTANCE_H
#define SHOAL_CLUSTER_ROW_DISTANCE_H

#include "cluster/points.h"

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* To the bit what lanes_distances has. */
static inline double row_distance(const points *of, size_t row, const double *query) {
    double sum = 0;
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double difference = of->column[dimension][row] - query[dimension];
        sum += difference * difference;
    }
    return sum;
}

#endif
