/* What a table keeps of the rules, class by class, from its text alone. */
#include "bind/class_adder.h"
#include "bind/rules.h"
#include "data/star.h"
#include "data/table_tuples.h"

#include <math.h>
#include <string.h>

void rules_found_free(rules_found *found) {
    memory_free(found->each);
    *found = (rules_found){0};
}

static bool is_suppressed(const rules_input *input, const frequency_set *set, size_t tuple) {
    for (size_t a = 0; a < input->attributes; a++) {
        const dictionary *values = &input->table->column[input->quasi[a]].values;
        if (!is_star(dictionary_text(values, codes_get(&set->codes[a], tuple))))
            return false;
    }
    return true;
}

rule_found rule_found_none(const privacy_rule *rule) {
    return (rule_found){
        .rule = rule, .asked = privacy_rule_asked(rule), .found = (double)NAN, .holds = true};
}

typedef struct examiner {
    const rules_input *input;
    const bound_rules *rules;
    const frequency_set *set;
    uint32_t *counts, *present; /* [largest domain] */
    model_sum *sums;
    rules_scratch persons; /* where these are counted: every tuple is a class */
} examiner;

void rule_found_add(rule_found *out, const privacy_rule *rule, const sensitive_values *domain,
                    const class_histogram *of) {
    double found = rule->model->measure(rule, domain, of);
    bool holds = rule->model->holds(rule, domain, of);
    bool worse = privacy_rule_larger_is_safer(rule) ? found < out->found : found > out->found;
    out->holds &= holds;
    out->classes += !holds;
    if (isnan(out->found) || worse)
        out->found = found;
}

static void examine_class(rule_found *out, const examiner *by, const bound_rule *rule,
                          const rule_column *of_rule, size_t tuple) {
    const tuple_values *values = &of_rule->ground;
    class_histogram of = {.rows = by->set->counts[tuple],
                          .members = by->set->counts[tuple],
                          .counts = by->counts,
                          .present = by->present,
                          .scratch = by->sums};
    for (size_t e = values->first[tuple]; e < values->first[tuple + 1]; e++) {
        by->counts[values->values[e]] = values->counts[e];
        by->present[of.distinct++] = values->values[e];
    }
    rule_found_add(out, &rule->rule, &of_rule->domain, &of);
    for (size_t e = values->first[tuple]; e < values->first[tuple + 1]; e++)
        by->counts[values->values[e]] = 0;
}

/* ---- Classes of persons ---------------------------------------------------------------------- */

static bool count_persons(examiner *by) {
    rules_scratch *scratch = &by->persons;
    size_t tuples = by->set->tuples;
    uint32_t largest = bound_rules_largest_domain(by->rules);
    if (!SCRATCH_GROW(class_of, tuples) || !SCRATCH_GROW(counts, largest) ||
        !SCRATCH_GROW(present, largest) || !SCRATCH_GROW(sums, largest))
        return false;
    memset(scratch->counts, 0, largest * sizeof *scratch->counts);
    for (size_t t = 0; t < tuples; t++)
        scratch->class_of[t] = (uint32_t)t;
    class_table classes = {.classes = tuples, .counts = by->set->counts};
    return bound_rules_count_persons(scratch, &by->rules->persons, &classes);
}

static bool examine_persons(rule_found *out, examiner *by, const bound_rule *rule) {
    const rule_column *constrained = &by->rules->columns[rule->column];
    class_adder values;
    if (!class_adder_open(&values, &by->persons, &constrained->ground, constrained->domain.size,
                          by->set->tuples, ADD_FOR_ALL))
        return false;
    for (size_t t = 0; t < by->set->tuples; t++) {
        class_histogram of = {.members = by->persons.persons[t]};
        class_adder_take(&of, &values, t);
        for (size_t i = 0; i < of.distinct; i++)
            of.rows += of.counts[of.present[i]];
        if (by->input->stars_count || !is_suppressed(by->input, by->set, t))
            rule_found_add(out, &rule->rule, &constrained->domain, &of);
        class_adder_forget(&values, &of, t);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- */

static bool examine_rule(rule_found *out, examiner *by, const bound_rule *rule) {
    const rule_column *constrained = &by->rules->columns[rule->column];
    if (by->rules->of_persons)
        return examine_persons(out, by, rule);
    for (size_t t = 0; t < by->set->tuples; t++)
        if (by->input->stars_count || !is_suppressed(by->input, by->set, t))
            examine_class(out, by, rule, constrained, t);
    return true;
}

/* The rule of the list that a bound one came from: they are bound in order. */
static const privacy_rule *origin(const rules_input *input, const bound_rule *bound,
                                  const char *name) {
    for (size_t i = 0; i < input->rules->count; i++) {
        const privacy_rule *each = &input->rules->rules[i];
        if ((!each->on || strcmp(each->on, name) == 0) && each->model == bound->rule.model &&
            each->form == bound->rule.form && each->limit == bound->rule.limit &&
            each->second == bound->rule.second && each->within == bound->rule.within)
            return each;
    }
    return NULL;
}

static shoal_status examine_all(rules_found *out, examiner *by, shoal_error *error) {
    uint32_t largest = bound_rules_largest_domain(by->rules);
    by->counts = memory_zero(largest, sizeof *by->counts);
    by->present = memory_new(largest, sizeof *by->present);
    by->sums = memory_new(largest, sizeof *by->sums);
    out->each = memory_zero(by->rules->rule_count + 1, sizeof *out->each);
    if (!by->counts || !by->present || !by->sums || !out->each ||
        (by->rules->of_persons && !count_persons(by)))
        return status_no_memory(error);
    for (size_t r = 0; r < by->rules->rule_count; r++) {
        const bound_rule *rule = &by->rules->rules[r];
        rule_found *found = &out->each[out->count++];
        const char *name = by->rules->columns[rule->column].domain.name;
        *found = rule_found_none(&rule->rule);
        found->rule = origin(by->input, rule, name);
        int64_t place = table_find(by->input->table, name);
        found->attribute = by->input->table->column[place].name;
        if (!examine_rule(found, by, rule))
            return status_no_memory(error);
    }
    return SHOAL_OK;
}

shoal_status rules_examine(rules_found *out, const rules_input *input, shoal_error *error) {
    rules_input own = *input;
    frequency_set set = {0};
    bound_rules *rules = NULL;
    *out = (rules_found){0};
    own.target = NULL;
    own.hierarchies = NULL;
    shoal_status status = table_tuples(&set, input->table, input->quasi, input->attributes,
                                       input->kept, input->pool, error);
    own.set = &set;
    if (status == SHOAL_OK)
        status = rules_bind(&rules, &own, error);
    examiner by = {.input = &own, .rules = rules, .set = &set};
    if (status == SHOAL_OK && rules)
        status = examine_all(out, &by, error);
    memory_free(by.counts);
    memory_free(by.present);
    memory_free(by.sums);
    rules_scratch_free(&by.persons);
    bound_rules_close(rules);
    frequency_free(&set);
    if (status != SHOAL_OK)
        rules_found_free(out);
    return status;
}
