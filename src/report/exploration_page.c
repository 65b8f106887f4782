/* The report of an exploration. */
#include "report/exploration.h"
#include "report/report_page.h"

#include <inttypes.h>
#include <math.h>

/* ---- The grid -------------------------------------------------------------------------------- */

static void draw_grid(page *of, const exploration *facts, const exploration_series *series) {
    size_t count = facts->k_count * facts->limit_count;
    const char **rows = arena_new(&of->memory, facts->k_count, sizeof *rows);
    double *values = arena_new(&of->memory, count, sizeof *values);
    if (!rows || !values) {
        page_fail(of);
        return;
    }
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < facts->k_count; i++)
        rows[i] = page_print(of, "k = %" PRId64, facts->ks[i]);
    for (size_t p = 0; p < count; p++) {
        values[p] = series->points[p].answer.found ? series->points[p].answer.value : (double)NAN;
        low = fmin(low, values[p]);
        high = fmax(high, values[p]);
    }
    document_heat(
        &of->to,
        page_print(of, "%s by k and suppression, recoding %s", series->metric, series->recoding),
        "The best release for each k (rows) and each limit of suppressed rows (columns). "
        "An empty cell has none.",
        rows, facts->k_count, facts->limit_names, facts->limit_count, values,
        isfinite(low) ? fmin(low, 0) : 0, isfinite(high) ? high : 1);
}

static const char *print_places(page *of, const exploration_series *series,
                                const exploration_point *point) {
    text made = {0};
    for (size_t a = 0; point->place && a < series->attribute_count; a++)
        text_format(&made, "%s%s %" PRIu32 " of %" PRIu32, a ? ", " : "", series->attributes[a],
                    point->place[a], series->most[a]);
    return page_keep(of, &made);
}

static void list_points(page *of, const exploration *facts, size_t index) {
    const exploration_series *series = &facts->series[index];
    const document_column columns[] = {{"k", true},
                                       {"suppression", true},
                                       {series->metric, true},
                                       {"bound", true},
                                       {"suppressed", true},
                                       {"classes", true},
                                       {"outcome", false},
                                       {series->place_name ? series->place_name : "", false}};
    document_table(&of->to, "Points", columns, sizeof columns / sizeof *columns);
    for (size_t p = 0; p < facts->k_count * facts->limit_count; p++) {
        const exploration_point *point = &series->points[p];
        page_count(of, (uint64_t)point->k, "recodings.%zu.points.%zu.k", index, p);
        page_share(of, point->suppression, "recodings.%zu.points.%zu.suppression", index, p);
        page_number(of, point->answer.value, "recodings.%zu.points.%zu.value", index, p);
        page_number(of, point->answer.bound, "recodings.%zu.points.%zu.bound", index, p);
        page_count(of, point->suppressed, "recodings.%zu.points.%zu.suppressed", index, p);
        if (exploration_has_classes(series, point))
            page_count(of, point->classes, "recodings.%zu.points.%zu.classes", index, p);
        else
            document_cell(&of->to, "–");
        document_cell(&of->to, exploration_outcome(&point->answer));
        document_sentence(&of->to, print_places(of, series, point));
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_series(page *of, const exploration *facts, size_t index) {
    const exploration_series *series = &facts->series[index];
    document_section(&of->to, page_print(of, "recoding-%zu", index + 1),
                     page_print(of, "Recoding %s", series->recoding));
    document_text(&of->to, TONE_PLAIN,
                  "Algorithm %s, %s minimized. Each point is what a run with this k and this limit "
                  "releases; values that are proven are the best there is.",
                  series->algorithm, series->metric);
    draw_grid(of, facts, series);
    list_points(of, facts, index);
}

/* ---- Recodings side by side -------------------------------------------------------------------
 */

static void list_uses(page *of, const exploration *facts) {
    static const document_column columns[] = {
        {"recoding", false},       {"loss", true},         {"cells as before", true},
        {"counts, one", true},     {"counts, two", true},  {"counts, three", true},
        {"tables, one", true},     {"tables, two", true},  {"classes", true},
        {"rows suppressed", true}, {"largest risk", true}, {"linked", true}};
    document_table(&of->to, NULL, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < facts->series_count; i++) {
        const exploration_use *use = &facts->series[i].use;
        document_cell(&of->to, facts->series[i].recoding);
        if (use->known) {
            page_number(of, use->loss, "recodings.%zu.use.loss", i);
            page_share(of, use->untouched, "recodings.%zu.use.untouched", i);
            for (size_t d = 0; d < EXPLORATION_RANGES; d++)
                page_share(of, use->ranges[d], "recodings.%zu.use.ranges.%zu", i, d);
            page_share(of, use->tables, "recodings.%zu.use.tables", i);
            page_share(of, use->pairs, "recodings.%zu.use.pairs", i);
            page_count(of, use->classes, "recodings.%zu.use.classes", i);
            page_count(of, use->suppressed, "recodings.%zu.use.suppressed", i);
            page_share(of, use->largest_risk, "recodings.%zu.use.largest_risk", i);
            page_share(of, use->risk, "recodings.%zu.use.risk", i);
        }
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static double use_figure(const exploration_use *use, size_t which) {
    const double figures[] = {use->loss,   1 - use->untouched, use->ranges[1],
                              use->tables, use->pairs,         use->risk};
    return use->known ? 100 * figures[which] : (double)NAN;
}

static void draw_uses(page *of, const exploration *facts) {
    enum { FIGURES = 6 };
    static const char *const names[FIGURES] = {"loss",        "changed cells", "counts, two",
                                               "tables, one", "tables, two",   "linked"};
    document_chart(&of->to, CHART_BARS, "Recodings side by side",
                   "What is lost, and what is risked, in percent; less is better.",
                   (document_axis){"", AXIS_CATEGORY}, (document_axis){"percent", AXIS_LINEAR});
    for (size_t i = 0; i < facts->series_count; i++) {
        double y[FIGURES];
        for (size_t f = 0; f < FIGURES; f++)
            y[f] = use_figure(&facts->series[i].use, f);
        document_add_series(&of->to, &(document_series){.name = facts->series[i].recoding,
                                                        .count = FIGURES,
                                                        .x_names = names,
                                                        .y = y});
    }
    document_end_chart(&of->to);
}

static void add_uses(page *of, const exploration *facts) {
    if (facts->series_count < 2)
        return;
    document_section(&of->to, "uses", "Recodings side by side");
    document_text(&of->to, TONE_PLAIN,
                  "The release of each recoding with k = %" PRId64
                  " and at most %s suppressed, compared with the table. Counts: the median error "
                  "of counts of ranges of one, two and three attributes. Tables: the share of the "
                  "rows in a wrong cell, by one attribute and by two. Labels that cover several "
                  "values count for each of them with the same weight. Linked: the share of the "
                  "records that an attacker with the table links at worst.",
                  facts->use_k, page_percent(of, facts->use_limit));
    draw_uses(of, facts);
    list_uses(of, facts);
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static void list_attributes(page *of, const exploration_series *series, size_t index) {
    const document_column columns[] = {
        {"quasi-identifier", false}, {"left out", true}, {"untouched", true}};
    document_table(&of->to, "Quasi-identifiers", columns, 3);
    for (size_t a = 0; a < series->cost_count; a++) {
        const exploration_cost *each = &series->costs[a];
        document_cell(&of->to, each->name ? each->name : "");
        page_number(of, each->left_out.found ? each->left_out.value : (double)NAN,
                    "recodings.%zu.costs.attributes.%zu.left_out.value", index, a);
        page_number(of, each->untouched.found ? each->untouched.value : (double)NAN,
                    "recodings.%zu.costs.attributes.%zu.untouched.value", index, a);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void list_models(page *of, const exploration_series *series, size_t index) {
    const document_column columns[] = {{"model", false}, {"without it", true}};
    if (series->model_count == 0)
        return;
    document_table(&of->to, "Privacy models", columns, 2);
    for (size_t i = 0; i < series->model_count; i++) {
        document_cell(&of->to, series->models[i].name);
        page_number(
            of, series->models[i].left_out.found ? series->models[i].left_out.value : (double)NAN,
            "recodings.%zu.costs.models.%zu.left_out.value", index, i);
        document_end_row(&of->to);
    }
    document_end_table(&of->to);
}

static void add_costs(page *of, const exploration *facts) {
    document_section(&of->to, "costs", "What costs it");
    document_text(&of->to, TONE_WARN,
                  "These are prices, not advice: a column that is left out is published as it is, "
                  "and may identify people. Its loss counts the other columns only.");
    for (size_t i = 0; i < facts->series_count; i++) {
        const exploration_series *series = &facts->series[i];
        document_text(&of->to, TONE_PLAIN,
                      "Recoding %s with k = %" PRId64 " and at most %s suppressed: %s %s.",
                      series->recoding, facts->cost_k, page_percent(of, facts->cost_limit),
                      series->metric,
                      series->base.found ? page_figure(of, series->base.value) : "not possible");
        list_attributes(of, series, i);
        list_models(of, series, i);
    }
}

/* ---------------------------------------------------------------------------------------------- */

static void add_commands(page *of, const exploration *facts) {
    text lines = {0};
    document_section(&of->to, "release", "Releasing a point");
    document_text(&of->to, TONE_PLAIN, "Each line releases a point.");
    for (size_t i = 0; i < facts->series_count; i++)
        for (size_t p = 0; p < facts->k_count * facts->limit_count; p++)
            if (facts->series[i].points[p].command && facts->series[i].points[p].answer.found)
                text_format(&lines, "%s\n", facts->series[i].points[p].command);
    if (facts->command)
        text_format(&lines, "# this report\n%s\n", facts->command);
    document_text(&of->to, TONE_CODE, "%s", page_keep(of, &lines));
}

static void say_verdict(page *of, const exploration *facts) {
    const exploration_series *series = &facts->series[0];
    size_t each = facts->k_count * facts->limit_count, count = each * facts->series_count;
    size_t found = 0, proven = 0;
    for (size_t p = 0; p < count; p++) {
        const exploration_point *point = &series[p / each].points[p % each];
        found += point->answer.found;
        proven += point->answer.found && point->answer.proven;
    }
    const char *sentences[] = {
        page_print(of, "%zu of %zu points have a release, %zu of them proven to be the best.",
                   found, count, proven),
        "Nothing was released. Every point can be released by a command line.",
    };
    document_verdict(&of->to, TONE_PLAIN, "What k and suppression cost", sentences, 2);
}

void exploration_print_html(text *out, const exploration *facts) {
    page made = {.before = "", .after = "", .both = ""};
    text result = {0};
    exploration_print_json(&result, facts);
    page_open(&made, "exploration", "Exploration", &result);
    say_verdict(&made, facts);
    add_uses(&made, facts);
    for (size_t i = 0; i < facts->series_count; i++)
        add_series(&made, facts, i);
    if (facts->costed)
        add_costs(&made, facts);
    add_commands(&made, facts);
    page_close(&made, out);
}
