/* What the dewri2009 experiment says: its set-up, and the figures as tables. */
#include "experiments/dewri2009.h"

#include <inttypes.h>
#include <math.h>

static const dewri2009_found *found_of(const experiment *of) {
    return of->found;
}

/* ---- Figures as tables ---------------------------------------------------------------------- */

/* What a cell shows: a measure, or one of these. */
enum { KINDS = DEWRI2009_SECONDS + 1, PROOF, PROOF_BOUND, NOTHING };

typedef struct figure_table {
    dewri2009_number figure;
    const char *columns;
    struct {
        int shows, decimals;
    } cells[12];
} figure_table;

#define REPORTED_COLUMNS "|>NWP|>NECD|>k|>ach"
#define REPORTED                                                                                   \
    {DEWRI2009_NWP, 4}, {DEWRI2009_NECD, 4}, {DEWRI2009_EFFECTIVE_K, 0}, {                         \
        DEWRI2009_ACH, 4                                                                           \
    }
#define FRONT_COLUMNS "|>points on the front|>hypervolume|>different answers"
#define FRONT                                                                                      \
    {DEWRI2009_POINTS, 0}, {DEWRI2009_VOLUME, 5}, {                                                \
        KINDS, 0                                                                                   \
    }

static const figure_table tables[DEWRI2009_FIGURES] = {
    {DEWRI2009_K,
     ">k_pref" REPORTED_COLUMNS FRONT_COLUMNS
     "|>of them above k_pref|>NWP of `optimal`|>no NWP below",
     {REPORTED, FRONT, {DEWRI2009_HIGHER, 0}, {PROOF, 4}, {PROOF_BOUND, 4}, {NOTHING, 0}}},
    {DEWRI2009_POPULATION,
     ">population" REPORTED_COLUMNS
     "|>deviation|>strings|>solutions|>feasible solutions" FRONT_COLUMNS,
     {REPORTED,
      {DEWRI2009_DEVIATION, 4},
      {DEWRI2009_CANDIDATES, 0},
      {DEWRI2009_SOLUTIONS, 0},
      {DEWRI2009_FEASIBLE, 0},
      FRONT,
      {NOTHING, 0}}},
    {DEWRI2009_WEIGHTS,
     REPORTED_COLUMNS FRONT_COLUMNS "|>NWP with equal weights",
     {REPORTED, FRONT, {DEWRI2009_LOSS, 4}, {NOTHING, 0}}},
    {DEWRI2009_BIAS,
     ">bias preference" REPORTED_COLUMNS FRONT_COLUMNS,
     {REPORTED, FRONT, {NOTHING, 0}}},
};

/* The median, and behind it from where to where the seeds go, if they differ. */
static void add_spread(page *to, const box *shown, int decimals) {
    if (shown->least == shown->most || trial_values_agree(shown->least, shown->most))
        page_cell(to, "%.*f", decimals, shown->median);
    else
        page_cell(to, "%.*f (%.*f to %.*f)", decimals, shown->median, decimals, shown->least,
                  decimals, shown->most);
}

static void add_kinds(page *to, const experiment *of, size_t at, dewri2009_count count) {
    page_cell(to, "%zu of %" PRId64, dewri2009_kinds(of, at, count), of->asked.seeds);
}

static void add_figure(page *to, const experiment *of, const void *with) {
    const figure_table *table = with;
    page_columns(to, table->columns);
    for (size_t i = 0; i < dewri2009_figures[table->figure].count; i++, page_row(to)) {
        size_t at = dewri2009_place(table->figure, i);
        page_cell(to, "%s", dewri2009_case_name(table->figure, i).of);
        for (size_t c = 0; table->cells[c].shows != NOTHING; c++) {
            int shows = table->cells[c].shows, decimals = table->cells[c].decimals;
            if (shows < KINDS) {
                box own = dewri2009_spread(of, at, (dewri2009_measure)shows, DEWRI2009_FRESH);
                add_spread(to, &own, decimals);
                continue;
            }
            const trial *proof = &found_of(of)->proofs[shows == KINDS ? 0 : i];
            if (shows == KINDS)
                add_kinds(to, of, at, DEWRI2009_FRESH);
            else if (shows == PROOF)
                page_cell(to, proof->found ? "%.4f" : "-", proof->value);
            else
                page_cell(to, "%.4f%s", proof->bound, proof->proven ? " (proven optimum)" : "");
        }
    }
}

static void add_attribute_columns(page *to, const char *before) {
    page_columns(to, before);
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        page_number_column(to, dewri2009_attributes[a].label);
}

static void add_shares(page *to, const experiment *of, const void *with) {
    (void)of;
    (void)with;
    add_attribute_columns(to, "|most weight on");
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++, page_row(to)) {
        const dewri2009_weighting *shown = &dewri2009_weightings[w];
        page_cell(to, "%s", shown->name);
        page_cell(to, "%s", shown->meaning);
        for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
            page_cell(to, "%.3f", dewri2009_share(shown, a));
    }
}

static void add_groups(page *to, const experiment *of, const void *with) {
    dewri2009_number figure = ((const figure_table *)with)->figure;
    page_say(to, BLOCK_TEXT,
             "Groups of the values in which there are rows, in the solution of the seed with the "
             "median NWP:");
    add_attribute_columns(to, figure == DEWRI2009_WEIGHTS ? "" : "bias preference");
    for (size_t i = 0; i < dewri2009_figures[figure].count; i++, page_row(to)) {
        page_cell(to, "%s", dewri2009_case_name(figure, i).of);
        for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
            page_cell(to, "%" PRIu32, dewri2009_typical(of, figure, i)->groups[a]);
    }
}

static void add_early(page *to, const experiment *of, const void *with) {
    static const int decimals[] = {
        [DEWRI2009_NWP] = 4, [DEWRI2009_NECD] = 4, [DEWRI2009_EFFECTIVE_K] = 0};
    (void)with;
    page_columns(to, "|>NWP|>NECD|>k|>different answers|>candidates|>children");
    for (size_t at = 0; at < DEWRI2009_CASES; at++, page_row(to)) {
        page_cell(to, "%s", found_of(of)->names[at]);
        for (int m = DEWRI2009_NWP; m <= DEWRI2009_EFFECTIVE_K; m++) {
            box own = dewri2009_spread(of, at, (dewri2009_measure)m, DEWRI2009_EVERY);
            add_spread(to, &own, decimals[m]);
        }
        add_kinds(to, of, at, DEWRI2009_EVERY);
        page_cell(to, "%s", counted(dewri2009_median(of, at, DEWRI2009_EVALUATIONS)).of);
        page_cell(to, "%s", counted(dewri2009_median(of, at, DEWRI2009_CHILDREN)).of);
    }
}

static void add_time(page *to, const experiment *of, const void *with) {
    double least = INFINITY, most = 0, sum = 0;
    (void)with;
    if (!experiment_shows_times(of))
        return;
    for (size_t at = 0; at < DEWRI2009_CASES; at++) {
        box own = dewri2009_spread(of, at, DEWRI2009_SECONDS, DEWRI2009_FRESH);
        least = fmin(least, own.least);
        most = fmax(most, own.most);
        sum += own.median / DEWRI2009_CASES;
    }
    page_say(to, BLOCK_SECTION, "Time");
    page_add(to, BLOCK_TEXT,
             "A search took %s (mean over cases of the median seed; from %s to %s) on one thread, "
             "with up to %d side by side. The paper speaks of roughly 15 minutes on a Core 2 Duo "
             "at 2.83 GHz: %.0f times as long.",
             in_seconds(sum).of, in_seconds(least).of, in_seconds(most).of, threads_count(of->pool),
             15 * 60 / sum);
}

/* ---- The page ------------------------------------------------------------------------------- */

void dewri2009_page_figures(figure_set *to, const experiment *of) {
    const dewri2009_found *found = found_of(of);
    uint32_t bits = 0;
    text domains = {0};
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++) {
        text_format(&domains, "%s%s %" PRIu32, a ? ", " : "", dewri2009_attributes[a].label,
                    found->values[a]);
        if (found->values[a] != (uint32_t)dewri2009_attributes[a].values)
            text_format(&domains, " (%d in the paper)", dewri2009_attributes[a].values);
        bits += found->values[a] - 1;
    }
    figure_set_add(to, "rows", "%s", counted((double)found->rows).of);
    figure_set_add(to, "tuples", "%s", counted((double)found->tuples).of);
    figure_set_add(to, "domains", "%s; %" PRIu32 " bits", domains.bytes ? domains.bytes : "", bits);
    to->named.failed |= domains.failed;
    text_free(&domains);
}

const page_part dewri2009_page[] = {
    PAGE_TEXT("The points of all fronts are in `fronts.csv`."),
    PAGE_SECTION("Set-up"),
    PAGE_TEXT("Dewri, Whitley, Ray and Ray, \"A multi-objective approach to data sharing with "
              "privacy constraints and preference based objectives\", 2009, section 6."),
    PAGE_ITEM("Adult's {rows} complete rows, of which {tuples} differ. Ages count in ranges of 5 "
              "years, from 0 to 99, those without rows included. Values of the attributes: "
              "{domains}. No taxonomies, nothing is suppressed."),
    PAGE_ITEM("`nsga2` on cuts with a preference point: it minimizes the achievement function ach "
              "and maximizes the effective k, under the constraint that k is at least k_pref. "
              "Population 100 unless said otherwise, crossover 0.8, mutation 0.001, seeds 1 to "
              "{seeds}, {evaluations,} evaluations at most, ending with the generation that uses "
              "them up."),
    PAGE_TEXT("The paper leaves open:"),
    PAGE_ITEM("The order of values that have none of their own, which decides what can be grouped: "
              "ours is that of the alphabet. Where its age ranges begin: ours at 0."),
    PAGE_ITEM("The first population. With every bit drawn evenly hardly any class has two rows, "
              "and nothing leads from there to larger ones. Ours has the coarsest candidate, which "
              "is feasible if anything is, and members whose attributes have from one group to as "
              "many as there are values, few as often as many."),
    PAGE_ITEM("Whether feasibility counts for survival. It says so of tournaments only, so here "
              "too the better half of parents and children is chosen by ranks in (ach, k_pref - "
              "k), feasible or not."),
    PAGE_ITEM("What an evaluation is when a child has been seen before. In Shoal it is none, for "
              "it costs nothing: a search has many more generations than evaluations divided by "
              "its population, and ends before its evaluations are used up when too many of them "
              "bring nothing new (`stall`). The claims are judged in that way, and where they are "
              "about the reported solution also by what it was when every child had counted."),
    PAGE_ITEM("Which solutions are returned. It seems to be the last population's; here it is an "
              "archive of everything feasible seen that nothing dominates. Where solutions are "
              "compared with the reported one, those of the last population are included."),
    PAGE_ITEM("The weights of Figure 3, and all numbers of the figures: they are drawn, not "
              "printed. What is judged is what the text says of them."),
    PAGE_CLAIMS,
    PAGE_ADD(dewri2009_explain, NULL),
    PAGE_SECTION("Results"),
    PAGE_TEXT("Medians over {seeds} seed{s}, with the least and the most where seeds differ. `k` "
              "is the effective one: the smallest class. The front is everything feasible seen "
              "that nothing dominates in (ach, k); its hypervolume is the share of what could be "
              "dominated."),
    PAGE_HEADING("Figure 1: solutions for several k"),
    PAGE_TEXT("Preference (0.2, 1.0), equal weights, population 100. `fronts.csv` has the points "
              "themselves."),
    PAGE_ADD(add_figure, &tables[DEWRI2009_K]),
    PAGE_TEXT("The last two columns are not in the paper: what `optimal`, given {time_limit} s and "
              "none of the other answers, found when it minimized NWP alone at that k without "
              "suppression, and below which it proved that there is nothing."),
    PAGE_HEADING("Figure 2: populations"),
    PAGE_TEXT("k_pref 5, preference (0.2, 1.0), equal weights. The deviation is NWP + NECD less "
              "the preferred ones. In the last population: different strings of bits, different "
              "solutions, and those of them with k of 5 or more."),
    PAGE_ADD(add_figure, &tables[DEWRI2009_POPULATION]),
    PAGE_HEADING("Figure 3: weights"),
    PAGE_TEXT("k_pref 5, preference (0.2, 0.1), population 100. The paper's weights are not known; "
              "ours, as shares:"),
    PAGE_ADD(add_shares, NULL),
    PAGE_TEXT("NWP under different weights is not the same measure; the last column has all "
              "attributes weigh the same."),
    PAGE_ADD(add_figure, &tables[DEWRI2009_WEIGHTS]),
    PAGE_ADD(add_groups, &tables[DEWRI2009_WEIGHTS]),
    PAGE_HEADING("Figure 4: preferred bias"),
    PAGE_TEXT("k_pref 5, weights wv2, preferred NWP 0.2, population 100."),
    PAGE_ADD(add_figure, &tables[DEWRI2009_BIAS]),
    PAGE_ADD(add_groups, &tables[DEWRI2009_BIAS]),
    PAGE_HEADING("With every child counted"),
    PAGE_TEXT("What the same searches report after {evaluations,} children, new or not: what the "
              "paper's evaluations seem to be. Beside it the median numbers of candidates and of "
              "children at the end."),
    PAGE_ADD(add_early, NULL),
    PAGE_ADD(add_time, NULL),
    PAGE_END,
};
