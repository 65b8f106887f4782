/* The share of rows in the largest class: 1 where a single class is left. Suppressed rows count as
 * one class, so that suppressing rows does not help. */
#include "measure/metrics.h"

static double share(const metric_context *context, uint64_t rows) {
    return context->rows ? (double)rows / (double)context->rows : 0;
}

static double value(const metric_context *context, const class_statistics *found) {
    return share(context, found->largest > found->suppressed ? found->largest : found->suppressed);
}

/* Classes only merge towards the top: the largest published class stays in one piece, and whole
 * classes are suppressed or published. */
static double bound(const metric_context *context, const class_statistics *found,
                    uint64_t suppressed) {
    return share(context, found->largest > suppressed ? found->largest : suppressed);
}

const metric metric_largest_share = {
    .name = "largest_share",
    .summary = "share of the rows in the largest class; suppressed rows are one class",
    .value = value,
    .bound = bound,
    .monotone = metric_monotone_without_suppression,
};
