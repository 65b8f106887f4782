/* k-map: each class stands for k people of the population (Sweeney: computational disclosure
 * control, 2001). */
#include "measure/privacy_models.h"

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit < MODEL_UNIT || rule->limit % MODEL_UNIT != 0)
        return privacy_rule_refuse(rule, "k", rule->limit, "a whole number from 1", error);
    return SHOAL_OK;
}

/* A part of a class has a part of its population. */
static bool inherited(const privacy_rule *rule) {
    (void)rule;
    return true;
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    (void)domain;
    return (model_sum)MODEL_UNIT * class->population >= rule->limit;
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    (void)rule;
    (void)domain;
    return (double)class->population;
}

const privacy_model privacy_model_k_map = {
    .name = "k-map",
    .summary = "each class has k rows of the population",
    .parameter = "k",
    .of_population = true,
    .larger_is_safer = true,
    .check = check,
    .inherited = inherited,
    .holds = holds,
    .measure = measure,
};
