/* The risk of records with sampling weights, by hand and as sdcMicro prints it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "measure/individual_risk.h"

#include <math.h>

static void near(const char *name, double found, double wanted, double tolerance) {
    if (!(fabs(found - wanted) <= tolerance * fabs(wanted)))
        fail_msg("%s: %.17g instead of %.17g", name, found, wanted);
}

typedef struct risk_case {
    const char *name;
    uint64_t f;
    double weight;
    double risk;
    double tolerance;
} risk_case;

/* With odds o = p / (1 - p) and g = ln(1 / p):
 *   f = 1: o g
 *   f = 2: o - o^2 g
 *   f = 3: o (1 / 2 - o + o^2 g)
 * The figures with eight digits are those that the tests of sdcMicro (indivRisk, method "exact",
 * version 5) expect for a table of eight rows, by f and the sum of the weights. */
static void risks_are_as_by_hand(void **state) {
    static const risk_case cases[] = {
        {"one of two", 1, 2, M_LN2, 1e-15},
        {"one of four", 1, 4, 2 * M_LN2 / 3, 1e-15},
        {"two of four", 2, 4, 1 - M_LN2, 1e-15},
        {"two of eight", 2, 8, 1.0 / 3 - 2 * M_LN2 / 9, 1e-15},
        {"three of six", 3, 6, 0.5 - 1 + M_LN2, 1e-14},
        {"three of twelve", 3, 12, (0.5 - 1.0 / 3 + 2 * M_LN2 / 9) / 3, 1e-15},
        {"a census", 1, 1, 1, 0},
        {"a census of four", 4, 4, 0.25, 0},
        {"weights below one", 2, 1.5, 0.5, 0},
        {"nearly a census", 5, 5.000001, 0.2, 1e-6},
        {"45.5", 1, 45.5, 0.08579129, 1e-6},
        {"17", 1, 17, 0.17707583, 1e-6},
        {"123.5", 1, 123.5, 0.03931625, 1e-6},
        {"100 of two", 2, 100, 0.01877883, 1e-6},
        {"108 of three", 3, 108, 0.01355297, 1e-6},
        /* A rare class: 1 / F is about ln(w) / w. */
        {"one in a million", 1, 1e6, 13.815510557964274 / 999999, 1e-14},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        near(cases[i].name, individual_risk(cases[i].f, cases[i].weight), cases[i].risk,
             cases[i].tolerance);
}

/* The mean of 1 / F, term by term. */
static double twin(uint64_t f, double weight) {
    long double p = (long double)f / (long double)weight, q = 1 - p;
    long double chance = powl(p, (long double)f), sum = 0, all = 0;
    for (long double h = (long double)f; all < 1 - 1e-17L && h < 4e7L; h++) {
        sum += chance / h;
        all += chance;
        chance *= q * h / (h - (long double)f + 1);
    }
    return (double)sum;
}

static void risks_are_the_mean_of_one_over_the_size(void **state) {
    static const uint64_t sizes[] = {1, 2, 3, 4, 7, 15, 16, 17, 40, 300};
    static const double fractions[] = {1.0001, 1.01, 1.3, 1.9, 2, 2.1, 5, 33, 400};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < sizeof fractions / sizeof *fractions; j++) {
            double weight = (double)sizes[i] * fractions[j];
            near("mean", individual_risk(sizes[i], weight), twin(sizes[i], weight), 1e-12);
        }
}

/* More people behind the same records, or more records, never raise the risk; it lies between
 * 1 / W and 1 / f. */
static void risks_fall(void **state) {
    (void)state;
    for (uint64_t f = 1; f < 60; f++) {
        double before = 2;
        for (double weight = (double)f; weight < 1e7; weight *= 1.17) {
            double risk = individual_risk(f, weight);
            assert_true(risk < before && risk >= 1 / weight - 1e-15);
            assert_true(risk <= 1 / (double)f);
            assert_true(individual_risk(f + 1, weight * (double)(f + 1) / (double)f) < risk);
            before = risk;
        }
    }
}

/* A unique row of weight 2, a pair of weights 3 and 5, and a row of weight 1. */
static void totals_are_as_by_hand(void **state) {
    static const uint32_t counts[] = {1, 2, 0, 1};
    static const double weights[] = {2, 8, 0, 1};
    double risk[4];
    double pair = 1.0 / 3 - 2 * M_LN2 / 9;
    individual_totals found;
    (void)state;
    individual_risk_measure(&found, risk, counts, weights, 4, 0.5);
    assert_int_equal(found.rows, 4);
    near("population", found.population, 11, 0);
    near("largest", found.largest, 1, 0);
    near("expected", found.expected, M_LN2 + 2 * pair + 1, 1e-15);
    near("global", found.global, (M_LN2 + 2 * pair + 1) / 4, 1e-15);
    assert_int_equal(found.above, 2);
    near("uniques", found.uniques, 0.5 + 1, 0);
    near("risk", risk[1], pair, 1e-15);
    assert_true(risk[2] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(risks_are_as_by_hand),
        cmocka_unit_test(risks_are_the_mean_of_one_over_the_size),
        cmocka_unit_test(risks_fall),
        cmocka_unit_test(totals_are_as_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
