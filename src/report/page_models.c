/* What sensitive attributes keep of the privacy models, and the rules for missing values. */
#include "report/page.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct model_column {
    const char *name, *key;
    size_t offset;
} model_column;

#define MODEL(name, key, field) name, key, offsetof(assessment_model, field)

static const model_column models[] = {
    {MODEL("l, distinct", "l_distinct", l_distinct)},
    {MODEL("l, entropy", "l_entropy", l_entropy)},
    {MODEL("c for l = 2", "recursive_c2", recursive_c2)},
    {MODEL("c for l = 3", "recursive_c3", recursive_c3)},
    {MODEL("t, equal", "t_equal", t_equal)},
    {MODEL("t, ordered", "t_ordered", t_ordered)},
    {MODEL("t, hierarchical", "t_hierarchical", t_hierarchical)},
    {MODEL("δ disclosure", "delta", delta)},
    {MODEL("β likeness", "beta", beta)},
    {MODEL("α", "alpha", alpha)},
};
enum { MODELS = sizeof models / sizeof *models };

static double model_value(const assessment_model *of, const model_column *which) {
    double value;
    memcpy(&value, (const char *)of + which->offset, sizeof value);
    return value;
}

/* Infinite: no threshold is kept. The result has null there. */
static void add_model_cell(page *of, const assessment_model *model, const char *side,
                           const model_column *which) {
    double value = model_value(model, which);
    if (isinf(value))
        document_cell(&of->to, "∞");
    else
        page_number(of, value, "%smodels.%s.%s", side, model->attribute, which->key);
}

static void add_models_of(page *of, const assessment *facts, const assessment_table *table,
                          const char *side, const char *caption) {
    document_column columns[MODELS + 1] = {{"sensitive attribute", false}};
    for (size_t m = 0; m < MODELS; m++)
        columns[m + 1] = (document_column){models[m].name, true};
    document_table(&of->to, caption, columns, MODELS + 1);
    for (size_t i = 0; i < facts->sensitive_count && i < PAGE_ROWS; i++) {
        document_cell(&of->to, table->models[i].attribute);
        for (size_t m = 0; m < MODELS; m++)
            add_model_cell(of, &table->models[i], side, &models[m]);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

void page_models_found(page *of, const assessment *facts) {
    if (facts->sensitive_count == 0)
        return;
    if (facts->before && facts->before->models)
        add_models_of(of, facts, facts->before, of->before, "Kept by the worst class before");
    if (facts->table.models)
        add_models_of(of, facts, &facts->table, of->after,
                      facts->before ? "Kept by the worst class after" : "Kept by the worst class");
    document_text(
        &of->to, TONE_PLAIN,
        "l-diversity: the larger, the safer; of recursive diversity c, t, δ, β and α: the "
        "smaller, the safer. A dash: the attribute has no order or no hierarchy.");
}

/* ---- Missing values ------------------------------------------------------------------------- */

static const char *const rule_names[ASSESSED_RULES] = {
    [ASSESSED_CATEGORY] = "category",
    [ASSESSED_WILDCARD] = "wildcard",
    [ASSESSED_DROP] = "drop",
};
static const char *const rule_words[ASSESSED_RULES] = {
    [ASSESSED_CATEGORY] = "category: a value of its own",
    [ASSESSED_WILDCARD] = "wildcard: matches every value",
    [ASSESSED_DROP] = "drop: rows with one are left out",
};

static void add_missing_of(page *of, const assessment *facts, const assessment_table *table,
                           const char *side, const char *when) {
    static const document_column columns[] = {{"rule", false},      {"rows", true},
                                              {"suppressed", true}, {"classes", true},
                                              {"k", true},          {"uniques", true}};
    document_table(
        &of->to,
        page_print(of, "Missing values by each of the three rules%s%s", *when ? ", " : "", when),
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
