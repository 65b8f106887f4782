/* Which of the paper's findings show. */
#include "experiments/lunacek2006.h"

#include <math.h>

double lunacek2006_reference(const experiment *of) {
    const lunacek2006_found *found = of->found;
    return found->best * LUNACEK2006_CELLS;
}

const trial_group *lunacek2006_proof(const experiment *of) {
    return &of->groups.groups[of->groups.count - 1];
}

double lunacek2006_reach(const experiment *of, const lunacek2006_measures *by) {
    return curve_reach(&by->band.mean, lunacek2006_reference(of) * (1 + LUNACEK2006_NEAR));
}

double lunacek2006_settle(const lunacek2006_measures *by) {
    return curve_reach(&by->band.mean, curve_last(&by->band.mean) * (1 + LUNACEK2006_NEAR));
}

double lunacek2006_excess(const experiment *of, const lunacek2006_measures *by) {
    return curve_excess(&by->band.mean, lunacek2006_reference(of));
}

/* ---- Comparing ------------------------------------------------------------------------------ */

/* A number by which contenders are compared, the lower the better. */
typedef double measure(const experiment *of, const lunacek2006_measures *by);

static double median_of(const experiment *of, const lunacek2006_measures *by) {
    (void)of;
    return by->fitness.median;
}

static double range_of(const experiment *of, const lunacek2006_measures *by) {
    (void)of;
    return box_range(&by->fitness);
}

static double settle_of(const experiment *of, const lunacek2006_measures *by) {
    (void)of;
    return lunacek2006_settle(by);
}

typedef struct comparison {
    measure *by;
    int decimals;
    bool strict; /* equal is not enough */
    lunacek2006_variant better, worse;
} comparison;

static void add_measure(text *out, double value, int decimals) {
    if (isfinite(value))
        text_format(out, "%.*f", decimals, value);
    else
        text_add_string(out, "never");
}

static double measured(const experiment *of, const comparison *how, lunacek2006_variant variant,
                       int population, lunacek2006_count count) {
    const lunacek2006_found *found = of->found;
    return how->by(of, &found->contenders[variant][population].by[count]);
}

static bool is_lower(double one, double other, bool strict) {
    bool equal = one == other || trial_values_agree(one, other);
    return equal ? !strict : one < other;
}

static bool compare_variants(const experiment *of, const comparison *how, lunacek2006_count count,
                             text *detail) {
    bool holds = true;
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        double one = measured(of, how, how->better, p, count);
        double other = measured(of, how, how->worse, p, count);
        holds &= is_lower(one, other, how->strict);
        text_format(detail, "%s%d: ", p ? ", " : "", lunacek2006_populations[p]);
        add_measure(detail, one, how->decimals);
        text_add_string(detail, " against ");
        add_measure(detail, other, how->decimals);
    }
    return holds;
}

/* Whether every larger population has more of it. */
static bool compare_populations(const experiment *of, const comparison *how,
                                lunacek2006_count count, text *detail) {
    bool holds = true;
    text_format(detail, "%s: ", lunacek2006_operator_list[how->better].name);
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        double own = measured(of, how, how->better, p, count);
        holds &= p == 0 || is_lower(measured(of, how, how->better, p - 1, count), own, how->strict);
        text_add_string(detail, p ? ", " : "");
        add_measure(detail, own, how->decimals);
    }
    return holds;
}

/* ---- Claims --------------------------------------------------------------------------------- */

typedef bool test(const experiment *of, lunacek2006_count count, text *detail);

static bool new_median(const experiment *of, lunacek2006_count count, text *detail) {
    comparison how = {median_of, 1, false, LUNACEK2006_NEW, LUNACEK2006_TRAD};
    return compare_variants(of, &how, count, detail);
}

static bool new_range(const experiment *of, lunacek2006_count count, text *detail) {
    comparison how = {range_of, 1, true, LUNACEK2006_NEW, LUNACEK2006_TRAD};
    return compare_variants(of, &how, count, detail);
}

static bool new_faster(const experiment *of, lunacek2006_count count, text *detail) {
    comparison how = {lunacek2006_reach, 0, true, LUNACEK2006_NEW, LUNACEK2006_TRAD};
    return compare_variants(of, &how, count, detail);
}

static bool excluded_faster(const experiment *of, lunacek2006_count count, text *detail) {
    comparison how = {lunacek2006_reach, 0, true, LUNACEK2006_NEW, LUNACEK2006_DUPLICATES};
    return compare_variants(of, &how, count, detail);
}

static bool excluded_lower(const experiment *of, lunacek2006_count count, text *detail) {
    comparison how = {lunacek2006_excess, 1, true, LUNACEK2006_NEW, LUNACEK2006_DUPLICATES};
    return compare_variants(of, &how, count, detail);
}

static bool excluded_median(const experiment *of, lunacek2006_count count, text *detail) {
    comparison how = {median_of, 1, false, LUNACEK2006_NEW, LUNACEK2006_DUPLICATES};
    return compare_variants(of, &how, count, detail);
}

static bool larger_later(const experiment *of, lunacek2006_count count, text *detail) {
    static const lunacek2006_variant of_paper[] = {LUNACEK2006_NEW, LUNACEK2006_TRAD,
                                                   LUNACEK2006_DUPLICATES};
    bool holds = true;
    for (size_t i = 0; i < sizeof of_paper / sizeof *of_paper; i++) {
        comparison how = {settle_of, 0, true, of_paper[i], of_paper[i]};
        text_add_string(detail, i ? "; " : "");
        holds &= compare_populations(of, &how, count, detail);
    }
    return holds;
}

static bool smaller_worse(const experiment *of, lunacek2006_count count, text *detail) {
    const lunacek2006_found *found = of->found;
    double before = INFINITY;
    bool holds = true;
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        double own = found->contenders[LUNACEK2006_DUPLICATES][p].by[count].fitness.median;
        holds &= is_lower(own, before, true);
        text_format(detail, "%s%d: %.1f", p ? ", " : "", lunacek2006_populations[p], own);
        before = own;
    }
    return holds;
}

static bool same_solution(const experiment *of, lunacek2006_count count, text *detail) {
    const lunacek2006_found *found = of->found;
    double least = INFINITY, most = -INFINITY;
    for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
        const box *own = &found->contenders[LUNACEK2006_NEW][p].by[count].fitness;
        least = fmin(least, own->least);
        most = fmax(most, own->most);
    }
    text_format(detail, "%.1f to %.1f, %.2f %% apart", least, most, 100 * (most / least - 1));
    return most <= least * (1 + LUNACEK2006_NEAR);
}

static void judge_claim(experiment *of, const char *figures, const char *sentence, test *holds) {
    claim *made = experiment_claim_on(of, figures, sentence);
    text other = {0};
    bool fresh = holds(of, LUNACEK2006_FRESH, &made->detail);
    bool every = holds(of, LUNACEK2006_EVERY, &other);
    claim_decide(made, fresh);
    text_format(&made->detail, ". Every child counted, it %s%s: %s", every ? "holds" : "fails",
                every == fresh ? " too" : "", other.bytes ? other.bytes : "");
    made->detail.failed |= other.failed;
    text_free(&other);
}

static void judge_bound(experiment *of) {
    claim *made = experiment_claim(of, "no answer lies below the proven bound");
    double bound = lunacek2006_proof(of)->bound;
    size_t searches = 0;
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial_group *group = &of->groups.groups[i];
        claim_decide(made, !(group->value.least < bound) ||
                               trial_values_agree(group->value.least, bound));
        searches += group->count;
    }
    text_format(&made->detail, "%zu searches", searches);
}

void lunacek2006_judge(experiment *of) {
    judge_claim(of, "figure-4", "NEW has a median no higher than TRAD's at every population",
                new_median);
    judge_claim(of, "figure-4",
                "NEW has a smaller interquartile range than TRAD at every population", new_range);
    judge_claim(of, "figure-4",
                "NEW converges faster than TRAD: evaluations until the mean is within 1 % of the "
                "optimum",
                new_faster);
    judge_claim(of, "figure-4",
                "NEW finds nearly the same, whatever the population: all its trials within 1 %",
                same_solution);
    judge_claim(of, "figure-5",
                "excluding duplicates converges faster: evaluations until the mean is within 1 % "
                "of the optimum",
                excluded_faster);
    judge_claim(of, "figure-5",
                "excluding duplicates converges faster: mean distance from the optimum over all "
                "evaluations",
                excluded_lower);
    judge_claim(of, "figure-5", "excluding duplicates ends no worse: median at every population",
                excluded_median);
    judge_claim(of, "figure-4 figure-5",
                "larger populations converge later: evaluations until the mean is within 1 % of "
                "where it ends",
                larger_later);
    judge_claim(of, "figure-5", "with duplicates smaller populations end worse: median",
                smaller_worse);
    judge_bound(of);
}
