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
    if (domain->surprise)
        return domain->surprise[value];
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

/* Rows of a value among so many rows that meet the rule, at most: (1 + beta) p of them. Rounding
 * of the enhanced form must not make it less. */
static uint64_t most_of_value(const privacy_rule *rule, const sensitive_values *domain,
                              uint32_t value, uint64_t rows) {
    static const long double rounding = 1e-9L;
    model_sum share = (model_sum)domain->counts[value] * rows;
    uint64_t most = (uint64_t)((share + share * rule->limit / MODEL_UNIT) / domain->rows);
    if (rule->form == LIKENESS_BASIC || domain->counts[value] == 0)
        return most;
    long double enhanced = (1 + surprise(domain, value)) * (long double)share /
                           (long double)domain->rows * (1 + rounding);
    return enhanced < (long double)most ? (uint64_t)enhanced : most;
}

/* Fewer rows allow fewer of each value: down to as many as are allowed among themselves. */
static uint64_t most(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    uint64_t rows = class->rows;
    for (uint64_t before = rows + 1; rows < before;) {
        before = rows;
        rows = 0;
        for (size_t i = 0; i < class->distinct; i++) {
            uint32_t value = class->present[i];
            uint64_t allowed = most_of_value(rule, domain, value, before);
            rows += class->counts[value] < allowed ? class->counts[value] : allowed;
        }
    }
    return rows;
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
    .of_table = true,
    .check = check,
    .inherited = privacy_rule_never_inherited,
    .holds = holds,
    .possible = possible,
    .most = most,
    .measure = measure,
};
