/* The alpha of (alpha, k)-anonymity, for every value (Wong, Li, Fu, Wang: (alpha, k)-anonymity,
 * 2006). */
#include "measure/privacy_models.h"

#include <math.h>

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit <= 0 || rule->limit > MODEL_UNIT)
        return privacy_rule_refuse(rule, "alpha", rule->limit, "above 0 and at most 1", error);
    return SHOAL_OK;
}

static uint32_t largest_count(const class_histogram *class) {
    uint32_t largest = 0;
    for (size_t i = 0; i < class->distinct; i++)
        if (class->counts[class->present[i]] > largest)
            largest = class->counts[class->present[i]];
    return largest;
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    (void)domain;
    return class->rows > 0 &&
           (model_sum)largest_count(class) * MODEL_UNIT <= (model_sum)rule->limit * class->members;
}

/* One of d values has at least a share 1/d of any part: everybody in it has a value. */
static bool possible(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    (void)domain;
    return (model_sum)rule->limit * class->distinct >= MODEL_UNIT;
}

/* Fewer rows allow fewer of each value: down to as many as are allowed among themselves. */
static uint64_t most(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    (void)domain;
    uint64_t rows = class->rows;
    for (uint64_t before = rows + 1; rows < before;) {
        uint64_t allowed = (uint64_t)((model_sum)rule->limit * rows / MODEL_UNIT);
        before = rows;
        rows = 0;
        for (size_t i = 0; i < class->distinct; i++) {
            uint32_t count = class->counts[class->present[i]];
            rows += count < allowed ? count : allowed;
        }
    }
    return rows;
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    (void)rule;
    (void)domain;
    return class->rows > 0 ? (double)largest_count(class) / (double)class->members : INFINITY;
}

static const privacy_figure figures[] = {
    {.key = "alpha",
     .title = "(α,k)-anonymity: α",
     .rule = {&privacy_model_alpha_k, .limit = MODEL_UNIT}},
    {.key = NULL},
};

/* Not inherited: of the values a,a,a,b the part a,b has a smaller largest share. */
const privacy_model privacy_model_alpha_k = {
    .name = "alpha-k",
    .summary = "no value has more than a share alpha of a class",
    .parameter = "alpha",
    .figures = figures,
    .check = check,
    .inherited = privacy_rule_never_inherited,
    .holds = holds,
    .possible = possible,
    .most = most,
    .measure = measure,
};
