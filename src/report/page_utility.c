/* The utility of a table: metrics, distributions, correlations, a prediction. */
#include "report/report_page.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Metrics -------------------------------------------------------------------------------- */

static void add_metrics(page *of, const assessment *facts) {
    const assessment_utility *utility = &facts->utility;
    if (utility->none) {
        document_text(&of->to, TONE_PLAIN, "The information loss is not known: %s.", utility->none);
        return;
    }
    if (utility->metric_count == 0)
        return;
    page_open_metrics(of);
    for (size_t i = 0; i < utility->metric_count; i++)
        page_metric(of, utility->metrics[i].name, utility->metrics[i].value,
                    page_key(of, "%sutility.metrics.%s", of->both, utility->metrics[i].name));
    document_end_table(&of->to);
}

/* ---- Distributions -------------------------------------------------------------------------- */

static bool are_numbers(const assessment_column *each) {
    return each->before.there && each->before.numeric && each->after.numeric;
}

static void add_distance(page *of, const assessment_column *each) {
    bool compared = each->before.there && (are_numbers(each) || each->unchanged ||
                                           page_comparable(&each->before, &each->after));
    if (compared)
        page_share(of, each->distance, "%sutility.attributes.%s.distance", of->both, each->name);
    else
        document_cell(&of->to, each->before.there ? "other labels" : "–");
}

static void add_changes(page *of, const assessment *facts) {
    static const document_column columns[] = {{"attribute", false},    {"what became of it", false},
                                              {"values before", true}, {"after", true},
                                              {"distance", true},      {"shift of the mean", true}};
    document_table(&of->to, "Distributions before and after", columns, 6);
    for (size_t i = 0; i < facts->column_count && i < PAGE_ROWS; i++) {
        const assessment_column *each = &facts->columns[i];
        document_cell(&of->to, each->name);
        document_sentence(&of->to,
                          each->before.there ? page_lost(of, each) : "not in the original");
        document_number(&of->to,
                        each->before.there ? (double)each->before.categories.distinct : NAN, NULL,
                        NULL);
        document_number(&of->to, (double)page_labels(&each->after), NULL, NULL);
        add_distance(of, each);
        page_number(of, each->shift, "%sutility.attributes.%s.shift", of->both, each->name);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    document_text(
        &of->to, TONE_PLAIN,
        "Values are counted without *, which stands for what is hidden. Distance: the share of the "
        "rows by which the two distributions differ (total variation for categories, "
        "Kolmogorov-Smirnov for numbers); it has no meaning where values were replaced by other "
        "labels. The shift of the mean is in standard deviations.");
}

/* ---- Correlations --------------------------------------------------------------------------- */

static void add_heat(page *of, const assessment *facts, const association_matrix *matrix,
                     const char *title, const char *note) {
    size_t count = matrix->columns;
    const char *names[ASSOCIATION_MOST];
    double shown[ASSOCIATION_MOST * ASSOCIATION_MOST];
    assert(count <= ASSOCIATION_MOST);
    for (size_t i = 0; i < count; i++)
        names[i] = page_shorten(of, facts->correlated[i], 24);
    /* Colours do not show more, and the page stays small. */
    for (size_t i = 0; i < count * count; i++)
        shown[i] = round(matrix->value[i] * 1000) / 1000;
    document_heat(&of->to, title, note, names, count, names, count, shown, -1, 1);
}

static void add_correlations(page *of, const assessment *facts) {
    const association_change *change = &facts->correlation_change;
    if (facts->correlations_after.columns < 2)
        return;
    const char *note = "Numbers: Pearson's correlation; categories: Cramér's V; one of each: the "
                       "correlation ratio.";
    if (facts->before)
        add_heat(of, facts, &facts->correlations_before, "Correlations before", note);
    if (facts->table.suppressed > 0)
        note = page_print(of, "%s Without suppressed rows.", note);
    add_heat(of, facts, &facts->correlations_after,
             facts->before ? "Correlations after" : "Correlations", note);
    if (!facts->before || change->compared == 0)
        return;
    document_text(
        &of->to, TONE_PLAIN,
        "Correlations changed by %.2f on average over %s comparable pairs, at most by %.2f: "
        "%s and %s.",
        change->mean, page_whole(of, change->compared), change->largest,
        page_shorten(of, facts->correlated[change->one], PAGE_VALUE),
        page_shorten(of, facts->correlated[change->other], PAGE_VALUE));
}

/* ---- A prediction --------------------------------------------------------------------------- */

static void add_prediction_row(page *of, const assessment *facts, const char *name, const char *key,
                               double before, double after) {
    document_cell(&of->to, name);
    if (facts->before)
        page_share(of, before, "%sutility.prediction.before.%s", of->both, key);
    page_share(of, after, "%sutility.prediction.after.%s", of->both, key);
    document_end_row(&of->to);
}

static void add_prediction(page *of, const assessment *facts) {
    static const document_column columns[] = {
        {"share of correct predictions", false}, {"before", true}, {"after", true}};
    static const document_column single[] = {{"share of correct predictions", false},
                                             {"found", true}};
    if (!facts->target)
        return;
    document_table(&of->to,
                   page_print(of,
                              "Predicting %s from the quasi-identifiers (tenfold "
                              "cross-validation)",
                              page_shorten(of, facts->target, PAGE_VALUE)),
                   facts->before ? columns : single, facts->before ? 3 : 2);
    add_prediction_row(of, facts, "always predicting the most frequent value", "majority",
                       facts->predicted_before.majority, facts->predicted_after.majority);
    add_prediction_row(of, facts, "naive Bayes", "naive_bayes", facts->predicted_before.naive_bayes,
                       facts->predicted_after.naive_bayes);
    document_end_table(&of->to);
}

void page_utility(page *of, const assessment *facts) {
    document_section(&of->to, "utility", facts->before ? "Utility" : "Distributions");
    if (facts->before)
        add_metrics(of, facts);
    if (facts->before)
        page_queries(of, facts);
    add_prediction(of, facts);
    if (facts->before)
        add_changes(of, facts);
    if (of->hidden)
        document_text(&of->to, TONE_PLAIN, "Values are left out of this public report.");
    else
        page_column_charts(of, facts);
    add_correlations(of, facts);
}
