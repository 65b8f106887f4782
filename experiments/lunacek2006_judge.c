/* Which of the paper's findings show, and why others do not, as far as the trials tell. */
#include "experiments/lunacek2006.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

const lunacek2006_contender *lunacek2006_contender_of(const experiment *of,
                                                      lunacek2006_variant variant, int population) {
    const lunacek2006_found *found = of->found;
    return &found->contenders[variant][population];
}

double lunacek2006_reference(const experiment *of) {
    const lunacek2006_found *found = of->found;
    return found->best * LUNACEK2006_CELLS;
}

const trial_group *lunacek2006_proof(const experiment *of) {
    return &of->groups.groups[of->groups.count - 1];
}

const trial_group *lunacek2006_group(const experiment *of, const lunacek2006_contender *shown) {
    for (size_t i = 0; i < of->groups.count; i++)
        if (of->groups.groups[i].first->variant == shown->name)
            return &of->groups.groups[i];
    return lunacek2006_proof(of);
}

double lunacek2006_measured(const experiment *of, const lunacek2006_measures *by,
                            lunacek2006_measure measure) {
    const curve *mean = &by->band.mean;
    switch (measure) {
    case LUNACEK2006_MEDIAN:
        return by->fitness.median;
    case LUNACEK2006_RANGE:
        return box_range(&by->fitness);
    case LUNACEK2006_REACH:
        return curve_reach(mean, lunacek2006_reference(of) * (1 + LUNACEK2006_NEAR));
    case LUNACEK2006_SETTLE:
        return curve_reach(mean, curve_last(mean) * (1 + LUNACEK2006_NEAR));
    case LUNACEK2006_EXCESS:
        return curve_excess(mean, lunacek2006_reference(of));
    }
    return NAN;
}

static const lunacek2006_measures *measures(const experiment *of, lunacek2006_variant variant,
                                            int population, lunacek2006_count count) {
    return &lunacek2006_contender_of(of, variant, population)->by[count];
}

/* ---- Comparing ------------------------------------------------------------------------------ */

typedef struct comparison comparison;

/* Whether it holds; says the numbers. */
typedef bool comparer(claim *made, const experiment *of, const comparison *how,
                      lunacek2006_count count);

struct comparison {
    comparer *compare;
    lunacek2006_measure by;
    int decimals;
    bool strict; /* equal is not enough */
    lunacek2006_variant better, worse;
};

static short_words print_measure(double value, int decimals) {
    short_words out = {"never"};
    if (isfinite(value))
        snprintf(out.of, sizeof out.of, "%.*f", decimals, value);
    return out;
}

static bool is_lower(double one, double other, bool strict) {
    bool equal = one == other || trial_values_agree(one, other);
    return equal ? !strict : one < other;
}

/* The one variant against the other at every population. */
static bool compare_variants(claim *made, const experiment *of, const comparison *how,
                             lunacek2006_count count) {
    bool holds = true;
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        double one = lunacek2006_measured(of, measures(of, how->better, p, count), how->by);
        double other = lunacek2006_measured(of, measures(of, how->worse, p, count), how->by);
        holds &= is_lower(one, other, how->strict);
        claim_say(made, "%s%d: %s against %s", p ? ", " : "", lunacek2006_populations[p],
                  print_measure(one, how->decimals).of, print_measure(other, how->decimals).of);
    }
    return holds;
}

/* Whether every larger population has more of it, for each variant of the paper. */
static bool grows(claim *made, const experiment *of, const comparison *how,
                  lunacek2006_count count) {
    bool holds = true;
    for (int v = LUNACEK2006_NEW; v <= LUNACEK2006_DUPLICATES; v++) {
        double before = -INFINITY;
        claim_say(made, "%s%s: ", v ? "; " : "", lunacek2006_operator_list[v].name);
        for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
            const lunacek2006_measures *by = measures(of, (lunacek2006_variant)v, p, count);
            double own = lunacek2006_measured(of, by, how->by);
            holds &= is_lower(before, own, how->strict);
            claim_say(made, "%s%s", p ? ", " : "", print_measure(own, how->decimals).of);
            before = own;
        }
    }
    return holds;
}

/* Whether every larger population has less of it. */
static bool falls(claim *made, const experiment *of, const comparison *how,
                  lunacek2006_count count) {
    double before = INFINITY;
    bool holds = true;
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        double own = lunacek2006_measured(of, measures(of, how->better, p, count), how->by);
        holds &= is_lower(own, before, how->strict);
        claim_say(made, "%s%d: %.*f", p ? ", " : "", lunacek2006_populations[p], how->decimals,
                  own);
        before = own;
    }
    return holds;
}

/* Whether all trials of all populations end near each other. */
static bool stays(claim *made, const experiment *of, const comparison *how,
                  lunacek2006_count count) {
    double least = INFINITY, most = -INFINITY;
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        const box *own = &measures(of, how->better, p, count)->fitness;
        least = fmin(least, own->least);
        most = fmax(most, own->most);
    }
    claim_say(made, "%.1f to %.1f, %.2f %% apart", least, most, 100 * (most / least - 1));
    return most <= least * (1 + LUNACEK2006_NEAR);
}

static void judge(claim *made, const experiment *of, const void *with) {
    const comparison *how = with;
    claim other = {0};
    bool fresh = how->compare(made, of, how, LUNACEK2006_FRESH);
    bool every = how->compare(&other, of, how, LUNACEK2006_EVERY);
    claim_decide(made, fresh);
    claim_say_other(made, fresh, every);
    text_add_string(&made->detail, other.detail.bytes ? other.detail.bytes : "");
    made->detail.failed |= other.detail.failed;
    text_free(&other.detail);
}

/* In the order of the claims. */
static const comparison comparisons[] = {
    {compare_variants, LUNACEK2006_MEDIAN, 1, false, LUNACEK2006_NEW, LUNACEK2006_TRAD},
    {compare_variants, LUNACEK2006_RANGE, 1, true, LUNACEK2006_NEW, LUNACEK2006_TRAD},
    {compare_variants, LUNACEK2006_REACH, 0, true, LUNACEK2006_NEW, LUNACEK2006_TRAD},
    {stays, LUNACEK2006_MEDIAN, 1, false, LUNACEK2006_NEW, LUNACEK2006_NEW},
    {compare_variants, LUNACEK2006_REACH, 0, true, LUNACEK2006_NEW, LUNACEK2006_DUPLICATES},
    {compare_variants, LUNACEK2006_EXCESS, 1, true, LUNACEK2006_NEW, LUNACEK2006_DUPLICATES},
    {compare_variants, LUNACEK2006_MEDIAN, 1, false, LUNACEK2006_NEW, LUNACEK2006_DUPLICATES},
    {grows, LUNACEK2006_SETTLE, 0, true, LUNACEK2006_NEW, LUNACEK2006_NEW},
    {falls, LUNACEK2006_MEDIAN, 1, true, LUNACEK2006_DUPLICATES, LUNACEK2006_DUPLICATES},
};

const claim_test lunacek2006_claims[] = {
    CLAIM("figure-4", "NEW has a median no higher than TRAD's at every population", judge,
          &comparisons[0]),
    CLAIM("figure-4", "NEW has a smaller interquartile range than TRAD at every population", judge,
          &comparisons[1]),
    CLAIM("figure-4",
          "NEW converges faster than TRAD: evaluations until the mean is within 1 % of the optimum",
          judge, &comparisons[2]),
    CLAIM("figure-4",
          "NEW finds nearly the same, whatever the population: all its trials within 1 %", judge,
          &comparisons[3]),
    CLAIM("figure-5",
          "excluding duplicates converges faster: evaluations until the mean is within 1 % of the "
          "optimum",
          judge, &comparisons[4]),
    CLAIM("figure-5",
          "excluding duplicates converges faster: mean distance from the optimum over all "
          "evaluations",
          judge, &comparisons[5]),
    CLAIM("figure-5", "excluding duplicates ends no worse: median at every population", judge,
          &comparisons[6]),
    CLAIM("figure-4 figure-5",
          "larger populations converge later: evaluations until the mean is within 1 % of where it "
          "ends",
          judge, &comparisons[7]),
    CLAIM("figure-5", "with duplicates smaller populations end worse: median", judge,
          &comparisons[8]),
    CLAIM(NULL, "no answer lies below the proven bound", claim_bounds, NULL),
    CLAIM_END,
};

/* ---- Why not -------------------------------------------------------------------------------- */

static double median(const experiment *of, lunacek2006_variant variant, int population) {
    return measures(of, variant, population, LUNACEK2006_FRESH)->fitness.median;
}

static double candidates(const experiment *of, lunacek2006_variant variant, int population) {
    const lunacek2006_contender *shown = lunacek2006_contender_of(of, variant, population);
    return lunacek2006_group(of, shown)->evaluations.mean;
}

/* Three numbers, by population. */
static short_words each(const experiment *of, lunacek2006_variant variant,
                        double (*number)(const experiment *, lunacek2006_variant, int)) {
    short_words out;
    snprintf(out.of, sizeof out.of, "%.0f, %.0f and %.0f", number(of, variant, 0),
             number(of, variant, 1), number(of, variant, 2));
    return out;
}

/* Whether the one has no higher median at any population. */
static bool is_level(const experiment *of, lunacek2006_variant one, lunacek2006_variant other) {
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++)
        if (!is_lower(median(of, one, p), median(of, other, p), false))
            return false;
    return true;
}

static bool is_steadier(const experiment *of, lunacek2006_variant one, lunacek2006_variant other) {
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++)
        if (!(box_range(&measures(of, one, p, LUNACEK2006_FRESH)->fitness) <
              box_range(&measures(of, other, p, LUNACEK2006_FRESH)->fitness)))
            return false;
    return true;
}

#define NOT_KNOWN ". So the crossovers alone do not decide it; what does is not known."
#define BY_CROSSOVER                                                                               \
    ". So TRAD is ahead by its crossover and repair already, before any mutation. NEW only puts "  \
    "together what the population has; TRAD also cuts inside an attribute, and the repair then "   \
    "makes partitions that neither parent has, as near to the cut as there are any. What the "     \
    "paper calls an offspring made \"in an unintended way\" works as a mutation by the smallest "  \
    "step. It may have been otherwise with the paper's taxonomies, rate of mutation or way of "    \
    "finding the closest solution, which it does not print."

static void explain_crossovers(page *to, const experiment *of) {
    const lunacek2006_variant new = LUNACEK2006_NEW_ALONE, trad = LUNACEK2006_TRAD_ALONE;
    if (is_level(of, LUNACEK2006_NEW, LUNACEK2006_TRAD) &&
        is_steadier(of, LUNACEK2006_NEW, LUNACEK2006_TRAD))
        return;
    page_add(to, BLOCK_ITEM,
             "**NEW against TRAD.** Without mutation TRAD's medians are %s, NEW's %s; on the way "
             "TRAD makes %s different candidates, NEW %s%s",
             each(of, trad, median).of, each(of, new, median).of, each(of, trad, candidates).of,
             each(of, new, candidates).of,
             !is_level(of, trad, new) || is_level(of, new, trad) ? NOT_KNOWN : BY_CROSSOVER);
}

static void explain_duplicates(page *to, const experiment *of) {
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        const lunacek2006_measures *without = measures(of, LUNACEK2006_NEW, p, LUNACEK2006_FRESH);
        const lunacek2006_measures *with =
            measures(of, LUNACEK2006_DUPLICATES, p, LUNACEK2006_FRESH);
        double own = lunacek2006_measured(of, without, LUNACEK2006_REACH);
        double other = lunacek2006_measured(of, with, LUNACEK2006_REACH);
        if (isinf(own) && isinf(other))
            page_add(
                to, BLOCK_ITEM,
                "**Duplicates, population %d.** Neither mean comes within 1 %% of the optimum, "
                "so this measure of speed says nothing here.",
                lunacek2006_populations[p]);
        else if (other <= own)
            page_add(to, BLOCK_ITEM,
                     "**Duplicates, population %d.** They are ahead on the way: copies of the best "
                     "members are chosen as parents more often, and so raise the selective "
                     "pressure, as the paper says; a population that has little of it then "
                     "converges sooner. They end at a median of %.1f, against %.1f without them.",
                     lunacek2006_populations[p], with->fitness.median, without->fitness.median);
    }
}

static void explain_population(page *to, const experiment *of, lunacek2006_variant variant,
                               int smaller) {
    const lunacek2006_measures *by = measures(of, variant, smaller, LUNACEK2006_FRESH);
    const lunacek2006_measures *next = measures(of, variant, smaller + 1, LUNACEK2006_FRESH);
    double larger = lunacek2006_measured(of, next, LUNACEK2006_SETTLE);
    size_t late = 0;
    if (lunacek2006_measured(of, by, LUNACEK2006_SETTLE) < larger)
        return;
    for (int64_t i = 0; i < of->asked.seeds; i++)
        late += curve_reach(&by->curves[i], curve_last(&by->curves[i]) * (1 + LUNACEK2006_NEAR)) >
                larger;
    page_add(to, BLOCK_ITEM,
             "**%s, population %d.** Its mean settles no sooner than that of population %d: when "
             "the latter does, after %.0f evaluations, %zu of its %" PRId64
             " trials have yet to improve by more than 1 %%.",
             lunacek2006_operator_list[variant].name, lunacek2006_populations[smaller],
             lunacek2006_populations[smaller + 1], larger, late, of->asked.seeds);
}

void lunacek2006_explain(page *to, const experiment *of, const void *with) {
    page why = {0};
    (void)with;
    explain_crossovers(&why, of);
    explain_duplicates(&why, of);
    for (int p = 0; p + 1 < LUNACEK2006_POPULATIONS; p++)
        for (int v = LUNACEK2006_NEW; v <= LUNACEK2006_DUPLICATES; v++)
            explain_population(&why, of, (lunacek2006_variant)v, p);
    page_append_section(to, "Why claims fail", &why);
}
