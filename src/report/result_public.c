/* The result of a release that may be published with it. */
#include "report/assessment_parts.h"
#include "report/public_form.h"
#include "report/result_parts.h"

/* Metrics count suppressed rows too, and the search grows with their values. */
static void print_search(json *out, const result_facts *facts) {
    bool hidden = public_hides_rows(facts);
    json_string(out, "outcome", result_outcome_name(facts));
    json_string(out, "recoding", facts->recoding);
    json_string(out, "algorithm", facts->algorithm);
    json_string(out, "metric", facts->metric);
    json_number(out, "value", hidden ? (double)NAN : facts->value);
    json_number(out, "bound", hidden ? (double)NAN : facts->bound);
    json_number(out, "gap", hidden ? (double)NAN : facts->gap);
    if (hidden)
        json_null(out, "evaluations");
    else
        json_integer(out, "evaluations", facts->evaluations);
    json_string(out, "stopped_by", facts->stopped_by);
    json_integer(out, "k", facts->k);
    json_number(out, "suppression", facts->suppression);
    json_string(out, "missing", facts->missing);
    public_json_count(out, "dropped", facts->dropped, (uint64_t)facts->k);
}

static void print_metrics(json *out, const result_facts *facts) {
    if (!public_hides_rows(facts)) {
        result_json_metrics(out, facts->recoded);
        return;
    }
    json_open(out, "metrics", '{');
    for (size_t i = 0; i < facts->recoded->metric_count; i++)
        json_null(out, facts->recoded->metrics[i].name);
    json_close(out, '}');
}

/* Persons of whom the release has no row are counted with the others. */
static void print_persons(json *out, const result_facts *facts) {
    bool lacking = facts->released && facts->output.rows < facts->rows;
    if (facts->of_persons && !lacking)
        json_unsigned(out, "persons", facts->persons);
    else
        json_null(out, "persons");
}

static void print_attributes(json *out, const recoding_facts *recoded, fact_form form) {
    json_open(out, "attributes", '{');
    for (size_t i = 0; i < recoded->attribute_count; i++) {
        json_open(out, recoded->attributes[i].name, '{');
        result_json_facts(out, &recoded->attributes[i].result, form);
        json_close(out, '}');
    }
    json_close(out, '}');
}

/* Reviewers and what is thought of attackers are not for everybody. */
static void print_context(json *out, const plan_context *context) {
    json_open(out, "context", '{');
    json_string(out, "purpose", context ? context->purpose : NULL);
    json_string(out, "recipients", context ? context->recipients : NULL);
    json_string(out, "release", context ? context->release : NULL);
    json_close(out, '}');
}

static void print_risk(json *out, const assessment *assessed) {
    assessment shown = public_assessment(assessed);
    json_open(out, "risk", '{');
    json_open(out, "after", '{');
    assessment_json_table(out, &shown, &shown.table);
    json_close(out, '}');
    json_close(out, '}');
}

void result_print_public(text *out, const result_facts *facts) {
    json document = {.out = *out, .hidden = true};
    const recoding_facts *recoded = facts->recoded;
    fact_form form = public_hides_rows(facts) ? FACTS_HIDING_ROWS : FACTS_PUBLIC;
    json_open(&document, NULL, '{');
    json_string(&document, "shoal", shoal_version());
    json_boolean(&document, "public", true);
    print_search(&document, facts);
    json_unsigned(&document, "rows", facts->output.rows);
    if (facts->released && facts->output.rows < facts->rows)
        public_json_count(&document, "suppressed", recoded->suppressed, (uint64_t)facts->k);
    else
        result_json_count(&document, facts, "suppressed", recoded->suppressed);
    json_string(&document, "suppressed_rows", facts->suppressed_rows);
    result_json_count(&document, facts, "classes", recoded->classes);
    result_json_count(&document, facts, "k_eff", recoded->k_eff);
    print_persons(&document, facts);
    result_json_count(&document, facts, "k_eff_rows", recoded->k_eff_rows);
    if (facts->rule_count > 0)
        result_json_privacy(&document, facts);
    print_context(&document, facts->context);
    result_json_suppressions(&document, facts);
    result_json_codes(&document, facts);
    print_metrics(&document, facts);
    print_attributes(&document, recoded, form);
    result_json_facts(&document, &recoded->result, form);
    public_json_warnings(&document, facts->warnings);
    if (facts->assessed)
        print_risk(&document, facts->assessed);
    result_json_seconds(&document, facts);
    if (facts->released && !facts->dry_run) {
        result_file file = facts->output;
        file.path = public_name(file.path);
        result_json_file(&document, "output", &file);
    } else {
        json_null(&document, "output");
    }
    json_close(&document, '}');
    *out = document.out;
}
