/* What sensitive attributes keep of the privacy models, and the rules for missing values. */
#include "report/report_page.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef struct model_column {
    const char *name, *key;
    size_t offset;
} model_column;

#define MODEL(name, key, field) name, key, offsetof(assessment_model, field)

static const model_column models[] = {
    {MODEL("l-diversity, distinct: l", "l_distinct", l_distinct)},
    {MODEL("l-diversity, entropy: l", "l_entropy", l_entropy)},
    {MODEL("recursive diversity with l = 2: c", "recursive_c2", recursive_c2)},
    {MODEL("recursive diversity with l = 3: c", "recursive_c3", recursive_c3)},
    {MODEL("t-closeness, equal distance: t", "t_equal", t_equal)},
    {MODEL("t-closeness, ordered distance: t", "t_ordered", t_ordered)},
    {MODEL("t-closeness, hierarchical distance: t", "t_hierarchical", t_hierarchical)},
    {MODEL("δ-disclosure: δ", "delta", delta)},
    {MODEL("β-likeness: β", "beta", beta)},
    {MODEL("(α,k)-anonymity: α", "alpha", alpha)},
};
enum { MODELS = sizeof models / sizeof *models };

static double model_value(const assessment_model *of, const model_column *which) {
    double value;
    memcpy(&value, (const char *)of + which->offset, sizeof value);
    return value;
}

/* Infinite: no threshold is kept. The result has null or a word there. */
static void add_model_cell(page *of, const assessment_model *model, const char *side,
                           const model_column *which) {
    double value = model_value(model, which);
    if (isinf(value))
        document_cell(&of->to, "∞");
    else
        page_number(of, value, "%smodels.%s.%s", side, model->attribute, which->key);
}

static void add_models_of(page *of, const assessment *facts, size_t attribute) {
    static const document_column compared[] = {{"model", false}, {"before", true}, {"after", true}};
    static const document_column alone[] = {{"model", false}, {"found", true}};
    const assessment_model *after = &facts->table.models[attribute];
    bool both = facts->before && facts->before->models;
    document_table(&of->to,
                   page_print(of, "What the worst class keeps of %s",
                              page_shorten(of, after->attribute, PAGE_VALUE)),
                   both ? compared : alone, both ? 3 : 2);
    for (size_t m = 0; m < MODELS; m++) {
        bool known = !isnan(model_value(after, &models[m])) ||
                     (both && !isnan(model_value(&facts->before->models[attribute], &models[m])));
        if (!known)
            continue;
        document_cell(&of->to, models[m].name);
        if (both)
            add_model_cell(of, &facts->before->models[attribute], of->before, &models[m]);
        add_model_cell(of, after, of->after, &models[m]);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* Attributes with a table of their own. */
enum { MODELLED = 10 };

void page_models_found(page *of, const assessment *facts) {
    if (facts->sensitive_count == 0 || !facts->table.models)
        return;
    for (size_t i = 0; i < facts->sensitive_count && i < MODELLED; i++)
        add_models_of(of, facts, i);
    document_text(
        &of->to, TONE_PLAIN,
        "Of l, more is safer; of everything else, less. ∞: no threshold is kept.%s",
        facts->sensitive_count > MODELLED ? " More sensitive attributes are in the result." : "");
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

const char *page_alike_words(page *of, const char *names) {
    return page_print(of,
                      "Take care: in at least one class all rows have the same %s: whoever is "
                      "known to be in it is known to have it.",
                      names);
}
