/* Why findings of the paper do not show, as far as the numbers tell. */
#include "experiments/dewri2009.h"

#include <inttypes.h>
#include <math.h>

#define NOTABLE 0.05
#define VISIBLE 0.01

static double median(const experiment *of, dewri2009_number figure, size_t index,
                     dewri2009_measure measure) {
    return dewri2009_median(of, dewri2009_place(figure, index), measure);
}

static const dewri2009_point *reported(const experiment *of, dewri2009_number figure,
                                       size_t index) {
    return &dewri2009_typical(of, figure, index)->reported[DEWRI2009_FRESH];
}

/* Solutions of a figure in which loss, and not bias, is what ach is made of. */
static size_t count_of_loss(const experiment *of, dewri2009_number figure) {
    size_t count = 0;
    for (size_t i = 0; i < dewri2009_figures[figure].count; i++) {
        const dewri2009_wish *wish = &dewri2009_cases[dewri2009_place(figure, i)].wish;
        const dewri2009_point *point = reported(of, figure, i);
        count +=
            trial_values_agree(preference_achievement(&wish->point, point->nwp, 0), point->ach);
    }
    return count;
}

static void explain_populations(page *to, const experiment *of) {
    double first = median(of, DEWRI2009_POPULATION, 0, DEWRI2009_ACH);
    if (trial_values_agree(first, median(of, DEWRI2009_POPULATION, 1, DEWRI2009_ACH)) &&
        trial_values_agree(first, median(of, DEWRI2009_POPULATION, 2, DEWRI2009_ACH)))
        page_say(to, BLOCK_ITEM,
                 "**Populations.** All three report the same solution in the median: there is no "
                 "room for a difference.");
}

static void explain_weights(page *to, const experiment *of) {
    const dewri2009_answer *equal = dewri2009_typical(of, DEWRI2009_WEIGHTS, 0);
    double bias = median(of, DEWRI2009_WEIGHTS, 0, DEWRI2009_NECD);
    for (size_t w = 1; w < DEWRI2009_WEIGHTINGS; w++) {
        double own = median(of, DEWRI2009_WEIGHTS, w, DEWRI2009_NECD);
        if (own >= bias)
            page_add(
                to, BLOCK_ITEM,
                "**NECD with %s** is %.4f, with equal weights %.4f. In %zu of the %d solutions "
                "of Figure 3 the loss alone decides ach: bias comes as it may, since twice the "
                "NECD is still below NWP.",
                dewri2009_weightings[w].name, own, bias, count_of_loss(of, DEWRI2009_WEIGHTS),
                DEWRI2009_WEIGHTINGS);
    }
    if (equal->groups[DEWRI2009_COUNTRY] > 1)
        page_add(to, BLOCK_ITEM,
                 "**Native country** has %" PRIu32
                 " groups already with equal weights. One boundary next to the country that most "
                 "rows have leaves a loss of %.3f for that attribute instead of 1: a bargain that "
                 "depends on the order of the countries, which the paper does not give.",
                 equal->groups[DEWRI2009_COUNTRY], equal->losses[DEWRI2009_COUNTRY]);
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++)
        if (dewri2009_typical(of, DEWRI2009_WEIGHTS, w)->groups[DEWRI2009_AGE] == 1)
            page_add(to, BLOCK_ITEM,
                     "**Age with %s** weighs %.3f and is one group: the correlation with other "
                     "attributes that the paper supposes keeps no second one here.",
                     dewri2009_weightings[w].name,
                     dewri2009_share(&dewri2009_weightings[w], DEWRI2009_AGE));
}

static void explain_bias(page *to, const experiment *of) {
    size_t count = dewri2009_figures[DEWRI2009_BIAS].count;
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, median(of, DEWRI2009_BIAS, i, DEWRI2009_NWP));
    if (least > DEWRI2009_PREFERRED)
        page_add(
            to, BLOCK_ITEM,
            "**Figure 4.** With our wv2 the preferred NWP of 0.2 is out of reach: the least is "
            "%.4f. So there is no loss to spend on less bias, and in %zu of the %zu solutions "
            "the loss alone decides ach, whatever bias is preferred. The paper's wv2, which "
            "is not known, stays below 0.2.",
            least, count_of_loss(of, DEWRI2009_BIAS), count);
}

/* Where all rows are one class. */
static void say_stuck(text *out, const experiment *of, size_t index) {
    const dewri2009_answer *answers = dewri2009_answers(of, dewri2009_place(DEWRI2009_BIAS, index));
    size_t others = 0, feasible = 0;
    for (int64_t s = 0; s < of->asked.seeds; s++) {
        others += answers[s].solutions - 1;
        feasible += answers[s].feasible - 1;
    }
    text_format(out,
                " They are stuck at one class of all rows. It has no bias and the largest k, so it "
                "dominates all that have a larger ach. Of the other solutions in the last "
                "populations, %zu in all, %zu are feasible; infeasible ones lose every tournament "
                "against it.",
                others, feasible);
}

/* A solution of another bias preference that would have been the better answer to this one. */
static void explain_stuck(page *to, const experiment *of, size_t index) {
    const dewri2009_wish *wish = &dewri2009_cases[dewri2009_place(DEWRI2009_BIAS, index)].wish;
    double own = median(of, DEWRI2009_BIAS, index, DEWRI2009_ACH), best = own;
    const dewri2009_point *better = NULL;
    text stuck = {0};
    for (size_t i = 0; i < dewri2009_figures[DEWRI2009_BIAS].count; i++) {
        const dewri2009_point *other = reported(of, DEWRI2009_BIAS, i);
        double ach = preference_achievement(&wish->point, other->nwp, other->necd);
        if (!(ach < best) || !(ach < own * (1 - NOTABLE)))
            continue;
        best = ach;
        better = other;
    }
    if (!better)
        return;
    if (reported(of, DEWRI2009_BIAS, index)->classes == 1)
        say_stuck(&stuck, of, index);
    page_add(to, BLOCK_ITEM,
             "**A bias preference of %g.** The searches did not find the best there is: in the "
             "median ach is %.4f, while the solution of another bias preference (NWP %.4f, NECD "
             "%.4f, k %" PRIu64 ") has %.4f by this one.%s",
             wish->point.bias, own, better->nwp, better->necd, better->k, best,
             stuck.bytes ? stuck.bytes : "");
    to->failed |= stuck.failed;
    text_free(&stuck);
}

static void explain_seeds(page *to, const experiment *of) {
    size_t near = 0, differing = 0;
    for (size_t at = 0; at < DEWRI2009_CASES; at++) {
        box nwp = dewri2009_spread(of, at, DEWRI2009_NWP, DEWRI2009_FRESH);
        bool differs = dewri2009_kinds(of, at, DEWRI2009_FRESH) > 1;
        differing += differs;
        near += differs && nwp.most - nwp.least < VISIBLE;
    }
    if (differing > 0)
        page_add(to, BLOCK_ITEM,
                 "**Seeds.** They differ in %zu cases, but in %zu of these by less than %g of NWP, "
                 "which a figure does not show.",
                 differing, near, VISIBLE);
}

void dewri2009_explain(page *to, const experiment *of, const void *with) {
    page why = {0};
    (void)with;
    explain_populations(&why, of);
    explain_weights(&why, of);
    explain_bias(&why, of);
    for (size_t i = 0; i < dewri2009_figures[DEWRI2009_BIAS].count; i++)
        explain_stuck(&why, of, i);
    explain_seeds(&why, of);
    page_append_section(to, "Why claims fail", &why);
}
