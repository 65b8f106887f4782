/* The figures of dewri2009 as tables. */
#include "experiments/dewri2009.h"
#include "experiments/experiment_page.h"

#include <inttypes.h>
#include <math.h>

static const dewri2009_found *found_of(const experiment *of) {
    return of->found;
}

/* ---- Cells
 * ----------------------------------------------------------------------------------
 */

/* The median, and behind it from where to where the seeds go, if they differ.
 */
static void add_spread(text *out, const box *shown, int decimals) {
    if (shown->least == shown->most || trial_values_agree(shown->least, shown->most))
        md_cell(out, "%.*f", decimals, shown->median);
    else
        md_cell(out, "%.*f (%.*f to %.*f)", decimals, shown->median, decimals, shown->least,
                decimals, shown->most);
}

static void add_measure(text *out, const experiment *of, size_t at, dewri2009_measure *measure,
                        int decimals) {
    box shown = dewri2009_spread(of, at, measure, DEWRI2009_FRESH);
    add_spread(out, &shown, decimals);
}

static double higher_of(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return (double)of->higher;
}

static double candidates_of(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return (double)of->candidates;
}

static double feasible_of(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return (double)of->feasible;
}

static double volume_of(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return of->made.hypervolume;
}

static void add_reported(text *out, const experiment *of, size_t at) {
    add_measure(out, of, at, dewri2009_nwp, 4);
    add_measure(out, of, at, dewri2009_necd, 4);
    add_measure(out, of, at, dewri2009_k, 0);
    add_measure(out, of, at, dewri2009_ach, 4);
}

static void add_front(text *out, const experiment *of, size_t at) {
    add_measure(out, of, at, dewri2009_points, 0);
    add_measure(out, of, at, volume_of, 5);
    md_cell(out, "%zu of %lld", dewri2009_kinds(of, at, DEWRI2009_FRESH),
            (long long)of->asked.seeds);
}

#define REPORTED "NWP | NECD | k | ach "
#define FRONT "points on the front | hypervolume | different answers "

/* ---- Figures
 * --------------------------------------------------------------------------------
 */

static void print_efficiency(text *out, const experiment *of) {
    const dewri2009_figure *shown = &dewri2009_figures[DEWRI2009_K];
    text_add_string(out,
                    "\n### Figure 1: solutions for several k\n\nPreference (0.2, 1.0), equal "
                    "weights, population 100. `fronts.csv` has the points themselves.\n\n"
                    "| k_pref | " REPORTED "| " FRONT "| of them above k_pref | NWP of `optimal` | "
                    "no NWP below ");
    md_end_row(out);
    md_rule(out, 0, 11);
    for (size_t i = 0; i < shown->count; i++) {
        size_t at = shown->cases[i];
        const trial *proof = &found_of(of)->proofs[i];
        md_cell(out, "%" PRIu64, dewri2009_cases[at].wish.k);
        add_reported(out, of, at);
        add_front(out, of, at);
        add_measure(out, of, at, higher_of, 0);
        md_cell(out, proof->found ? "%.4f" : "-", proof->value);
        md_cell(out, "%.4f%s", proof->bound, proof->proven ? " (proven optimum)" : "");
        md_end_row(out);
    }
    text_format(out,
                "\nThe last two columns are not in the paper: what `optimal`, "
                "given %g s and none "
                "of the other answers, found when it minimized NWP alone at that "
                "k without "
                "suppression, and below which it proved that there is nothing.\n",
                of->asked.time_limit);
}

static void print_populations(text *out, const experiment *of) {
    const dewri2009_figure *shown = &dewri2009_figures[DEWRI2009_POPULATION];
    text_add_string(out,
                    "\n### Figure 2: populations\n\nk_pref 5, preference (0.2, 1.0), equal "
                    "weights. The deviation is NWP + NECD less the preferred ones. In the "
                    "last "
                    "population: different strings of bits, different solutions, and those "
                    "of "
                    "them with k of 5 or more.\n\n| population | " REPORTED "| deviation | strings "
                    "| solutions | feasible solutions | " FRONT);
    md_end_row(out);
    md_rule(out, 0, 12);
    for (size_t i = 0; i < shown->count; i++) {
        size_t at = shown->cases[i];
        md_cell(out, "%d", dewri2009_cases[at].population);
        add_reported(out, of, at);
        add_measure(out, of, at, dewri2009_deviation, 4);
        add_measure(out, of, at, candidates_of, 0);
        add_measure(out, of, at, dewri2009_solutions, 0);
        add_measure(out, of, at, feasible_of, 0);
        add_front(out, of, at);
        md_end_row(out);
    }
}

static void print_shares(text *out) {
    text_add_string(out, "| | most weight on ");
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        md_cell(out, "%s", dewri2009_attributes[a].label);
    md_end_row(out);
    md_rule(out, 2, 2 + DEWRI2009_ATTRIBUTES);
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++) {
        const dewri2009_weighting *shown = &dewri2009_weightings[w];
        md_cell(out, "%s", shown->name);
        md_cell(out, "%s", shown->meaning);
        for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
            md_cell(out, "%.3f", dewri2009_share(shown, a));
        md_end_row(out);
    }
}

static void print_groups(text *out, const experiment *of, dewri2009_number figure) {
    const dewri2009_figure *shown = &dewri2009_figures[figure];
    text_add_string(out, "\nGroups of the values in which there are rows, in the solution of the "
                         "seed with the median NWP:\n\n");
    md_cell(out, "%s", figure == DEWRI2009_WEIGHTS ? "" : "bias preference");
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        md_cell(out, "%s", dewri2009_attributes[a].label);
    md_end_row(out);
    md_rule(out, 1, 1 + DEWRI2009_ATTRIBUTES);
    for (size_t i = 0; i < shown->count; i++) {
        const dewri2009_case *own = &dewri2009_cases[shown->cases[i]];
        if (figure == DEWRI2009_WEIGHTS)
            md_cell(out, "%s", dewri2009_weightings[own->weighting].name);
        else
            md_cell(out, "%g", own->wish.point.bias);
        for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
            md_cell(out, "%" PRIu32, dewri2009_typical(of, shown->cases[i])->groups[a]);
        md_end_row(out);
    }
}

static void print_weights(text *out, const experiment *of) {
    const dewri2009_figure *shown = &dewri2009_figures[DEWRI2009_WEIGHTS];
    text_add_string(out, "\n### Figure 3: weights\n\nk_pref 5, preference (0.2, 0.1), population "
                         "100. The paper's weights are not known; ours, as shares:\n\n");
    print_shares(out);
    text_add_string(out, "\nNWP under different weights is not the same measure; "
                         "the last column has "
                         "all attributes weigh the same.\n\n| | " REPORTED "| " FRONT
                         "| NWP with equal weights ");
    md_end_row(out);
    md_rule(out, 1, 9);
    for (size_t i = 0; i < shown->count; i++) {
        size_t at = shown->cases[i];
        md_cell(out, "%s", dewri2009_weightings[dewri2009_cases[at].weighting].name);
        add_reported(out, of, at);
        add_front(out, of, at);
        add_measure(out, of, at, dewri2009_loss, 4);
        md_end_row(out);
    }
    print_groups(out, of, DEWRI2009_WEIGHTS);
}

static void print_biases(text *out, const experiment *of) {
    const dewri2009_figure *shown = &dewri2009_figures[DEWRI2009_BIAS];
    text_add_string(out, "\n### Figure 4: preferred bias\n\nk_pref 5, weights "
                         "wv2, preferred NWP 0.2, "
                         "population 100.\n\n| bias preference | " REPORTED "| " FRONT);
    md_end_row(out);
    md_rule(out, 0, 8);
    for (size_t i = 0; i < shown->count; i++) {
        size_t at = shown->cases[i];
        md_cell(out, "%g", dewri2009_cases[at].wish.point.bias);
        add_reported(out, of, at);
        add_front(out, of, at);
        md_end_row(out);
    }
    print_groups(out, of, DEWRI2009_BIAS);
}

/* ---- Every child counted
 * -------------------------------------------------------------------- */

static double children_of(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return (double)(of->made.evaluations + of->made.memo_hits);
}

static double fresh_of(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return (double)of->made.evaluations;
}

static void add_median_count(text *out, const experiment *of, size_t at,
                             dewri2009_measure *measure) {
    text_add_string(out, "| ");
    md_add_count(out, dewri2009_median(of, at, measure, DEWRI2009_FRESH));
    text_add_string(out, " ");
}

static void print_early(text *out, const experiment *of) {
    static dewri2009_measure *const shown[] = {dewri2009_nwp, dewri2009_necd, dewri2009_k};
    static const int decimals[] = {4, 4, 0};
    text_add_string(out, "\n### With every child counted\n\nWhat the same searches report after ");
    md_add_count(out, (double)of->asked.evaluations);
    text_add_string(out, " children, new or not: what the paper's evaluations seem to be. Beside "
                         "it the median numbers of candidates and of children at the end.\n\n"
                         "| | NWP | NECD | k | different answers | candidates | children ");
    md_end_row(out);
    md_rule(out, 1, 7);
    for (size_t at = 0; at < DEWRI2009_CASES; at++) {
        md_cell(out, "%s", found_of(of)->names[at]);
        for (size_t i = 0; i < 3; i++) {
            box own = dewri2009_spread(of, at, shown[i], DEWRI2009_EVERY);
            add_spread(out, &own, decimals[i]);
        }
        md_cell(out, "%zu of %lld", dewri2009_kinds(of, at, DEWRI2009_EVERY),
                (long long)of->asked.seeds);
        add_median_count(out, of, at, fresh_of);
        add_median_count(out, of, at, children_of);
        md_end_row(out);
    }
}

void dewri2009_print_tables(text *out, const experiment *of) {
    text_format(out,
                "\n## Results\n\nMedians over %lld seed%s, with the least and "
                "the most where seeds "
                "differ. `k` is the effective one: the smallest class. The front "
                "is everything "
                "feasible seen that nothing dominates in (ach, k); its "
                "hypervolume is the share of "
                "what could be dominated.\n",
                (long long)of->asked.seeds, of->asked.seeds == 1 ? "" : "s");
    print_efficiency(out, of);
    print_populations(out, of);
    print_weights(out, of);
    print_biases(out, of);
    print_early(out, of);
}
