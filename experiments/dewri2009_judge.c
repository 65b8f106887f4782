/* Which of the paper's findings show. */
#include "experiments/dewri2009.h"

#include <inttypes.h>
#include <math.h>

/* Medians this near to each other differ but marginally. */
#define MARGINAL 0.05
/* Counts of which none is more than so many times another are similar. */
#define SIMILAR 1.25

static bool is_above(double one, double other) {
    return one > other && !trial_values_agree(one, other);
}

/* ---- Medians over seeds of what is reported -------------------------------------------------- */

typedef struct medians {
    size_t count;
    double of[6]; /* by case of a figure */
} medians;

/* A claim on the medians of one number over the cases of a figure. */
typedef struct median_test {
    dewri2009_number figure;
    dewri2009_measure measure;
    int decimals;
    bool (*holds)(const medians *of);
} median_test;

static medians medians_of(const experiment *of, const median_test *asked, dewri2009_count count) {
    medians out = {.count = dewri2009_figures[asked->figure].count};
    for (size_t i = 0; i < out.count; i++)
        out.of[i] =
            dewri2009_spread(of, dewri2009_place(asked->figure, i), asked->measure, count).median;
    return out;
}

static void list_medians(claim *made, const median_test *asked, const medians *shown) {
    for (size_t i = 0; i < shown->count; i++)
        claim_say(made, "%s%s: %.*f", i ? ", " : "", dewri2009_case_name(asked->figure, i).of,
                  asked->decimals, shown->of[i]);
}

static void judge_medians(claim *made, const experiment *of, const void *with) {
    const median_test *asked = with;
    medians fresh = medians_of(of, asked, DEWRI2009_FRESH);
    medians every = medians_of(of, asked, DEWRI2009_EVERY);
    bool holds = asked->holds(&fresh);
    claim_decide(made, holds);
    list_medians(made, asked, &fresh);
    if (asked->measure > DEWRI2009_LOSS)
        return;
    claim_say_other(made, holds, asked->holds(&every));
    list_medians(made, asked, &every);
}

static bool is_rising(const medians *of) {
    for (size_t i = 1; i < of->count; i++)
        if (!is_above(of->of[i], of->of[i - 1]))
            return false;
    return true;
}

static bool is_falling(const medians *of) {
    for (size_t i = 1; i < of->count; i++)
        if (!is_above(of->of[i - 1], of->of[i]))
            return false;
    return true;
}

/* How far the effective k is above that of Figure 1's case. */
static double excess(const medians *of, size_t index) {
    return of->of[index] - (double)dewri2009_cases[dewri2009_place(DEWRI2009_K, index)].wish.k;
}

static bool is_close_to_k(const medians *of) {
    return excess(of, 0) <= 1 && excess(of, 1) <= 1 && excess(of, 2) <= 1;
}

static bool is_farther_from_k(const medians *of) {
    double most = fmax(0, fmax(excess(of, 0), fmax(excess(of, 1), excess(of, 2))));
    return excess(of, 3) > most && excess(of, 4) > most && excess(of, 5) > most;
}

static bool is_within(const medians *of, double factor) {
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < of->count; i++) {
        least = fmin(least, of->of[i]);
        most = fmax(most, of->of[i]);
    }
    return most <= least * factor;
}

static bool is_marginal(const medians *of) {
    return is_within(of, 1 + MARGINAL);
}

static bool is_similar(const medians *of) {
    return is_within(of, SIMILAR);
}

/* Deviations may be negative; all are above -2. */
static bool is_first_least(const medians *of) {
    for (size_t i = 1; i < of->count; i++)
        if (!is_above(of->of[i] + 2, of->of[0] + 2))
            return false;
    return true;
}

static bool is_first_most(const medians *of) {
    for (size_t i = 1; i < of->count; i++)
        if (!is_above(of->of[0], of->of[i]))
            return false;
    return true;
}

static bool is_some_above_5(const medians *of) {
    for (size_t i = 0; i < of->count; i++)
        if (of->of[i] > 5)
            return true;
    return false;
}

static bool is_first_5(const medians *of) {
    return of->of[0] == 5;
}

/* The last two of Figure 4's bias preferences are below 0.1, the first is 1. */
static bool is_above_first(const medians *of) {
    return is_above(of->of[3], of->of[0]) && is_above(of->of[4], of->of[0]);
}

static bool is_preferred(const medians *of) {
    for (size_t i = 0; i < of->count; i++)
        if (!(of->of[i] <= DEWRI2009_PREFERRED))
            return false;
    return true;
}

/* ---- Fronts and populations ------------------------------------------------------------------ */

typedef struct answer_test {
    bool (*passes)(const dewri2009_answer *of);
} answer_test;

/* Searches of a figure that pass, and all. */
static size_t count_searches(const experiment *of, dewri2009_number figure, const answer_test *test,
                             size_t *all) {
    size_t passed = *all = 0;
    for (size_t i = 0; i < dewri2009_figures[figure].count; i++)
        for (int64_t s = 0; s < of->asked.seeds; s++, ++*all)
            passed += test->passes(&dewri2009_answers(of, dewri2009_place(figure, i))[s]);
    return passed;
}

static bool has_one_minimum(const dewri2009_answer *of) {
    return of->made.found && of->minima == 1;
}

static bool is_efficient(const dewri2009_answer *of) {
    return of->made.found && of->better == 0 && of->dominating == 0;
}

static bool has_higher_k(const dewri2009_answer *of) {
    return of->made.found && of->higher > 0;
}

static void judge_answers(claim *made, const experiment *of, const void *with) {
    for (int figure = 0; figure < DEWRI2009_FIGURES; figure++) {
        size_t all, passed = count_searches(of, (dewri2009_number)figure, with, &all);
        claim_point(made, passed == all, "%zu of %zu searches of Figure %d", passed, all,
                    figure + 1);
    }
}

static void judge_higher(claim *made, const experiment *of, const void *with) {
    const dewri2009_answer *answers = dewri2009_answers(of, dewri2009_place(DEWRI2009_K, 0));
    size_t all, passed = count_searches(of, DEWRI2009_K, with, &all), three = 0;
    for (int64_t s = 0; s < of->asked.seeds; s++)
        for (size_t p = 0; p < answers[s].front_count; p++)
            three += answers[s].front[p].k == 3;
    claim_point(made, passed == all,
                "on the fronts of %zu of %zu searches; k = 3 for k_pref = 2 on %zu of %" PRId64,
                passed, all, three, of->asked.seeds);
}

/* With a bias preference of 1 the loss decides ach: its proven optimum is that of ach. */
static void judge_optimum(claim *made, const experiment *of, const void *with) {
    const dewri2009_found *found = of->found;
    size_t proven = 0, optimal = 0, higher = 0;
    (void)with;
    for (size_t i = 0; i < DEWRI2009_KS; i++)
        for (int64_t s = 0; found->proofs[i].proven && s < of->asked.seeds; s++, proven++) {
            const dewri2009_point *each =
                &dewri2009_answers(of, dewri2009_place(DEWRI2009_K, i))[s].reported[0];
            bool best = trial_values_agree(each->nwp, found->proofs[i].value);
            optimal += best;
            higher += best && each->k > found->proofs[i].k;
        }
    if (proven > 0)
        claim_decide(made, higher > 0);
    claim_say(made,
              "the NWP of %zu of %zu searches is the least that is possible, as `optimal` proves; "
              "%zu of them have a k above k_pref",
              optimal, proven, higher);
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static const uint32_t *groups_with(const experiment *of, size_t weighting) {
    return dewri2009_typical(of, DEWRI2009_WEIGHTS, weighting)->groups;
}

/* Mean groups of the attributes with more than an equal share of the weight. */
static double heavy_groups(const dewri2009_weighting *by, const uint32_t *groups) {
    double sum = 0, count = 0;
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        if (dewri2009_share(by, a) > 1.0 / DEWRI2009_ATTRIBUTES) {
            sum += groups[a];
            count++;
        }
    return sum / count;
}

static void judge_groups(claim *made, const experiment *of, const void *with) {
    (void)with;
    for (size_t w = 1; w < DEWRI2009_WEIGHTINGS; w++) {
        const dewri2009_weighting *by = &dewri2009_weightings[w];
        double own = heavy_groups(by, groups_with(of, w));
        double equal = heavy_groups(by, groups_with(of, 0));
        claim_point(made, own > equal, "%s: %.1f against %.1f", by->name, own, equal);
    }
}

typedef struct group_test {
    size_t attribute;
    bool several[DEWRI2009_WEIGHTINGS]; /* whether it has more than one group */
} group_test;

static void judge_attribute(claim *made, const experiment *of, const void *with) {
    const group_test *asked = with;
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++) {
        uint32_t groups = groups_with(of, w)[asked->attribute];
        claim_point(made, (groups > 1) == asked->several[w], "%s: %" PRIu32,
                    dewri2009_weightings[w].name, groups);
    }
}

/* ---- Seeds and bounds ------------------------------------------------------------------------ */

static size_t compare_seeds(claim *made, const experiment *of, dewri2009_count count) {
    const dewri2009_found *found = of->found;
    size_t same = 0;
    double apart = 0;
    const char *worst = "";
    for (size_t at = 0; at < DEWRI2009_CASES; at++) {
        box nwp = dewri2009_spread(of, at, DEWRI2009_NWP, count);
        same += dewri2009_kinds(of, at, count) == 1;
        if (!(nwp.most - nwp.least > apart))
            continue;
        apart = nwp.most - nwp.least;
        worst = found->names[at];
    }
    claim_say(made, "all alike in %zu of %d cases", same, DEWRI2009_CASES);
    if (apart > 0)
        claim_say(made, ", NWP at most %.4f apart (%s)", apart, worst);
    return same;
}

static void judge_seeds(claim *made, const experiment *of, const void *with) {
    size_t same = compare_seeds(made, of, DEWRI2009_FRESH);
    (void)with;
    if (of->asked.seeds > 1)
        claim_decide(made, same == DEWRI2009_CASES);
    claim_say(made, ". Every child counted: ");
    compare_seeds(made, of, DEWRI2009_EVERY);
}

static void judge_bound(claim *made, const experiment *of, const void *with) {
    const dewri2009_found *found = of->found;
    (void)with;
    for (size_t i = 0; i < DEWRI2009_KS; i++) {
        const trial *proof = &found->proofs[i];
        box nwp = dewri2009_spread(of, dewri2009_place(DEWRI2009_K, i), DEWRI2009_NWP, 0);
        claim_point(made, !is_above(proof->bound, nwp.least), "%" PRIu64 ": %.4f against %.4f",
                    proof->k, nwp.least, proof->bound);
    }
}

/* ---- The claims ------------------------------------------------------------------------------ */

#define ALL_FIGURES "figure-1 figure-2 figure-3 figure-4"
static const answer_test one_minimum = {has_one_minimum}, efficient = {is_efficient},
                         higher_k = {has_higher_k};
static const group_test country = {DEWRI2009_COUNTRY, {false, true, false, false, true}},
                        age = {DEWRI2009_AGE, {true, true, true, true, true}};

const claim_test dewri2009_claims[] = {
    CLAIM(ALL_FIGURES, "ach has a unique feasible minimum in all cases", judge_answers,
          &one_minimum),
    CLAIM(ALL_FIGURES,
          "the reported solution is non-dominated in NWP and NECD among the feasible ones",
          judge_answers, &efficient),
    CLAIM("figure-1", "Figure 1: fewer feasible solutions for larger k (points on the front)",
          judge_medians, (&(const median_test){DEWRI2009_K, DEWRI2009_POINTS, 0, is_falling})),
    CLAIM("figure-1", "Figure 1: effective k is close to k_pref for 2, 5 and 10 (at most 1 above)",
          judge_medians,
          (&(const median_test){DEWRI2009_K, DEWRI2009_EFFECTIVE_K, 0, is_close_to_k})),
    CLAIM("figure-1", "Figure 1: it is above k_pref for 25, 50 and 100, by more", judge_medians,
          (&(const median_test){DEWRI2009_K, DEWRI2009_EFFECTIVE_K, 0, is_farther_from_k})),
    CLAIM("figure-1", "Figure 1: larger k costs more information (NWP)", judge_medians,
          (&(const median_test){DEWRI2009_K, DEWRI2009_NWP, 4, is_rising})),
    CLAIM("figure-1", "Figure 1: there are solutions with an effective k above k_pref, as 3 for 2",
          judge_higher, &higher_k),
    CLAIM("figure-1", "Figure 1: the optimal solution need not have an effective k of k_pref",
          judge_optimum, NULL),
    CLAIM("figure-2", "Figure 2: the population has only marginal impact (NWP within 5 %)",
          judge_medians,
          (&(const median_test){DEWRI2009_POPULATION, DEWRI2009_NWP, 4, is_marginal})),
    CLAIM("figure-2", "Figure 2: larger populations deviate slightly more from the preference",
          judge_medians,
          (&(const median_test){DEWRI2009_POPULATION, DEWRI2009_DEVIATION, 4, is_first_least})),
    CLAIM("figure-2",
          "Figure 2: the number of unique solutions in the last population is similar (within "
          "25 %)",
          judge_medians,
          (&(const median_test){DEWRI2009_POPULATION, DEWRI2009_SOLUTIONS, 0, is_similar})),
    CLAIM("figure-3", "Figure 3: equal weights give a higher NWP than all others", judge_medians,
          (&(const median_test){DEWRI2009_WEIGHTS, DEWRI2009_NWP, 4, is_first_most})),
    CLAIM("figure-3", "Figure 3: equal weights give a higher NECD than all others", judge_medians,
          (&(const median_test){DEWRI2009_WEIGHTS, DEWRI2009_NECD, 4, is_first_most})),
    CLAIM("figure-3", "Figure 3: with some weights the effective k is above k_pref, 5",
          judge_medians,
          (&(const median_test){DEWRI2009_WEIGHTS, DEWRI2009_EFFECTIVE_K, 0, is_some_above_5})),
    CLAIM("figure-3",
          "Figure 3: attributes that weigh more than 1/9 have more groups, on average, than with "
          "equal weights",
          judge_groups, NULL),
    CLAIM("figure-3",
          "Figure 3: native country has one group, and more only where it weighs more (wv2, wv5)",
          judge_attribute, &country),
    CLAIM("figure-3",
          "Figure 3: age is generalized little even where the weight lies elsewhere (more than "
          "one group)",
          judge_attribute, &age),
    CLAIM("figure-4", "Figure 4: with any bias allowed (1.0) the effective k is k_pref, 5",
          judge_medians,
          (&(const median_test){DEWRI2009_BIAS, DEWRI2009_EFFECTIVE_K, 0, is_first_5})),
    CLAIM("figure-4", "Figure 4: a bias preference below 0.1 leads to a higher NWP", judge_medians,
          (&(const median_test){DEWRI2009_BIAS, DEWRI2009_NWP, 4, is_above_first})),
    CLAIM("figure-4", "Figure 4: and to a higher effective k", judge_medians,
          (&(const median_test){DEWRI2009_BIAS, DEWRI2009_EFFECTIVE_K, 0, is_above_first})),
    CLAIM("figure-4", "Figure 4: all of it within the preferred NWP of 0.2", judge_medians,
          (&(const median_test){DEWRI2009_BIAS, DEWRI2009_NWP, 4, is_preferred})),
    CLAIM(NULL, "random seeds make no difference to the reported solutions", judge_seeds, NULL),
    CLAIM("figure-1", "no NWP lies below the proven bound", judge_bound, NULL),
    CLAIM_END,
};
