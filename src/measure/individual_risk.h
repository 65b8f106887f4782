/* The risk of a record of a sample with sampling weights: R. Benedetti, L. Franconi, "Statistical
 * and Technological Solutions for Controlled Data Dissemination", 1998, as restated by L. Franconi,
 * S. Polettini, "Individual Risk Estimation in mu-Argus: a Review", Privacy in Statistical
 * Databases 2004.
 *
 * A class has f records in the sample, whose weights add up to W. Its size F in the population is
 * unknown; given f it is negative binomial: P(F = h) = C(h - 1, f - 1) p^f (1 - p)^(h - f), h >= f,
 * with p = f / W. The risk is the mean of 1 / F. */
#ifndef SHOAL_MEASURE_INDIVIDUAL_RISK_H
#define SHOAL_MEASURE_INDIVIDUAL_RISK_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

/* f >= 1 and weight > 0; where the weight is below f, it counts as f, and the risk is 1 / f. The
 * relative error is below 1e-13. */
double individual_risk(uint64_t f, double weight);

/* The probability that a class of one record has one person in the population, 1 / weight; at most
 * 1. */
double individual_unique(double weight);

/* Of all records together. */
typedef struct individual_totals {
    uint64_t rows;
    double population; /* sum of the weights */
    double largest;    /* risk of a record */
    double expected;   /* records that are expected to be re-identified: the sum of the risks */
    double global;     /* the mean of the risks; 0 without records */
    uint64_t above;    /* records whose risk is strictly above the threshold */
    double uniques;    /* records that are expected to be unique in the population */
} individual_totals;

/* risk[class] is filled in; counts[class] records have the weights[class] together. Classes without
 * records have risk 0. */
void individual_risk_measure(individual_totals *out, double *risk, const uint32_t *counts,
                             const double *weights, size_t classes, double threshold);

/* The probability that at least one member of a household is found, where `none` is the one that
 * none of the others is: 1 - none * (1 - risk) in the end. */
static inline double household_add(double none, double risk) {
    return none * (1 - (risk < 1 ? risk : 1));
}

#endif
