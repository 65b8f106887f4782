/* Privacy models of the sensitive attributes, and the rules for missing values. */
#include "report/report_page.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Infinite: no threshold holds. The result has null or a word there. */
static void add_figure(page *of, const assessment_model *model, const char *side, double value,
                       const char *key) {
    if (isinf(value))
        document_cell(&of->to, "∞");
    else
        page_number(of, value, "%smodels.%s.%s", side, model->attribute, key);
}

static void add_models_of(page *of, const assessment *facts, size_t attribute) {
    static const document_column compared[] = {{"model", false}, {"before", true}, {"after", true}};
    static const document_column alone[] = {{"model", false}, {"found", true}};
    const assessment_model *after = &facts->table.models[attribute];
    bool both = facts->before && facts->before->models;
    document_table(&of->to,
                   page_print(of, "%s: the worst class under each privacy model",
                              page_shorten(of, after->attribute, PAGE_VALUE)),
                   both ? compared : alone, both ? 3 : 2);
    for (size_t f = 0; f < facts->figure_count; f++) {
        const privacy_figure *figure = &facts->figures[f];
        const assessment_model *before = both ? &facts->before->models[attribute] : after;
        if (isnan(after->found[f]) && isnan(before->found[f]))
            continue;
        document_cell(&of->to, figure->title);
        if (both)
            add_figure(of, before, of->before, before->found[f], figure->key);
        add_figure(of, after, of->after, after->found[f], figure->key);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* Attributes with a table of their own. */
enum { MODELLED = 5 };

/* The parameters whose larger values are safer: "l". */
static const char *safer_parameters(page *of, const assessment *facts) {
    const char **names = arena_new(&of->memory, facts->figure_count + 1, sizeof *names);
    size_t count = 0;
    for (size_t f = 0; names && f < facts->figure_count; f++) {
        const privacy_rule *rule = &facts->figures[f].rule;
        bool named = count > 0 && strcmp(names[count - 1], rule->model->parameter) == 0;
        if (privacy_rule_larger_is_safer(rule) && !named)
            names[count++] = rule->model->parameter;
    }
    return names ? page_names(of, names, count) : page_fail(of);
}

/* What each model asks for, once. Figures of one model follow each other. */
static void explain_models(page *of, const assessment *facts) {
    static const document_column columns[] = {{"model", false}, {"what it asks for", false}};
    const privacy_model *last = NULL;
    document_table(&of->to, "The privacy models", columns, 2);
    for (size_t f = 0; f < facts->figure_count; f++) {
        const privacy_model *model = facts->figures[f].rule.model;
        if (model == last)
            continue;
        last = model;
        page_pair(of, model->name, model->summary);
    }
    document_end_table(&of->to);
}

/* ---- Guesses ----------------------------------------------------------------------------------
 */

static void add_guess(page *of, const assessment *facts, size_t attribute) {
    const value_inference *after = &facts->table.inferences[attribute];
    const char *name = facts->sensitive[attribute];
    document_cell(&of->to, name);
    page_share(of, after->majority, "%sinference.%s.majority", of->after, name);
    if (facts->before && facts->before->inferences)
        page_share(of, facts->before->inferences[attribute].guessed, "%sinference.%s.guessed",
                   of->before, name);
    page_share(of, after->guessed, "%sinference.%s.guessed", of->after, name);
    page_count(of, after->certain, "%sinference.%s.certain", of->after, name);
    document_end_row(&of->to);
}

static void add_guesses(page *of, const assessment *facts) {
    static const document_column compared[] = {{"sensitive attribute", false},
                                               {"always guessing the most frequent value", true},
                                               {"guessing by the class, before", true},
                                               {"after", true},
                                               {"rows whose value is certain", true}};
    static const document_column alone[] = {{"sensitive attribute", false},
                                            {"always guessing the most frequent value", true},
                                            {"guessing by the class", true},
                                            {"rows whose value is certain", true}};
    bool both = facts->before && facts->before->inferences;
    if (!facts->table.inferences)
        return;
    document_table(&of->to, "Right guesses of an attacker who knows a person's class",
                   both ? compared : alone, both ? 5 : 4);
    for (size_t i = 0; i < facts->sensitive_count && i < PAGE_ROWS; i++)
        add_guess(of, facts, i);
    document_end_table(&of->to);
}

void page_models_found(page *of, const assessment *facts) {
    if (facts->sensitive_count == 0 || !facts->table.models)
        return;
    add_guesses(of, facts);
    for (size_t i = 0; i < facts->sensitive_count && i < MODELLED; i++)
        add_models_of(of, facts, i);
    explain_models(of, facts);
    document_text(
        &of->to, TONE_PLAIN,
        "Larger values of %s are safer; of all others, smaller ones. ∞: no threshold holds.%s",
        safer_parameters(of, facts),
        facts->sensitive_count > MODELLED ? " The result has the other sensitive attributes." : "");
}

/* ---- Missing values ------------------------------------------------------------------------- */

static const char *const rule_names[ASSESSED_RULES] = {
    [ASSESSED_CATEGORY] = "category",
    [ASSESSED_WILDCARD] = "wildcard",
    [ASSESSED_DROP] = "drop",
};
static const char *const rule_words[ASSESSED_RULES] = {
    [ASSESSED_CATEGORY] = "category: a separate value",
    [ASSESSED_WILDCARD] = "wildcard: matches every value",
    [ASSESSED_DROP] = "drop: the row is left out",
};

static void add_missing_of(page *of, const assessment *facts, const assessment_table *table,
                           const char *side, const char *when) {
    static const document_column columns[] = {{"rule", false},      {"rows", true},
                                              {"suppressed", true}, {"classes", true},
                                              {"k", true},          {"uniques", true}};
    document_table(
        &of->to,
        page_print(of, "Missing values under each of the three rules%s%s", *when ? ", " : "", when),
        columns, 6);
    for (size_t r = 0; r < ASSESSED_RULES; r++) {
        const assessment_missing *each = &table->missing[r];
        bool used = strcmp(facts->missing, rule_names[r]) == 0;
        double unknown = each->known ? 0 : NAN;
        document_cell(&of->to, page_print(of, "%s%s", rule_words[r], used ? " (used here)" : ""));
#define CELL(value, key)                                                                           \
    page_number(of, unknown + (double)each->value, each->known ? "%smissing.%s." key : NULL, side, \
                rule_names[r])
        CELL(rows, "rows");
        CELL(suppressed, "suppressed");
        CELL(classes, "classes");
        CELL(k, "k");
        CELL(uniques, "uniques");
#undef CELL
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

void page_missing(page *of, const assessment *facts) {
    if (facts->before)
        add_missing_of(of, facts, facts->before, of->before, "before");
    add_missing_of(of, facts, &facts->table, of->after, facts->before ? "after" : "");
}
