/* The data behind the page of lunacek2006: trials, curves and boxes. */
#include "experiments/lunacek2006.h"

#include <inttypes.h>
#include <math.h>

/* Points of a curve for each that is written. */
#define EVERY 5

/* Of some ten thousands, without the noise of sums. */
static short_words rounded(double fitness) {
    return in_full(round(fitness * 1e3) / 1e3);
}

static void add_contender(text *out, const lunacek2006_contender *shown) {
    const lunacek2006_operators *used = &lunacek2006_operator_list[shown->variant];
    text_format(out, "%s,%s,%s,%d", used->crossover, used->duplicates,
                used->mutation ? used->mutation : "", shown->population);
}

/* ---- results.csv ---------------------------------------------------------------------------- */

static void print_answer(text *out, const trial *shown, double every, bool times) {
    text_format(out, ",%" PRIu64 ",%s,%s,%s,%s,%s,%s,%" PRIu64 ",%" PRId64 ",%" PRId64 ",%s",
                shown->seed, trial_outcome(shown), rounded(shown->value * LUNACEK2006_CELLS).of,
                rounded(every).of, in_full(shown->value).of, in_full(shown->bound).of,
                in_full(shown->gap).of, shown->suppressed, shown->evaluations, shown->memo_hits,
                shown->stopped_by);
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
        text_format(out, ",%s,%" PRIu64 ",%s,%s,%s\n", count, curve_place(mean, i),
                    rounded(mean->best[i]).of, rounded(by->band.least.best[i]).of,
                    rounded(by->band.most.best[i]).of);
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
    text_format(out, ",%s,%zu,%s,%s,%s,%s,%s,%s,%s,%zu,%zu\n", count, of->count,
                rounded(of->least).of, rounded(of->whisker_low).of, rounded(of->lower).of,
                rounded(of->median).of, rounded(of->upper).of, rounded(of->whisker_high).of,
                rounded(of->most).of, of->low_outliers, of->high_outliers);
}

void lunacek2006_print_boxes(text *out, const experiment *of) {
    text_add_string(out,
                    "crossover,duplicates,mutation,population,counted,trials,min,whisker_low,lower_"
                    "quartile,median,upper_quartile,whisker_high,max,outliers_below,"
                    "outliers_above\n");
    print_each(out, of, print_box);
}
