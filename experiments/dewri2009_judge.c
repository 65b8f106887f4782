/* Which of the paper's findings show, beside those on medians: fronts, groups, seeds and bounds. */
#include "experiments/dewri2009.h"

#include <inttypes.h>
#include <math.h>

static const dewri2009_answer *answers_of(const experiment *of, size_t at) {
    const dewri2009_found *found = of->found;
    return found->answers[at];
}

static size_t place(dewri2009_number figure, size_t index) {
    return dewri2009_figures[figure].cases[index];
}

/* ---- Claims on fronts and populations
 * ------------------------------------------------------- */

typedef bool answer_test(const dewri2009_answer *of);

/* Searches of a figure, and how many of them pass. */
static void count_searches(const experiment *of, dewri2009_number figure, answer_test *passes,
                           size_t *passed, size_t *all) {
    *passed = *all = 0;
    for (size_t i = 0; i < dewri2009_figures[figure].count; i++)
        for (int64_t s = 0; s < of->asked.seeds; s++, ++*all)
            *passed += passes(&answers_of(of, place(figure, i))[s]);
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

static void judge_all(experiment *of, const char *sentence, answer_test *passes) {
    claim *made = experiment_claim_on(of, "figure-1 figure-2 figure-3 figure-4", sentence);
    for (int figure = 0; figure < DEWRI2009_FIGURES; figure++) {
        size_t passed, all;
        count_searches(of, (dewri2009_number)figure, passes, &passed, &all);
        claim_decide(made, passed == all);
        text_format(&made->detail, "%s%zu of %zu searches of Figure %d", figure ? ", " : "", passed,
                    all, figure + 1);
    }
}

static void judge_higher(experiment *of) {
    claim *made = experiment_claim_on(of, "figure-1",
                                      "Figure 1: there are solutions with an "
                                      "effective k above k_pref, as 3 for 2");
    size_t passed, all, three = 0;
    count_searches(of, DEWRI2009_K, has_higher_k, &passed, &all);
    claim_decide(made, passed == all);
    for (int64_t s = 0; s < of->asked.seeds; s++) {
        const dewri2009_answer *each = &answers_of(of, place(DEWRI2009_K, 0))[s];
        for (size_t p = 0; p < each->front_count; p++)
            three += each->front[p].k == 3;
    }
    text_format(&made->detail,
                "on the fronts of %zu of %zu searches; k = 3 for k_pref = 2 on "
                "%zu of %lld",
                passed, all, three, (long long)of->asked.seeds);
}

/* ---- Claims on groups
 * ----------------------------------------------------------------------- */

static const uint32_t *groups_with(const experiment *of, size_t weighting) {
    return dewri2009_typical(of, place(DEWRI2009_WEIGHTS, weighting))->groups;
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

static void judge_groups(experiment *of) {
    claim *made =
        experiment_claim_on(of, "figure-3",
                            "Figure 3: attributes that weigh more than 1/9 have more groups, on "
                            "average, than with equal weights");
    for (size_t w = 1; w < DEWRI2009_WEIGHTINGS; w++) {
        const dewri2009_weighting *by = &dewri2009_weightings[w];
        double own = heavy_groups(by, groups_with(of, w));
        double equal = heavy_groups(by, groups_with(of, 0));
        claim_decide(made, own > equal);
        text_format(&made->detail, "%s%s: %.1f against %.1f", w > 1 ? ", " : "", by->name, own,
                    equal);
    }
}

static void list_groups(text *out, const experiment *of, size_t attribute) {
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++)
        text_format(out, "%s%s: %" PRIu32, w ? ", " : "", dewri2009_weightings[w].name,
                    groups_with(of, w)[attribute]);
}

static void judge_country(experiment *of) {
    enum { COUNTRY = 7 };
    claim *made = experiment_claim_on(of, "figure-3",
                                      "Figure 3: native country has one group, and more only where "
                                      "it weighs more (wv2, wv5)");
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++)
        claim_decide(made, (groups_with(of, w)[COUNTRY] > 1) == (w == 1 || w == 4));
    list_groups(&made->detail, of, COUNTRY);
}

static void judge_age(experiment *of) {
    enum { AGE = 0 };
    claim *made = experiment_claim_on(of, "figure-3",
                                      "Figure 3: age is generalized little even where the "
                                      "weight lies elsewhere (more than "
                                      "one group)");
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++)
        claim_decide(made, groups_with(of, w)[AGE] > 1);
    list_groups(&made->detail, of, AGE);
}

/* ---- Seeds and bounds
 * ----------------------------------------------------------------------- */

static size_t compare_seeds(const experiment *of, dewri2009_count count, text *detail) {
    const dewri2009_found *found = of->found;
    size_t same = 0;
    double apart = 0;
    const char *worst = "";
    for (size_t at = 0; at < DEWRI2009_CASES; at++) {
        box nwp = dewri2009_spread(of, at, dewri2009_nwp, count);
        same += dewri2009_kinds(of, at, count) == 1;
        if (!(nwp.most - nwp.least > apart))
            continue;
        apart = nwp.most - nwp.least;
        worst = found->names[at];
    }
    text_format(detail, "all alike in %zu of %d cases", same, DEWRI2009_CASES);
    if (apart > 0)
        text_format(detail, ", NWP at most %.4f apart (%s)", apart, worst);
    return same;
}

static void judge_seeds(experiment *of) {
    claim *made = experiment_claim(of, "random seeds make no difference to the reported solutions");
    size_t same = compare_seeds(of, DEWRI2009_FRESH, &made->detail);
    if (of->asked.seeds > 1)
        claim_decide(made, same == DEWRI2009_CASES);
    text_add_string(&made->detail, ". Every child counted: ");
    compare_seeds(of, DEWRI2009_EVERY, &made->detail);
}

static void judge_bound(experiment *of) {
    const dewri2009_found *found = of->found;
    claim *made = experiment_claim_on(of, "figure-1", "no NWP lies below the proven bound");
    for (size_t i = 0; i < DEWRI2009_KS; i++) {
        box nwp = dewri2009_spread(of, place(DEWRI2009_K, i), dewri2009_nwp, DEWRI2009_FRESH);
        claim_decide(made, !(found->proofs[i].bound > nwp.least) ||
                               trial_values_agree(found->proofs[i].bound, nwp.least));
        text_format(&made->detail, "%s%" PRIu64 ": %.4f against %.4f", i ? ", " : "",
                    found->proofs[i].k, nwp.least, found->proofs[i].bound);
    }
}

/* With a bias preference of 1 the loss decides ach: its proven optimum is that of ach. */
static void judge_optimum(experiment *of) {
    const dewri2009_found *found = of->found;
    claim *made = experiment_claim_on(
        of, "figure-1", "Figure 1: the optimal solution need not have an effective k of k_pref");
    size_t proven = 0, optimal = 0, higher = 0;
    for (size_t i = 0; i < DEWRI2009_KS; i++)
        for (int64_t s = 0; found->proofs[i].proven && s < of->asked.seeds; s++, proven++) {
            const dewri2009_answer *each = &answers_of(of, place(DEWRI2009_K, i))[s];
            bool best =
                trial_values_agree(each->reported[DEWRI2009_FRESH].nwp, found->proofs[i].value);
            optimal += best;
            higher += best && each->reported[DEWRI2009_FRESH].k > found->proofs[i].k;
        }
    if (proven > 0)
        claim_decide(made, higher > 0);
    text_format(&made->detail,
                "the NWP of %zu of %zu searches is the least that is possible, as `optimal` "
                "proves; %zu of them have a k above k_pref",
                optimal, proven, higher);
}

void dewri2009_judge(experiment *of) {
    judge_all(of, "ach has a unique feasible minimum in all cases", has_one_minimum);
    judge_all(of,
              "the reported solution is non-dominated in NWP and NECD among the "
              "feasible ones",
              is_efficient);
    dewri2009_judge_figure(of, DEWRI2009_K);
    judge_higher(of);
    judge_optimum(of);
    dewri2009_judge_figure(of, DEWRI2009_POPULATION);
    dewri2009_judge_figure(of, DEWRI2009_WEIGHTS);
    judge_groups(of);
    judge_country(of);
    judge_age(of);
    dewri2009_judge_figure(of, DEWRI2009_BIAS);
    judge_seeds(of);
    judge_bound(of);
}
