/* Which of the paper's findings show. Where a case has several seeds, medians
 * are compared. */
#include "experiment/dewri2009.h"

#include <inttypes.h>
#include <math.h>

/* Medians this near to each other differ but marginally. */
#define MARGINAL 0.05
/* Counts of which none is more than so many times another are similar. */
#define SIMILAR 1.25

static const dewri2009_answer *answers_of(const experiment *of, size_t at) {
    const dewri2009_found *found = of->found;
    return found->answers[at];
}

static size_t place(dewri2009_number figure, size_t index) {
    return dewri2009_figures[figure].cases[index];
}

static bool is_above(double one, double other) {
    return one > other && !trial_values_agree(one, other);
}

/* ---- Medians of a figure's cases
 * ------------------------------------------------------------ */

typedef struct medians {
    size_t count;
    double of[6];
} medians;

static medians medians_of(const experiment *of, dewri2009_number figure, dewri2009_measure *measure,
                          dewri2009_count count) {
    medians out = {.count = dewri2009_figures[figure].count};
    for (size_t i = 0; i < out.count; i++)
        out.of[i] = dewri2009_median(of, place(figure, i), measure, count);
    return out;
}

static void name_case(text *out, dewri2009_number figure, const dewri2009_case *named) {
    if (figure == DEWRI2009_K)
        text_format(out, "%" PRIu64, named->wish.k);
    else if (figure == DEWRI2009_POPULATION)
        text_format(out, "%d", named->population);
    else if (figure == DEWRI2009_WEIGHTS)
        text_add_string(out, dewri2009_weightings[named->weighting].name);
    else
        text_format(out, "%g", named->wish.point.bias);
}

static void list_medians(text *out, dewri2009_number figure, const medians *shown, int decimals) {
    for (size_t i = 0; i < shown->count; i++) {
        text_add_string(out, i ? ", " : "");
        name_case(out, figure, &dewri2009_cases[place(figure, i)]);
        text_format(out, ": %.*f", decimals, shown->of[i]);
    }
}

/* ---- Claims on what is reported
 * ------------------------------------------------------------- */

typedef bool test(const medians *of);

/* A claim on the medians of one number over the cases of a figure. */
typedef struct figure_claim {
    const char *sentence;
    dewri2009_number figure;
    dewri2009_measure *measure;
    int decimals;
    test *holds;
} figure_claim;

static bool is_rising(const medians *of) {
    for (size_t i = 1; i < of->count; i++)
        if (!is_above(of->of[i], of->of[i - 1]))
            return false;
    return true;
}

/* How far the effective k is above that of Figure 1's case. */
static double excess(const medians *of, size_t index) {
    return of->of[index] - (double)dewri2009_cases[place(DEWRI2009_K, index)].wish.k;
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

static const figure_claim of_figure_1[] = {
    {"Figure 1: effective k is close to k_pref for 2, 5 and 10 (at most 1 "
     "above)",
     DEWRI2009_K, dewri2009_k, 0, is_close_to_k},
    {"Figure 1: it is above k_pref for 25, 50 and 100, by more", DEWRI2009_K, dewri2009_k, 0,
     is_farther_from_k},
    {"Figure 1: larger k costs more information (NWP)", DEWRI2009_K, dewri2009_nwp, 4, is_rising},
    {NULL, DEWRI2009_K, NULL, 0, NULL},
};

static const figure_claim of_figure_2[] = {
    {"Figure 2: the population has only marginal impact (NWP within 5 %)", DEWRI2009_POPULATION,
     dewri2009_nwp, 4, is_marginal},
    {"Figure 2: larger populations deviate slightly more from the preference", DEWRI2009_POPULATION,
     dewri2009_deviation, 4, is_first_least},
    {NULL, DEWRI2009_K, NULL, 0, NULL},
};

static const figure_claim of_figure_3[] = {
    {"Figure 3: equal weights give a higher NWP than all others", DEWRI2009_WEIGHTS, dewri2009_nwp,
     4, is_first_most},
    {"Figure 3: equal weights give a higher NECD than all others", DEWRI2009_WEIGHTS,
     dewri2009_necd, 4, is_first_most},
    {"Figure 3: with some weights the effective k is above k_pref, 5", DEWRI2009_WEIGHTS,
     dewri2009_k, 0, is_some_above_5},
    {NULL, DEWRI2009_K, NULL, 0, NULL},
};

static const figure_claim of_figure_4[] = {
    {"Figure 4: with any bias allowed (1.0) the effective k is k_pref, 5", DEWRI2009_BIAS,
     dewri2009_k, 0, is_first_5},
    {"Figure 4: a bias preference below 0.1 leads to a higher NWP", DEWRI2009_BIAS, dewri2009_nwp,
     4, is_above_first},
    {"Figure 4: and to a higher effective k", DEWRI2009_BIAS, dewri2009_k, 0, is_above_first},
    {"Figure 4: all of it within the preferred NWP of 0.2", DEWRI2009_BIAS, dewri2009_nwp, 4,
     is_preferred},
    {NULL, DEWRI2009_K, NULL, 0, NULL},
};

static void judge_figure(experiment *of, const figure_claim *list) {
    for (; list->sentence; list++) {
        claim *made = experiment_claim(of, list->sentence);
        medians fresh = medians_of(of, list->figure, list->measure, DEWRI2009_FRESH);
        medians every = medians_of(of, list->figure, list->measure, DEWRI2009_EVERY);
        bool holds = list->holds(&fresh), also = list->holds(&every);
        claim_decide(made, holds);
        list_medians(&made->detail, list->figure, &fresh, list->decimals);
        text_format(&made->detail, ". Every child counted, it %s%s: ", also ? "holds" : "fails",
                    also == holds ? " too" : "");
        list_medians(&made->detail, list->figure, &every, list->decimals);
    }
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
    claim *made = experiment_claim(of, sentence);
    for (int figure = 0; figure < DEWRI2009_FIGURES; figure++) {
        size_t passed, all;
        count_searches(of, (dewri2009_number)figure, passes, &passed, &all);
        claim_decide(made, passed == all);
        text_format(&made->detail, "%s%zu of %zu searches of Figure %d", figure ? ", " : "", passed,
                    all, figure + 1);
    }
}

static void judge_feasible(experiment *of) {
    claim *made = experiment_claim(of, "Figure 1: fewer feasible solutions for larger k");
    medians points = medians_of(of, DEWRI2009_K, dewri2009_points, DEWRI2009_FRESH);
    bool holds = true;
    for (size_t i = 1; i < points.count; i++)
        holds &= points.of[i] < points.of[i - 1];
    claim_decide(made, holds);
    text_add_string(&made->detail, "points on the front: ");
    list_medians(&made->detail, DEWRI2009_K, &points, 0);
}

static void judge_higher(experiment *of) {
    claim *made = experiment_claim(of, "Figure 1: there are solutions with an "
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

static void judge_unique(experiment *of) {
    claim *made = experiment_claim(of, "Figure 2: the number of unique solutions in the last "
                                       "population is similar (within 25 %)");
    medians unique = medians_of(of, DEWRI2009_POPULATION, dewri2009_solutions, DEWRI2009_FRESH);
    claim_decide(made, is_similar(&unique));
    list_medians(&made->detail, DEWRI2009_POPULATION, &unique, 0);
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
        experiment_claim(of, "Figure 3: attributes that weigh more than 1/9 have more groups, on "
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
    claim *made =
        experiment_claim(of, "Figure 3: native country has one group, and more only where "
                             "it weighs more (wv2, wv5)");
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++)
        claim_decide(made, (groups_with(of, w)[COUNTRY] > 1) == (w == 1 || w == 4));
    list_groups(&made->detail, of, COUNTRY);
}

static void judge_age(experiment *of) {
    enum { AGE = 0 };
    claim *made = experiment_claim(of, "Figure 3: age is generalized little even where the "
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
    claim *made = experiment_claim(of, "no NWP lies below the proven bound");
    for (size_t i = 0; i < DEWRI2009_KS; i++) {
        box nwp = dewri2009_spread(of, place(DEWRI2009_K, i), dewri2009_nwp, DEWRI2009_FRESH);
        claim_decide(made, !is_above(found->proofs[i].bound, nwp.least));
        text_format(&made->detail, "%s%" PRIu64 ": %.4f against %.4f", i ? ", " : "",
                    found->proofs[i].k, nwp.least, found->proofs[i].bound);
    }
}

void dewri2009_judge(experiment *of) {
    judge_all(of, "ach has a unique feasible minimum in all cases", has_one_minimum);
    judge_all(of,
              "the reported solution is non-dominated in NWP and NECD among the "
              "feasible ones",
              is_efficient);
    judge_feasible(of);
    judge_figure(of, of_figure_1);
    judge_higher(of);
    judge_figure(of, of_figure_2);
    judge_unique(of);
    judge_figure(of, of_figure_3);
    judge_groups(of);
    judge_country(of);
    judge_age(of);
    judge_figure(of, of_figure_4);
    judge_seeds(of);
    judge_bound(of);
}
