/* What each quasi-identifier and each privacy model costs: the answer without it. */
#include "explore/explore.h"

#include <stdio.h>
#include <string.h>

/* Without a k in the plan. */
enum { USUAL_K = 5 };

static shoal_status search_plan(exploration_answer *out, explore_run *run, shoal_plan *plan,
                                shoal_error *error) {
    explore_binding in;
    search found = {0};
    explore_plan_set(plan, run->facts.cost_k, run->facts.cost_limit);
    shoal_status status = explore_bind(&in, run, plan, false, error);
    if (status == SHOAL_OK)
        status = explore_search(&found, &in, run->facts.cost_k, run->facts.cost_limit,
                                &run->facts.cost_k, 1, error);
    if (status == SHOAL_OK)
        *out = explore_answer(&found);
    search_close(&found);
    explore_binding_close(&in);
    return status;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

/* The place of an attribute in the plan. */
static size_t place_of(const shoal_plan *plan, const char *name) {
    size_t place = 0;
    while (place < plan->attribute_count && strcmp(plan->attributes[place].name, name) != 0)
        place++;
    return place;
}

static shoal_status cost_attribute(exploration_cost *out, explore_run *run,
                                   const exploration_series *of, const char *name,
                                   shoal_error *error) {
    shoal_plan plan = explore_plan(run, of->recoding);
    size_t place = place_of(&plan, name);
    plan_attribute *attributes =
        arena_new(&run->memory, plan.attribute_count + 1, sizeof *attributes);
    if (!attributes)
        return status_no_memory(error);
    if (place == plan.attribute_count)
        return SHOAL_OK;
    memcpy(attributes, plan.attributes, plan.attribute_count * sizeof *attributes);
    plan_attribute before = attributes[place];
    plan.attributes = attributes;
    out->name = name;
    if (of->place_name) {
        attributes[place].finest = 0;
        attributes[place].min_level = 0;
        attributes[place].max_level = 1;
        shoal_status status = search_plan(&out->untouched, run, &plan, error);
        /* What the plan says of the attribute may forbid it. */
        out->untouched.proven |= status == SHOAL_USAGE;
        if (status != SHOAL_USAGE)
            STATUS_TRY(status);
    }
    attributes[place] = before;
    attributes[place].role = ROLE_PLAIN;
    return of->attribute_count > 1 ? search_plan(&out->left_out, run, &plan, error) : SHOAL_OK;
}

static shoal_status cost_attributes(explore_run *run, exploration_series *out, shoal_error *error) {
    out->costs = arena_zero(&run->memory, out->attribute_count, sizeof *out->costs);
    if (!out->costs)
        return status_no_memory(error);
    for (size_t a = 0; a < out->attribute_count; a++, out->cost_count++)
        STATUS_TRY(cost_attribute(&out->costs[a], run, out, out->attributes[a], error));
    return SHOAL_OK;
}

/* ---- Models ---------------------------------------------------------------------------------- */

/* The rules of the plan one by one: those with keys of their own first. */
enum { RULE_L, RULE_T, RULE_RISK, RULE_AVERAGE, RULE_UNIQUES, OWN_KEYS };

static const char *own_rule(explore_run *run, const shoal_plan *plan, size_t which) {
    char printed[160] = "";
    switch (which) {
    case RULE_L:
        if (plan->l > 0)
            snprintf(printed, sizeof printed, "l %lld", (long long)plan->l);
        break;
    case RULE_T:
        if (plan->t)
            snprintf(printed, sizeof printed, "t %.100s", plan->t);
        break;
    case RULE_RISK:
        if (plan->max_risk)
            snprintf(printed, sizeof printed, "max-risk %.100s", plan->max_risk);
        break;
    case RULE_AVERAGE:
        if (plan->max_average_risk)
            snprintf(printed, sizeof printed, "max-average-risk %.100s", plan->max_average_risk);
        break;
    default:
        if (plan->max_uniques)
            snprintf(printed, sizeof printed, "max-uniques %.100s", plan->max_uniques);
    }
    return *printed ? explore_keep(run, printed, strlen(printed)) : NULL;
}

static void drop_own(shoal_plan *plan, size_t which) {
    switch (which) {
    case RULE_L:
        plan->l = 0;
        break;
    case RULE_T:
        plan->t = NULL;
        break;
    case RULE_RISK:
        plan->max_risk = NULL;
        break;
    case RULE_AVERAGE:
        plan->max_average_risk = NULL;
        break;
    default:
        plan->max_uniques = NULL;
    }
}

static shoal_status cost_model(explore_run *run, exploration_series *out, const char *name,
                               shoal_plan *plan, shoal_error *error) {
    exploration_cost *cost = &out->models[out->model_count++];
    cost->name = name;
    return search_plan(&cost->left_out, run, plan, error);
}

/* The list without what is from `begin` to `end`, and a separator beside it. */
static char *without(explore_run *run, const char *list, size_t begin, size_t end) {
    size_t length = strlen(list);
    char *left = arena_zero(&run->memory, length + 1, 1);
    if (!left)
        return NULL;
    memcpy(left, list, begin);
    if (end < length)
        memcpy(left + begin, list + end + 1, length - end - 1);
    else if (begin > 0)
        left[begin - 1] = '\0';
    return left;
}

static shoal_status cost_listed(explore_run *run, exploration_series *out, shoal_error *error) {
    const char *list = run->plan->models;
    for (size_t begin = 0; list && list[begin];) {
        size_t end = begin + strcspn(list + begin, ";");
        size_t first = begin + strspn(list + begin, " ");
        const char *name = explore_keep(run, list + first, end > first ? end - first : 0);
        shoal_plan plan = explore_plan(run, out->recoding);
        plan.models = without(run, list, begin, end);
        if (!name || !plan.models)
            return status_no_memory(error);
        if (!*plan.models)
            plan.models = NULL;
        if (*name)
            STATUS_TRY(cost_model(run, out, name, &plan, error));
        begin = list[end] ? end + 1 : end;
    }
    return SHOAL_OK;
}

static size_t count_models(const shoal_plan *plan) {
    const bool own[OWN_KEYS] = {plan->l > 0, plan->t, plan->max_risk, plan->max_average_risk,
                                plan->max_uniques};
    size_t count = 0;
    for (size_t i = 0; i < OWN_KEYS; i++)
        count += own[i];
    for (const char *at = plan->models; at && *at; at++)
        count += at == plan->models || at[-1] == ';';
    return count;
}

size_t explore_count_costs(const explore_run *run, const char *name) {
    const recoding *of = recoding_find(name);
    size_t attributes = plan_count_role(run->plan, ROLE_QUASI);
    size_t left_out = attributes > 1 ? attributes : 0;
    return 1 + left_out + (of && of->place ? attributes : 0) + count_models(run->plan);
}

static shoal_status cost_models(explore_run *run, exploration_series *out, shoal_error *error) {
    out->models = arena_zero(&run->memory, count_models(run->plan) + 1, sizeof *out->models);
    if (!out->models)
        return status_no_memory(error);
    for (size_t i = 0; i < OWN_KEYS; i++) {
        shoal_plan plan = explore_plan(run, out->recoding);
        const char *name = own_rule(run, &plan, i);
        if (!name)
            continue;
        drop_own(&plan, i);
        STATUS_TRY(cost_model(run, out, name, &plan, error));
    }
    return cost_listed(run, out, error);
}

void explore_choose_base(explore_run *run) {
    run->facts.cost_k = run->plan->k_given > 0 ? run->plan->k_given
                        : run->plan->k > 0     ? run->plan->k
                                               : USUAL_K;
    run->facts.cost_limit = run->plan->suppression;
}

shoal_status explore_costs(explore_run *run, exploration_series *out, shoal_error *error) {
    shoal_plan plan = explore_plan(run, out->recoding);
    run->facts.costed = true;
    STATUS_TRY(search_plan(&out->base, run, &plan, error));
    STATUS_TRY(cost_attributes(run, out, error));
    return cost_models(run, out, error);
}
