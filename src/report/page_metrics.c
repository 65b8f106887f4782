/* The metrics of a release, with what each of them measures. */
#include "measure/metric.h"
#include "report/report_page.h"

#include <string.h>

/* Of numbers that were replaced by others; the result has them in percent. */
static const struct {
    const char *name, *words;
} numeric_words[] = {
    {"sse", "share of the numbers' spread that is lost (squared error / total squares)"},
    {"il1", "mean change of a number, in standard deviations"},
    {"il2", "mean change of the means, in standard deviations"},
    {"il3", "mean change of the covariances, in products of deviations"},
    {"il4", "mean change of the variances, as a share of the original's"},
    {"il5", "mean change of the correlations"},
    {"id", "interval disclosure: share of the numbers whose original lies close to what is "
           "published"},
    {"dld", "distance linkage disclosure: share of the records that the nearest record links"},
    {"pld", "probabilistic linkage disclosure: share of the records that matching attributes link"},
    {"score", "mean of what is lost (sse) and what is disclosed (id, dld)"},
    {"full_score", "mean of what is lost (il1 to il5) and what is disclosed (id, dld, pld)"},
};

static bool is_percent(const char *name, const char **words) {
    for (size_t i = 0; i < sizeof numeric_words / sizeof *numeric_words; i++) {
        if (strcmp(numeric_words[i].name, name) != 0)
            continue;
        *words = numeric_words[i].words;
        return true;
    }
    return false;
}

void page_open_metrics(page *of) {
    static const document_column columns[] = {
        {"metric", false}, {"what it measures", false}, {"value", true}};
    document_table(&of->to, "Metrics; lower is better", columns, 3);
}

void page_metric(page *of, const char *name, double value, const char *key) {
    const char *words = "";
    bool percent = is_percent(name, &words);
    const metric *found = percent ? NULL : metric_find(name);
    document_cell(&of->to, name);
    document_sentence(&of->to, found ? found->summary : words);
    document_number(&of->to, value, percent ? page_percent(of, value / 100) : NULL, key);
    document_end_row(&of->to);
}
