/* Discernibility (run2011, equation 1): every row costs the size of its class, a suppressed row
 * the size of the table. */
#include "measure/metrics.h"

#include <assert.h>

static double dm_value(const metric_context *context, const class_statistics *statistics) {
    return (double)statistics->squares + (double)statistics->suppressed * (double)context->rows;
}

/* The largest class of the finer node that a suppressed row can be in. */
static uint64_t largest_lost(const metric_context *context, const class_statistics *statistics) {
    assert(context->k > 0);
    uint64_t most = context->k - 1;
    if (statistics->largest_lost == 0)
        return most;
    most = statistics->largest_lost > most ? statistics->largest_lost : most;
    return statistics->largest > most ? statistics->largest : most;
}

/* Merging classes only adds to the sum of squares. Rows known to be suppressed cost the table's
 * size instead of their class's, which without other rules is below k also in the finer node. */
static double dm_bound(const metric_context *context, const class_statistics *statistics,
                       uint64_t suppressed) {
    double more = (double)context->rows - (double)largest_lost(context, statistics);
    return (double)statistics->squares_of_groups + (more > 0 ? more * (double)suppressed : 0);
}

const metric metric_dm = {
    .name = "dm",
    .summary = "sum over all rows of the class size, or of the table's size if suppressed",
    .value = dm_value,
    .bound = dm_bound,
    .monotone = metric_monotone_without_suppression,
    .small_are_lost = true,
};
