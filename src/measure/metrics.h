/* The metrics, one file each, and what several of them share. */
#ifndef SHOAL_MEASURE_METRICS_H
#define SHOAL_MEASURE_METRICS_H

#include "measure/metric.h"

/* One line for each, in the order of the result: metric_NAME is in src/measure/NAME.c. */
#define METRICS(X)                                                                                 \
    X(loss)                                                                                        \
    X(precision)                                                                                   \
    X(dm)                                                                                          \
    X(aecs)                                                                                        \
    X(entropy)                                                                                     \
    X(nwp)                                                                                         \
    X(necd)                                                                                        \
    X(cm)

#define METRIC_DECLARE(name) extern const metric metric_##name;
METRICS(METRIC_DECLARE)
#undef METRIC_DECLARE

/* Iyengar's penalty of a published cell: (P - 1) / (N - 1), 0 for a domain of one value. */
double metric_cell_loss(const bound_hierarchy *of, int level, uint32_t group);

/* A `monotone` for metrics that only grow towards the top as long as nothing is suppressed. */
bool metric_monotone_without_suppression(const metric_context *context);

#endif
