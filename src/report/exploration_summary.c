/* An exploration as tables for the terminal. */
#include "report/exploration.h"
#include "report/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL = 10 };

/* A value that is not proven to be the best is marked. */
static void print_answer(char out[32], const exploration_answer *of) {
    if (!of->found)
        (void)snprintf(out, 32, "%s", of->proven ? "-" : "?");
    else
        (void)snprintf(out, 32, "%.4g%s", of->value, of->proven ? "" : "~");
}

static void add_cell(text *out, const exploration_answer *of) {
    char printed[32];
    print_answer(printed, of);
    text_format(out, "%*s", CELL, printed);
}

static void explain(text *out, const exploration *facts) {
    bool unproven = false, infeasible = false, missed = false;
    for (size_t i = 0; i < facts->series_count; i++)
        for (size_t p = 0; p < facts->k_count * facts->limit_count; p++) {
            const exploration_answer *of = &facts->series[i].points[p].answer;
            unproven |= of->found && !of->proven;
            infeasible |= !of->found && of->proven;
            missed |= !of->found && !of->proven;
        }
    if (unproven)
        text_add_string(out,
                        "~  the best that was found; the table and the result have its bound\n");
    if (infeasible)
        text_add_string(out, "-  there is no such release\n");
    if (missed)
        text_add_string(out, "?  none was found\n");
    if (unproven || infeasible || missed)
        text_add_string(out, "\n");
}

static void print_grid(text *out, const exploration *facts, const exploration_series *of) {
    text_format(out, "%s of the best release by k and suppression (%s)\n\n", of->metric,
                of->recoding);
    text_format(out, "%6s", "k");
    for (size_t i = 0; i < facts->limit_count; i++)
        text_format(out, "%*s", CELL, facts->limit_names[i]);
    text_add_string(out, "\n");
    for (size_t i = 0; i < facts->k_count; i++) {
        text_format(out, "%6" PRId64, facts->ks[i]);
        for (size_t j = 0; j < facts->limit_count; j++)
            add_cell(out, &of->points[i * facts->limit_count + j].answer);
        text_add_string(out, "\n");
    }
    text_add_string(out, "\n");
}

/* ---- Recodings side by side -------------------------------------------------------------------
 */

static void add_share(text *out, double share) {
    char printed[32] = "-";
    if (isfinite(share))
        (void)snprintf(printed, sizeof printed, "%.3g%%", 100 * share);
    text_format(out, "%*s", CELL, printed);
}

static void print_use(text *out, const exploration_series *of) {
    const exploration_use *use = &of->use;
    char loss[32] = "-";
    text_format(out, "%-17s", of->recoding);
    if (!use->known) {
        text_format(out, "%*s\n", CELL, "-");
        return;
    }
    if (isfinite(use->loss))
        (void)snprintf(loss, sizeof loss, "%.4g", use->loss);
    text_format(out, "%*s", CELL, loss);
    add_share(out, use->untouched);
    add_share(out, use->ranges[0]);
    add_share(out, use->ranges[1]);
    add_share(out, use->tables);
    add_share(out, use->pairs);
    add_share(out, use->largest_risk);
    add_share(out, use->risk);
    text_format(out, "%s\n", use->overlapping ? "  classes overlap" : "");
}

static void print_uses(text *out, const exploration *facts) {
    static const char *const above[] = {"",       "cells",  "counts", "counts",
                                        "tables", "tables", "risk",   "risk"};
    static const char *const titles[] = {"loss",   "as before", "by one",  "by two",
                                         "by one", "by two",    "largest", "linked"};
    text_format(out, "Side by side with k = %" PRId64 " and %g %% suppression\n\n%17s",
                facts->use_k, 100 * facts->use_limit, "");
    for (size_t i = 0; i < 8; i++)
        text_format(out, "%*s", CELL, above[i]);
    text_format(out, "\n%-17s", "recoding");
    for (size_t i = 0; i < 8; i++)
        text_format(out, "%*s", CELL, titles[i]);
    text_add_string(out, "\n");
    for (size_t i = 0; i < facts->series_count; i++)
        print_use(out, &facts->series[i]);
    text_add_string(out, "\nCounts: median error of counts of ranges; tables: rows in a wrong "
                         "cell; by one or two attributes.\n\n");
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static size_t width_of(const exploration_cost *list, size_t count, size_t least) {
    for (size_t i = 0; i < count; i++) {
        size_t width = list[i].name ? utf8_characters(list[i].name) : 0;
        least = width > least ? width : least;
    }
    return least;
}

static void add_name(text *out, const char *name, size_t width) {
    size_t shown = utf8_characters(name);
    text_format(out, "%s%*s", name, (int)(shown < width ? width - shown : 0), "");
}

static void print_costs(text *out, const exploration *facts, const exploration_series *of) {
    char base[32];
    size_t width = width_of(of->costs, of->cost_count, 16);
    print_answer(base, &of->base);
    text_format(out, "What costs it: %s %s with k = %" PRId64 " and %g %% suppression (%s)\n\n",
                of->metric, base, facts->cost_k, 100 * facts->cost_limit, of->recoding);
    add_name(out, "quasi-identifier", width);
    text_format(out, "%*s%*s\n", CELL + 2, "left out", CELL + 2, "untouched");
    for (size_t a = 0; a < of->cost_count; a++) {
        char left_out[32] = "", untouched[32] = "";
        if (of->attribute_count > 1)
            print_answer(left_out, &of->costs[a].left_out);
        if (of->place_name)
            print_answer(untouched, &of->costs[a].untouched);
        add_name(out, of->costs[a].name ? of->costs[a].name : "", width);
        text_format(out, "%*s%*s\n", CELL + 2, left_out, CELL + 2, untouched);
    }
    if (of->model_count > 0) {
        width = width_of(of->models, of->model_count, width);
        text_add_string(out, "\n");
        add_name(out, "model", width);
        text_format(out, "%*s\n", CELL + 2, "without it");
    }
    for (size_t i = 0; i < of->model_count; i++) {
        char without[32];
        print_answer(without, &of->models[i].left_out);
        add_name(out, of->models[i].name, width);
        text_format(out, "%*s\n", CELL + 2, without);
    }
    text_add_string(out, "\n");
}

/* The point nearest to what the plan asks for. */
static const exploration_point *example(const exploration *facts) {
    const exploration_series *of = &facts->series[0];
    for (size_t p = 0; p < facts->k_count * facts->limit_count; p++)
        if (of->points[p].k >= 5 && of->points[p].suppression >= 0.02 && of->points[p].answer.found)
            return &of->points[p];
    for (size_t p = 0; p < facts->k_count * facts->limit_count; p++)
        if (of->points[p].answer.found)
            return &of->points[p];
    return NULL;
}

void exploration_print_summary(text *out, const exploration *facts) {
    for (size_t i = 0; i < facts->series_count; i++)
        print_grid(out, facts, &facts->series[i]);
    explain(out, facts);
    if (facts->series_count > 1)
        print_uses(out, facts);
    for (size_t i = 0; facts->costed && i < facts->series_count; i++)
        print_costs(out, facts, &facts->series[i]);
    if (facts->costed)
        text_add_string(
            out, "These are prices, not advice: a column that is left out is published as it is, "
                 "and may\nidentify people; what is lost counts the other columns only.\n\n");
    const exploration_point *point = example(facts);
    if (point && point->command)
        text_format(out, "Release a point with its k and suppression:\n  %s\n", point->command);
}
