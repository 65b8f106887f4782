/* beta-likeness (Cao, Karras: publishing microdata with a robust privacy guarantee, 2012). */
#include "measure/privacy_models.h"

#include <math.h>

enum { LIKENESS_BASIC, LIKENESS_ENHANCED };

static const char *const forms[] = {"basic", "enhanced", NULL};

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit <= 0)
        return privacy_rule_refuse(rule, "beta", rule->limit, "above 0", error);
    return SHOAL_OK;
}

/* -ln p of a value that the table has. */
static long double surprise(const sensitive_values *domain, uint32_t value) {
    return logl((long double)domain->rows / (long double)domain->counts[value]);
}

/* Gain of a value: (q - p) / p. Counts are below 2^32, so the products with beta < 2^63 are below
 * 2^127. The logarithm of a fraction other than 1 is not a fraction, so no gain is exactly -ln p.
 * */
static bool value_holds(const privacy_rule *rule, const sensitive_values *domain,
                        const class_histogram *class, uint32_t value) {
    model_sum before = (model_sum)domain->counts[value] * class->rows;
    model_sum gain = (model_sum)domain->rows * class->counts[value] - before;
    if (gain <= 0)
        return true;
    if (gain * MODEL_UNIT > rule->limit * before)
        return false;
    return rule->form == LIKENESS_BASIC ||
           (long double)gain / (long double)before <= surprise(domain, value);
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    for (size_t i = 0; i < class->distinct; i++)
        if (!value_holds(rule, domain, class, class->present[i]))
            return false;
    return class->rows > 0;
}

/* A part's shares are at most (1 + beta) p each, and they must add up to 1. */
static bool possible(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    static const long double rounding = 1e-9L;
    long double sum = 0;
    for (size_t i = 0; i < class->distinct; i++) {
        uint32_t value = class->present[i];
        if (domain->counts[value] == 0)
            continue;
        long double most = (long double)rule->limit / MODEL_UNIT;
        if (rule->form == LIKENESS_ENHANCED)
            most = fminl(most, surprise(domain, value));
        long double share = (long double)domain->counts[value] / (long double)domain->rows;
        sum += fminl(1, (1 + most) * share);
    }
    return sum >= 1 - rounding;
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    (void)rule;
    long double largest = 0;
    for (size_t i = 0; i < class->distinct; i++) {
        uint32_t value = class->present[i];
        model_sum before = (model_sum)domain->counts[value] * class->rows;
        model_sum gain = (model_sum)domain->rows * class->counts[value] - before;
        if (before == 0)
            return INFINITY;
        largest = fmaxl(largest, (long double)gain / (long double)before);
    }
    return class->rows > 0 ? (double)largest : INFINITY;
}

static const privacy_figure figures[] = {
    {.key = "beta",
     .title = "β-likeness: β",
     .rule = {&privacy_model_beta_likeness, .limit = MODEL_UNIT}},
    {.key = NULL},
};

/* Not inherited: a skewed class may have a part that is like the table. */
const privacy_model privacy_model_beta_likeness = {
    .name = "beta-likeness",
    .summary = "no value's share in a class exceeds its share in the table by more than beta "
               "times that share",
    .parameter = "beta",
    .form_key = "form",
    .forms = forms,
    .figures = figures,
    .check = check,
    .inherited = privacy_rule_never_inherited,
    .holds = holds,
    .possible = possible,
    .measure = measure,
};
