/* The figures of the paper on a crossover for cuts: fitness against evaluations, and where the
 * trials end. */
#include "experiments/lunacek2006.h"

#include <math.h>
#include <stdio.h>

/* Of a curve, on the page. */
#define POINTS 150
#define BANDS "The line is the mean of the trials, the band reaches from the best to the worst."

static const char *const population_names[LUNACEK2006_POPULATIONS] = {"200", "500", "1000"};

/* ---- Curves --------------------------------------------------------------------------------- */

static void draw_curve(document *to, const lunacek2006_contender *shown, bool banded, bool main) {
    const curve_band *band = &shown->by[LUNACEK2006_FRESH].band;
    size_t stride = band->mean.points / POINTS + 1;
    plot line = {0};
    for (size_t i = stride - 1; i < band->mean.points; i += stride) {
        double place = (double)curve_place(&band->mean, i);
        if (isnan(band->mean.best[i]))
            continue;
        if (banded)
            plot_add_band(&line, place, band->mean.best[i], band->least.best[i],
                          band->most.best[i]);
        else
            plot_add(&line, place, band->mean.best[i]);
    }
    plot_draw(&line, to, shown->name, main);
}

static void open_curves(document *to, const char *title, const char *says) {
    report_open_chart(to, CHART_LINES, title, says, "evaluations", AXIS_LINEAR, "fitness",
                      AXIS_LINEAR);
}

static void close_curves(document *to, const experiment *of) {
    bool proven = lunacek2006_proof(of)->first->proven;
    document_mark(to, proven ? "proven optimum" : "best of all searches", NAN,
                  lunacek2006_reference(of));
    document_end_chart(to);
}

/* ---- Ends ----------------------------------------------------------------------------------- */

static void add_box(box_plot *to, const experiment *of, lunacek2006_variant variant,
                    int population) {
    size_t seeds = (size_t)of->asked.seeds;
    const lunacek2006_contender *shown = lunacek2006_contender_of(of, variant, population);
    double *trials = box_plot_room(to, seeds);
    for (size_t i = 0; trials && i < seeds; i++)
        trials[i] = curve_last(&shown->by[LUNACEK2006_FRESH].curves[i]);
    box_plot_add(to, population_names[population], lunacek2006_operator_list[variant].name, trials,
                 seeds);
}

static void draw_boxes(document *to, const experiment *of, lunacek2006_variant one,
                       lunacek2006_variant other) {
    box_plot boxes = {0};
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        add_box(&boxes, of, one, p);
        add_box(&boxes, of, other, p);
    }
    box_plot_draw(&boxes, to, "Where the trials end",
                  "The box plots on the right of the paper's figure.", "population",
                  (document_axis){"fitness", AXIS_LINEAR});
}

/* ---- Figures -------------------------------------------------------------------------------- */

/* `at` is the first of two variants. */
static void draw_pair(document *to, const experiment *of, const report_figure *shown) {
    lunacek2006_variant one = (lunacek2006_variant)shown->at, other = one + 1;
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        char title[64];
        snprintf(title, sizeof title, "Best fitness so far, population %s", population_names[p]);
        open_curves(to, title, BANDS);
        draw_curve(to, lunacek2006_contender_of(of, one, p), true, true);
        draw_curve(to, lunacek2006_contender_of(of, other, p), true, false);
        close_curves(to, of);
    }
    draw_boxes(to, of, one, other);
}

static void draw_duplicates(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    open_curves(to, "Best fitness so far with duplicates, by population", BANDS);
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++)
        draw_curve(to, lunacek2006_contender_of(of, LUNACEK2006_DUPLICATES, p), true, p == 0);
    close_curves(to, of);
    open_curves(to, "Duplicates allowed and excluded", "Means over the trials.");
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        draw_curve(to, lunacek2006_contender_of(of, LUNACEK2006_DUPLICATES, p), false, false);
        draw_curve(to, lunacek2006_contender_of(of, LUNACEK2006_NEW, p), false, false);
    }
    close_curves(to, of);
    draw_boxes(to, of, LUNACEK2006_NEW, LUNACEK2006_DUPLICATES);
}

static const report_figure figures[] = {
    {"methods", "Figures 1 to 3", "generalization hierarchies, a taxonomy tree and a map",
     "They explain the representation: nothing to run. The taxonomy of Figure 2 is used.", NULL, 0,
     false},
    {"figure-4", "Figure 4", "NEW against TRAD, three populations",
     "In each case the new crossover converges faster to more effective solutions, and finds "
     "nearly the same ones whatever the population; the traditional one converges to a wider "
     "range of them.",
     draw_pair, LUNACEK2006_NEW, false},
    {"figure-5", "Figure 5", "the effect of population size and duplicates",
     "Duplicates increase selective pressure: smaller populations converge faster to less "
     "effective solutions. Disallowing them results in faster convergence to solutions of "
     "similar quality.",
     draw_duplicates, 0, false},
    {"alone", "Beyond the paper", "the crossovers without mutation",
     "What the two crossovers do by themselves.", draw_pair, LUNACEK2006_NEW_ALONE, true},
    {0},
};

const experiment_paper lunacek2006_paper = {
    .citation = "Lunacek, Whitley and Ray, \"A crossover operator for the k-anonymity problem\", "
                "2006, section 4.",
    .question = "Does a crossover that keeps cuts valid beat one with a repair, and how far from "
                "the proven optimum do they end?",
    .caveat = "The paper leaves open which rows it drew, three of its four taxonomies and how "
              "often it mutates: those are ours.",
    .figures = figures,
};
