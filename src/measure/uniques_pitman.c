#include "measure/uniques_models.h"

#include <math.h>

/* alpha below the first is 0, where the model is Ewens'; above the second it is no longer one. */
#define ALPHA_LEAST 1e-6
#define ALPHA_MOST (1 - 1e-9)
/* Bounds on the logarithm of theta + alpha. */
#define LOG_LEAST (-80.0)
#define LOG_MOST 80.0

typedef struct pitman {
    const uniques_sample *of;
    double alpha;
} pitman;

/* Sum of 1 / (theta + i alpha) for i from 1 to u - 1, with offset = theta + alpha. */
static double sum_over_classes(const pitman *in, double offset) {
    double classes = in->of->classes;
    if (in->alpha == 0)
        return (classes - 1) / offset;
    return digamma_rise(offset / in->alpha, classes - 1) / in->alpha;
}

/* Derivative of the log-likelihood with respect to theta. */
static double slope_of_theta(double log_offset, const void *context) {
    const pitman *in = context;
    double offset = exp(log_offset);
    return sum_over_classes(in, offset) - digamma_rise(offset + (1 - in->alpha), in->of->rows - 1);
}

/* theta + alpha of greatest likelihood for a given alpha. The slope is infinite at 0 and ends below
 * 0, since there are fewer classes than rows. */
static double best_offset(const pitman *in) {
    return exp(uniques_root(slope_of_theta, in, LOG_LEAST, LOG_MOST));
}

/* Derivative of the log-likelihood with respect to alpha, where theta is the best one. */
static double slope_of_alpha(double alpha, const void *context) {
    pitman in = {.of = context, .alpha = alpha};
    double offset = best_offset(&in);
    const size_frequencies *sizes = in.of->of;
    double slope = (in.of->classes - 1 - (offset - alpha) * sum_over_classes(&in, offset)) / alpha;
    for (size_t i = 0; i < sizes->count; i++)
        slope -= (double)sizes->item[i].classes *
                 digamma_rise(1 - alpha, (double)(sizes->item[i].size - 1));
    return slope;
}

double uniques_by_pitman(const uniques_sample *of) {
    if (of->classes >= of->rows)
        return NAN;
    pitman best = {.of = of};
    if (slope_of_alpha(ALPHA_LEAST, of) > 0)
        best.alpha = uniques_root(slope_of_alpha, of, ALPHA_LEAST, ALPHA_MOST);
    double offset = best_offset(&best);
    double theta = offset - best.alpha;
    if (isnan(offset))
        return NAN;
    return of->population * exp(log_gamma_rise(theta + of->population, best.alpha - 1) +
                                log_gamma_rise(offset, 1 - best.alpha));
}
