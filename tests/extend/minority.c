/* At least m rows of every class differ from its most frequent value: someone who knows m - 1 of
 * the people in a class cannot conclude that all others share one value. */
#include "measure/privacy_models.h"

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit < MODEL_UNIT || rule->limit % MODEL_UNIT != 0)
        return privacy_rule_refuse(rule, "m", rule->limit, "a whole number from 1 on", error);
    return SHOAL_OK;
}

static uint64_t differing(const class_histogram *class) {
    uint64_t most = 0;
    for (size_t i = 0; i < class->distinct; i++)
        if (class->counts[class->present[i]] > most)
            most = class->counts[class->present[i]];
    return class->rows - most;
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    (void)domain;
    return (model_sum)differing(class) * MODEL_UNIT >= rule->limit;
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    (void)rule;
    (void)domain;
    return (double)differing(class);
}

/* Closed under union: the most frequent value of two classes is at most as frequent as those of
 * both together. Inherited: the rows of a part that differ from the class's most frequent value are
 * among those of the class. */
static bool inherited(const privacy_rule *rule) {
    (void)rule;
    return true;
}

const privacy_model privacy_model_minority = {
    .name = "minority",
    .summary = "at least m rows of a class differ from its most frequent value",
    .parameter = "m",
    .larger_is_safer = true,
    .check = check,
    .inherited = inherited,
    .holds = holds,
    .measure = measure,
};
