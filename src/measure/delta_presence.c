/* delta-presence: how likely someone of the population is in the table (Nergiz, Atzori, Clifton:
 * hiding the presence of individuals from shared databases, 2007).
 *
 * A class has at most all of its population: a share above 1, or of no population, is 1. So it is
 * also closed under union where some rows are not of the population. */
#include "measure/privacy_models.h"

static shoal_status check(const privacy_rule *rule, shoal_error *error) {
    if (rule->limit < 0 || rule->limit > MODEL_UNIT)
        return privacy_rule_refuse(rule, "max", rule->limit, "a number from 0 to 1", error);
    if (rule->second < 0 || rule->second > rule->limit)
        return privacy_rule_refuse(rule, "min", rule->second, "a number from 0 to max", error);
    return SHOAL_OK;
}

static bool holds(const privacy_rule *rule, const sensitive_values *domain,
                  const class_histogram *class) {
    (void)domain;
    model_sum rows = class->members;
    model_sum population = class->population;
    if (rows > population)
        rows = population = 1;
    return rows * MODEL_UNIT <= rule->limit * population &&
           rows * MODEL_UNIT >= rule->second * population;
}

/* A part has at least one row, and at most its class's population. */
static bool possible(const privacy_rule *rule, const sensitive_values *domain,
                     const class_histogram *class) {
    (void)domain;
    return rule->limit == MODEL_UNIT || (model_sum)rule->limit * class->population >= MODEL_UNIT;
}

static double measure(const privacy_rule *rule, const sensitive_values *domain,
                      const class_histogram *class) {
    (void)rule;
    (void)domain;
    return class->members < class->population ? (double)class->members / (double)class->population
                                              : 1;
}

/* Not inherited: of two rows out of three, one row and two of the population are half of them. */
const privacy_model privacy_model_delta_presence = {
    .name = "delta-presence",
    .summary = "each class has a share of the population's rows from min to max",
    .parameter = "max",
    .second = "min",
    .of_population = true,
    .check = check,
    .inherited = privacy_rule_never_inherited,
    .holds = holds,
    .possible = possible,
    .measure = measure,
};
