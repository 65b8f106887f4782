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

/* Not a model, but what all of them are about. */
static void add_guesses(page *of, const assessment *facts, size_t attribute, bool both) {
    const char *name = facts->sensitive[attribute];
    document_cell(&of->to, "right guesses from the class, in all classes");
    if (both)
        page_share(of, facts->before->inferences[attribute].guessed, "%sinference.%s.guessed",
                   of->before, name);
    page_share(of, facts->table.inferences[attribute].guessed, "%sinference.%s.guessed", of->after,
               name);
    document_end_row(&of->to);
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
    add_guesses(of, facts, attribute, both);
    document_end_table(&of->to);
}

/* Attributes with a table of their own. */
enum { MODELLED = 10 };

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

void page_models_found(page *of, const assessment *facts) {
    if (facts->sensitive_count == 0 || !facts->table.models)
        return;
    for (size_t i = 0; i < facts->sensitive_count && i < MODELLED; i++)
        add_models_of(of, facts, i);
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

const char *page_alike(page *of, const assessment *facts) {
    const char **names = arena_new(&of->memory, facts->sensitive_count + 1, sizeof *names);
    size_t count = 0;
    if (!names)
        page_fail(of);
    for (size_t i = 0; names && i < facts->sensitive_count; i++)
        if (assessment_is_alike(facts, i))
            names[count++] = facts->sensitive[i];
    return count > 0 ? page_names(of, names, count) : NULL;
}
