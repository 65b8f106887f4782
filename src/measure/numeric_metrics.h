/* The metrics of microaggregation. Their values are put together from groups of attributes (see
 * space/grouping.h), not from classes. */
#ifndef SHOAL_MEASURE_NUMERIC_METRICS_H
#define SHOAL_MEASURE_NUMERIC_METRICS_H

#include "measure/metric.h"

extern const metric metric_sse;
extern const metric metric_score;

/* The list, NULL-terminated; and one by name, or NULL. */
extern const metric *const numeric_metric_list[];
const metric *numeric_metric_find(const char *name);

#endif
