/* The figures of the paper on the hybrid of tabu and genetic search: mean DM against k. */
#include "base/memory.h"
#include "experiments/experiment_report.h"
#include "experiments/run2011.h"

#include <math.h>
#include <stdio.h>

static const char *method_at(size_t place) {
    return place == 0 ? RUN2011_HYBRID : run2011_parents[place - 1];
}

static const char *method_name(size_t place) {
    return place == 0 ? "hybrid (tabu-genetic)" : run2011_parents[place - 1];
}

static void open_chart(document *to, const char *title, const char *says, const char *y) {
    report_open_chart(to, CHART_LINES, title, says, "k", AXIS_LINEAR, y, AXIS_LINEAR);
}

/* ---- Means ---------------------------------------------------------------------------------- */

static void add_mean(plot *to, const trial_group *group, const char *name) {
    const spread *value = &group->value;
    if (group->found == 0)
        return;
    plot_add_band(to, (double)group->first->k, value->mean, value->mean - value->deviation,
                  value->mean + value->deviation);
    plot_note(to, "%s, k %llu: mean %.0f, standard deviation %.0f, %zu of %zu runs optimal", name,
              (unsigned long long)group->first->k, value->mean, value->deviation, group->optimal,
              group->count);
}

static void draw_means(document *to, const experiment *of, const char *table) {
    plot optimum = {0};
    open_chart(to, "Mean DM, with one standard deviation on each side", NULL, "DM");
    for (size_t m = 0; method_at(m); m++) {
        plot line = {0};
        for (size_t k = 0; (k = run2011_next(of, table, k));)
            add_mean(&line, run2011_find(of, table, k, method_at(m)), method_name(m));
        plot_draw(&line, to, method_name(m), m == 0);
    }
    for (size_t k = 0; (k = run2011_next(of, table, k));)
        plot_add(&optimum, (double)k, run2011_find(of, table, k, RUN2011_HYBRID)->bound);
    plot_draw(&optimum, to, "optimum (bound)", false);
    document_end_chart(to);
}

/* In percent; the bound is the optimum where it is proven. */
static double excess(const trial_group *group, double value) {
    return 100 * (value / group->bound - 1);
}

static void draw_excess(document *to, const experiment *of, const char *table) {
    open_chart(to, "Mean DM above the optimum",
               "The same as a distance, so that differences can be seen.", "percent");
    for (size_t m = 0; method_at(m); m++) {
        plot line = {0};
        for (size_t k = 0; (k = run2011_next(of, table, k));) {
            const trial_group *group = run2011_find(of, table, k, method_at(m));
            if (group->found > 0)
                plot_add(&line, (double)k, excess(group, group->value.mean));
        }
        plot_draw(&line, to, method_name(m), m == 0);
    }
    document_end_chart(to);
}

/* ---- Trials --------------------------------------------------------------------------------- */

static void add_box(box_plot *to, const trial_group *group, const char *name, const char *method) {
    double *numbers = memory_new(group->count, sizeof *numbers);
    if (!numbers) {
        to->failed = true;
        return;
    }
    for (size_t i = 0; i < group->count; i++)
        numbers[i] = group->first[i].found ? excess(group, group->first[i].value) : (double)NAN;
    box_plot_add(to, name, method, numbers, group->count);
    memory_free(numbers);
}

static void draw_boxes(document *to, const experiment *of, const char *table) {
    box_plot boxes = {0};
    char names[RUN2011_MOST_K + 1][24];
    for (size_t k = 0; (k = run2011_next(of, table, k));) {
        snprintf(names[k], sizeof names[k], "%zu", k);
        for (size_t m = 0; method_at(m); m++)
            add_box(&boxes, run2011_find(of, table, k, method_at(m)), names[k], method_name(m));
    }
    box_plot_draw(&boxes, to, "All runs: DM above the optimum",
                  "Boxes have the quartiles, whiskers reach 1.5 times their distance, dots are the "
                  "runs beyond.",
                  "k", (document_axis){"percent", AXIS_LINEAR});
}

static void draw_table(document *to, const experiment *of, const report_figure *shown) {
    const char *table = run2011_tables[shown->at].name;
    if (!run2011_next(of, table, 0)) {
        document_text(to, TONE_WARN, "%s was left out of this run (--tables).", table);
        return;
    }
    draw_means(to, of, table);
    draw_excess(to, of, table);
    draw_boxes(to, of, table);
}

#define PAPER_SAYS                                                                                 \
    "In most cases the new approach is better than tabu search or the genetic algorithm alone, "   \
    "and more stable; for small k the differences are small, then they grow and shrink again."

static const report_figure figures[] = {
    {"methods", "Figures 1 to 3", "hierarchies and flowcharts",
     "They explain the method: nothing to run.", NULL, 0, false},
    {"figure-4", "Figure 4", "average DM on Pima Indians Diabetes", PAPER_SAYS, draw_table, 0,
     false},
    {"figure-5", "Figure 5", "average DM on Poker", PAPER_SAYS, draw_table, 1, false},
    {NULL, NULL, NULL, NULL, NULL, 0, false},
};

const experiment_paper run2011_paper = {
    .citation =
        "Cui Run, Hyoung-Joong Kim and Dal-Ho Lee, \"A new approach for k-anonymity based on tabu "
        "search and genetic algorithm\", 2011, section IV.",
    .question = "Does the hybrid beat both parents, at equal evaluations?",
    .caveat = "The paper names neither its hierarchies nor its suppression limit: they are ours, "
              "so its claim is tested, not its digits.",
    .figures = figures,
};
