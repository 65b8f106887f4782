/* Average class size over k. Suppressed rows are one class: without that, suppressing all but one
 * class would be perfect. */
#include "measure/metrics.h"

#include <assert.h>

static double average(const metric_context *context, uint64_t classes) {
    assert(context->k > 0);
    return classes ? (double)context->rows / (double)classes / (double)context->k : 0;
}

static double aecs_value(const metric_context *context, const class_statistics *statistics) {
    return average(context, statistics->classes + (statistics->suppressed > 0));
}

/* Classes only merge towards the top, and a node with suppressed rows has at least one class below
 * k among its groups. */
static double aecs_bound(const metric_context *context, const class_statistics *statistics,
                         uint64_t suppressed) {
    (void)suppressed;
    return average(context, statistics->groups);
}

const metric metric_aecs = {
    .name = "aecs",
    .summary = "average class size divided by k",
    .value = aecs_value,
    .bound = aecs_bound,
    .monotone = metric_monotone_without_suppression,
};
