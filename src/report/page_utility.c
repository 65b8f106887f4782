/* The utility of a table: metrics, distributions, correlations, a prediction. */
#include "data/star.h"
#include "report/report_page.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { CHARTED = 12, SHOWN_VALUES = 12 };

/* ---- Metrics -------------------------------------------------------------------------------- */

static void add_metrics(page *of, const assessment *facts) {
    static const document_column columns[] = {{"metric", false}, {"value", true}};
    const assessment_utility *utility = &facts->utility;
    if (utility->none) {
        document_text(&of->to, TONE_PLAIN, "The information loss is not known: %s.", utility->none);
        return;
    }
    if (utility->metric_count == 0)
        return;
    document_table(&of->to, "Metrics; lower is better", columns, 2);
    for (size_t i = 0; i < utility->metric_count; i++) {
        document_cell(&of->to, utility->metrics[i].name);
        page_number(of, utility->metrics[i].value, "%sutility.metrics.%s", of->both,
                    utility->metrics[i].name);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

/* ---- Distributions -------------------------------------------------------------------------- */

static void add_distinct(page *of, const char *name, const char *when,
                         const assessment_values *side) {
    if (side->there)
        page_count(of, side->categories.distinct, "%sutility.attributes.%s.%s.distinct", of->both,
                   name, when);
    else
        document_number(&of->to, NAN, NULL, NULL);
}

static void add_changes(page *of, const assessment *facts) {
    static const document_column columns[] = {{"attribute", false},
                                              {"values before", true},
                                              {"values after", true},
                                              {"distance", true},
                                              {"shift of the mean", true}};
    document_table(&of->to, "Distributions before and after", columns, 5);
    for (size_t i = 0; i < facts->column_count && i < PAGE_ROWS; i++) {
        const assessment_column *each = &facts->columns[i];
        document_cell(&of->to, each->name);
        add_distinct(of, each->name, "before", &each->before);
        add_distinct(of, each->name, "after", &each->after);
        page_number(of, each->distance, "%sutility.attributes.%s.distance", of->both, each->name);
        page_number(of, each->shift, "%sutility.attributes.%s.shift", of->both, each->name);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
    document_text(
        &of->to, TONE_PLAIN,
        "Distance: total variation for categories, Kolmogorov-Smirnov for numbers; 0 means the "
        "same distribution, 1 that no value is published unchanged. The shift of the mean is in "
        "standard deviations.");
}

/* NaN: the value is not among the most frequent ones of this side, but may occur. */
static double rows_of(const assessment_values *side, const char *value) {
    for (size_t i = 0; i < side->categories.shown; i++)
        if (strcmp(side->top[i], value) == 0)
            return (double)side->categories.top[i].rows;
    return side->categories.rest > 0 ? NAN : 0;
}

static void add_value_series(page *of, const char *name, const assessment_values *side,
                             const char *const *values, size_t count, bool main) {
    const char *names[2 * SHOWN_VALUES];
    double rows[2 * SHOWN_VALUES];
    for (size_t i = 0; i < count; i++) {
        names[i] = page_shorten(of, values[i], PAGE_VALUE);
        rows[i] = rows_of(side, values[i]);
    }
    document_add_series(
        &of->to, &(document_series){
                     .name = name, .count = count, .x_names = names, .y = rows, .main = main});
}

static size_t add_values(const char **values, size_t count, const assessment_values *side) {
    for (size_t i = 0; side->there && i < side->categories.shown && i < SHOWN_VALUES; i++) {
        size_t at = 0;
        while (at < count && strcmp(values[at], side->top[i]) != 0)
            at++;
        if (at == count)
            values[count++] = side->top[i];
    }
    return count;
}

static void chart_categories(page *of, const assessment *facts, const assessment_column *each) {
    const char *values[2 * SHOWN_VALUES];
    size_t count = add_values(values, 0, &each->before);
    count = add_values(values, count, &each->after);
    if (count == 0)
        return;
    document_chart(&of->to, CHART_BARS, page_shorten(of, each->name, PAGE_VALUE), NULL,
                   (document_axis){"most frequent values", AXIS_CATEGORY},
                   (document_axis){"rows", AXIS_LINEAR});
    if (each->before.there)
        add_value_series(of, "before", &each->before, values, count, false);
    if (each->after.there)
        add_value_series(of, facts->before ? "after" : "rows", &each->after, values, count, true);
    document_end_chart(&of->to);
}

static void add_bin_series(page *of, const char *name, const assessment_values *side, bool main) {
    double middle[DISTRIBUTION_BINS], rows[DISTRIBUTION_BINS];
    double width = (side->high - side->low) / DISTRIBUTION_BINS;
    for (size_t b = 0; b < DISTRIBUTION_BINS; b++) {
        middle[b] = side->low + ((double)b + 0.5) * width;
        rows[b] = (double)side->numbers.bin[b];
    }
    document_add_series(
        &of->to,
        &(document_series){
            .name = name, .count = DISTRIBUTION_BINS, .x = middle, .y = rows, .main = main});
}

static bool has_bins(const assessment_values *side) {
    return side->there && side->numeric && isfinite(side->low) && side->high > side->low;
}

static void chart_numbers(page *of, const assessment *facts, const assessment_column *each) {
    document_chart(
        &of->to, CHART_LINES, page_shorten(of, each->name, PAGE_VALUE), NULL,
        (document_axis){strcmp(each->type, "date") == 0 ? "days since 1970" : "value", AXIS_LINEAR},
        (document_axis){"rows per bin, of thirty", AXIS_LINEAR});
    if (has_bins(&each->before))
        add_bin_series(of, "before", &each->before, false);
    if (has_bins(&each->after))
        add_bin_series(of, facts->before ? "after" : "rows", &each->after, true);
    document_end_chart(&of->to);
}

static bool occurs_in(const assessment_values *side, const char *value) {
    for (size_t i = 0; i < side->categories.shown; i++)
        if (strcmp(side->top[i], value) == 0)
            return true;
    return false;
}

/* Whether at least half of the labels are values of the other side; else the two cannot share a
 * chart. */
static bool is_comparable(const assessment_values *before, const assessment_values *after) {
    size_t same = 0, others = 0;
    for (size_t i = 0; i < after->categories.shown && i < SHOWN_VALUES; i++) {
        if (is_star(after->top[i]))
            continue;
        *(occurs_in(before, after->top[i]) ? &same : &others) += 1;
    }
    return same > 0 && same >= others;
}

/* Labels of another level, with the rows of the original that they cover. */
static void chart_published(page *of, const assessment_column *each) {
    const char *names[SHOWN_VALUES];
    double before[SHOWN_VALUES], after[SHOWN_VALUES];
    size_t count = 0;
    bool known = false;
    for (; count < each->after.categories.shown && count < SHOWN_VALUES; count++) {
        names[count] = page_shorten(of, each->after.top[count], PAGE_VALUE);
        before[count] = each->covered[count];
        after[count] = (double)each->after.categories.top[count].rows;
        known |= !isnan(before[count]);
    }
    if (count == 0)
        return;
    document_chart(&of->to, CHART_BARS,
                   page_print(of, "%s as published", page_shorten(of, each->name, PAGE_VALUE)),
                   known ? "Before: rows of the original with a value that the label covers."
                         : NULL,
                   (document_axis){"most frequent labels", AXIS_CATEGORY},
                   (document_axis){"rows", AXIS_LINEAR});
    if (known)
        document_add_series(
            &of->to,
            &(document_series){.name = "before", .count = count, .x_names = names, .y = before});
    document_add_series(
        &of->to, &(document_series){
                     .name = "after", .count = count, .x_names = names, .y = after, .main = true});
    document_end_chart(&of->to);
}

static void chart_column(page *of, const assessment *facts, const assessment_column *each) {
    if (has_bins(&each->after) && (has_bins(&each->before) || !each->before.there))
        chart_numbers(of, facts, each);
    else if (!each->before.there || is_comparable(&each->before, &each->after))
        chart_categories(of, facts, each);
    else
        chart_published(of, each);
}

/* ---- Correlations --------------------------------------------------------------------------- */

static void add_heat(page *of, const assessment *facts, const association_matrix *matrix,
                     const char *title, const char *note) {
    size_t count = matrix->columns;
    const char *names[ASSOCIATION_MOST];
    assert(count <= ASSOCIATION_MOST);
    for (size_t i = 0; i < count; i++)
        names[i] = page_shorten(of, facts->correlated[i], 24);
    document_heat(&of->to, title, note, names, count, names, count, matrix->value, -1, 1);
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
        "Correlations changed by %.3f on average over %s comparable pairs, at most by %.3f: "
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
    add_prediction(of, facts);
    if (facts->before)
        add_changes(of, facts);
    for (size_t i = 0; i < facts->column_count && i < CHARTED && !of->hidden; i++)
        chart_column(of, facts, &facts->columns[i]);
    if (of->hidden)
        document_text(&of->to, TONE_PLAIN, "Values are left out of this public report.");
    else if (facts->before && facts->column_count > CHARTED)
        document_text(&of->to, TONE_PLAIN, "Charts are drawn for the first %d attributes.",
                      CHARTED);
    add_correlations(of, facts);
}
