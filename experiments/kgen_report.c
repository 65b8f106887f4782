/* The figures of KGen's paper: everything against the number of quasi-identifiers. */
#include "experiments/experiment_report.h"
#include "experiments/kgen_experiment.h"

#include <math.h>

/* A number of trials, and its spread over the seeds. */
typedef spread group_spread(const trial_group *of);

static spread seconds_of(const trial_group *of) {
    return of->seconds;
}

static spread evaluations_of(const trial_group *of) {
    return of->evaluations;
}

static spread accuracy_of(const trial_group *of) {
    return of->accuracy;
}

static spread value_of(const trial_group *of) {
    return of->value;
}

static spread suppressed_of(const trial_group *of) {
    return of->los;
}

static void draw_method(document *to, const experiment *of, const char *method,
                        group_spread *number, double unit) {
    plot line = {0};
    for (size_t count = 0; (count = kgen_next(of, count));) {
        const trial_group *group = kgen_find(of, count, method);
        spread shown = group ? number(group) : (spread){0};
        if (shown.count == 0)
            continue;
        plot_add_band(&line, (double)count, unit * shown.mean, unit * shown.least,
                      unit * shown.most);
        plot_note(&line, "%s, %zu quasi-identifiers: %.6g (%.6g to %.6g, %zu run%s)%s", method,
                  count, unit * shown.mean, unit * shown.least, unit * shown.most, group->count,
                  group->count == 1 ? "" : "s",
                  group->proven == group->count ? ", proven optimal" : "");
    }
    plot_draw(&line, to, method, method[0] == 'k');
}

static void draw_methods(document *to, const experiment *of, group_spread *number, double unit) {
    for (const kgen_method *method = kgen_methods; method->name; method++)
        draw_method(to, of, method->name, number, unit);
    document_end_chart(to);
}

static void open_chart(document *to, const char *title, const char *says, const char *y,
                       axis_scale scale) {
    report_open_chart(to, CHART_LINES, title, says, "quasi-identifiers", AXIS_LINEAR, y, scale);
}

/* ---- Figures -------------------------------------------------------------------------------- */

static void draw_time(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    if (experiment_shows_times(of)) {
        open_chart(to, "Time of a search",
                   "Means over the seeds, with the fastest and the slowest run.", "seconds",
                   AXIS_LOG);
        draw_methods(to, of, seconds_of, 1);
    } else {
        document_text(to, TONE_PLAIN,
                      "Seconds were left out (--no-times); evaluations stand for them.");
    }
    open_chart(to, "Evaluations of a search",
               "Not in the paper: how many candidates a search looked at, whatever the machine.",
               "evaluations", AXIS_LOG);
    draw_methods(to, of, evaluations_of, 1);
}

static void draw_accuracy(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    open_chart(to, "Accuracy, where the optimum is proven",
               "1 at the optimum, 0 where everything is generalized; means over the seeds, with "
               "the least and the most accurate run.",
               "accuracy", AXIS_LINEAR);
    draw_methods(to, of, accuracy_of, 1);
}

static void draw_gap(document *to, const experiment *of) {
    open_chart(to, "Distance of the mean LOG from the best proven bound",
               "Not in the paper, which knows no bound where exact methods do not end.",
               "percent of the LOG", AXIS_LINEAR);
    for (const kgen_method *method = kgen_methods; method->name; method++) {
        plot line = {0};
        for (size_t count = 0; (count = kgen_next(of, count));) {
            const trial_group *group = kgen_find(of, count, method->name);
            if (group && group->found > 0 && !isnan(group->bound))
                plot_add(&line, (double)count,
                         fmax(0, 100 * (1 - group->bound / group->value.mean)));
        }
        plot_draw(&line, to, method->name, method->name[0] == 'k');
    }
    document_end_chart(to);
}

static void draw_log(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    open_chart(to, "LOG: mean level by height",
               "Lower is better; means over the seeds, with the best and the worst run.", "LOG",
               AXIS_LINEAR);
    draw_methods(to, of, value_of, 1);
    draw_gap(to, of);
}

static void draw_los(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    open_chart(to, "LOS: rows suppressed", "At most 0.5 % may be.", "percent of the rows",
               AXIS_LINEAR);
    draw_methods(to, of, suppressed_of, 100);
}

static const report_figure figures[] = {
    {"methods", "Figures 1 to 6, Tables 1 to 8", "lattices, hierarchies, operators, parameters",
     "They explain the method and its set-up: nothing to run.", NULL, 0, false},
    {"figure-7", "Figure 7(a)", "execution time on c2k",
     "The exact approach gives results for at most 6 quasi-identifiers; KGen and random search "
     "up to 25.",
     draw_time, 0, false},
    {"figure-8", "Figure 8(a)", "accuracy on c2k",
     "Most approaches, KGen included, are accurate; random search is not. Known up to 7 "
     "quasi-identifiers.",
     draw_accuracy, 0, false},
    {"figure-9", "Figure 9(a)", "level of generalization (LOG) on c2k",
     "KGen's LOG is always equal to or lower than that of the other approaches, and where those "
     "give none, better than that of random search.",
     draw_log, 0, false},
    {"figure-10", "Figure 10(a)", "level of suppression (LOS) on c2k",
     "Unstable for all approaches, but KGen behaves like the exact ones.", draw_los, 0, false},
    {"f2", "Figures 7(b) to 10(b)", "the same on the data set F2", "F2 was not published.", NULL, 0,
     false},
    {NULL, NULL, NULL, NULL, NULL, 0, false},
};

const experiment_paper kgen_paper = {
    .citation = "KGen, an approach to k-anonymity featuring genetic algorithms, sections 5 and 6.",
    .question = "How far do exact methods reach, and how close to the optimum are the others?",
    .caveat = "The paper's other data set, F2, was not published, and its times are those of "
              "another machine; what is drawn here is our run.",
    .figures = figures,
};
