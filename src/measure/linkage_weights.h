/* How much an agreement speaks for two records being of one person: Fellegi and Sunter's weights
 * with probabilities found by expectation maximization. */
#ifndef SHOAL_MEASURE_LINKAGE_WEIGHTS_H
#define SHOAL_MEASURE_LINKAGE_WEIGHTS_H

#include "measure/disclosure.h"
#include "measure/pattern_table.h"

/* Binary logarithms. */
typedef struct linkage_weights {
    size_t attributes;
    double none;   /* of a pair that agrees nowhere */
    double *agree; /* [attributes] what an agreement adds to it */
} linkage_weights;

/* From pairs of which a share of `prior` are of one person. An agreement never speaks against that.
 * The sums are made in the order of the patterns. */
SHOAL_CHECKED shoal_status linkage_weights_open(linkage_weights *out, const pattern_table *patterns,
                                                size_t attributes, double prior,
                                                const linkage_attack *attack, shoal_error *error);
void linkage_weights_close(linkage_weights *made);

double linkage_weight(const linkage_weights *of, const uint64_t *pattern);

#endif
