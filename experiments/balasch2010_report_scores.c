/* The figures and tables of the thesis' chapter 5: scores, and the time of D-GOMM. */
#include "experiments/balasch2010_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const balasch2010_cell *cell_at(const experiment *of, size_t set, size_t k) {
    const balasch2010_found *found = of->found;
    return &found->cells[set][k];
}

static const char *const k_names[BALASCH2010_KS] = {"5", "10", "25", "50", "100"};

static void open_by_k(document *to, chart_kind kind, const char *title, const char *says,
                      const char *y) {
    report_open_chart(to, kind, title, says, "k", AXIS_CATEGORY, y, AXIS_LINEAR);
}

/* ---- Tables 5.1 and 5.2 --------------------------------------------------------------------- */

typedef double best_number(const balasch2010_best *of);

static double score_of(const balasch2010_best *of) {
    return of->score;
}

static double il_of(const balasch2010_best *of) {
    return of->il;
}

static double id_of(const balasch2010_best *of) {
    return of->id;
}

static double dld_of(const balasch2010_best *of) {
    return of->dld;
}

static double groups_of(const balasch2010_best *of) {
    return (double)of->groups;
}

static balasch2010_best best_here(const experiment *of, size_t set, size_t k) {
    const balasch2010_measures *own = &cell_at(of, set, k)->best;
    return (balasch2010_best){own->il, own->id, own->dld, own->score, own->groups};
}

static void draw_best(document *to, const experiment *of, size_t set, best_number *number,
                      const char *name) {
    char title[64];
    plot ours = {0}, thesis = {0};
    for (size_t k = 0; k < BALASCH2010_KS; k++) {
        balasch2010_best own = best_here(of, set, k);
        plot_add_named(&ours, k_names[k], number(&own));
        plot_add_named(&thesis, k_names[k], number(&balasch2010_thesis[set][k]));
    }
    snprintf(title, sizeof title, "%s, here", name);
    plot_draw(&ours, to, title, true);
    snprintf(title, sizeof title, "%s, thesis", name);
    plot_draw(&thesis, to, title, false);
}

static void draw_components(document *to, const experiment *of, const report_figure *shown) {
    static const struct {
        const char *name;
        best_number *number;
    } parts[] = {{"IL", il_of}, {"ID", id_of}, {"DLD", dld_of}};
    open_by_k(to, CHART_LINES, "Score of the best configuration", "Lower is better.", "score");
    draw_best(to, of, shown->at, score_of, "score");
    document_end_chart(to);
    open_by_k(to, CHART_LINES, "What it is made of",
              "Information loss, interval disclosure and distance-based linkage.", "percent");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        draw_best(to, of, shown->at, parts[i].number, parts[i].name);
    document_end_chart(to);
    open_by_k(to, CHART_BARS, "Number of groups of the best configuration", NULL, "groups");
    draw_best(to, of, shown->at, groups_of, "groups");
    document_end_chart(to);
}

static void draw_seeds(document *to, const experiment *of, size_t set) {
    static const struct {
        const char *name;
        balasch2010_method method;
    } shown[] = {{"GOMM", BALASCH2010_GOMM},
                 {"D-GOMM", BALASCH2010_DGOMM},
                 {"GOMM, clones allowed", BALASCH2010_GOMM_CLONES},
                 {"D-GOMM, clones allowed", BALASCH2010_DGOMM_CLONES}};
    box_plot boxes = {0};
    for (size_t k = 0; k < BALASCH2010_KS; k++)
        for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
            double numbers[BALASCH2010_MOST_SEEDS];
            for (int64_t s = 0; s < of->asked.seeds; s++)
                numbers[s] = balasch2010_score(&cell_at(of, set, k)->runs[shown[i].method][s]);
            box_plot_add(&boxes, k_names[k], shown[i].name, numbers, (size_t)of->asked.seeds);
        }
    box_plot_draw(&boxes, to, "Scores of all seeds",
                  "Not in the thesis, which shows the best of its runs.", "k",
                  (document_axis){"score", AXIS_LINEAR});
}

void balasch2010_draw_best(document *to, const experiment *of, const report_figure *shown) {
    draw_components(to, of, shown);
    draw_seeds(to, of, shown->at);
}

/* ---- Tables 5.3 and 5.4 --------------------------------------------------------------------- */

static void draw_configuration(document *to, const experiment *of, size_t set, size_t hand,
                               const char *name) {
    const balasch2010_hand *hands = balasch2010_hands((balasch2010_set)set);
    bool gomm = !hands[hand].name;
    plot line = {0};
    for (size_t k = 0; k < BALASCH2010_KS; k++) {
        const balasch2010_cell *cell = cell_at(of, set, k);
        const balasch2010_measures *own = gomm ? &cell->best : &cell->hands[hand];
        double thesis = gomm ? balasch2010_thesis[set][k].score : hands[hand].thesis[k];
        plot_add_named(&line, k_names[k], own->score);
        if (thesis > 0)
            plot_note(&line, "%s, k %s: %.2f with %zu groups (thesis %.1f)", name, k_names[k],
                      own->score, own->groups, thesis);
        else
            plot_note(&line, "%s, k %s: %.2f with %zu groups", name, k_names[k], own->score,
                      own->groups);
    }
    plot_draw(&line, to, name, gomm);
}

static void draw_beside(document *to, const experiment *of, size_t set) {
    const balasch2010_hand *hands = balasch2010_hands((balasch2010_set)set);
    report_open_chart(to, CHART_POINTS, "Scores here against those that the thesis prints",
                      "One point for each configuration and k.", "thesis", AXIS_LINEAR, "here",
                      AXIS_LINEAR);
    for (size_t k = 0; k < BALASCH2010_KS; k++) {
        char name[16];
        plot dots = {0};
        snprintf(name, sizeof name, "k = %s", k_names[k]);
        for (size_t i = 0; hands[i].name; i++) {
            if (!(hands[i].thesis[k] > 0))
                continue;
            plot_add(&dots, hands[i].thesis[k], cell_at(of, set, k)->hands[i].score);
            plot_note(&dots, "%s, k %s", hands[i].name, k_names[k]);
        }
        plot_draw(&dots, to, name, false);
    }
    document_end_chart(to);
}

void balasch2010_draw_hands(document *to, const experiment *of, const report_figure *shown) {
    const balasch2010_hand *hands = balasch2010_hands((balasch2010_set)shown->at);
    size_t last = 0;
    open_by_k(to, CHART_LINES, "Scores of hand-made configurations and of GOMM", "Lower is better.",
              "score");
    for (size_t i = 0; hands[i].name; i++, last = i)
        if (hands[i].rule != BALASCH2010_PRINTED)
            draw_configuration(to, of, shown->at, i, hands[i].name);
    draw_configuration(to, of, shown->at, last, "GOMM");
    document_end_chart(to);
    draw_beside(to, of, shown->at);
}

/* ---- Figure 5.1 ----------------------------------------------------------------------------- */

static void draw_method(document *to, const experiment *of, size_t set, balasch2010_method method,
                        balasch2010_number *number, const char *name) {
    plot line = {0};
    for (size_t k = 0; k < BALASCH2010_KS; k++) {
        box shown = balasch2010_spread(cell_at(of, set, k)->runs[method], of->asked.seeds, number);
        plot_add_named(&line, k_names[k], shown.median);
        plot_note(&line, "%s, k %s: %.4g (%.4g to %.4g over the seeds)", name, k_names[k],
                  shown.median, shown.least, shown.most);
    }
    plot_draw(&line, to, name, method == BALASCH2010_GOMM);
}

static void draw_seconds(document *to, const experiment *of, size_t set) {
    char title[64];
    snprintf(title, sizeof title, "%s: seconds of a search",
             balasch2010_set_name((balasch2010_set)set));
    open_by_k(to, CHART_BARS, title, "Medians over the seeds.", "seconds");
    draw_method(to, of, set, BALASCH2010_GOMM, balasch2010_seconds, "GOMM");
    draw_method(to, of, set, BALASCH2010_DGOMM, balasch2010_seconds, "D-GOMM");
    document_end_chart(to);
}

static void draw_evaluations(document *to, const experiment *of, size_t set) {
    char title[64];
    snprintf(title, sizeof title, "%s: evaluations of a search",
             balasch2010_set_name((balasch2010_set)set));
    open_by_k(to, CHART_BARS, title,
              "Work that does not depend on the machine: groupings that were new to the search, "
              "medians over the seeds.",
              "evaluations");
    draw_method(to, of, set, BALASCH2010_GOMM, balasch2010_evaluations, "GOMM");
    draw_method(to, of, set, BALASCH2010_DGOMM, balasch2010_evaluations, "D-GOMM");
    draw_method(to, of, set, BALASCH2010_GOMM_CLONES, balasch2010_evaluations,
                "GOMM, clones allowed");
    draw_method(to, of, set, BALASCH2010_DGOMM_CLONES, balasch2010_evaluations,
                "D-GOMM, clones allowed");
    document_end_chart(to);
}

void balasch2010_draw_time(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    for (size_t set = 0; set < BALASCH2010_SETS; set++) {
        if (experiment_shows_times(of))
            draw_seconds(to, of, set);
        draw_evaluations(to, of, set);
    }
}
