#include "measure/numeric_metrics.h"

#include <string.h>

const metric metric_sse = {
    .name = "sse",
    .summary = "microaggregation: 100 * SSE / SST on standardized attributes",
};

const metric metric_score = {
    .name = "score",
    .summary = "microaggregation: mean of sse and disclosure risk (balasch2010, section 3.3)",
};

const metric *const numeric_metric_list[] = {&metric_sse, &metric_score, NULL};

const metric *numeric_metric_find(const char *name) {
    for (size_t i = 0; numeric_metric_list[i]; i++)
        if (strcmp(numeric_metric_list[i]->name, name) == 0)
            return numeric_metric_list[i];
    return NULL;
}
