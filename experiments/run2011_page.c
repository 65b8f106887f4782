/* What the run2011 experiment says: for which table and k the hybrid beats its parents. */
#include "experiments/experiment_page.h"
#include "experiments/run2011.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Comparing ------------------------------------------------------------------------------ */

typedef enum comparison { BETTER, EQUAL, WORSE } comparison;

static const char *const comparison_words[] = {"better", "equal", "worse"};

const trial_group *run2011_find(const experiment *of, const char *table, size_t k,
                                const char *method) {
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial_group *group = &of->groups.groups[i];
        if (strcmp(group->first->table, table) == 0 && group->first->k == k &&
            strcmp(group->first->algorithm, method) == 0)
            return group;
    }
    return NULL;
}

size_t run2011_next(const experiment *of, const char *table, size_t after) {
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial *first = of->groups.groups[i].first;
        if (strcmp(first->table, table) == 0 && first->k > after)
            return (size_t)first->k;
    }
    return 0;
}

/* By the mean of the answers; a method that finds fewer answers is worse. */
static comparison compare_means(const trial_group *one, const trial_group *other) {
    if (one->found != other->found)
        return one->found > other->found ? BETTER : WORSE;
    if (one->found == 0 || trial_values_agree(one->value.mean, other->value.mean))
        return EQUAL;
    return one->value.mean < other->value.mean ? BETTER : WORSE;
}

static comparison compare_trials(const trial *one, const trial *other) {
    if (one->found != other->found)
        return one->found ? BETTER : WORSE;
    if (!one->found || trial_values_agree(one->value, other->value))
        return EQUAL;
    return one->value < other->value ? BETTER : WORSE;
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

static bool is_clearly_better(const trial_group *one, const trial_group *other) {
    return compare_means(one, other) == BETTER &&
           other->value.mean - one->value.mean > chance(one, other);
}

static comparison against_both(const experiment *of, const char *table, size_t k) {
    comparison worst = BETTER;
    for (size_t p = 0; run2011_parents[p]; p++) {
        comparison with = compare_means(run2011_find(of, table, k, RUN2011_HYBRID),
                                        run2011_find(of, table, k, run2011_parents[p]));
        worst = with > worst ? with : worst;
    }
    return worst;
}

/* ---- Claims --------------------------------------------------------------------------------- */

typedef bool k_filter(const experiment *of, const char *table, size_t k);

static bool beats_both(const experiment *of, const char *table, size_t k) {
    return against_both(of, table, k) == BETTER;
}

static bool equals_better(const experiment *of, const char *table, size_t k) {
    return against_both(of, table, k) == EQUAL;
}

static bool loses(const experiment *of, const char *table, size_t k) {
    return against_both(of, table, k) == WORSE;
}

static bool clearly_beats_both(const experiment *of, const char *table, size_t k) {
    for (size_t p = 0; run2011_parents[p]; p++)
        if (!is_clearly_better(run2011_find(of, table, k, RUN2011_HYBRID),
                               run2011_find(of, table, k, run2011_parents[p])))
            return false;
    return true;
}

static void list_k(text *out, const experiment *of, const char *table, k_filter *wanted,
                   const char *words) {
    const char *before = out->length ? "; " : "";
    for (size_t k = 0; (k = run2011_next(of, table, k));)
        if (wanted(of, table, k)) {
            text_format(out, "%s%s%zu", before, words, k);
            before = ", ";
            words = "";
        }
}

static void judge_means(experiment *of, const char *figure, const char *table,
                        const char *sentence) {
    claim *made = experiment_claim_on(of, figure, sentence);
    for (size_t k = 0; (k = run2011_next(of, table, k));)
        claim_decide(made, beats_both(of, table, k));
    list_k(&made->detail, of, table, beats_both, "holds at k = ");
    list_k(&made->detail, of, table, clearly_beats_both, "beyond chance at k = ");
    list_k(&made->detail, of, table, equals_better, "no better than the better parent at k = ");
    list_k(&made->detail, of, table, loses, "worse than a parent at k = ");
}

static void judge_stability(experiment *of, const char *figure, const char *table,
                            const char *sentence) {
    claim *made = experiment_claim_on(of, figure, sentence);
    size_t values = 0, steadier = 0;
    for (size_t k = 0; (k = run2011_next(of, table, k));) {
        double own = run2011_find(of, table, k, RUN2011_HYBRID)->value.deviation;
        bool steady = true;
        for (size_t p = 0; run2011_parents[p]; p++)
            steady &= own <= run2011_find(of, table, k, run2011_parents[p])->value.deviation;
        values++;
        steadier += steady;
        claim_decide(made, steady);
    }
    if (values)
        text_format(&made->detail, "at %zu of %zu values of k", steadier, values);
}

static void judge_bounds(experiment *of) {
    claim *made = experiment_claim(of, "no answer lies below a proven bound");
    size_t searches = 0;
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial_group *group = &of->groups.groups[i];
        bool below = group->value.least < group->bound &&
                     !trial_values_agree(group->value.least, group->bound);
        claim_decide(made, !below);
        searches += group->count;
    }
    text_format(&made->detail, "%zu searches", searches);
}

void run2011_judge(experiment *of) {
    judge_means(of, "figure-4", "pima",
                "on Pima the hybrid's mean DM is below that of both parents");
    judge_means(of, "figure-5", "poker",
                "on Poker the hybrid's mean DM is below that of both parents");
    judge_stability(of, "figure-4", "pima",
                    "on Pima the hybrid's DM spreads no more than that of a parent");
    judge_stability(of, "figure-5", "poker",
                    "on Poker the hybrid's DM spreads no more than that of a parent");
    judge_bounds(of);
}

/* ---- Tables --------------------------------------------------------------------------------- */

static void add_dm(text *out, double value) {
    text_add_string(out, "| ");
    if (isnan(value))
        text_add_string(out, "–");
    else
        page_add_count(out, value);
    text_add_string(out, " ");
}

static void print_values_of(text *out, const trial_group *group) {
    add_dm(out, group->value.mean);
    add_dm(out, group->value.median);
    add_dm(out, group->value.deviation);
    page_cell(out, "%zu", group->optimal);
}

static void print_values(text *out, const experiment *of, const char *table) {
    text_format(out, "\n### %s: DM\n\n| k | optimum ", table);
    for (size_t p = 0; run2011_parents[p]; p++)
        text_format(out, "| %s: mean | median | sd | optimal runs ", run2011_parents[p]);
    text_add_string(out, "| hybrid: mean | median | sd | optimal runs | evaluations ");
    page_end_row(out);
    page_rule(out, 0, 15);
    for (size_t k = 0; (k = run2011_next(of, table, k));) {
        const trial_group *hybrid = run2011_find(of, table, k, RUN2011_HYBRID);
        page_cell(out, "%zu", k);
        if (!hybrid->settled)
            text_add_string(out, "| at least ");
        add_dm(out, hybrid->bound);
        for (size_t p = 0; run2011_parents[p]; p++)
            print_values_of(out, run2011_find(of, table, k, run2011_parents[p]));
        print_values_of(out, hybrid);
        add_dm(out, hybrid->evaluations.mean);
        page_end_row(out);
    }
}

static void print_duel(text *out, const trial_group *hybrid, const trial_group *parent) {
    size_t runs[] = {0, 0, 0};
    for (size_t i = 0; i < hybrid->count && i < parent->count; i++)
        runs[compare_trials(&hybrid->first[i], &parent->first[i])]++;
    comparison means = compare_means(hybrid, parent);
    double percent = 100 / parent->value.mean;
    double excess = means == EQUAL ? 0 : percent * (hybrid->value.mean - parent->value.mean);
    page_cell(out, "%s", comparison_words[means]);
    page_cell(out, "%+.3f ± %.3f %%", excess, percent * chance(hybrid, parent));
    page_cell(out, "%zu / %zu / %zu", runs[BETTER], runs[EQUAL], runs[WORSE]);
}

static const char *answer(const experiment *of, const char *table, size_t k) {
    if (!beats_both(of, table, k))
        return "no";
    return clearly_beats_both(of, table, k) ? "**yes**" : "yes, perhaps by chance";
}

static void print_duels(text *out, const experiment *of, const char *table) {
    text_format(out,
                "\n### %s: does the hybrid beat both parents?\n\n"
                "| k | beats both | than genetic | mean DM | runs better / equal / worse "
                "| than tabu | mean DM | runs better / equal / worse |\n"
                "|---:|---|---|---:|---:|---|---:|---:|\n",
                table);
    for (size_t k = 0; (k = run2011_next(of, table, k));) {
        page_cell(out, "%zu", k);
        page_cell(out, "%s", answer(of, table, k));
        for (size_t p = 0; run2011_parents[p]; p++)
            print_duel(out, run2011_find(of, table, k, RUN2011_HYBRID),
                       run2011_find(of, table, k, run2011_parents[p]));
        page_end_row(out);
    }
}

/* ---- The page ------------------------------------------------------------------------------- */

static void print_setup(text *out, const experiment *of) {
    text_add_string(out, "## Set-up\n\n");
    for (const run2011_table *table = run2011_tables; table->name; table++)
        if (run2011_next(of, table->name, 0))
            text_format(out, "- %s. The class is left out.\n", table->summary);
    text_format(
        out,
        "- At most %g %% of the rows suppressed, metric `dm`, %lld seeds. The paper names neither "
        "its hierarchies nor its suppression limit: these are our choices, so that its claim can "
        "be tested, not its digits.\n"
        "- Equal evaluations: the hybrid runs with the paper's parameters (population 20, 20 "
        "generations, walks of 20 rounds with 20 candidates) until it ends, but for at most %lld "
        "evaluations. Each parent gets as many evaluations as the hybrid has made with the same "
        "seed; when its "
        "300 rounds or generations end before, it starts anew. A node visited twice counts "
        "once.\n"
        "- `optimal` tells the truth: what the best DM is.\n",
        100 * RUN2011_SUPPRESSION, (long long)of->asked.seeds, (long long)of->asked.evaluations);
}

void run2011_print_page(text *out, const experiment *of) {
    print_setup(out, of);
    text_add_string(out, "\n## Claims\n\n");
    experiment_print_claims(out, of);
    text_add_string(out,
                    "\n## Results\n\nDifferences are of the hybrid's mean DM to the parent's, with "
                    "half the width of a 95 % interval over runs with the same seed.\n");
    for (const run2011_table *table = run2011_tables; table->name; table++) {
        if (!run2011_next(of, table->name, 0))
            continue;
        print_duels(out, of, table->name);
        print_values(out, of, table->name);
    }
}

void run2011_print_flags(text *out, const experiment *of) {
    text_format(out, " --tables %s --k %s --evaluations %lld --time-limit %g", of->asked.tables,
                of->asked.k, (long long)of->asked.evaluations, of->asked.time_limit);
}
