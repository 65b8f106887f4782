/* Privacy models: the figures of each sensitive attribute, and whether the plan's rules hold. */
#include "assess/assess_parts.h"
#include "bind/find_hierarchy.h"
#include "data/column_type.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Figures of an attribute ----------------------------------------------------------------- */

static shoal_status is_ordered(bool *out, const column *of, const shoal_plan *plan,
                               shoal_error *error) {
    const plan_attribute *said = plan_find(plan, of->name);
    value_list values;
    STATUS_TRY(value_list_of(&values, of, plan, error));
    *out = (said && said->order) || type_infer(values.values, values.count) != TYPE_STRING;
    memory_free(values.values);
    return SHOAL_OK;
}

static shoal_status has_tree(bool *out, const column *of, const shoal_plan *plan,
                             shoal_error *error) {
    shoal_hierarchy *hierarchy = NULL;
    shoal_status status = hierarchy_given(&hierarchy, out, of, plan, error);
    shoal_hierarchy_free(hierarchy);
    return status;
}

static rules_input examine_input(const assess_side *side, const rule_list *rules) {
    rules_input input = bound_table_rules_input(&side->bound);
    input.rules = rules;
    input.stars_count = true; /* suppressed rows are a class, too */
    return input;
}

/* The rules of the figures that have a meaning for the values of a column. */
static shoal_status list_figures(rule_list *out, size_t *which, const assessing *run,
                                 const column *of, shoal_error *error) {
    bool ordered, tree;
    STATUS_TRY(is_ordered(&ordered, of, run->plan, error));
    STATUS_TRY(has_tree(&tree, of, run->plan, error));
    for (size_t i = 0; i < run->facts->figure_count; i++) {
        const privacy_figure *figure = &run->facts->figures[i];
        if ((figure->needs & FIGURE_NEEDS_ORDER && !ordered) ||
            (figure->needs & FIGURE_NEEDS_TREE && !tree))
            continue;
        privacy_rule *rule = &out->rules[out->count];
        *rule = figure->rule;
        which[out->count++] = i;
        rule->on = memory_text(of->name, strlen(of->name));
        if (!rule->on)
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

/* Rules are bound, and so found, in the order of the list. */
static shoal_status examine(double *out, const assess_side *side, const rule_list *rules,
                            const size_t *which, shoal_error *error) {
    rules_input input = examine_input(side, rules);
    rules_found found;
    STATUS_TRY(rules_examine(&found, &input, error));
    assert(found.count == rules->count);
    for (size_t i = 0; i < found.count; i++)
        out[which[i]] = found.each[i].found;
    rules_found_free(&found);
    return SHOAL_OK;
}

static shoal_status measure_column(assessment_model *out, const assessing *run,
                                   const assess_side *side, const column *of, shoal_error *error) {
    size_t count = run->facts->figure_count;
    double *found = arena_new(run->memory, count, sizeof *found);
    size_t *which = memory_new(count, sizeof *which);
    rule_list rules = {.rules = memory_zero(count, sizeof *rules.rules)};
    for (size_t i = 0; found && i < count; i++)
        found[i] = (double)NAN;
    shoal_status status = found && which && rules.rules
                              ? list_figures(&rules, which, run, of, error)
                              : status_no_memory(error);
    if (status == SHOAL_OK)
        status = examine(found, side, &rules, which, error);
    *out = (assessment_model){.attribute = of->name, .found = found};
    rules_free(&rules);
    memory_free(which);
    return status;
}

shoal_status assess_models(assessing *run, assess_side *side, shoal_error *error) {
    const shoal_table *table = side->bound.table;
    assessment *facts = run->facts;
    assessment_model *models = arena_zero(run->memory, facts->sensitive_count, sizeof *models);
    if (!facts->figures)
        facts->figures = privacy_figures(&facts->figure_count, run->memory);
    if (!models || !facts->figures)
        return status_no_memory(error);
    side->facts->models = models;
    for (size_t i = 0; i < facts->sensitive_count; i++) {
        const column *of = &table->column[table_find(table, facts->sensitive[i])];
        STATUS_TRY(measure_column(&models[i], run, side, of, error));
        STATUS_TRY(assess_check_cancel(run, error));
    }
    return SHOAL_OK;
}

/* ---- The plan's rules ------------------------------------------------------------------------ */

static shoal_status fill_rule(assessment_rule *out, const assessing *run, const rule_found *found,
                              bool judged, shoal_error *error) {
    text printed = {0};
    privacy_rule_print(&printed, found->rule);
    *out = (assessment_rule){.model = found->rule->model->name,
                             .attribute = found->attribute,
                             .judged = judged,
                             .asked = found->asked,
                             .found = found->found,
                             .holds = found->holds,
                             .classes = found->classes};
    if (!printed.failed && printed.bytes)
        out->text = arena_text(run->memory, printed.bytes, printed.length);
    text_free(&printed);
    return out->text ? SHOAL_OK : status_no_memory(error);
}

static shoal_status judge_population(assessment_rule *out, const assessing *run,
                                     const privacy_rule *rule, shoal_error *error) {
    const assess_side *side = &run->after;
    rule_found found = rule_found_none(rule);
    for (size_t t = 0; side->population && t < side->classes.set.tuples; t++) {
        class_histogram of = {.rows = side->classes.set.counts[t],
                              .members = assess_members(&side->classes)[t],
                              .population = side->population[t]};
        rule_found_add(&found, rule, NULL, &of);
    }
    return fill_rule(out, run, &found, side->population != NULL, error);
}

/* A limit of the release as a whole, of which part / whole was found. */
static void judge_limit(assessment_rule *out, const assessing *run, const char *name,
                        const char *asked, uint64_t part, uint64_t whole, bool holds) {
    char printed[80];
    int length = snprintf(printed, sizeof printed, "%s %.40s", name, asked);
    *out = (assessment_rule){.text = arena_text(run->memory, printed, (size_t)length),
                             .model = name,
                             .judged = true,
                             .asked = strtod(asked, NULL),
                             .found = whole > 0 ? (double)part / (double)whole : 0,
                             .holds = holds,
                             .whole = true};
}

static size_t judge_limits_of(assessment_rule *out, const assessing *run) {
    const release_class_list *list = &run->after.classes;
    release_limits asked = rules_limits(run->plan);
    release_limits average = {.limits_average = true, .average = asked.average};
    release_limits uniques = {.limits_uniques = true, .uniques = asked.uniques};
    class_statistics of = {.classes = list->set.tuples};
    size_t count = 0;
    for (size_t t = 0; t < list->set.tuples; t++) {
        of.members += assess_members(list)[t];
        of.uniques += assess_class_size(&run->after, t) == 1;
    }
    if (asked.limits_average)
        judge_limit(&out[count++], run, "max-average-risk", run->plan->max_average_risk, of.classes,
                    of.members, release_limits_hold(&average, &of));
    if (asked.limits_uniques)
        judge_limit(&out[count++], run, "max-uniques", run->plan->max_uniques, of.uniques,
                    of.members, release_limits_hold(&uniques, &of));
    return count;
}

static shoal_status judge_all(assessing *run, const rules_found *found, shoal_error *error) {
    assessment_rule *rules =
        arena_zero(run->memory, found->count + run->after.bound.rules.count + 3, sizeof *rules);
    size_t count = 0;
    if (!rules)
        return status_no_memory(error);
    for (; count < found->count; count++)
        STATUS_TRY(fill_rule(&rules[count], run, &found->each[count], true, error));
    for (size_t i = 0; i < run->after.bound.rules.count; i++)
        if (run->after.bound.rules.rules[i].model->of_population)
            STATUS_TRY(
                judge_population(&rules[count++], run, &run->after.bound.rules.rules[i], error));
    count += judge_limits_of(rules + count, run);
    run->facts->rules = rules;
    run->facts->rule_count = count;
    for (size_t i = 0; i < count; i++) {
        if (!rules[i].text)
            return status_no_memory(error);
        run->facts->holds &= rules[i].judged && rules[i].holds;
        run->facts->violated |= rules[i].judged && !rules[i].holds;
    }
    return SHOAL_OK;
}

shoal_status assess_rules(assessing *run, shoal_error *error) {
    const rule_list *rules = &run->after.bound.rules;
    if (rules->count == 0 && !run->plan->max_average_risk && !run->plan->max_uniques)
        return SHOAL_OK;
    rules_input input = examine_input(&run->after, rules);
    rules_found found;
    STATUS_TRY(rules_examine(&found, &input, error));
    shoal_status status = judge_all(run, &found, error);
    rules_found_free(&found);
    return status;
}
