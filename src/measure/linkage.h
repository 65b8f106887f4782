/* What the two attacks have in common. */
#ifndef SHOAL_MEASURE_LINKAGE_H
#define SHOAL_MEASURE_LINKAGE_H

#include "measure/disclosure.h"
#include "measure/privacy_model.h"

#include <assert.h>

static inline size_t linkage_attacked(const linkage_attack *attack) {
    size_t rows = attack->original->rows;
    return attack->most > 0 && attack->most < rows ? attack->most : rows;
}

/* The j-th of `count` evenly spaced ones of `all`; both are below 2 ^ 32. */
static inline size_t linkage_spaced(size_t j, size_t count, size_t all) {
    assert(j < count && count <= all);
    return j * all / count;
}

/* What was found of some of the attacked records. Shares are whole numbers of 2^-60, so that their
 * order does not matter. */
typedef struct linkage_sums {
    uint64_t linked;
    model_sum share;
} linkage_sums;

#define LINKAGE_ONE ((model_sum)1 << 60)

/* `best` ones are as likely as the own one, which is among them; 0: it is not. */
static inline void linkage_sums_add(linkage_sums *to, uint64_t best) {
    to->linked += best == 1;
    to->share += best ? LINKAGE_ONE / (model_sum)best : 0;
}

static inline void linkage_outcome_fill(linkage_outcome *out, const linkage_sums *all) {
    out->linked = all->linked;
    if (out->attacked > 0)
        out->expected = (double)((long double)all->share / (long double)LINKAGE_ONE /
                                 (long double)out->attacked);
}

static inline bool linkage_cancelled(const linkage_attack *attack) {
    return attack->cancel && *attack->cancel;
}

static inline shoal_status linkage_interrupted(shoal_error *error) {
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted while linking records");
}

static inline void linkage_record(double *out, const points *of, size_t row) {
    for (size_t d = 0; d < of->dimensions; d++)
        out[d] = of->column[d][row];
}

/* linkage_by_probability with another limit than LINKAGE_PATTERNS. */
SHOAL_CHECKED shoal_status linkage_by_probability_within(linkage_outcome *out,
                                                         const linkage_attack *attack,
                                                         size_t patterns, shoal_error *error);

#endif
