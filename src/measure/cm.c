/* Iyengar's classification metric: the share of rows that are suppressed, or whose class has
 * another majority of the target attribute. This is what a classifier loses that knows only a row's
 * class. */
#include "measure/metrics.h"

#include <assert.h>

static double cm_value(const metric_context *context, const class_statistics *statistics) {
    assert(statistics->strays + statistics->suppressed <= context->rows);
    return (double)(statistics->strays + statistics->suppressed) / (double)context->rows;
}

/* Merging classes never moves a row into a majority that it was not in, and a suppressed row costs
 * no less than one outside the majority. */
static double cm_bound(const metric_context *context, const class_statistics *statistics,
                       uint64_t suppressed) {
    uint64_t least =
        statistics->strays_of_groups > suppressed ? statistics->strays_of_groups : suppressed;
    return (double)least / (double)context->rows;
}

const metric metric_cm = {
    .name = "cm",
    .summary =
        "share of rows suppressed or outside the majority of their class in the target (Iyengar)",
    .value = cm_value,
    .bound = cm_bound,
    .monotone = metric_monotone_without_suppression,
    .needs_target = true,
};
