/* The figures and tables of the thesis' chapter 5: scores, and the time of D-GOMM. */
#include "experiments/balasch2010_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const k_names[BALASCH2010_KS] = {"5", "10", "25", "50", "100"};

static void open_by_k(document *to, chart_kind kind, const char *title, const char *says,
                      const char *y) {
    report_open_chart(to, kind, title, says, "k", AXIS_CATEGORY, y, AXIS_LINEAR);
}

static const struct {
    const char *name;
    balasch2010_method method;
} compared[] = {{"GOMM", BALASCH2010_GOMM},
                {"D-GOMM", BALASCH2010_DGOMM},
                {"GOMM, clones allowed", BALASCH2010_GOMM_CLONES},
                {"D-GOMM, clones allowed", BALASCH2010_DGOMM_CLONES}};

/* ---- Tables 5.1 and 5.2 --------------------------------------------------------------------- */

enum { SCORE, IL, ID, DLD, GROUPS };
static const char *const part_names[] = {"score", "IL", "ID", "DLD", "groups"};

/* A part of GOMM's best, here and in the thesis. */
static void draw_part(document *to, const experiment *of, size_t set, int part) {
    char title[64];
    plot ours = {0}, printed = {0};
    for (size_t k = 0; k < BALASCH2010_KS; k++) {
        const balasch2010_measures *own = &balasch2010_cell_at(of, (int)set, k)->best;
        const balasch2010_best *thesis = &balasch2010_thesis[set][k];
        const double here[] = {own->score, own->il, own->id, own->dld, (double)own->groups};
        const double there[] = {thesis->score, thesis->il, thesis->id, thesis->dld,
                                (double)thesis->groups};
        plot_add_named(&ours, k_names[k], here[part]);
        plot_add_named(&printed, k_names[k], there[part]);
    }
    snprintf(title, sizeof title, "%s, here", part_names[part]);
    plot_draw(&ours, to, title, true);
    snprintf(title, sizeof title, "%s, thesis", part_names[part]);
    plot_draw(&printed, to, title, false);
}

static void draw_components(document *to, const experiment *of, const report_figure *shown) {
    open_by_k(to, CHART_LINES, "Score of the best configuration", "Lower is better.", "score");
    draw_part(to, of, shown->at, SCORE);
    document_end_chart(to);
    open_by_k(to, CHART_LINES, "What it is made of",
              "Information loss, interval disclosure and distance-based linkage.", "percent");
    for (int part = IL; part <= DLD; part++)
        draw_part(to, of, shown->at, part);
    document_end_chart(to);
    open_by_k(to, CHART_BARS, "Number of groups of the best configuration", NULL, "groups");
    draw_part(to, of, shown->at, GROUPS);
    document_end_chart(to);
}

static void draw_seeds(document *to, const experiment *of, size_t set) {
    box_plot boxes = {0};
    for (size_t k = 0; k < BALASCH2010_KS; k++)
        for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
            double numbers[BALASCH2010_MOST_SEEDS];
            for (int64_t s = 0; s < of->asked.seeds; s++)
                numbers[s] = balasch2010_score(
                    &balasch2010_cell_at(of, (int)set, k)->runs[compared[i].method][s]);
            box_plot_add(&boxes, k_names[k], compared[i].name, numbers, (size_t)of->asked.seeds);
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
        const balasch2010_cell *cell = balasch2010_cell_at(of, (int)set, k);
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
            plot_add(&dots, hands[i].thesis[k],
                     balasch2010_cell_at(of, (int)set, k)->hands[i].score);
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
        box shown = balasch2010_spread(balasch2010_cell_at(of, (int)set, k)->runs[method],
                                       of->asked.seeds, number);
        plot_add_named(&line, k_names[k], shown.median);
        plot_note(&line, "%s, k %s: %.4g (%.4g to %.4g over the seeds)", name, k_names[k],
                  shown.median, shown.least, shown.most);
    }
    plot_draw(&line, to, name, method == BALASCH2010_GOMM);
}

/* GOMM and D-GOMM; of evaluations also with clones. */
static void draw_work(document *to, const experiment *of, size_t set, bool seconds) {
    balasch2010_number *number = seconds ? balasch2010_seconds : balasch2010_evaluations;
    const char *unit = seconds ? "seconds" : "evaluations";
    char title[64];
    snprintf(title, sizeof title, "%s: %s of a search", balasch2010_set_name((balasch2010_set)set),
             unit);
    open_by_k(to, CHART_BARS, title,
              seconds ? "Medians over the seeds."
                      : "Work that does not depend on the machine: groupings that were new to the "
                        "search, medians over the seeds.",
              unit);
    for (size_t i = 0; i < (seconds ? 2 : 4); i++)
        draw_method(to, of, set, compared[i].method, number, compared[i].name);
    document_end_chart(to);
}

void balasch2010_draw_time(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    for (size_t set = 0; set < BALASCH2010_SETS; set++) {
        if (experiment_shows_times(of))
            draw_work(to, of, set, true);
        draw_work(to, of, set, false);
    }
}
