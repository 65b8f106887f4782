/* Why findings of the paper do not show: said only as far as the trials let it be known. */
#include "experiments/lunacek2006.h"

#include <math.h>

static const lunacek2006_measures *measures(const experiment *of, lunacek2006_variant variant,
                                            int population) {
    const lunacek2006_found *found = of->found;
    return &found->contenders[variant][population].by[LUNACEK2006_FRESH];
}

static double median(const experiment *of, lunacek2006_variant variant, int population) {
    return measures(of, variant, population)->fitness.median;
}

static double candidates(const experiment *of, lunacek2006_variant variant, int population) {
    const lunacek2006_found *found = of->found;
    return lunacek2006_group(of, &found->contenders[variant][population])->evaluations.mean;
}

static const char *separator(int population) {
    return population == 0 ? "" : population + 1 == LUNACEK2006_POPULATIONS ? " and " : ", ";
}

static void list_each(text *out, const experiment *of, lunacek2006_variant variant,
                      double (*number)(const experiment *, lunacek2006_variant, int)) {
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++)
        text_format(out, "%s%.0f", separator(p), number(of, variant, p));
}

/* ---- NEW against TRAD ----------------------------------------------------------------------- */

/* Whether the one has no higher median at any population. */
static bool is_level(const experiment *of, lunacek2006_variant one, lunacek2006_variant other) {
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        double own = median(of, one, p);
        double its = median(of, other, p);
        if (own > its && !trial_values_agree(own, its))
            return false;
    }
    return true;
}

static bool is_steadier(const experiment *of, lunacek2006_variant one, lunacek2006_variant other) {
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++)
        if (!(box_range(&measures(of, one, p)->fitness) <
              box_range(&measures(of, other, p)->fitness)))
            return false;
    return true;
}

static void explain_crossovers(text *out, const experiment *of) {
    if (is_level(of, LUNACEK2006_NEW, LUNACEK2006_TRAD) &&
        is_steadier(of, LUNACEK2006_NEW, LUNACEK2006_TRAD))
        return;
    text_add_string(out, "- **NEW against TRAD.** Without mutation TRAD's medians are ");
    list_each(out, of, LUNACEK2006_TRAD_ALONE, median);
    text_add_string(out, ", NEW's ");
    list_each(out, of, LUNACEK2006_NEW_ALONE, median);
    text_add_string(out, "; on the way TRAD makes ");
    list_each(out, of, LUNACEK2006_TRAD_ALONE, candidates);
    text_add_string(out, " different candidates, NEW ");
    list_each(out, of, LUNACEK2006_NEW_ALONE, candidates);
    if (!is_level(of, LUNACEK2006_TRAD_ALONE, LUNACEK2006_NEW_ALONE) ||
        is_level(of, LUNACEK2006_NEW_ALONE, LUNACEK2006_TRAD_ALONE)) {
        text_add_string(out, ". So the crossovers alone do not decide it; what does is not "
                             "known.\n");
        return;
    }
    text_add_string(
        out,
        ". So TRAD is ahead by its crossover and repair already, before any mutation. "
        "NEW only puts together what the population has; TRAD also cuts inside an attribute, and "
        "the repair then makes partitions that neither parent has, as near to the cut as there "
        "are any. What the paper calls an offspring made \"in an unintended way\" works as a "
        "mutation by the smallest step. It may have been otherwise with the paper's taxonomies, "
        "rate of mutation or way of finding the closest solution, which it does not print.\n");
}

/* ---- Duplicates ----------------------------------------------------------------------------- */

static void explain_duplicates(text *out, const experiment *of) {
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        const lunacek2006_measures *without = measures(of, LUNACEK2006_NEW, p);
        const lunacek2006_measures *with = measures(of, LUNACEK2006_DUPLICATES, p);
        double own = lunacek2006_reach(of, without);
        double other = lunacek2006_reach(of, with);
        if (isinf(own) && isinf(other))
            text_format(out,
                        "- **Duplicates, population %d.** Neither mean comes within 1 %% of the "
                        "optimum, so this measure of speed says nothing here.\n",
                        lunacek2006_populations[p]);
        else if (other <= own)
            text_format(
                out,
                "- **Duplicates, population %d.** They are ahead on the way: copies of the best "
                "members are chosen as parents more often, and so raise the selective pressure, as "
                "the paper says; a population that has little of it then converges sooner. They "
                "end at a median of %.1f, against %.1f without them.\n",
                lunacek2006_populations[p], with->fitness.median, without->fitness.median);
    }
}

/* ---- Populations ---------------------------------------------------------------------------- */

/* Trials that improve by more than 1 % after so many evaluations. */
static size_t late_trials(const lunacek2006_measures *by, size_t trials, double evaluations) {
    size_t count = 0;
    for (size_t i = 0; i < trials; i++)
        count += curve_reach(&by->curves[i], curve_last(&by->curves[i]) * (1 + LUNACEK2006_NEAR)) >
                 evaluations;
    return count;
}

static void explain_population(text *out, const experiment *of, lunacek2006_variant variant,
                               int smaller) {
    const lunacek2006_measures *by = measures(of, variant, smaller);
    double larger = lunacek2006_settle(measures(of, variant, smaller + 1));
    if (lunacek2006_settle(by) < larger)
        return;
    text_format(out,
                "- **%s, population %d.** Its mean settles no sooner than that of population %d: "
                "when the latter does, after %.0f evaluations, %zu of its %lld trials have yet to "
                "improve by more than 1 %%.\n",
                lunacek2006_operator_list[variant].name, lunacek2006_populations[smaller],
                lunacek2006_populations[smaller + 1], larger,
                late_trials(by, (size_t)of->asked.seeds, larger), (long long)of->asked.seeds);
}

static void explain_populations(text *out, const experiment *of) {
    for (int p = 0; p + 1 < LUNACEK2006_POPULATIONS; p++) {
        explain_population(out, of, LUNACEK2006_NEW, p);
        explain_population(out, of, LUNACEK2006_TRAD, p);
        explain_population(out, of, LUNACEK2006_DUPLICATES, p);
    }
}

void lunacek2006_explain(text *out, const experiment *of) {
    text why = {0};
    explain_crossovers(&why, of);
    explain_duplicates(&why, of);
    explain_populations(&why, of);
    if (why.length)
        text_format(out, "\n## Why claims fail\n\n%s", why.bytes);
    out->failed |= why.failed;
    text_free(&why);
}
