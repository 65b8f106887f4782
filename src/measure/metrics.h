/* The metrics, one file each, and what several of them share. */
#ifndef SHOAL_MEASURE_METRICS_H
#define SHOAL_MEASURE_METRICS_H

#include "measure/metric.h"

extern const metric metric_loss;
extern const metric metric_precision;
extern const metric metric_dm;
extern const metric metric_aecs;
extern const metric metric_entropy;
extern const metric metric_nwp;
extern const metric metric_necd;
extern const metric metric_cm;

/* Iyengar's penalty of a published cell: (P - 1) / (N - 1), 0 for a domain of one value. */
double metric_cell_loss(const bound_hierarchy *of, int level, uint32_t group);

/* A `monotone` for metrics that only grow towards the top as long as nothing is suppressed. */
bool metric_monotone_without_suppression(const metric_context *context);

#endif
