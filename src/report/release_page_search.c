/* How the release was found. */
#include "measure/metric.h"
#include "report/release_page.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- In words -------------------------------------------------------------------------------- */

static const char *stopped_words(const char *reason) {
    static const char *const words[][2] = {
        {"proof", "it ended with a proof"},
        {"finished", "it had nothing more to do"},
        {"evaluations", "it reached the limit of evaluations"},
        {"time", "it reached the time limit"},
        {"interrupt", "it was interrupted"},
    };
    for (size_t i = 0; reason && i < sizeof words / sizeof *words; i++)
        if (strcmp(reason, words[i][0]) == 0)
            return words[i][1];
    return "it ended";
}

/* What was minimized counts the suppressed rows too, and the search grows with their values. */
static void tell_end(page *of, const result_facts *facts) {
    document_text(&of->to, TONE_PLAIN, "The search (%s on %s) has ended: %s.", facts->algorithm,
                  facts->recoding, stopped_words(facts->stopped_by));
}

static void tell_outcome(page *of, const result_facts *facts) {
    text outcome = {0};
    result_print_outcome(&outcome, facts);
    const char *sentence = page_keep(of, &outcome);
    document_text(&of->to, facts->proven && facts->released ? TONE_GOOD : TONE_PLAIN,
                  "%s. The search (%s on %s) evaluated %s node%s; %s.", sentence, facts->algorithm,
                  facts->recoding, page_whole(of, (uint64_t)facts->evaluations),
                  page_plural((uint64_t)facts->evaluations), stopped_words(facts->stopped_by));
}

static const char *weight_words(page *of, const result_facts *facts) {
    return facts->suppression_weight > 0
               ? page_print(of, "; suppressed cells count %g times", facts->suppression_weight)
               : "";
}

static void add_figures(page *of, const result_facts *facts) {
    static const document_column columns[] = {{"", false}, {"", true}};
    const metric *minimized = metric_find(facts->metric);
    document_table(&of->to,
                   page_print(of, "The search minimized %s%s%s%s", facts->metric,
                              minimized ? ": " : "", minimized ? minimized->summary : "",
                              weight_words(of, facts)),
                   columns, 2);
    document_cell(&of->to, "value");
    page_number(of, facts->value, "value");
    document_end_row(&of->to);
    document_cell(&of->to, "proven lower bound");
    page_number(of, isfinite(facts->bound) ? facts->bound : NAN, "bound");
    document_end_row(&of->to);
    document_cell(&of->to, "gap");
    page_share(of, facts->gap, "gap");
    document_end_row(&of->to);
    document_cell(&of->to, "candidates evaluated");
    page_number(of, (double)facts->evaluations, "evaluations");
    document_end_row(&of->to);
    document_cell(&of->to, "after the search, to prove a bound");
    page_number(of, (double)facts->proof_evaluations, "proof_evaluations");
    document_end_row(&of->to);
    document_cell(&of->to, "requests for known nodes");
    page_number(of, (double)facts->memo_hits, "memo_hits");
    document_end_row(&of->to);
    document_end_table(&of->to);
}

/* Where the release was compared with its original, they are under utility. */
static void add_metrics(page *of, const result_facts *facts) {
    if ((facts->assessed && !of->hidden) || facts->recoded->metric_count == 0)
        return;
    page_open_metrics(of);
    for (size_t i = 0; i < facts->recoded->metric_count; i++)
        page_metric(of, facts->recoded->metrics[i].name, facts->recoded->metrics[i].value,
                    page_key(of, "metrics.%s", facts->recoded->metrics[i].name));
    document_end_table(&of->to);
}

/* ---- Convergence ----------------------------------------------------------------------------- */

/* A log axis begins at 1: the first line may come before the first evaluation. */
static void add_course(page *of, const search_trace *trace, bool bounds) {
    double x[TRACE_MOST], y[TRACE_MOST];
    const char *notes[TRACE_MOST];
    for (size_t i = 0; i < trace->count; i++) {
        const trace_point *point = &trace->point[i];
        x[i] = point->evaluations > 1 ? (double)point->evaluations : 1;
        y[i] = bounds ? point->bound : point->best;
        double gap = (point->best - point->bound) / fabs(point->best);
        notes[i] = page_print(of, "after %s evaluation%s, %.3g s: best %s%s%s%s%s",
                              page_whole(of, (uint64_t)point->evaluations),
                              page_plural((uint64_t)point->evaluations), point->seconds,
                              page_figure(of, point->best), isnan(gap) ? "" : ", bound ",
                              isnan(gap) ? "" : page_figure(of, point->bound),
                              isnan(gap) ? "" : ", gap ", isnan(gap) ? "" : page_percent(of, gap));
    }
    document_add_series(&of->to, &(document_series){.name = bounds ? "bound" : "best",
                                                    .count = trace->count,
                                                    .x = x,
                                                    .y = y,
                                                    .notes = notes,
                                                    .main = !bounds});
}

static bool is_drawn(const search_trace *trace, bool bounds) {
    for (size_t i = 0; trace && i < trace->count; i++)
        if (isfinite(bounds ? trace->point[i].bound : trace->point[i].best))
            return true;
    return false;
}

static void add_convergence(page *of, const result_facts *facts) {
    const search_trace *trace = facts->trace;
    if (!is_drawn(trace, false))
        return;
    document_chart(&of->to, CHART_STEPS, "Convergence",
                   is_drawn(trace, true) ? "Best value found so far, and the proven lower bound. "
                                           "The distance between them is the gap."
                                         : "Best value found so far; no bound was proven.",
                   (document_axis){"evaluations", AXIS_LOG},
                   (document_axis){facts->metric, AXIS_LINEAR});
    add_course(of, trace, false);
    if (is_drawn(trace, true))
        add_course(of, trace, true);
    document_end_chart(&of->to);
}

/* ---- The lattice ----------------------------------------------------------------------------- */

/* What the digits of a label mean. */
static const char *lattice_words(page *of, const char *const *names, size_t count) {
    return page_print(of,
                      "A label has a digit for each attribute, in this order: %s. A digit is the "
                      "level that the attribute is published at: 0 leaves its values as they are, "
                      "and higher levels are coarser. A line leads to the node that is one level "
                      "coarser in one attribute.",
                      page_names(of, names, count));
}

static void add_lattice(page *of, const result_facts *facts, const lattice_picture *shown) {
    if (shown->nodes == 0) {
        if (isfinite(shown->size))
            document_text(&of->to, TONE_PLAIN,
                          "The lattice has %s nodes: too many to draw (at most %d).",
                          page_figure(of, shown->size), FACT_NODES);
        return;
    }
    const char **names = arena_new(&of->memory, facts->recoded->attribute_count, sizeof *names);
    for (size_t i = 0; names && i < facts->recoded->attribute_count; i++)
        names[i] = page_shorten(of, facts->recoded->attributes[i].name, PAGE_VALUE);
    if (names)
        document_lattice(&of->to, "The lattice: every way to generalize",
                         lattice_words(of, names, facts->recoded->attribute_count), names,
                         facts->recoded->attribute_count, shown->levels, shown->states,
                         shown->values, shown->nodes);
    else
        page_fail(of);
}

void release_page_search(page *of, const result_facts *facts, const release_details *details) {
    document_section(&of->to, "search", "The search");
    if (release_page_hides_rows(of, facts)) {
        tell_end(of, facts);
        return;
    }
    tell_outcome(of, facts);
    if (facts->released) {
        add_figures(of, facts);
        add_metrics(of, facts);
    }
    add_convergence(of, facts);
    if (details->monitor)
        release_page_operators(of, details->monitor);
    /* Other releases of the same table, and which of them are infeasible, tell more of it. */
    if (of->hidden)
        return;
    if (facts->front_count > 0)
        release_page_front(of, facts);
    add_lattice(of, facts, &facts->recoded->picture);
}
