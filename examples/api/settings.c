/* Settings of a plan by their type. */
#include "example.h"

static void expect(const shoal_plan *plan, const char *key, const char *wanted) {
    shoal_error error = {0};
    char *value = NULL;
    must(shoal_plan_get(&value, plan, key, &error), &error);
    check(wanted ? same(value, wanted) : value == NULL);
    shoal_free(value);
}

static void numbers(shoal_plan *plan) {
    shoal_error error = {0};
    /* [shoal_plan_set_integer] */
    must(shoal_plan_set_integer(plan, "privacy.k", 5, &error), &error);
    expect(plan, "privacy.k", "5");
    check(shoal_plan_set_integer(plan, "privacy.k", -1, &error) == SHOAL_USAGE);
    check(same(error.code, "value_invalid"));
    /* [] */

    /* [shoal_plan_set_number] */
    must(shoal_plan_set_number(plan, "suppression", 0.05, &error), &error);
    expect(plan, "suppression", "0.05");
    /* [] */

    /* [shoal_plan_set_flag] */
    must(shoal_plan_set_flag(plan, "attributes.age.constrained", true, &error), &error);
    expect(plan, "attributes.age.constrained", "yes");
    check(shoal_plan_set_flag(plan, "privacy.k", true, &error) == SHOAL_USAGE);
    /* [] */
}

static void lists(shoal_plan *plan) {
    shoal_error error = {0};
    /* [shoal_plan_set_list] */
    static const char *const tokens[] = {"NA", "not known"};
    static const char *const order[] = {"low", "mid", "high"};
    must(shoal_plan_set_list(plan, "missing.tokens", tokens, 2, &error), &error);
    expect(plan, "missing.tokens", "NA,not known");
    must(shoal_plan_set_list(plan, "attributes.income.order", order, 3, &error), &error);
    expect(plan, "attributes.income.order", "low|mid|high");
    must(shoal_plan_set_list(plan, "attributes.income.order", NULL, 0, &error), &error);
    expect(plan, "attributes.income.order", NULL);
    /* [] */

    /* A token with a comma is fine in a list, but has no form as one text. */
    static const char *const sentence[] = {"no, thanks"};
    char *value = NULL;
    must(shoal_plan_set_list(plan, "missing.tokens", sentence, 1, &error), &error);
    check(shoal_plan_get(&value, plan, "missing.tokens", &error) == SHOAL_USAGE);
    check(!value && same(error.code, "value_is_list"));
}

int main(void) {
    shoal_error error = {0};
    shoal_plan *plan = NULL;
    must(shoal_plan_new(&plan, &error), &error);
    numbers(plan);
    lists(plan);
    shoal_plan_free(plan);
    return 0;
}
