/* Normalized equivalence class dispersion (dewri2009, section 3.2): how unevenly the published
 * rows are protected. */
#include "measure/metrics.h"

#include <assert.h>

static double necd_value(const metric_context *context, const class_statistics *statistics) {
    if (statistics->classes == 0 || context->rows <= 1)
        return 0;
    assert(statistics->smallest <= statistics->largest);
    return (double)(statistics->largest - statistics->smallest) / (double)(context->rows - 1);
}

/* One class for all rows has no dispersion: nothing better than 0 is known for nodes above. */
static double necd_bound(const metric_context *context, const class_statistics *statistics,
                         uint64_t suppressed) {
    (void)suppressed;
    (void)context;
    (void)statistics;
    return 0;
}

static bool never(const metric_context *context) {
    (void)context;
    return false;
}

const metric metric_necd = {
    .name = "necd",
    .summary = "largest minus smallest class, as a share of the rows (privacy bias)",
    .value = necd_value,
    .bound = necd_bound,
    .monotone = never,
};
