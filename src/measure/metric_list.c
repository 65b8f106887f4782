#include "measure/metrics.h"

#define METRIC_ENTRY(name) &metric_##name,
const metric *const metric_list[] = {METRICS(METRIC_ENTRY) NULL};
#undef METRIC_ENTRY
