#include "report/result.h"

#include "base/memory.h"
#include "report/assessment_parts.h"
#include "report/json.h"
#include "report/public_form.h"
#include "report/result_parts.h"
#include "report/verdict.h"
#include "report/warnings_json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *result_outcome_name(const result_facts *facts) {
    return !facts->released ? "infeasible" : facts->proven ? "optimal" : "feasible";
}

double result_metric_value(const result_facts *facts, const char *name) {
    for (size_t i = 0; i < facts->recoded->metric_count; i++)
        if (strcmp(facts->recoded->metrics[i].name, name) == 0)
            return facts->recoded->metrics[i].value;
    return NAN;
}

/* Whether a form has a fact. */
static bool is_told(const fact *each, fact_form form) {
    return form == FACTS_WHOLE || (each->shown && (form == FACTS_PUBLIC || !each->of_rows));
}

void result_json_facts(json *out, const fact_list *list, fact_form form) {
    char open[FACT_DEPTH];
    size_t depth = 0;
    for (size_t i = 0; i < list->count; i++) {
        const fact *each = &list->each[i];
        if (!is_told(each, form))
            continue;
        switch (each->kind) {
        case FACT_NUMBER:
            json_number(out, each->key, each->number);
            break;
        case FACT_COUNT:
            json_unsigned(out, each->key, each->count);
            break;
        case FACT_TEXT:
            json_string(out, each->key, each->text);
            break;
        case FACT_FLAG:
            json_boolean(out, each->key, each->flag);
            break;
        case FACT_OBJECT:
        case FACT_LIST:
            assert(depth < FACT_DEPTH);
            json_open(out, each->key, each->kind == FACT_OBJECT ? '{' : '[');
            open[depth++] = each->kind == FACT_OBJECT ? '}' : ']';
            break;
        case FACT_END:
            assert(depth > 0);
            json_close(out, open[--depth]);
            break;
        }
    }
    assert(depth == 0);
}

static void print_hint(json *out, const result_hint *hint) {
    json_open(out, "hint", '{');
    json_number(out, "allow", hint->suppression);
    json_unsigned(out, "lost", hint->suppressed);
    json_number(out, "at_most", hint->value);
    json_string(out, "attribute", hint->attribute);
    json_string(out, "common", hint->common);
    json_unsigned(out, "with_it", hint->rows);
    json_close(out, '}');
}

static void print_search(json *out, const result_facts *facts) {
    json_string(out, "outcome", result_outcome_name(facts));
    json_string(out, "recoding", facts->recoding);
    if (facts->purpose) {
        json_string(out, "purpose", facts->purpose);
        json_string(out, "proposed_for", facts->proposed_for);
    }
    json_string(out, "algorithm", facts->algorithm);
    json_string(out, "metric", facts->metric);
    json_number(out, "value", facts->value);
    json_number(out, "bound", facts->bound);
    json_number(out, "gap", facts->gap);
    json_unsigned(out, "seed", facts->seed);
    json_integer(out, "threads", facts->threads);
    json_integer(out, "evaluations", facts->evaluations);
    json_integer(out, "memo_hits", facts->memo_hits);
    json_integer(out, "proof_evaluations", facts->proof_evaluations);
    json_string(out, "stopped_by", facts->stopped_by);
    json_integer(out, "k", facts->k);
    json_number(out, "suppression", facts->suppression);
    if (facts->suppression_weight > 0)
        json_number(out, "suppression_weight", facts->suppression_weight);
    json_string(out, "missing", facts->missing);
    json_unsigned(out, "dropped", facts->dropped);
    if (facts->set_aside > 0)
        json_unsigned(out, "set_aside", facts->set_aside);
    if (facts->stays)
        json_string(out, "where", "database");
    if (facts->floor_count > 0) {
        json_open(out, "floor", '{');
        for (size_t i = 0; i < facts->floor_count; i++)
            json_integer(out, facts->floor[i].name, facts->floor[i].level);
        json_close(out, '}');
    }
}

/* A number of a release that is not there is null. */
void result_json_count(json *out, const result_facts *facts, const char *name, uint64_t count) {
    if (facts->released)
        json_unsigned(out, name, count);
    else
        json_null(out, name);
}

void result_json_privacy(json *out, const result_facts *facts) {
    json_open(out, "privacy", '{');
    json_integer(out, "k", facts->k);
    json_open(out, "models", '[');
    for (size_t i = 0; i < facts->rule_count; i++) {
        const result_rule *rule = &facts->rules[i];
        json_open(out, NULL, '{');
        json_string(out, "model", rule->model);
        json_string(out, "rule", rule->text);
        json_string(out, "attribute", rule->attribute);
        json_number(out, "asked", rule->asked);
        json_number(out, "found", rule->found);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
}

void result_json_metrics(json *out, const recoding_facts *recoded) {
    json_open(out, "metrics", '{');
    for (size_t i = 0; i < recoded->metric_count; i++)
        json_number(out, recoded->metrics[i].name, recoded->metrics[i].value);
    result_json_facts(out, &recoded->more_metrics, FACTS_WHOLE);
    json_close(out, '}');
}

static void print_attributes(json *out, const recoding_facts *recoded) {
    json_open(out, "attributes", '{');
    for (size_t i = 0; i < recoded->attribute_count; i++) {
        json_open(out, recoded->attributes[i].name, '{');
        result_json_facts(out, &recoded->attributes[i].result, FACTS_WHOLE);
        json_close(out, '}');
    }
    json_close(out, '}');
}

void result_json_context(json *out, const plan_context *context) {
    static const plan_context nothing = {0};
    const plan_context *of = context ? context : &nothing;
    json_open(out, "context", '{');
#define PRINT_STATED(name, title) json_string(out, #name, of->name);
    PLAN_CONTEXT(PRINT_STATED)
#undef PRINT_STATED
    json_close(out, '}');
}

void result_json_suppressions(json *out, const result_facts *facts) {
    uint64_t least = out->hidden ? (uint64_t)facts->k : 0;
    bool hidden = out->hidden && public_hides_rows(facts);
    if (!facts->released || facts->suppression_count == 0)
        return;
    json_open(out, "suppressions", '{');
    json_open(out, "attributes", '{');
    for (size_t i = 0; i < facts->suppression_count; i++) {
        const result_suppression *each = &facts->suppressions[i];
        json_open(out, each->attribute, '{');
        double share = facts->rows > 0 ? (double)each->cells / (double)facts->rows : 0;
        if (hidden)
            json_null(out, "cells");
        else
            json_unsigned(out, "cells", each->cells);
        json_number(out, "share", hidden ? (double)NAN : share);
        json_close(out, '}');
    }
    json_close(out, '}');
    if (facts->households.known) {
        json_open(out, "households", '{');
        if (hidden)
            json_null(out, "all");
        else
            json_unsigned(out, "all", facts->households.all);
        public_json_count(out, "some_suppressed", facts->households.some, least);
        public_json_count(out, "all_suppressed", facts->households.whole, least);
        json_close(out, '}');
    }
    json_close(out, '}');
}

void result_json_codes(json *out, const result_facts *facts) {
    if (facts->code_count == 0)
        return;
    json_open(out, "codes", '[');
    for (size_t i = 0; i < facts->code_count; i++) {
        const result_code *each = &facts->codes[i];
        json_open(out, NULL, '{');
        json_string(out, "attribute", each->attribute);
        json_string(out, "end", each->top ? "top" : "bottom");
        if (!out->hidden)
            json_string(out, "asked", each->asked);
        json_string(out, "bound", each->bound);
        if (!out->hidden)
            json_unsigned(out, "cells", each->cells);
        json_close(out, '}');
    }
    json_close(out, ']');
}

void result_json_seconds(json *out, const result_facts *facts) {
    json_open(out, "seconds", '{');
    json_number(out, "read", facts->seconds.read);
    json_number(out, "search", facts->seconds.search);
    json_number(out, "write", facts->seconds.write);
    json_number(out, "verify", facts->seconds.verify);
    if (facts->assessed)
        json_number(out, "assess", facts->seconds.assess);
    json_number(out, "total", facts->seconds.total);
    json_close(out, '}');
}

void result_json_file(json *out, const char *name, const result_file *file) {
    json_open(out, name, '{');
    json_string(out, "path", file->path);
    json_string(out, "sha256", file->sha256);
    json_unsigned(out, "rows", file->rows);
    json_close(out, '}');
}

static void print_verdict(json *out, const result_facts *facts) {
    verdict found;
    verdict_of_release(&found, facts);
    json_open(out, "verdict", '{');
    verdict_print_json(out, &found);
    json_close(out, '}');
    verdict_free(&found);
}

static void print_point(json *out, const result_facts *facts, size_t index) {
    const result_point *point = &facts->front[index];
    json_open(out, NULL, '{');
    json_unsigned(out, "point", index + 1);
    json_boolean(out, "chosen", index == facts->chosen);
    json_unsigned(out, "k_eff", point->k_eff);
    json_unsigned(out, "classes", point->classes);
    json_unsigned(out, "suppressed", point->suppressed);
    json_open(out, "objectives", '{');
    for (size_t i = 0; i < facts->objective_count; i++)
        json_number(out, facts->objectives[i].name, point->objectives[i]);
    json_close(out, '}');
    json_open(out, "metrics", '{');
    for (size_t i = 0; i < facts->recoded->metric_count; i++)
        json_number(out, facts->recoded->metrics[i].name, point->metrics[i]);
    json_close(out, '}');
    json_string(out, "node", point->node);
    json_close(out, '}');
}

static void print_front(json *out, const result_facts *facts) {
    json_open(out, "front", '[');
    for (size_t i = 0; i < facts->front_count; i++)
        print_point(out, facts, i);
    json_close(out, ']');
    if (facts->objective_count > 0)
        json_number(out, "hypervolume", facts->hypervolume);
}

/* As the report draws it. */
static void print_trace(json *out, const search_trace *trace) {
    json_open(out, "trace", '[');
    for (size_t i = 0; i < trace->count; i++) {
        json_open(out, NULL, '{');
        json_integer(out, "evaluations", trace->point[i].evaluations);
        json_number(out, "seconds", trace->point[i].seconds);
        json_number(out, "best", trace->point[i].best);
        json_number(out, "bound", trace->point[i].bound);
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* What the release gives away and what it is still good for; keys as those of an assessment. */
static void print_assessed(json *out, const assessment *facts) {
    json_open(out, "risk", '{');
    json_open(out, "before", '{');
    assessment_json_table(out, facts, facts->before);
    json_close(out, '}');
    json_open(out, "after", '{');
    assessment_json_table(out, facts, &facts->table);
    json_close(out, '}');
    json_close(out, '}');
    json_open(out, "assessment", '{');
    assessment_json_linkage(out, facts);
    assessment_json_attacks(out, facts);
    assessment_json_utility(out, facts);
    json_close(out, '}');
}

/* What would have been written. */
static void print_dry_run(json *out, const result_facts *facts) {
    json_open(out, "dry_run", '{');
    json_string(out, "path", facts->output.path);
    json_unsigned(out, "rows", facts->released ? facts->output.rows : 0);
    json_unsigned(out, "columns", facts->released ? facts->columns : 0);
    json_close(out, '}');
}

static void print_json(text *out, const result_facts *facts, bool brief) {
    json made = {.out = *out, .brief = brief};
    json_open(&made, NULL, '{');
    json_string(&made, "shoal", shoal_version());
    print_search(&made, facts);
    json_unsigned(&made, "rows", facts->rows);
    result_json_count(&made, facts, "suppressed", facts->recoded->suppressed);
    if (facts->released)
        json_string(&made, "suppressed_rows", facts->suppressed_rows);
    else
        json_null(&made, "suppressed_rows");
    result_json_count(&made, facts, "classes", facts->recoded->classes);
    result_json_count(&made, facts, "k_eff", facts->recoded->k_eff);
    if (facts->of_persons)
        json_unsigned(&made, "persons", facts->persons);
    else
        json_null(&made, "persons");
    result_json_count(&made, facts, "k_eff_rows", facts->recoded->k_eff_rows);
    if (facts->k_read > 0)
        json_unsigned(&made, "k_read", facts->k_read);
    if (facts->rule_count > 0)
        result_json_privacy(&made, facts);
    result_json_metrics(&made, facts->recoded);
    print_attributes(&made, facts->recoded);
    result_json_facts(&made, &facts->recoded->result, FACTS_WHOLE);
    result_json_context(&made, facts->context);
    result_json_suppressions(&made, facts);
    result_json_codes(&made, facts);
    print_front(&made, facts);
    print_verdict(&made, facts);
    warnings_print_json(&made, facts->warnings);
    if (facts->hint && facts->hint->found)
        print_hint(&made, facts->hint);
    if (facts->assessed)
        print_assessed(&made, facts->assessed);
    if (facts->trace)
        print_trace(&made, facts->trace);
    result_json_seconds(&made, facts);
    result_json_file(&made, "input", &facts->input);
    if (facts->released && !facts->dry_run)
        result_json_file(&made, "output", &facts->output);
    else
        json_null(&made, "output");
    if (facts->dry_run)
        print_dry_run(&made, facts);
    json_close(&made, '}');
    *out = made.out;
}

void result_print_json(text *out, const result_facts *facts) {
    print_json(out, facts, false);
}

void result_print_json_brief(text *out, const result_facts *facts) {
    print_json(out, facts, true);
}

shoal_status result_make(shoal_result **out, const result_facts *facts, shoal_error *error) {
    shoal_result *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    result_print_json(&made->json, facts);
    result_print_summary(&made->summary, facts);
    if (made->json.failed || made->summary.failed) {
        shoal_result_free(made);
        return status_no_memory(error);
    }
    *out = made;
    return SHOAL_OK;
}

void shoal_result_free(shoal_result *result) {
    if (!result)
        return;
    for (size_t i = 0; i < result->recoded; i++) {
        shoal_hierarchy_free(result->recoding[i]);
        memory_free(result->recoded_names[i]);
    }
    value_tree_free(atomic_load(&result->tree));
    memory_free(result->recoding);
    memory_free(result->recoded_names);
    memory_free(result->kept);
    text_free(&result->plan);
    text_free(&result->report);
    text_free(&result->json);
    text_free(&result->summary);
    memory_free(result);
}

const char *shoal_result_json(const shoal_result *result) {
    return result->json.bytes;
}

const char *shoal_result_summary(const shoal_result *result) {
    return result->summary.bytes;
}
