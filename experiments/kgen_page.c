/* What the kgen experiment says: the paper's claims, ours, and tables by quasi-identifiers. */
#include "experiments/experiment_page.h"
#include "experiments/kgen_experiment.h"

#include <math.h>
#include <string.h>

#define PAPER_EXACT_LIMIT 7
#define PAPER_LARGEST 25
#define ACCURATE 0.99

/* ---- Looking things up ---------------------------------------------------------------------- */

const trial_group *kgen_find(const experiment *of, size_t attributes, const char *method) {
    return trial_groups_find(&of->groups, KGEN_TABLE, attributes, KGEN_K, method);
}

size_t kgen_next(const experiment *of, size_t after) {
    for (size_t i = 0; i < of->groups.count; i++)
        if (of->groups.groups[i].first->attributes > after)
            return of->groups.groups[i].first->attributes;
    return 0;
}

static bool was_tried(const experiment *of, const char *method) {
    for (size_t i = 0; i < of->groups.count; i++)
        if (strcmp(of->groups.groups[i].first->algorithm, method) == 0)
            return true;
    return false;
}

/* ---- Claims --------------------------------------------------------------------------------- */

/* Up to which number of quasi-identifiers every smaller one tried was proven, too. */
static size_t proven_up_to(const experiment *of, const char *method) {
    size_t reached = 0;
    for (size_t count = 0; (count = kgen_next(of, count));) {
        const trial_group *group = kgen_find(of, count, method);
        if (!group || group->proven < group->count)
            break;
        reached = count;
    }
    return reached;
}

static void judge_reach(experiment *of) {
    claim *made = experiment_claim_on(
        of, "figure-7",
        "`optimal` proves the optimum for more quasi-identifiers than the paper's exact "
        "methods, which stopped at 7 (6 in its §5.1 and §6)");
    if (!kgen_next(of, PAPER_EXACT_LIMIT))
        return;
    claim_decide(made, proven_up_to(of, "optimal") > PAPER_EXACT_LIMIT);
    text_format(&made->detail, "proven up to: exhaustive %zu, ola %zu, optimal %zu, auto %zu",
                proven_up_to(of, "exhaustive"), proven_up_to(of, "ola"),
                proven_up_to(of, "optimal"), proven_up_to(of, "auto"));
}

/* Whether no answer of the one is worse than that of the other with the same seed. */
static bool is_never_worse(const trial_group *one, const trial_group *other) {
    for (size_t i = 0; i < one->count && i < other->count; i++) {
        const trial *ours = &one->first[i];
        const trial *theirs = &other->first[i];
        if (theirs->found && (!ours->found || (ours->value > theirs->value &&
                                               !trial_values_agree(ours->value, theirs->value))))
            return false;
    }
    return true;
}

static void judge_auto(experiment *of) {
    claim *made = experiment_claim_on(
        of, "figure-9", "`auto` is no worse in LOG than kgen with the same seed, ever");
    size_t compared = 0, failed = 0;
    for (size_t count = 0; (count = kgen_next(of, count));) {
        const trial_group *ours = kgen_find(of, count, "auto");
        const trial_group *theirs = kgen_find(of, count, "kgen");
        if (!ours || !theirs)
            continue;
        bool holds = is_never_worse(ours, theirs);
        claim_decide(made, holds);
        compared++;
        failed += !holds;
        if (!holds)
            text_format(&made->detail, "%s%zu", failed > 1 ? ", " : "worse at ", count);
    }
    if (compared)
        text_format(&made->detail, "%sholds at %zu of %zu numbers of quasi-identifiers",
                    failed ? "; " : "", compared - failed, compared);
}

/* Where the optimum is proven, the mean accuracy is at least so high. */
static void judge_accuracy(experiment *of, const char *method, double least, const char *sentence) {
    claim *made = experiment_claim_on(of, "figure-8", sentence);
    double lowest = INFINITY;
    size_t compared = 0;
    for (size_t count = 0; (count = kgen_next(of, count));) {
        const trial_group *group = kgen_find(of, count, method);
        if (!group || !group->settled)
            continue;
        double mean = group->found == group->count ? group->accuracy.mean : 0;
        bool holds = mean >= least;
        claim_decide(made, holds);
        compared++;
        lowest = fmin(lowest, mean);
        if (!holds)
            text_format(&made->detail, "%.4f at %zu; ", mean, count);
    }
    if (compared)
        text_format(&made->detail, "lowest mean %.4f over %zu numbers of quasi-identifiers", lowest,
                    compared);
}

/* The paper's Figure 9. */
static void judge_random(experiment *of) {
    claim *made =
        experiment_claim_on(of, "figure-9", "kgen's mean LOG is at most that of random search");
    size_t compared = 0, failed = 0;
    for (size_t count = 0; (count = kgen_next(of, count));) {
        const trial_group *ours = kgen_find(of, count, "kgen");
        const trial_group *random = kgen_find(of, count, "random");
        if (!ours || !random || random->found == 0)
            continue;
        bool holds = ours->found == ours->count &&
                     (ours->value.mean <= random->value.mean ||
                      trial_values_agree(ours->value.mean, random->value.mean));
        claim_decide(made, holds);
        compared++;
        failed += !holds;
        if (!holds)
            text_format(&made->detail, "%s%zu", failed > 1 ? ", " : "above at ", count);
    }
    if (compared)
        text_format(&made->detail, "%sholds at %zu of %zu numbers of quasi-identifiers",
                    failed ? "; " : "", compared - failed, compared);
}

/* The paper's Figure 10. */
static void judge_suppression(experiment *of) {
    claim *made = experiment_claim_on(
        of, "figure-10",
        "kgen suppresses as many rows as the exact methods (mean within 0.1 % of the rows)");
    double farthest = 0;
    size_t compared = 0;
    for (size_t count = 0; (count = kgen_next(of, count));) {
        const trial_group *ours = kgen_find(of, count, "kgen");
        const trial_group *exact = kgen_find(of, count, "optimal");
        if (!ours || !exact || ours->found == 0 || exact->proven == 0)
            continue;
        double apart = fabs(ours->los.mean - exact->los.mean);
        claim_decide(made, apart <= 0.001);
        farthest = fmax(farthest, apart);
        compared++;
    }
    if (compared)
        text_format(&made->detail,
                    "at most %.3f %% of the rows apart over %zu numbers of quasi-identifiers; "
                    "optima of the same LOG may suppress differently",
                    100 * farthest, compared);
}

static void judge_bounds(experiment *of) {
    claim *made = experiment_claim(of, "no answer lies below a proven bound");
    for (size_t i = 0; i < of->groups.count; i++) {
        const trial_group *group = &of->groups.groups[i];
        if (isnan(group->bound) || group->found == 0)
            continue;
        bool holds = group->value.least >= group->bound ||
                     trial_values_agree(group->value.least, group->bound);
        claim_decide(made, holds);
        if (!holds)
            text_format(&made->detail, "%s at %zu is below; ", group->first->algorithm,
                        group->first->attributes);
    }
    text_format(&made->detail, "%zu searches", of->trials.count);
}

static void judge_time(experiment *of) {
    claim *made = experiment_claim_on(
        of, "figure-7", "kgen with 25 quasi-identifiers takes under 10 s (paper: 5 h 05 m 40 s)");
    const trial_group *group = kgen_find(of, PAPER_LARGEST, "kgen");
    if (!group)
        return;
    claim_decide(made, group->seconds.most < 10);
    text_format(&made->detail, "mean %.2f s, slowest %.2f s, for %.0f evaluations",
                group->seconds.mean, group->seconds.most, group->evaluations.mean);
}

void kgen_judge(experiment *of) {
    judge_reach(of);
    if (experiment_shows_times(of))
        judge_time(of);
    judge_auto(of);
    judge_accuracy(of, "kgen", ACCURATE,
                   "where the optimum is proven, kgen's mean accuracy is at least 0.99");
    judge_accuracy(of, "auto", 1, "where the optimum is proven, `auto` has it in every run");
    judge_random(of);
    judge_suppression(of);
    judge_bounds(of);
}

/* ---- Tables --------------------------------------------------------------------------------- */

typedef void cell_printer(text *out, const trial_group *group);

static void print_log(text *out, const trial_group *group) {
    if (group->found == 0) {
        text_add_string(out, "none found");
        return;
    }
    text_format(out, "%.4f", group->value.mean);
    if (!trial_values_agree(group->value.least, group->value.most))
        text_format(out, " (%.4f–%.4f)", group->value.least, group->value.most);
    if (group->proven == group->count)
        text_add_string(out, " ✓");
    if (group->found < group->count)
        text_format(out, ", %zu of %zu found", group->found, group->count);
}

static void print_gap(text *out, const trial_group *group) {
    double distance = group->value.mean - group->bound;
    if (group->found == 0 || isnan(group->bound))
        text_add_string(out, "–");
    else if (distance <= 0 || trial_values_agree(group->value.mean, group->bound))
        text_add_string(out, "0");
    else
        text_format(out, "%.2f %%", 100 * distance / group->value.mean);
}

static void print_accuracy(text *out, const trial_group *group) {
    if (group->accuracy.count == 0)
        text_add_string(out, "–");
    else if (group->accuracy.least == group->accuracy.most)
        text_format(out, "%.4f", group->accuracy.mean);
    else
        text_format(out, "%.4f (%.4f–%.4f)", group->accuracy.mean, group->accuracy.least,
                    group->accuracy.most);
}

static void print_los(text *out, const trial_group *group) {
    if (group->found == 0)
        text_add_string(out, "–");
    else if (group->los.least == group->los.most)
        text_format(out, "%.3f %%", 100 * group->los.mean);
    else
        text_format(out, "%.3f %% (%.3f–%.3f)", 100 * group->los.mean, 100 * group->los.least,
                    100 * group->los.most);
}

static void print_evaluations(text *out, const trial_group *group) {
    page_add_count(out, group->evaluations.mean);
}

static void print_seconds(text *out, const trial_group *group) {
    page_add_seconds(out, group->seconds.mean);
    if (group->count > 1)
        text_format(out, " (%.3g–%.3g)", group->seconds.least, group->seconds.most);
    if (strcmp(group->first->stopped_by, "time") == 0)
        text_add_string(out, ", limit");
}

static void print_head(text *out, const experiment *of) {
    size_t columns = 2;
    text_add_string(out, "| quasi-identifiers | nodes ");
    for (const kgen_method *method = kgen_methods; method->name; method++)
        if (was_tried(of, method->name)) {
            text_format(out, "| %s ", method->name);
            columns++;
        }
    page_end_row(out);
    page_rule(out, 0, columns);
}

static void print_table(text *out, const experiment *of, const char *title, cell_printer *print) {
    text_format(out, "\n### %s\n\n", title);
    print_head(out, of);
    for (size_t count = 0; (count = kgen_next(of, count));) {
        bool first = true;
        for (const kgen_method *method = kgen_methods; method->name; method++) {
            const trial_group *group = kgen_find(of, count, method->name);
            if (!was_tried(of, method->name))
                continue;
            if (first) {
                const trial_group *any = kgen_find(of, count, "random");
                text_format(out, "| %zu | ", count);
                page_add_count(out, any ? any->first->nodes : NAN);
                text_add_string(out, " ");
                first = false;
            }
            text_add_string(out, "| ");
            if (group)
                print(out, group);
            text_add_string(out, group ? " " : "– ");
        }
        page_end_row(out);
    }
}

/* ---- The page ------------------------------------------------------------------------------- */

static void print_setup(text *out, const experiment *of) {
    text_format(
        out,
        "## Set-up\n\n"
        "- Table c2k (cargo 2000): 3,942 consignments; the last line of the file is only commas "
        "and left out. Quasi-identifiers are the first columns after `nr`, in their order. `?` is "
        "a value of its own (`missing: category`).\n"
        "- k = %d, at most %g %% of the rows suppressed, metric `precision` (LOG).\n"
        "- Hierarchies: ranges of 5, 10, 20, 40, … while they do not exceed the attribute's range, "
        "then `*`.\n"
        "- kgen and random: %lld evaluations, %lld seeds; auto: %g s, %zu seeds. Exact methods "
        "run once, for at most %g s; `optimal`, once stopped by that limit, gets a tenth of it "
        "from there on, the others are not tried again. exhaustive is tried on lattices of up to "
        "%.0e nodes, ola up to %.1e.\n"
        "- Every search starts from nothing: times include what it prepares, not reading the "
        "file.\n\n",
        KGEN_K, 100 * KGEN_SUPPRESSION, (long long)of->asked.evaluations,
        (long long)of->asked.seeds, of->asked.auto_time_limit, kgen_runs(of, "auto"),
        of->asked.time_limit, KGEN_EXHAUSTIVE_NODES, KGEN_OLA_NODES);
    for (const kgen_method *method = kgen_methods; method->name; method++)
        if (!algorithm_find("lattice", method->name))
            text_format(out, "This build has no `%s`: it is left out.\n\n", method->name);
}

static void print_paper(text *out, const experiment *of) {
    const trial_group *largest = kgen_find(of, PAPER_LARGEST, "kgen");
    text_add_string(out, "\n## Beside the paper\n\n"
                         "| | paper (i7-7700HQ, 16 GB) | here |\n|---|---|---|\n"
                         "| time limit | 15 h | ");
    text_format(out, "%g s |\n", of->asked.time_limit);
    text_format(out,
                "| exact methods end at | 7 quasi-identifiers (6 in its §5.1) | ola %zu, optimal "
                "%zu |\n",
                proven_up_to(of, "ola"), proven_up_to(of, "optimal"));
    text_add_string(out, "| kgen, 25 quasi-identifiers | 5 h 05 m 40 s | ");
    if (largest && experiment_shows_times(of))
        page_add_seconds(out, largest->seconds.mean);
    else
        text_add_string(out, "–");
    text_add_string(out, " |\n| most quasi-identifiers tried | 25 | ");
    size_t most = 0;
    for (size_t count = 0; (count = kgen_next(of, count));)
        most = count;
    text_format(out, "%zu |\n| distance from the optimum beyond that | not known | see *gap* |\n",
                most);
}

void kgen_print_page(text *out, const experiment *of) {
    print_setup(out, of);
    text_add_string(out, "## Claims\n\n");
    experiment_print_claims(out, of);
    print_paper(out, of);
    text_add_string(out, "\n## Results\n\nMeans over the seeds, in brackets least and most.\n");
    print_table(out, of, "LOG: mean level / height (✓ proven optimal)", print_log);
    print_table(out, of, "Gap: distance of the mean LOG from the best proven bound, as its share",
                print_gap);
    if (experiment_shows_times(of))
        print_table(out, of, "Time", print_seconds);
    print_table(out, of, "Accuracy, where the optimum is proven", print_accuracy);
    text_add_string(out,
                    "\nAccuracy is 1 − |H(S) − H(opt)| / (H(top) − H(opt)) on lattice heights "
                    "(kgen's equation 4); an answer whose LOG is the optimum's is an optimum and "
                    "has 1.\n");
    print_table(out, of, "LOS: rows suppressed", print_los);
    print_table(out, of, "Evaluations", print_evaluations);
}

void kgen_print_flags(text *out, const experiment *of) {
    text_format(out,
                " --quasi-identifiers %s --evaluations %lld --time-limit %g "
                "--auto-time-limit %g",
                of->asked.quasi_identifiers, (long long)of->asked.evaluations, of->asked.time_limit,
                of->asked.auto_time_limit);
}
