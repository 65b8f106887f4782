/* The models behind population_uniques.h. */
#ifndef SHOAL_MEASURE_UNIQUES_MODELS_H
#define SHOAL_MEASURE_UNIQUES_MODELS_H

#include "measure/population_uniques.h"

/* A table with uniques that is not the whole population. */
typedef struct uniques_sample {
    const size_frequencies *of;
    double fraction;
    double population; /* rows / fraction */
    double rows, classes, uniques;
} uniques_sample;

/* NaN where there is no answer. */
double uniques_by_zayatz(const uniques_sample *of);
double uniques_by_snb(const uniques_sample *of);
double uniques_by_pitman(const uniques_sample *of);

/* Where `value` changes its sign between low and high, to the last bits; NaN where it has the same
 * sign at both ends, or is NaN on the way. */
typedef double uniques_function(double at, const void *context);
double uniques_root(uniques_function *value, const void *context, double low, double high);

/* By how much the logarithm of the gamma function, and its derivative, rise from y to y + by, both
 * above 0: without the cancellation that large arguments have. */
double log_gamma_rise(double y, double by);
double digamma_rise(double y, double by);

#endif
