#include "report/assessment_parts.h"
#include "report/utf8.h"
#include "report/verdict.h"
#include "report/warnings_json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Bytes of a value that are shown. */
#define LONGEST_VALUE 200

void assessment_json_value(json *out, const char *value) {
    size_t length = 0;
    if (strnlen(value, LONGEST_VALUE + 1) <= LONGEST_VALUE) {
        json_string(out, "value", value);
        return;
    }
    while (length < LONGEST_VALUE) {
        size_t next = utf8_length(value + length);
        next = next ? next : 1;
        if (length + next > LONGEST_VALUE)
            break;
        length += next;
    }
    text shown = {0};
    text_add(&shown, value, length);
    text_add_string(&shown, "\xe2\x80\xa6");
    out->out.failed |= shown.failed;
    json_string(out, "value", shown.bytes);
    json_boolean(out, "cut", true);
    text_free(&shown);
}

void assessment_json_measure(json *out, const char *key, double value) {
    if (isinf(value))
        json_string(out, key, "infinite");
    else
        json_number(out, key, value);
}

static void print_rules(json *out, const assessment *facts) {
    json_open(out, "rules", '[');
    for (size_t i = 0; i < facts->rule_count; i++) {
        const assessment_rule *rule = &facts->rules[i];
        json_open(out, NULL, '{');
        json_string(out, "model", rule->model);
        json_string(out, "rule", rule->text);
        json_string(out, "attribute", rule->attribute);
        assessment_json_measure(out, "asked", rule->asked);
        assessment_json_measure(out, "found", rule->found);
        if (rule->judged) {
            json_boolean(out, "holds", rule->holds);
            json_unsigned(out, "violated_by", rule->classes);
        } else {
            json_null(out, "holds");
            json_null(out, "violated_by");
        }
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void print_verdict(json *out, const assessment *facts) {
    verdict found;
    verdict_of_table(&found, facts);
    json_open(out, "verdict", '{');
    if (facts->asked)
        json_boolean(out, "holds", facts->holds);
    else
        json_null(out, "holds");
    if (facts->k_asked > 0)
        json_integer(out, "k_asked", facts->k_asked);
    else
        json_null(out, "k_asked");
    json_boolean(out, "k_holds", facts->k_holds);
    json_number(out, "suppression_limit",
                facts->suppression_limited ? facts->suppression_limit : (double)NAN);
    json_boolean(out, "suppression_holds", facts->suppression_holds);
    print_rules(out, facts);
    verdict_print_json(out, &found);
    verdict_free(&found);
    json_close(out, '}');
}

static void print_population(json *out, const assessment *facts) {
    json_open(out, "population", '{');
    json_string(out, "file", facts->population_file);
    if (facts->population_file)
        json_unsigned(out, "rows", facts->population_rows);
    else
        json_null(out, "rows");
    if (facts->population_size > 0)
        json_unsigned(out, "size", facts->population_size);
    else
        json_null(out, "size");
    json_close(out, '}');
}

static void print_weights(json *out, const assessment_survey *found) {
    if (!found->weighted) {
        json_null(out, "weights");
        return;
    }
    json_open(out, "weights", '{');
    json_string(out, "attribute", found->weight);
    json_unsigned(out, "rows", found->individual.rows);
    json_number(out, "population", found->individual.population);
    json_number(out, "largest", found->individual.largest);
    json_number(out, "global", found->individual.global);
    json_number(out, "expected", found->individual.expected);
    json_unsigned(out, "above", found->individual.above);
    json_number(out, "population_uniques", found->individual.uniques);
    json_close(out, '}');
}

static void print_households(json *out, const assessment_survey *found) {
    if (!found->housed) {
        json_null(out, "households");
        return;
    }
    json_open(out, "households", '{');
    json_string(out, "attribute", found->household);
    json_string(out, "risk_of_members", found->weighted ? "individual" : "journalist");
    json_unsigned(out, "count", found->households);
    json_number(out, "largest", found->household_largest);
    json_number(out, "expected", found->household_expected);
    json_unsigned(out, "above", found->household_above);
    json_close(out, '}');
}

static void print_before(json *out, const assessment *facts) {
    if (!facts->before) {
        json_null(out, "before");
        return;
    }
    json_open(out, "before", '{');
    assessment_json_table(out, facts, facts->before);
    json_close(out, '}');
}

double assessment_largest_risk(const assessment *facts) {
    double largest = facts->table.risk.prosecutor.largest;
    uint64_t suppressed = facts->table.one_class ? 0 : facts->table.suppressed_members;
    bool linked = facts->before && !facts->linkage.generalized_none;
    if (suppressed > 0) /* a person whom no class covers */
        largest = fmax(largest, 1 / (double)suppressed);
    return linked ? fmax(largest, facts->linkage.generalized.largest) : largest;
}

bool assessment_is_alike(const assessment *facts, size_t sensitive) {
    assert(sensitive < facts->sensitive_count && facts->table.models);
    const double *found = facts->table.models[sensitive].found;
    for (size_t i = 0; i < facts->figure_count; i++)
        if (facts->figures[i].counts_values && fabs(found[i] - 1) < 0.5)
            return facts->table.classes.classes > 0;
    return false;
}

static void print_json(text *out, const assessment *facts, bool brief) {
    json made = {.out = *out, .brief = brief};
    json_open(&made, NULL, '{');
    json_string(&made, "shoal", shoal_version());
    json_string(&made, "kind", "assessment");
    result_json_file(&made, "input", &facts->table.file);
    if (facts->before)
        result_json_file(&made, "against", &facts->before->file);
    else
        json_null(&made, "against");
    json_strings(&made, "quasi", facts->quasi, facts->quasi_count);
    json_strings(&made, "sensitive", facts->sensitive, facts->sensitive_count);
    json_string(&made, "missing_rule", facts->missing);
    print_population(&made, facts);
    print_verdict(&made, facts);
    assessment_json_table(&made, facts, &facts->table);
    print_weights(&made, &facts->survey);
    print_households(&made, &facts->survey);
    print_before(&made, facts);
    assessment_json_linkage(&made, facts);
    assessment_json_attacks(&made, facts);
    assessment_json_utility(&made, facts);
    warnings_print_json(&made, facts->warnings);
    json_strings(&made, "assumed", facts->assumed, facts->assumed_count);
    json_string(&made, "command", facts->command);
    json_string(&made, "plan", facts->plan);
    json_number(&made, "seconds", facts->seconds);
    json_close(&made, '}');
    *out = made.out;
}

void assessment_print_json(text *out, const assessment *facts) {
    print_json(out, facts, false);
}

void assessment_print_json_brief(text *out, const assessment *facts) {
    print_json(out, facts, true);
}
