/* What the run2011 experiment says: for which table and k the hybrid beats its parents. */
#include "experiments/run2011.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HYBRID, GENETIC, TABU, METHODS };

static const trial_group *find(const experiment *of, const char *table, size_t k, size_t method) {
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial *first = of->groups.groups[i].first;
        if (strcmp(first->table, table) == 0 && first->k == k &&
            strcmp(first->algorithm, run2011_methods[method]) == 0)
            return &of->groups.groups[i];
    }
    return NULL;
}

/* The values of k that were tried on a table, one after the other; 0 after the last. */
static size_t next_k(const experiment *of, const char *table, size_t after) {
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial *first = of->groups.groups[i].first;
        if (strcmp(first->table, table) == 0 && first->k > after)
            return (size_t)first->k;
    }
    return 0;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

typedef enum comparison { BETTER, EQUAL, WORSE } comparison;

static const char *const comparison_words[] = {"better", "equal", "worse"};

/* Whoever finds more answers is better; else whose value is lower. */
static comparison compare(size_t found, double value, size_t other_found, double other_value) {
    if (found != other_found)
        return found > other_found ? BETTER : WORSE;
    if (found == 0 || trial_values_agree(value, other_value))
        return EQUAL;
    return value < other_value ? BETTER : WORSE;
}

static comparison compare_means(const trial_group *one, const trial_group *other) {
    return compare(one->found, one->value.mean, other->found, other->value.mean);
}

/* Half the width of the 95 % interval around the mean difference of runs with the same seed; NaN
 * where it cannot be said. */
static double chance(const trial_group *one, const trial_group *other) {
    size_t runs = one->count;
    if (runs < 2 || other->count != runs || one->found < runs || other->found < runs)
        return NAN;
    double mean = one->value.mean - other->value.mean;
    double squares = 0;
    for (size_t i = 0; i < runs; i++) {
        double off = one->first[i].value - other->first[i].value - mean;
        squares += off * off;
    }
    return 1.96 * sqrt(squares / (double)(runs - 1) / (double)runs);
}

/* Against the parent that does better. */
static comparison against_both(const experiment *of, const char *table, size_t k) {
    const trial_group *hybrid = find(of, table, k, HYBRID);
    comparison genetic = compare_means(hybrid, find(of, table, k, GENETIC));
    comparison tabu = compare_means(hybrid, find(of, table, k, TABU));
    return genetic > tabu ? genetic : tabu;
}

static bool clearly_beats_both(const experiment *of, const char *table, size_t k) {
    const trial_group *hybrid = find(of, table, k, HYBRID);
    for (size_t m = GENETIC; m < METHODS; m++) {
        const trial_group *parent = find(of, table, k, m);
        if (compare_means(hybrid, parent) != BETTER ||
            !(parent->value.mean - hybrid->value.mean > chance(hybrid, parent)))
            return false;
    }
    return true;
}

/* ---- Claims --------------------------------------------------------------------------------- */

/* The values of k at which the hybrid does so; CLEARLY is beyond chance. */
#define CLEARLY 3

static void list_k(claim *made, const experiment *of, const char *table, int how,
                   const char *words) {
    const char *before = made->detail.length ? "; " : "";
    for (size_t k = 0; (k = next_k(of, table, k));)
        if (how == CLEARLY ? clearly_beats_both(of, table, k)
                           : (int)against_both(of, table, k) == how) {
            claim_say(made, "%s%s%zu", before, words, k);
            before = ", ";
            words = "";
        }
}

static void judge_means(claim *made, const experiment *of, const void *table) {
    for (size_t k = 0; (k = next_k(of, table, k));)
        claim_decide(made, against_both(of, table, k) == BETTER);
    list_k(made, of, table, BETTER, "holds at k = ");
    list_k(made, of, table, CLEARLY, "beyond chance at k = ");
    list_k(made, of, table, EQUAL, "no better than the better parent at k = ");
    list_k(made, of, table, WORSE, "worse than a parent at k = ");
}

static void judge_stability(claim *made, const experiment *of, const void *table) {
    size_t values = 0, steadier = 0;
    for (size_t k = 0; (k = next_k(of, table, k)); values++) {
        double own = find(of, table, k, HYBRID)->value.deviation;
        bool steady = own <= find(of, table, k, GENETIC)->value.deviation &&
                      own <= find(of, table, k, TABU)->value.deviation;
        steadier += steady;
        claim_decide(made, steady);
    }
    if (values)
        claim_say(made, "at %zu of %zu values of k", steadier, values);
}

const claim_test run2011_claims[] = {
    CLAIM("figure-4", "on Pima the hybrid's mean DM is below that of both parents", judge_means,
          "pima"),
    CLAIM("figure-5", "on Poker the hybrid's mean DM is below that of both parents", judge_means,
          "poker"),
    CLAIM("figure-4", "on Pima the hybrid's DM spreads no more than that of a parent",
          judge_stability, "pima"),
    CLAIM("figure-5", "on Poker the hybrid's DM spreads no more than that of a parent",
          judge_stability, "poker"),
    CLAIM_BOUNDS,
    CLAIM_END,
};

/* ---- The page ------------------------------------------------------------------------------- */

static void add_tables(page *to, const experiment *of, const void *with) {
    (void)with;
    for (const run2011_table *table = run2011_tables; table->name; table++)
        if (next_k(of, table->name, 0))
            page_add(to, BLOCK_ITEM, "%s. The class is left out.", table->summary);
}

static void add_dm(page *to, double value) {
    page_cell(to, "%s", isnan(value) ? "–" : counted(value).of);
}

static void add_values(page *to, const experiment *of, const char *table) {
    static const size_t order[] = {GENETIC, TABU, HYBRID};
    page_add(to, BLOCK_HEADING, "%s: DM", table);
    page_columns(to, ">k|>optimum|>genetic: mean|>median|>sd|>optimal runs|>tabu: mean|>median|>sd|"
                     ">optimal runs|>hybrid: mean|>median|>sd|>optimal runs|>evaluations");
    for (size_t k = 0; (k = next_k(of, table, k));) {
        const trial_group *hybrid = find(of, table, k, HYBRID);
        page_cell(to, "%zu", k);
        page_cell(to, "%s%s", hybrid->settled || isnan(hybrid->bound) ? "" : "at least ",
                  isnan(hybrid->bound) ? "–" : counted(hybrid->bound).of);
        for (size_t i = 0; i < METHODS; i++) {
            const trial_group *group = find(of, table, k, order[i]);
            add_dm(to, group->value.mean);
            add_dm(to, group->value.median);
            add_dm(to, group->value.deviation);
            page_cell(to, "%zu", group->optimal);
        }
        add_dm(to, hybrid->evaluations.mean);
        page_row(to);
    }
}

static void add_duel(page *to, const trial_group *hybrid, const trial_group *parent) {
    size_t runs[] = {0, 0, 0};
    for (size_t i = 0; i < hybrid->count && i < parent->count; i++) {
        const trial *one = &hybrid->first[i], *other = &parent->first[i];
        runs[compare(one->found, one->value, other->found, other->value)]++;
    }
    comparison means = compare_means(hybrid, parent);
    double percent = 100 / parent->value.mean;
    double excess = means == EQUAL ? 0 : percent * (hybrid->value.mean - parent->value.mean);
    page_cell(to, "%s", comparison_words[means]);
    page_cell(to, "%+.3f ± %.3f %%", excess, percent * chance(hybrid, parent));
    page_cell(to, "%zu / %zu / %zu", runs[BETTER], runs[EQUAL], runs[WORSE]);
}

static void add_duels(page *to, const experiment *of, const char *table) {
    page_add(to, BLOCK_HEADING, "%s: does the hybrid beat both parents?", table);
    page_columns(to, ">k|beats both|than genetic|>mean DM|>runs better / equal / worse|than tabu|"
                     ">mean DM|>runs better / equal / worse");
    for (size_t k = 0; (k = next_k(of, table, k));) {
        const trial_group *hybrid = find(of, table, k, HYBRID);
        page_cell(to, "%zu", k);
        page_cell(to, "%s",
                  against_both(of, table, k) != BETTER ? "no"
                  : clearly_beats_both(of, table, k)   ? "**yes**"
                                                       : "yes, perhaps by chance");
        add_duel(to, hybrid, find(of, table, k, GENETIC));
        add_duel(to, hybrid, find(of, table, k, TABU));
        page_row(to);
    }
}

static void add_results(page *to, const experiment *of, const void *with) {
    (void)with;
    for (const run2011_table *table = run2011_tables; table->name; table++)
        if (next_k(of, table->name, 0)) {
            add_duels(to, of, table->name);
            add_values(to, of, table->name);
        }
}

const page_table run2011_page[] = {
    {"tables", add_tables, NULL},
    {"results", add_results, NULL},
    {NULL, NULL, NULL},
};

/* ---- Figures -------------------------------------------------------------------------------- */

static const char *const method_names[] = {"hybrid (tabu-genetic)", "genetic", "tabu"};

/* Above the optimum, in percent; the bound is the optimum where it is proven. */
static double excess(const trial_group *group, double value) {
    return 100 * (value / group->bound - 1);
}

static void draw_lines(document *to, const experiment *of, const char *table, bool as_excess) {
    for (size_t m = 0; m < METHODS; m++) {
        plot line = {0};
        for (size_t k = 0; (k = next_k(of, table, k));) {
            const trial_group *group = find(of, table, k, m);
            const spread *value = &group->value;
            if (group->found == 0)
                continue;
            if (as_excess) {
                plot_add(&line, (double)k, excess(group, value->mean));
                continue;
            }
            plot_add_band(&line, (double)k, value->mean, value->mean - value->deviation,
                          value->mean + value->deviation);
            plot_note(
                &line, "%s, k %zu: mean %.0f, standard deviation %.0f, %zu of %zu runs optimal",
                method_names[m], k, value->mean, value->deviation, group->optimal, group->count);
        }
        plot_draw(&line, to, method_names[m], m == HYBRID);
    }
}

static void draw_boxes(document *to, const experiment *of, const char *table) {
    box_plot boxes = {0};
    char names[RUN2011_MOST_K + 1][24];
    for (size_t k = 0; (k = next_k(of, table, k));) {
        snprintf(names[k], sizeof names[k], "%zu", k);
        for (size_t m = 0; m < METHODS; m++) {
            const trial_group *group = find(of, table, k, m);
            double *numbers = box_plot_room(&boxes, group->count);
            for (size_t i = 0; numbers && i < group->count; i++)
                numbers[i] =
                    group->first[i].found ? excess(group, group->first[i].value) : (double)NAN;
            box_plot_add(&boxes, names[k], method_names[m], numbers, group->count);
        }
    }
    box_plot_draw(&boxes, to, "All runs: DM above the optimum",
                  "Boxes have the quartiles, whiskers reach 1.5 times their distance, dots are the "
                  "runs beyond.",
                  "k", (document_axis){"percent", AXIS_LINEAR});
}

static void draw_table(document *to, const experiment *of, const report_figure *shown) {
    const char *table = run2011_tables[shown->at].name;
    plot optimum = {0};
    if (!next_k(of, table, 0)) {
        document_text(to, TONE_WARN, "%s was left out of this run (--tables).", table);
        return;
    }
    report_open_chart(to, CHART_LINES, "Mean DM, with one standard deviation on each side", NULL,
                      "k", AXIS_LINEAR, "DM", AXIS_LINEAR);
    draw_lines(to, of, table, false);
    for (size_t k = 0; (k = next_k(of, table, k));)
        plot_add(&optimum, (double)k, find(of, table, k, HYBRID)->bound);
    plot_draw(&optimum, to, "optimum (bound)", false);
    document_end_chart(to);
    report_open_chart(to, CHART_LINES, "Mean DM above the optimum",
                      "The same as a distance, so that differences can be seen.", "k", AXIS_LINEAR,
                      "percent", AXIS_LINEAR);
    draw_lines(to, of, table, true);
    document_end_chart(to);
    draw_boxes(to, of, table);
}

#define PAPER_SAYS                                                                                 \
    "In most cases the new approach is better than tabu search or the genetic algorithm alone, "   \
    "and more stable; for small k the differences are small, then they grow and shrink again."

static const report_figure figures[] = {
    {"methods", "Figures 1 to 3", "hierarchies and flowcharts",
     "They explain the method: nothing to run.", NULL, 0, false},
    {"figure-4", "Figure 4", "average DM on Pima Indians Diabetes", PAPER_SAYS, draw_table, 0,
     false},
    {"figure-5", "Figure 5", "average DM on Poker", PAPER_SAYS, draw_table, 1, false},
    {0},
};

const experiment_paper run2011_paper = {
    .citation =
        "Cui Run, Hyoung-Joong Kim and Dal-Ho Lee, \"A new approach for k-anonymity based on tabu "
        "search and genetic algorithm\", 2011, section IV.",
    .question = "Does the hybrid beat both parents, at equal evaluations?",
    .caveat = "The paper names neither its hierarchies nor its suppression limit: they are ours, "
              "so its claim is tested, not its digits.",
    .figures = figures,
};
