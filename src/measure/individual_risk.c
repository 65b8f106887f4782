#include "measure/individual_risk.h"

#include <assert.h>
#include <math.h>

/* From here on few terms of the series are enough, whatever p is. */
#define LARGE 16

/* (p / f) 2F1(1, 1; f + 1; q) = (p / f) (1 + q / (f + 1) + 2! q^2 / ((f + 1) (f + 2)) + ...). All
 * terms are positive, and each is less than q (n + 1) / (f + n + 1) times the one before. */
static double risk_by_series(double f, double p, double q) {
    double term = 1, sum = 1;
    for (double n = 1; term > 1e-18 * sum; n++) {
        term *= q * n / (f + n);
        sum += term;
    }
    return p / f * sum;
}

/* r_1 = (p / q) ln(1 / p), r_f = (p / q) (1 / (f - 1) - r_(f-1)): integration by parts of the mean
 * of 1 / F. With p <= q an error does not grow from step to step. */
static double risk_by_steps(uint64_t f, double p, double q) {
    double odds = p / q;
    double risk = odds * -log(p);
    for (uint64_t i = 2; i <= f; i++)
        risk = odds * (1 / (double)(i - 1) - risk);
    return risk;
}

double individual_risk(uint64_t f, double weight) {
    assert(f > 0 && weight > 0);
    double count = (double)f;
    if (weight <= count)
        return 1 / count;
    double p = count / weight;
    double q = (weight - count) / weight;
    return f >= LARGE || p > 0.5 ? risk_by_series(count, p, q) : risk_by_steps(f, p, q);
}

double individual_unique(double weight) {
    return weight > 1 ? 1 / weight : 1;
}

void individual_risk_measure(individual_totals *out, double *risk, const uint32_t *counts,
                             const double *weights, size_t classes, double threshold) {
    *out = (individual_totals){0};
    for (size_t c = 0; c < classes; c++) {
        risk[c] = counts[c] ? individual_risk(counts[c], weights[c]) : 0;
        if (counts[c] == 0)
            continue;
        out->rows += counts[c];
        out->population += weights[c];
        out->expected += risk[c] * counts[c];
        out->largest = fmax(out->largest, risk[c]);
        out->above += risk[c] > threshold ? counts[c] : 0;
        out->uniques += counts[c] == 1 ? individual_unique(weights[c]) : 0;
    }
    out->global = out->rows ? out->expected / (double)out->rows : 0;
}
