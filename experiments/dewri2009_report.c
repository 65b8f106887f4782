/* The figures of the paper on preferences: loss (NWP) against bias (NECD) of what NSGA-II returns,
 * for several k, populations, weights and preferred biases. */
#include "experiments/dewri2009.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* What tells a case from the others of its figure. */
typedef struct case_name {
    char of[48];
} case_name;

static case_name name_case(dewri2009_number figure, size_t index) {
    static const char *const before[] = {"k_pref ", "population ", "", "bias "};
    case_name out;
    snprintf(out.of, sizeof out.of, "%s%s", before[figure], dewri2009_case_name(figure, index).of);
    return out;
}

static void add_point(plot *to, const dewri2009_point *shown, const char *name) {
    plot_add(to, shown->nwp, shown->necd);
    plot_note(to, "%s: effective k %" PRIu64 ", NWP %.4f, NECD %.4f, %" PRIu64 " classes, ach %.4g",
              name, shown->k, shown->nwp, shown->necd, shown->classes, shown->ach);
}

static void open_plane(document *to, const char *title, const char *says) {
    report_open_chart(to, CHART_POINTS, title, says, "NWP (loss)", AXIS_LINEAR, "NECD (bias)",
                      AXIS_LINEAR);
}

/* ---- What is reported ----------------------------------------------------------------------- */

/* Of every seed. */
static void draw_reported(document *to, const experiment *of, dewri2009_number figure) {
    open_plane(to, "Reported solutions of all seeds", NULL);
    for (size_t i = 0; i < dewri2009_figures[figure].count; i++) {
        const dewri2009_answer *answers = dewri2009_answers(of, dewri2009_place(figure, i));
        case_name name = name_case(figure, i);
        plot dots = {0};
        for (int64_t s = 0; s < of->asked.seeds; s++)
            if (answers[s].made.found)
                add_point(&dots, &answers[s].reported[DEWRI2009_FRESH], name.of);
        plot_draw(&dots, to, name.of, i == 0);
    }
    document_end_chart(to);
}

/* Medians by case, with the spread of the seeds in the note. */
static void draw_bars(document *to, const experiment *of, dewri2009_number figure,
                      const char *title, const char *y, axis_scale scale,
                      dewri2009_measure measure) {
    case_name names[6];
    plot bars = {0};
    report_open_chart(to, CHART_BARS, title, "Medians over the seeds.", "case", AXIS_CATEGORY, y,
                      scale);
    for (size_t i = 0; i < dewri2009_figures[figure].count; i++) {
        box shown = dewri2009_spread(of, dewri2009_place(figure, i), measure, DEWRI2009_FRESH);
        names[i] = name_case(figure, i);
        plot_add_named(&bars, names[i].of, shown.median);
        plot_note(&bars, "%s: %.6g (%.6g to %.6g over the seeds)", names[i].of, shown.median,
                  shown.least, shown.most);
    }
    plot_draw(&bars, to, y, true);
    document_end_chart(to);
}

/* ---- Figure 1 ------------------------------------------------------------------------------- */

static void draw_fronts(document *to, const experiment *of) {
    open_plane(
        to, "Non-dominated solutions returned, one search for each k_pref",
        "The search with the median NWP; marks are the solutions that it reports, with their "
        "effective k. The preference point is (0.2, 1): any bias will do.");
    for (size_t i = 0; i < DEWRI2009_KS; i++) {
        const dewri2009_answer *shown = dewri2009_typical(of, DEWRI2009_K, i);
        case_name name = name_case(DEWRI2009_K, i);
        plot dots = {0};
        for (size_t p = 0; p < shown->front_count; p++)
            add_point(&dots, &shown->front[p], name.of);
        plot_draw(&dots, to, name.of, i == 0);
    }
    for (size_t i = 0; i < DEWRI2009_KS; i++) {
        const dewri2009_answer *shown = dewri2009_typical(of, DEWRI2009_K, i);
        const dewri2009_point *reported = &shown->reported[DEWRI2009_FRESH];
        char name[32];
        snprintf(name, sizeof name, "k = %" PRIu64, reported->k);
        if (shown->made.found)
            document_mark(to, name, reported->nwp, reported->necd);
    }
    document_end_chart(to);
}

/* A number of the reported solution against k_pref, with the spread of the seeds; beside it what
 * is proven of NWP, or k_pref itself. */
static void draw_against_k(document *to, const experiment *of, dewri2009_measure measure) {
    const dewri2009_found *found = of->found;
    bool nwp = measure == DEWRI2009_NWP;
    plot reported = {0}, beside = {0};
    for (size_t i = 0; i < DEWRI2009_KS; i++) {
        size_t at = dewri2009_place(DEWRI2009_K, i);
        box shown = dewri2009_spread(of, at, measure, DEWRI2009_FRESH);
        double k = (double)dewri2009_cases[at].wish.k;
        plot_add_band(&reported, k, shown.median, shown.least, shown.most);
        if (!nwp || !isnan(found->proofs[i].bound))
            plot_add(&beside, k, nwp ? found->proofs[i].bound : k);
    }
    plot_draw(&reported, to, nwp ? "reported" : "effective k", true);
    plot_draw(&beside, to, nwp ? "proven bound" : "k_pref", false);
    document_end_chart(to);
}

static void draw_k(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    draw_fronts(to, of);
    report_open_chart(to, CHART_LINES, "NWP of the reported solution, and the least there can be",
                      "Medians with the spread of the seeds; the bounds are proven and not in the "
                      "paper.",
                      "k_pref", AXIS_LOG, "NWP", AXIS_LINEAR);
    draw_against_k(to, of, DEWRI2009_NWP);
    report_open_chart(to, CHART_LINES, "Effective k of the reported solution", NULL, "k_pref",
                      AXIS_LOG, "k", AXIS_LOG);
    draw_against_k(to, of, DEWRI2009_EFFECTIVE_K);
    draw_bars(to, of, DEWRI2009_K, "Points on the front", "points", AXIS_LINEAR, DEWRI2009_POINTS);
}

/* ---- Figures 2 to 4 ------------------------------------------------------------------------- */

static void draw_populations(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    draw_reported(to, of, DEWRI2009_POPULATION);
    draw_bars(to, of, DEWRI2009_POPULATION, "Different solutions in the last population",
              "solutions", AXIS_LINEAR, DEWRI2009_SOLUTIONS);
    draw_bars(to, of, DEWRI2009_POPULATION, "Deviation from the preference", "deviation",
              AXIS_LINEAR, DEWRI2009_DEVIATION);
}

static void draw_groups(document *to, const experiment *of) {
    report_open_chart(to, CHART_BARS, "Groups of each attribute's values",
                      "Of the search with the median NWP, by weights: more groups are less "
                      "generalization.",
                      "attribute", AXIS_CATEGORY, "groups", AXIS_LINEAR);
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++) {
        const dewri2009_weighting *by = &dewri2009_weightings[w];
        const dewri2009_answer *shown = dewri2009_typical(of, DEWRI2009_WEIGHTS, w);
        plot bars = {0};
        for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++) {
            plot_add_named(&bars, dewri2009_attributes[a].label, shown->groups[a]);
            plot_note(&bars, "%s, %s: %" PRIu32 " groups, %.0f %% of the weight", by->name,
                      dewri2009_attributes[a].label, shown->groups[a],
                      100 * dewri2009_share(by, a));
        }
        plot_draw(&bars, to, by->name, w == 0);
    }
    document_end_chart(to);
}

static void draw_weights(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++)
        document_text(to, TONE_PLAIN, "%s: %s.", dewri2009_weightings[w].name,
                      dewri2009_weightings[w].meaning);
    draw_reported(to, of, DEWRI2009_WEIGHTS);
    draw_groups(to, of);
    draw_bars(to, of, DEWRI2009_WEIGHTS, "Effective k of the reported solution", "k", AXIS_LINEAR,
              DEWRI2009_EFFECTIVE_K);
}

static void draw_bias(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    draw_reported(to, of, DEWRI2009_BIAS);
    draw_bars(to, of, DEWRI2009_BIAS, "NWP of the reported solution", "NWP", AXIS_LINEAR,
              DEWRI2009_NWP);
    draw_bars(to, of, DEWRI2009_BIAS, "Effective k of the reported solution", "k", AXIS_LOG,
              DEWRI2009_EFFECTIVE_K);
}

static const report_figure figures[] = {
    {"table-1", "Table 1", "attributes and domain sizes",
     "The domains used are listed under Set-up; nothing to run.", NULL, 0, false},
    {"figure-1", "Figure 1", "NWP and NECD of the solutions returned, by k_pref",
     "As k_pref grows, fewer feasible solutions are found; the effective k is close to k_pref for "
     "2, 5 and 10 and above it for 25, 50 and 100; larger k costs more information; ach has one "
     "feasible minimum in all cases.",
     draw_k, 0, false},
    {"figure-2", "Figure 2", "the impact of the population",
     "The population has only marginal impact; larger ones are slightly less effective, and the "
     "number of unique solutions in the last population is similar.",
     draw_populations, 0, false},
    {"figure-3", "Figure 3", "the effect of weights",
     "Equal weights result in a much higher NWP and NECD; attributes with higher weights keep more "
     "groups; weights also affect the effective k.",
     draw_weights, 0, false},
    {"figure-4", "Figure 4", "the impact of the bias preference",
     "With any bias allowed k is k_pref; below 0.1 solutions have a higher NWP, still within 0.2, "
     "and a higher effective k.",
     draw_bias, 0, false},
    {0},
};

const experiment_paper dewri2009_paper = {
    .citation = "Dewri, Whitley, Ray and Ray, \"A multi-objective approach to data sharing with "
                "privacy constraints and preference based objectives\", 2009, section 6.",
    .question = "What does NSGA-II with a preference for loss and bias return, for which k, "
                "populations and weights?",
    .caveat = "The order of values, the first population and the weights of Figure 3 are ours; "
              "the paper draws its numbers and prints none, so what is judged is its text.",
    .figures = figures,
};
