/* Which of the paper's findings show in the medians over seeds of what is reported. */
#include "experiments/dewri2009.h"

#include <inttypes.h>
#include <math.h>

/* Medians this near to each other differ but marginally. */
#define MARGINAL 0.05
/* Counts of which none is more than so many times another are similar. */
#define SIMILAR 1.25

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
    dewri2009_number figure;
    const char *sentence;
    dewri2009_measure *measure;
    int decimals;
    test *holds;
    bool alike; /* whatever is counted */
} figure_claim;

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

static const figure_claim claims[] = {
    {DEWRI2009_K, "Figure 1: fewer feasible solutions for larger k (points on the front)",
     dewri2009_points, 0, is_falling, true},
    {DEWRI2009_K, "Figure 1: effective k is close to k_pref for 2, 5 and 10 (at most 1 above)",
     dewri2009_k, 0, is_close_to_k, false},
    {DEWRI2009_K, "Figure 1: it is above k_pref for 25, 50 and 100, by more", dewri2009_k, 0,
     is_farther_from_k, false},
    {DEWRI2009_K, "Figure 1: larger k costs more information (NWP)", dewri2009_nwp, 4, is_rising,
     false},
    {DEWRI2009_POPULATION, "Figure 2: the population has only marginal impact (NWP within 5 %)",
     dewri2009_nwp, 4, is_marginal, false},
    {DEWRI2009_POPULATION, "Figure 2: larger populations deviate slightly more from the preference",
     dewri2009_deviation, 4, is_first_least, false},
    {DEWRI2009_POPULATION,
     "Figure 2: the number of unique solutions in the last population is similar (within 25 %)",
     dewri2009_solutions, 0, is_similar, true},
    {DEWRI2009_WEIGHTS, "Figure 3: equal weights give a higher NWP than all others", dewri2009_nwp,
     4, is_first_most, false},
    {DEWRI2009_WEIGHTS, "Figure 3: equal weights give a higher NECD than all others",
     dewri2009_necd, 4, is_first_most, false},
    {DEWRI2009_WEIGHTS, "Figure 3: with some weights the effective k is above k_pref, 5",
     dewri2009_k, 0, is_some_above_5, false},
    {DEWRI2009_BIAS, "Figure 4: with any bias allowed (1.0) the effective k is k_pref, 5",
     dewri2009_k, 0, is_first_5, false},
    {DEWRI2009_BIAS, "Figure 4: a bias preference below 0.1 leads to a higher NWP", dewri2009_nwp,
     4, is_above_first, false},
    {DEWRI2009_BIAS, "Figure 4: and to a higher effective k", dewri2009_k, 0, is_above_first,
     false},
    {DEWRI2009_BIAS, "Figure 4: all of it within the preferred NWP of 0.2", dewri2009_nwp, 4,
     is_preferred, false},
};

static const char *const figure_ids[DEWRI2009_FIGURES] = {"figure-1", "figure-2", "figure-3",
                                                          "figure-4"};

static void judge(experiment *of, const figure_claim *asked) {
    claim *made = experiment_claim_on(of, figure_ids[asked->figure], asked->sentence);
    medians fresh = medians_of(of, asked->figure, asked->measure, DEWRI2009_FRESH);
    medians every = medians_of(of, asked->figure, asked->measure, DEWRI2009_EVERY);
    bool holds = asked->holds(&fresh), also = asked->holds(&every);
    claim_decide(made, holds);
    list_medians(&made->detail, asked->figure, &fresh, asked->decimals);
    if (asked->alike)
        return;
    text_format(&made->detail, ". Every child counted, it %s%s: ", also ? "holds" : "fails",
                also == holds ? " too" : "");
    list_medians(&made->detail, asked->figure, &every, asked->decimals);
}

void dewri2009_judge_figure(experiment *of, dewri2009_number figure) {
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++)
        if (claims[i].figure == figure)
            judge(of, &claims[i]);
}
