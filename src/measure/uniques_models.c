#include "measure/uniques_models.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

/* Halvings: more than a double has bits, so that roots near 0 are found too. */
#define HALVINGS 200

double uniques_root(uniques_function *value, const void *context, double low, double high) {
    assert(!(low > high)); /* either may be NaN */
    double at_low = value(low, context), at_high = value(high, context);
    if (!(at_low * at_high <= 0))
        return NAN;
    bool falls = at_low > at_high;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        double here = value(middle, context);
        if (isnan(here))
            return NAN;
        if ((here > 0) == falls)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

/* Stirling's series and its derivative are exact to the last bits from here on. */
#define LARGE 16

static double stirling_rest(double x) {
    double inverse = 1 / x, square = inverse * inverse;
    return inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
}

double log_gamma_rise(double y, double by) {
    double rise = 0, x = y + by;
    while (x < LARGE) {
        rise -= log(x);
        x += 1;
        by += 1;
    }
    while (y < LARGE) {
        rise += log(y);
        y += 1;
        by -= 1;
    }
    return rise + (x - 0.5) * log1p(by / y) + by * (log(y) - 1) + stirling_rest(x) -
           stirling_rest(y);
}

static double digamma_rest(double x) {
    double inverse = 1 / x, square = inverse * inverse;
    return -inverse / 2 -
           square * (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252 - square / 240)));
}

double digamma_rise(double y, double by) {
    double rise = 0, x = y + by;
    while (x < LARGE) {
        rise -= 1 / x;
        x += 1;
        by += 1;
    }
    while (y < LARGE) {
        rise += 1 / y;
        y += 1;
        by -= 1;
    }
    return rise + log1p(by / y) + digamma_rest(x) - digamma_rest(y);
}

/* log of P(f = 1 | F = size) / P(f = 1 | F = 1), hypergeometric: size times the product of
 * (N - n - i) / (N - 1 - i) for i below size - 1. */
static double log_chance(const uniques_sample *of, double size) {
    double rest = of->population - of->rows;
    if (size - 2 >= rest)
        return -INFINITY;
    return log(size) + log_gamma_rise(rest - size + 2, size - 1) -
           log_gamma_rise(of->population - size + 1, size - 1);
}

double uniques_by_zayatz(const uniques_sample *of) {
    double all = 0;
    for (size_t i = 0; i < of->of->count; i++)
        all += (double)of->of->item[i].classes * exp(log_chance(of, (double)of->of->item[i].size));
    return of->uniques / of->fraction * (of->uniques / all);
}

/* The slide negative binomial model in other letters: m is the mean of F - 1, r = (1 - b) / b, and
 * so a = m / r. Of the three conditions N = K (1 + m) gives K; the one on u gives `missed`, below,
 * for every m, and from it r; the one on s_1 is solved for m. */
typedef struct slide {
    const uniques_sample *of;
    double target; /* log(1 + fraction r) / r shall be */
} slide;

/* (b / (b + fraction (1 - b)))^a: what is left of a class's chance to stay out of the table besides
 * its first member's. */
static double slide_missed(const uniques_sample *of, double mean) {
    return (1 - of->classes * (1 + mean) / of->population) / (1 - of->fraction);
}

static double excess_of_spread(double log_spread, const void *context) {
    const slide *in = context;
    double spread = exp(log_spread);
    return log1p(in->of->fraction * spread) / spread - in->target;
}

/* r for a given m; 0 at the Poisson end and beyond, infinite where nothing is missed. */
static double slide_spread(const uniques_sample *of, double mean) {
    slide in = {.of = of, .target = -log(slide_missed(of, mean)) / mean};
    if (in.target >= of->fraction)
        return 0;
    if (!(in.target > 0))
        return INFINITY;
    return exp(uniques_root(excess_of_spread, &in, -40, 700));
}

static double excess_of_mean(double mean, const void *context) {
    const uniques_sample *of = context;
    double spread = slide_spread(of, mean);
    double once =
        slide_missed(of, mean) * (1 + (1 - of->fraction) * mean / (1 + of->fraction * spread));
    return once - of->uniques / of->rows * (1 + mean);
}

/* Where the Poisson end of the means is. */
static double excess_of_poisson(double mean, const void *context) {
    const uniques_sample *of = context;
    return of->fraction * mean + log(fmax(slide_missed(of, mean), 0));
}

double uniques_by_snb(const uniques_sample *of) {
    if (of->classes >= of->rows)
        return NAN;
    double fewest = of->rows / of->classes - 1;
    double most = uniques_root(excess_of_poisson, of, fewest, of->population / of->classes - 1);
    double mean = uniques_root(excess_of_mean, of, fewest, most);
    if (isnan(mean))
        return NAN;
    double spread = slide_spread(of, mean);
    double unique = spread == 0 ? exp(-mean) : exp(-mean * log1p(spread) / spread);
    return of->population / (1 + mean) * unique;
}
