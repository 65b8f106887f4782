/* The data behind the page of lunacek2006: trials, curves and boxes. */
#include "experiments/lunacek2006.h"
#include "report/json.h"

#include <inttypes.h>
#include <math.h>

/* Points of a curve for each that is written. */
#define EVERY 5

static void add_number(text *out, double value) {
    char printed[32] = "";
    if (isfinite(value))
        number_print(printed, value);
    text_format(out, ",%s", printed);
}

/* Of some ten thousands, without the noise of sums. */
static void add_fitness(text *out, double fitness) {
    add_number(out, round(fitness * 1e3) / 1e3);
}

static void add_contender(text *out, const lunacek2006_contender *shown) {
    const lunacek2006_operators *used = &lunacek2006_operator_list[shown->variant];
    text_format(out, "%s,%s,%s,%d", used->crossover, used->duplicates,
                used->mutation ? used->mutation : "", shown->population);
}

/* ---- results.csv ---------------------------------------------------------------------------- */

static void print_answer(text *out, const trial *shown, double every, bool times) {
    text_format(out, ",%" PRIu64 ",%s", shown->seed,
                !shown->found   ? "none"
                : shown->proven ? "optimal"
                                : "feasible");
    add_fitness(out, shown->value * LUNACEK2006_CELLS);
    add_fitness(out, every);
    add_number(out, shown->value);
    add_number(out, shown->bound);
    add_number(out, shown->gap);
    text_format(out, ",%" PRIu64 ",%" PRId64 ",%" PRId64 ",%s", shown->suppressed,
                shown->evaluations, shown->memo_hits, shown->stopped_by);
    if (times)
        text_format(out, ",%.6f", shown->seconds);
    text_add_string(out, "\n");
}

void lunacek2006_print_results(text *out, const experiment *of) {
    const lunacek2006_found *found = of->found;
    const trial *next = of->trials.trials;
    bool times = experiment_shows_times(of);
    text_format(out,
                "algorithm,crossover,duplicates,mutation,population,seed,outcome,fitness,"
                "fitness_every_child,loss,bound,gap,suppressed,evaluations,memo_hits,stopped_by%s"
                "\n",
                times ? ",seconds" : "");
    for (int v = 0; v < LUNACEK2006_VARIANTS; v++)
        for (int p = 0; p < LUNACEK2006_POPULATIONS; p++)
            for (int64_t i = 0; i < of->asked.seeds; i++, next++) {
                const lunacek2006_contender *shown = &found->contenders[v][p];
                text_format(out, "%s,", next->algorithm);
                add_contender(out, shown);
                print_answer(out, next, curve_last(&shown->by[LUNACEK2006_EVERY].curves[i]), times);
            }
    text_format(out, "%s,,,,", next->algorithm);
    print_answer(out, next, NAN, times);
}

/* ---- curves.csv and boxes.csv --------------------------------------------------------------- */

typedef void contender_printer(text *out, const lunacek2006_contender *shown,
                               const lunacek2006_measures *by, const char *count);

static void print_each(text *out, const experiment *of, contender_printer *print) {
    static const char *const counts[LUNACEK2006_COUNTS] = {"new candidates", "every child"};
    const lunacek2006_found *found = of->found;
    for (int c = 0; c < LUNACEK2006_COUNTS; c++)
        for (int v = 0; v < LUNACEK2006_VARIANTS; v++)
            for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
                const lunacek2006_contender *shown = &found->contenders[v][p];
                print(out, shown, &shown->by[c], counts[c]);
            }
}

static void print_curve(text *out, const lunacek2006_contender *shown,
                        const lunacek2006_measures *by, const char *count) {
    const curve *mean = &by->band.mean;
    for (size_t i = 0; i < mean->points; i++) {
        if ((i + 1) % EVERY != 0 && i + 1 < mean->points)
            continue;
        add_contender(out, shown);
        text_format(out, ",%s,%" PRIu64, count, curve_place(mean, i));
        add_fitness(out, mean->best[i]);
        add_fitness(out, by->band.least.best[i]);
        add_fitness(out, by->band.most.best[i]);
        text_add_string(out, "\n");
    }
}

void lunacek2006_print_curves(text *out, const experiment *of) {
    text_add_string(out,
                    "crossover,duplicates,mutation,population,counted,evaluations,mean,min,max\n");
    print_each(out, of, print_curve);
}

static void print_box(text *out, const lunacek2006_contender *shown, const lunacek2006_measures *by,
                      const char *count) {
    const box *of = &by->fitness;
    add_contender(out, shown);
    text_format(out, ",%s,%zu", count, of->count);
    add_fitness(out, of->least);
    add_fitness(out, of->whisker_low);
    add_fitness(out, of->lower);
    add_fitness(out, of->median);
    add_fitness(out, of->upper);
    add_fitness(out, of->whisker_high);
    add_fitness(out, of->most);
    text_format(out, ",%zu,%zu\n", of->low_outliers, of->high_outliers);
}

void lunacek2006_print_boxes(text *out, const experiment *of) {
    text_add_string(out,
                    "crossover,duplicates,mutation,population,counted,trials,min,whisker_low,lower_"
                    "quartile,median,upper_quartile,whisker_high,max,outliers_below,"
                    "outliers_above\n");
    print_each(out, of, print_box);
}
