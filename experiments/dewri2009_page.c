/* What the dewri2009 experiment says. */
#include "experiments/dewri2009.h"
#include "experiments/experiment_page.h"

#include <inttypes.h>
#include <math.h>

/* ---- Set-up
 * ---------------------------------------------------------------------------------
 */

static void print_domains(text *out, const dewri2009_found *found) {
    uint32_t bits = 0;
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++) {
        text_format(out, "%s%s %" PRIu32, a ? ", " : "", dewri2009_attributes[a].label,
                    found->values[a]);
        if (found->values[a] != (uint32_t)dewri2009_attributes[a].values)
            text_format(out, " (%d in the paper)", dewri2009_attributes[a].values);
        bits += found->values[a] - 1;
    }
    text_format(out, "; %" PRIu32 " bits. ", bits);
}

static void print_setup(text *out, const experiment *of) {
    const dewri2009_found *found = of->found;
    text_add_string(out, "## Set-up\n\n"
                         "Dewri, Whitley, Ray and Ray, \"A multi-objective "
                         "approach to data sharing with "
                         "privacy constraints and preference based objectives\", "
                         "2009, section 6.\n\n- Adult's ");
    md_add_count(out, (double)found->rows);
    text_add_string(out, " complete rows, of which ");
    md_add_count(out, (double)found->tuples);
    text_add_string(out, " differ. Ages count in ranges of 5 years, from 0 to 99, those without "
                         "rows included. Values of the attributes: ");
    print_domains(out, found);
    text_add_string(out, "No taxonomies, nothing is suppressed.\n"
                         "- `nsga2` on cuts with a preference point: it "
                         "minimizes the achievement function ach "
                         "and maximizes the effective k, under the constraint "
                         "that k is at least k_pref. ");
    text_format(out,
                "Population 100 unless said otherwise, crossover 0.8, mutation "
                "0.001, seeds 1 to "
                "%lld, ",
                (long long)of->asked.seeds);
    md_add_count(out, (double)of->asked.evaluations);
    text_add_string(out, " evaluations at most, ending with the generation that "
                         "uses them up.\n\n");
}

static void print_choices(text *out) {
    text_add_string(
        out,
        "The paper leaves open:\n\n"
        "- The order of values that have none of their own, which decides what "
        "can be grouped: "
        "ours is that of the alphabet. Where its age ranges begin: ours at 0.\n"
        "- The first population. With every bit drawn evenly hardly any class "
        "has two rows, and "
        "nothing leads from there to larger ones. Ours has the coarsest "
        "candidate, which is "
        "feasible if anything is, and members whose attributes have from one group to as many as "
        "there are values, few as often as many.\n"
        "- Whether feasibility counts for survival. It says so of tournaments "
        "only, so here too "
        "the better half of parents and children is chosen by ranks in (ach, "
        "k_pref - k), "
        "feasible or not.\n"
        "- What an evaluation is when a child has been seen before. In Shoal it "
        "is none, for it "
        "costs nothing: a search has many more generations than evaluations "
        "divided by its "
        "population, and ends before its evaluations are used up when too many "
        "of them bring "
        "nothing new (`stall`). The claims are judged in that way, and where "
        "they are about the "
        "reported solution also by what it was when every child had counted.\n"
        "- Which solutions are returned. It seems to be the last population's; "
        "here it is an "
        "archive of everything feasible seen that nothing dominates. Where "
        "solutions are "
        "compared with the reported one, those of the last population are "
        "included.\n"
        "- The weights of Figure 3, and all numbers of the figures: they are "
        "drawn, not "
        "printed. What is judged is what the text says of them.\n");
}

/* ---- Time
 * -----------------------------------------------------------------------------------
 */

static double seconds_of(const dewri2009_answer *of, dewri2009_count count) {
    (void)count;
    return of->made.seconds;
}

static void print_time(text *out, const experiment *of) {
    double least = INFINITY, most = 0, sum = 0;
    for (size_t at = 0; at < DEWRI2009_CASES; at++) {
        box own = dewri2009_spread(of, at, seconds_of, DEWRI2009_FRESH);
        least = fmin(least, own.least);
        most = fmax(most, own.most);
        sum += own.median / DEWRI2009_CASES;
    }
    text_add_string(out, "\n## Time\n\nA search took ");
    md_add_seconds(out, sum);
    text_add_string(out, " (mean over cases of the median seed; from ");
    md_add_seconds(out, least);
    text_add_string(out, " to ");
    md_add_seconds(out, most);
    text_format(out,
                ") on one thread, with up to %d side by side. The paper speaks "
                "of roughly 15 "
                "minutes on a Core 2 Duo at 2.83 GHz: %.0f times as long.\n",
                threads_count(of->pool), 15 * 60 / sum);
}

/* ---- The page
 * -------------------------------------------------------------------------------
 */

void dewri2009_print_page(text *out, const experiment *of) {
    text_add_string(out, "The points of all fronts are in `fronts.csv`.\n\n");
    print_setup(out, of);
    print_choices(out);
    text_add_string(out, "\n## Claims\n\n");
    experiment_print_claims(out, of);
    dewri2009_explain(out, of);
    dewri2009_print_tables(out, of);
    if (experiment_shows_times(of))
        print_time(out, of);
}

void dewri2009_print_flags(text *out, const experiment *of) {
    text_format(out, " --evaluations %lld --time-limit %g", (long long)of->asked.evaluations,
                of->asked.time_limit);
}
