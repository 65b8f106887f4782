/* What the genetic operations on groups of attributes did: the charts of balasch2010, chapter 4. */
#include "report/release_page.h"

#include <math.h>

/* ---- One number of each operation in each generation ----------------------------------------- */

typedef double operator_measure(const operator_record *of);

/* Share of the children that became parents, or at least may still. */
static double utilization(const operator_record *of) {
    if (of->created == 0)
        return NAN;
    return 100.0 * (1 - (double)(of->discarded_unused + of->alive_unused) / (double)of->created);
}

static double lifetime(const operator_record *of) {
    return operator_record_mean((double)of->lifetimes, of->created);
}

/* Share of the children that are better than their parents. */
static double efficacy(const operator_record *of) {
    return of->created > 0 ? 100.0 * (double)of->improved / (double)of->created : NAN;
}

static double efficiency(const operator_record *of) {
    return operator_record_mean(of->improvements, of->improved);
}

typedef struct operator_chart {
    const char *title, *says, *axis;
    operator_measure *measure;
} operator_chart;

static const operator_chart charts[] = {
    {"Operations: utilization", "Share of the children that became parents.", "%", utilization},
    {"Operations: lifetime", "How long the children survived, on average.", "generations",
     lifetime},
    {"Operations: efficacy", "Share of the children that are better than their parents.", "%",
     efficacy},
    {"Operations: efficiency", "Mean improvement of the children that are better.", "%",
     efficiency},
};

/* Generations are too many and too noisy to be drawn one by one: a point is the mean of some. */
enum { OPERATOR_POINTS = 60 };

static size_t mean_of_generations(const operator_monitor *monitor, group_operator maker,
                                  operator_measure *measure, double *x, double *y) {
    size_t generations = operator_monitor_generations(monitor);
    size_t step = (generations + OPERATOR_POINTS - 1) / OPERATOR_POINTS, points = 0;
    for (size_t from = 1; from < generations; from += step) {
        size_t to = from + step < generations ? from + step : generations, count = 0;
        double sum = 0;
        for (size_t g = from; g < to; g++) {
            double value = measure(operator_monitor_record(monitor, g, maker));
            if (isnan(value))
                continue;
            sum += value;
            count++;
        }
        x[points] = (double)from + (double)(to - from - 1) / 2;
        y[points++] = count > 0 ? sum / (double)count : NAN;
    }
    return points;
}

static void draw_operations(page *of, const operator_monitor *monitor,
                            const operator_chart *which) {
    document_chart(&of->to, CHART_LINES, which->title, which->says,
                   (document_axis){"generation", AXIS_LINEAR},
                   (document_axis){which->axis, AXIS_LINEAR});
    operator_set used = operator_monitor_settings_of(monitor)->operators;
    for (int maker = 0; maker < GROUP_OPERATORS; maker++) {
        if (!(used >> maker & 1))
            continue;
        double x[OPERATOR_POINTS + 1], y[OPERATOR_POINTS + 1];
        size_t count = mean_of_generations(monitor, (group_operator)maker, which->measure, x, y);
        document_add_series(&of->to,
                            &(document_series){.name = group_operator_name((group_operator)maker),
                                               .count = count,
                                               .x = x,
                                               .y = y});
    }
    document_end_chart(&of->to);
}

/* ---- The population -------------------------------------------------------------------------- */

typedef double generation_measure(const generation_record *of);

static double best_cost(const generation_record *of) {
    return of->best;
}

static double mean_cost(const generation_record *of) {
    return of->mean;
}

static double mean_groups(const generation_record *of) {
    return of->groups;
}

static void add_generations(page *of, const operator_monitor *monitor, const char *name,
                            generation_measure *measure, bool main) {
    size_t generations = operator_monitor_generations(monitor);
    double *x = arena_new(&of->memory, generations, sizeof *x);
    double *y = arena_new(&of->memory, generations, sizeof *y);
    if (!x || !y) {
        page_fail(of);
        return;
    }
    for (size_t g = 0; g < generations; g++) {
        x[g] = (double)g;
        y[g] = measure(operator_monitor_generation(monitor, g));
    }
    document_add_series(
        &of->to,
        &(document_series){.name = name, .count = generations, .x = x, .y = y, .main = main});
}

void release_page_operators(page *of, const operator_monitor *monitor) {
    document_axis generation = {"generation", AXIS_LINEAR};
    if (operator_monitor_generations(monitor) < 2)
        return;
    document_chart(&of->to, CHART_LINES, "Cost of the population", NULL, generation,
                   (document_axis){"cost", AXIS_LINEAR});
    add_generations(of, monitor, "best", best_cost, true);
    add_generations(of, monitor, "mean", mean_cost, false);
    document_end_chart(&of->to);
    document_chart(&of->to, CHART_LINES, "Groups of attributes", "On average over the population.",
                   generation, (document_axis){"groups", AXIS_LINEAR});
    add_generations(of, monitor, "groups", mean_groups, true);
    document_end_chart(&of->to);
    for (size_t i = 0; i < sizeof charts / sizeof *charts; i++)
        draw_operations(of, monitor, &charts[i]);
}
