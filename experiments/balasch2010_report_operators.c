/* The figures of the thesis' chapter 4 and appendix B: what genetic operations do, by generation.
 */
#include "experiments/balasch2010_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Generations on a chart. */
#define POINTS 200

/* Of operators alone or combined, as the figure has them. */
static const balasch2010_course *course_shown(const experiment *of, const report_figure *shown,
                                              size_t maker) {
    bool alone = shown->at >= BALASCH2010_ALONE;
    return balasch2010_course_of(of, shown->at % BALASCH2010_ALONE,
                                 alone ? 1 + maker : BALASCH2010_COMBINED);
}

static size_t stride_of(const balasch2010_course *course) {
    return course->generations / POINTS + 1;
}

static void open_chart(document *to, const char *title, const char *says, const char *y) {
    report_open_chart(to, CHART_LINES, title, says, "generation", AXIS_LINEAR, y, AXIS_LINEAR);
}

/* ---- By operator ---------------------------------------------------------------------------- */

/* A number of an operator's children in one generation, and how far it reaches; NaN: none. */
typedef struct moment_number {
    double mean, farthest;
} moment_number;

typedef moment_number moment_reader(const balasch2010_moment *of, size_t maker);

static moment_number percent(uint64_t part, uint64_t all) {
    double share = 100 * operator_record_mean((double)part, all);
    return (moment_number){share, share};
}

static moment_number unused_of(const balasch2010_moment *of, size_t maker) {
    return percent(of->made[maker].discarded_unused, of->made[maker].created);
}

static moment_number lifetime_of(const balasch2010_moment *of, size_t maker) {
    double lifetime = balasch2010_lifetime(&of->made[maker]);
    return (moment_number){lifetime, lifetime};
}

static moment_number improved_of(const balasch2010_moment *of, size_t maker) {
    return percent(of->made[maker].improved, of->made[maker].created);
}

static moment_number worsened_of(const balasch2010_moment *of, size_t maker) {
    return percent(of->made[maker].worsened, of->made[maker].created);
}

static double per_run(double sum, size_t runs) {
    return runs > 0 ? sum / (double)runs : (double)NAN;
}

static moment_number improvement_of(const balasch2010_moment *of, size_t maker) {
    const operator_record *made = &of->made[maker];
    return (moment_number){operator_record_mean(made->improvements, made->improved),
                           per_run(of->improvements[maker], of->improving[maker])};
}

static moment_number worsening_of(const balasch2010_moment *of, size_t maker) {
    const operator_record *made = &of->made[maker];
    return (moment_number){fabs(operator_record_mean(made->worsenings, made->worsened)),
                           fabs(per_run(of->worsenings[maker], of->worsening[maker]))};
}

static void draw_operator(document *to, const balasch2010_course *course, size_t maker,
                          moment_reader *read, bool banded) {
    plot line = {0};
    for (size_t g = 1; g < course->generations; g += stride_of(course)) {
        moment_number shown = read(&course->moments[g], maker);
        if (banded)
            plot_add_band(&line, (double)g, shown.mean, shown.mean, shown.farthest);
        else
            plot_add(&line, (double)g, shown.mean);
    }
    plot_draw(&line, to, group_operator_name((group_operator)maker), maker == GROUP_CROSSOVER);
}

static void draw_operators(document *to, const experiment *of, const report_figure *shown,
                           moment_reader *read, bool banded) {
    for (size_t maker = 0; maker < GROUP_OPERATORS; maker++)
        draw_operator(to, course_shown(of, shown, maker), maker, read, banded);
    document_end_chart(to);
}

void balasch2010_draw_utilization(document *to, const experiment *of, const report_figure *shown) {
    open_chart(to, "Children discarded without having been a parent", NULL, "percent");
    draw_operators(to, of, shown, unused_of, false);
}

void balasch2010_draw_lifetime(document *to, const experiment *of, const report_figure *shown) {
    open_chart(to, "Average lifetime of the children", NULL, "generations");
    draw_operators(to, of, shown, lifetime_of, false);
}

void balasch2010_draw_efficacy(document *to, const experiment *of, const report_figure *shown) {
    open_chart(to, "Children that are better than their parents", NULL, "percent");
    draw_operators(to, of, shown, improved_of, false);
    open_chart(to, "Children that are worse than their parents",
               "Those of neither kind cost what their parents do.", "percent");
    draw_operators(to, of, shown, worsened_of, false);
}

void balasch2010_draw_efficiency(document *to, const experiment *of, const report_figure *shown) {
    open_chart(to, "By how much better children improve",
               "The line is the average, the band reaches to the largest improvement, averaged "
               "over the runs.",
               "percent");
    draw_operators(to, of, shown, improvement_of, true);
    open_chart(to, "By how much worse children fall behind",
               "The line is the average, the band reaches to the largest loss.", "percent");
    draw_operators(to, of, shown, worsening_of, true);
}

/* ---- Costs and groups ----------------------------------------------------------------------- */

static void draw_alone(document *to, const experiment *of, size_t case_number, size_t maker) {
    const balasch2010_course *own = balasch2010_course_of(of, case_number, 1 + maker);
    const balasch2010_course *all = balasch2010_course_of(of, case_number, BALASCH2010_COMBINED);
    plot line = {0};
    for (size_t g = 0; g < own->generations && g < all->generations; g += stride_of(own))
        plot_add(&line, (double)g,
                 balasch2010_moment_best(&own->moments[g]) /
                     balasch2010_moment_best(&all->moments[g]));
    plot_draw(&line, to, group_operator_name((group_operator)maker), maker == GROUP_CREATE);
}

void balasch2010_draw_costs(document *to, const experiment *of, const report_figure *shown) {
    for (size_t c = 0; c < BALASCH2010_CASES; c++) {
        char title[96];
        if (balasch2010_cases[c].set != shown->at)
            continue;
        snprintf(title, sizeof title, "k = %" PRIu64 ": best cost of each operator alone",
                 balasch2010_ks[balasch2010_cases[c].k]);
        open_chart(to, title, NULL, "times that of all combined");
        for (size_t maker = 0; maker < GROUP_OPERATORS; maker++)
            draw_alone(to, of, c, maker);
        document_mark(to, "all combined", NAN, 1);
        document_end_chart(to);
    }
}

void balasch2010_draw_groups(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    static const balasch2010_case_number cases[] = {BALASCH2010_WATER_25, BALASCH2010_CENSUS_25};
    open_chart(to, "Mean number of groups in the population, all operators combined", NULL,
               "groups");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const balasch2010_course *course =
            balasch2010_course_of(of, cases[i], BALASCH2010_COMBINED);
        plot line = {0};
        for (size_t g = 0; g < course->generations; g += stride_of(course))
            plot_add(&line, (double)g, balasch2010_moment_groups(&course->moments[g]));
        plot_draw(&line, to, balasch2010_set_name(balasch2010_cases[cases[i]].set), i == 0);
    }
    document_end_chart(to);
}
