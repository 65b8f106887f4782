/* delta-disclosure privacy (Brickell, Shmatikov: the cost of privacy, 2008). */
#include "measure/privacy_models.h"

#include <math.h>

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit <= 0)
        return privacy_rule_refuse(rule, "delta", rule->limit, "above 0", error);
    return SHOAL_OK;
}

static bool has_every_value(const sensitive_values *domain, const class_histogram *class) {
    for (uint32_t value = 0; value < domain->size; value++)
        if (domain->counts[value] > 0 && class->counts[value] == 0)
            return false;
    return true;
}

/* The largest |ln(q/p)|. Products of two counts below 2^32 are exact before they are divided. */
static long double largest_gain(const sensitive_values *domain, const class_histogram *class) {
    long double least = 1;
    long double most = 1;
    if (class->rows == 0 || !has_every_value(domain, class))
        return INFINITY;
    for (size_t i = 0; i < class->distinct; i++) {
        uint32_t value = class->present[i];
        model_sum below = (model_sum)domain->counts[value] * class->rows;
        model_sum above = (model_sum)domain->rows * class->counts[value];
        long double ratio = below > 0 ? (long double)above / (long double)below : INFINITY;
        least = fminl(least, ratio);
        most = fmaxl(most, ratio);
    }
    return most * least >= 1 ? logl(most) : -logl(least);
}

/* The logarithm of a fraction other than 1 is never a decimal number: no distance is exactly delta,
 * so rounding can only matter within the last bits. */
static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    return largest_gain(domain, class) < (long double)rule->limit / MODEL_UNIT;
}

/* A part lacks the values that its class lacks. */
static bool possible(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    (void)rule;
    return class->rows > 0 && has_every_value(domain, class);
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    (void)rule;
    return (double)largest_gain(domain, class);
}

static const privacy_figure figures[] = {
    {.key = "delta",
     .title = "δ-disclosure: δ",
     .rule = {&privacy_model_delta_disclosure, .limit = MODEL_UNIT}},
    {.key = NULL},
};

/* Not inherited: a skewed class may have a part that is like the table. */
const privacy_model privacy_model_delta_disclosure = {
    .name = "delta-disclosure",
    .summary = "no value's share in a class differs from its share in the table by a factor of "
               "e^delta or more",
    .parameter = "delta",
    .figures = figures,
    .of_table = true,
    .check = check,
    .inherited = privacy_rule_never_inherited,
    .holds = holds,
    .possible = possible,
    .measure = measure,
};
