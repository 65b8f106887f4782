/* What the kgen experiment says: the paper's claims, ours, and tables by quasi-identifiers. */
#include "experiments/kgen_experiment.h"

#include <math.h>
#include <string.h>

#define PAPER_EXACT_LIMIT 7
#define PAPER_LARGEST 25

/* ---- Looking things up ---------------------------------------------------------------------- */

/* NULL when there was no such trial. */
static const trial_group *find(const experiment *of, size_t attributes, const char *method) {
    return trial_groups_find(&of->groups, KGEN_TABLE, attributes, KGEN_K, method);
}

/* The numbers of quasi-identifiers that were tried, one after the other; 0 after the last. */
static size_t next_count(const experiment *of, size_t after) {
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

/* Up to which number of quasi-identifiers every smaller one tried was proven, too. */
static size_t proven_up_to(const experiment *of, const char *method) {
    size_t reached = 0;
    for (size_t count = 0; (count = next_count(of, count)); reached = count) {
        const trial_group *group = find(of, count, method);
        if (!group || group->proven < group->count)
            break;
    }
    return reached;
}

static bool is_above(double one, double other) {
    return one > other && !trial_values_agree(one, other);
}

/* ---- Claims --------------------------------------------------------------------------------- */

static void judge_reach(claim *made, const experiment *of, const void *with) {
    (void)with;
    if (!next_count(of, PAPER_EXACT_LIMIT))
        return;
    claim_decide(made, proven_up_to(of, "optimal") > PAPER_EXACT_LIMIT);
    claim_say(made, "proven up to: exhaustive %zu, ola %zu, optimal %zu, auto %zu",
              proven_up_to(of, "exhaustive"), proven_up_to(of, "ola"), proven_up_to(of, "optimal"),
              proven_up_to(of, "auto"));
}

static void judge_time(claim *made, const experiment *of, const void *with) {
    const trial_group *group = find(of, PAPER_LARGEST, "kgen");
    (void)with;
    if (!group)
        return;
    claim_decide(made, group->seconds.most < 10);
    claim_say(made, "mean %.2f s, slowest %.2f s, for %.0f evaluations", group->seconds.mean,
              group->seconds.most, group->evaluations.mean);
}

/* Two methods at every number of quasi-identifiers. */
typedef struct contest {
    const char *ours, *theirs;
    bool (*holds)(const trial_group *ours, const trial_group *theirs);
    const char *fails; /* words before the numbers where it does not hold */
} contest;

/* Whether no answer of the one is worse than that of the other with the same seed. */
static bool is_never_worse(const trial_group *ours, const trial_group *theirs) {
    for (size_t i = 0; i < ours->count && i < theirs->count; i++) {
        const trial *one = &ours->first[i], *other = &theirs->first[i];
        if (other->found && (!one->found || is_above(one->value, other->value)))
            return false;
    }
    return true;
}

static bool is_lower_on_average(const trial_group *ours, const trial_group *theirs) {
    return ours->found == ours->count && !is_above(ours->value.mean, theirs->value.mean);
}

static void judge_contest(claim *made, const experiment *of, const void *with) {
    const contest *between = with;
    size_t compared = 0, failed = 0;
    for (size_t count = 0; (count = next_count(of, count));) {
        const trial_group *ours = find(of, count, between->ours);
        const trial_group *theirs = find(of, count, between->theirs);
        if (!ours || !theirs || (between->holds == is_lower_on_average && theirs->found == 0))
            continue;
        bool holds = between->holds(ours, theirs);
        claim_decide(made, holds);
        compared++;
        if (!holds)
            claim_say(made, "%s%zu", failed++ ? ", " : between->fails, count);
    }
    if (compared)
        claim_say(made, "%sholds at %zu of %zu numbers of quasi-identifiers", failed ? "; " : "",
                  compared - failed, compared);
}

typedef struct accuracy {
    const char *method;
    double least;
} accuracy;

/* Where the optimum is proven, the mean accuracy is at least so high. */
static void judge_accuracy(claim *made, const experiment *of, const void *with) {
    const accuracy *wanted = with;
    double lowest = INFINITY;
    size_t compared = 0;
    for (size_t count = 0; (count = next_count(of, count));) {
        const trial_group *group = find(of, count, wanted->method);
        if (!group || !group->settled)
            continue;
        double mean = group->found == group->count ? group->accuracy.mean : 0;
        claim_decide(made, mean >= wanted->least);
        compared++;
        lowest = fmin(lowest, mean);
        if (mean < wanted->least)
            claim_say(made, "%.4f at %zu; ", mean, count);
    }
    if (compared)
        claim_say(made, "lowest mean %.4f over %zu numbers of quasi-identifiers", lowest, compared);
}

static void judge_suppression(claim *made, const experiment *of, const void *with) {
    double farthest = 0;
    size_t compared = 0;
    (void)with;
    for (size_t count = 0; (count = next_count(of, count));) {
        const trial_group *ours = find(of, count, "kgen");
        const trial_group *exact = find(of, count, "optimal");
        if (!ours || !exact || ours->found == 0 || exact->proven == 0)
            continue;
        double apart = fabs(ours->los.mean - exact->los.mean);
        claim_decide(made, apart <= 0.001);
        farthest = fmax(farthest, apart);
        compared++;
    }
    if (compared)
        claim_say(made,
                  "at most %.3f %% of the rows apart over %zu numbers of quasi-identifiers; optima "
                  "of the same LOG may suppress differently",
                  100 * farthest, compared);
}

static const contest against_kgen = {"auto", "kgen", is_never_worse, "worse at "};
static const contest against_random = {"kgen", "random", is_lower_on_average, "above at "};
static const accuracy of_kgen = {"kgen", 0.99}, of_auto = {"auto", 1};

const claim_test kgen_claims[] = {
    CLAIM("figure-7",
          "`optimal` proves the optimum for more quasi-identifiers than the paper's exact methods, "
          "which stopped at 7 (6 in its §5.1 and §6)",
          judge_reach, NULL),
    {"figure-7", "kgen with 25 quasi-identifiers takes under 10 s (paper: 5 h 05 m 40 s)",
     judge_time, NULL, experiment_shows_times},
    CLAIM("figure-9", "`auto` is no worse in LOG than kgen with the same seed, ever", judge_contest,
          &against_kgen),
    CLAIM("figure-8", "where the optimum is proven, kgen's mean accuracy is at least 0.99",
          judge_accuracy, &of_kgen),
    CLAIM("figure-8", "where the optimum is proven, `auto` has it in every run", judge_accuracy,
          &of_auto),
    CLAIM("figure-9", "kgen's mean LOG is at most that of random search", judge_contest,
          &against_random),
    CLAIM("figure-10",
          "kgen suppresses as many rows as the exact methods (mean within 0.1 % of the rows)",
          judge_suppression, NULL),
    CLAIM_BOUNDS,
    CLAIM_END,
};

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
    if (group->found == 0 || isnan(group->bound))
        text_add_string(out, "–");
    else if (!is_above(group->value.mean, group->bound))
        text_add_string(out, "0");
    else
        text_format(out, "%.2f %%", 100 * (group->value.mean - group->bound) / group->value.mean);
}

/* The mean and, where runs differ, from where to where they go. */
static void print_spread(text *out, const spread *shown, int decimals, double unit,
                         const char *suffix) {
    if (shown->count == 0) {
        text_add_string(out, "–");
        return;
    }
    text_format(out, "%.*f%s", decimals, unit * shown->mean, suffix);
    if (shown->least != shown->most)
        text_format(out, " (%.*f–%.*f)", decimals, unit * shown->least, decimals,
                    unit * shown->most);
}

static void print_accuracy(text *out, const trial_group *group) {
    print_spread(out, &group->accuracy, 4, 1, "");
}

static void print_los(text *out, const trial_group *group) {
    print_spread(out, &group->los, 3, 100, " %");
}

static void print_evaluations(text *out, const trial_group *group) {
    text_add_string(out, counted(group->evaluations.mean).of);
}

static void print_seconds(text *out, const trial_group *group) {
    text_add_string(out, in_seconds(group->seconds.mean).of);
    if (group->count > 1)
        text_format(out, " (%.3g–%.3g)", group->seconds.least, group->seconds.most);
    if (strcmp(group->first->stopped_by, "time") == 0)
        text_add_string(out, ", limit");
}

static void add_table(page *to, const experiment *of, const char *title, cell_printer *print) {
    page_say(to, BLOCK_HEADING, title);
    page_columns(to, ">quasi-identifiers|>nodes");
    for (const kgen_method *method = kgen_methods; method->name; method++)
        if (was_tried(of, method->name))
            page_add(to, BLOCK_COLUMN, "%s", method->name);
    for (size_t count = 0; (count = next_count(of, count)); page_row(to)) {
        const trial_group *any = find(of, count, "random");
        page_cell(to, "%zu", count);
        page_cell(to, "%s", counted(any ? any->first->nodes : (double)NAN).of);
        for (const kgen_method *method = kgen_methods; method->name; method++) {
            const trial_group *group = find(of, count, method->name);
            text cell = {0};
            if (!was_tried(of, method->name))
                continue;
            if (group)
                print(&cell, group);
            page_say(to, BLOCK_CELL, cell.bytes ? cell.bytes : "–");
            to->failed |= cell.failed;
            text_free(&cell);
        }
    }
}

static void add_results(page *to, const experiment *of, const void *with) {
    (void)with;
    add_table(to, of, "LOG: mean level / height (✓ proven optimal)", print_log);
    add_table(to, of, "Gap: distance of the mean LOG from the best proven bound, as its share",
              print_gap);
    if (experiment_shows_times(of))
        add_table(to, of, "Time", print_seconds);
    add_table(to, of, "Accuracy, where the optimum is proven", print_accuracy);
}

static void add_other_results(page *to, const experiment *of, const void *with) {
    (void)with;
    add_table(to, of, "LOS: rows suppressed", print_los);
    add_table(to, of, "Evaluations", print_evaluations);
}

/* ---- The page ------------------------------------------------------------------------------- */

void kgen_figures(figure_set *to, const experiment *of) {
    const trial_group *largest = find(of, PAPER_LARGEST, "kgen");
    size_t most = 0;
    for (size_t count = 0; (count = next_count(of, count));)
        most = count;
    figure_set_add(to, "auto_seeds", "%zu", kgen_runs(of, true));
    figure_set_add(to, "ola", "%zu", proven_up_to(of, "ola"));
    figure_set_add(to, "optimal", "%zu", proven_up_to(of, "optimal"));
    figure_set_add(to, "largest", "%s",
                   largest && experiment_shows_times(of) ? in_seconds(largest->seconds.mean).of
                                                         : "–");
    figure_set_add(to, "most", "%zu", most);
}

const page_table kgen_page[] = {
    {"results", add_results, NULL},
    {"other results", add_other_results, NULL},
    {NULL, NULL, NULL},
};

/* ---- Figures -------------------------------------------------------------------------------- */

/* A number of trials against that of quasi-identifiers; `at` of a figure is its place here. */
typedef struct chart {
    const char *title, *says, *y;
    axis_scale scale;
    size_t spread; /* where trial_group has it */
    double unit;
} chart;

static const chart charts[] = {
    {"Time of a search", "Means over the seeds, with the fastest and the slowest run.", "seconds",
     AXIS_LOG, offsetof(trial_group, seconds), 1},
    {"Evaluations of a search",
     "Not in the paper: how many candidates a search looked at, whatever the machine.",
     "evaluations", AXIS_LOG, offsetof(trial_group, evaluations), 1},
    {"Accuracy, where the optimum is proven",
     "1 at the optimum, 0 where everything is generalized; means over the seeds, with the least "
     "and the most accurate run.",
     "accuracy", AXIS_LINEAR, offsetof(trial_group, accuracy), 1},
    {"LOG: mean level by height",
     "Lower is better; means over the seeds, with the best and the worst run.", "LOG", AXIS_LINEAR,
     offsetof(trial_group, value), 1},
    {"LOS: rows suppressed", "At most 0.5 % may be.", "percent of the rows", AXIS_LINEAR,
     offsetof(trial_group, los), 100},
};

enum { TIME, EVALUATIONS, ACCURACY, LOG, LOS };

static void draw_method(document *to, const experiment *of, const char *method,
                        const chart *drawn) {
    plot line = {0};
    for (size_t count = 0; (count = next_count(of, count));) {
        const trial_group *group = find(of, count, method);
        if (!group)
            continue;
        const spread *shown = (const void *)((const char *)group + drawn->spread);
        double unit = drawn->unit;
        if (shown->count == 0)
            continue;
        plot_add_band(&line, (double)count, unit * shown->mean, unit * shown->least,
                      unit * shown->most);
        plot_note(&line, "%s, %zu quasi-identifiers: %.6g (%.6g to %.6g, %zu run%s)%s", method,
                  count, unit * shown->mean, unit * shown->least, unit * shown->most, group->count,
                  group->count == 1 ? "" : "s",
                  group->proven == group->count ? ", proven optimal" : "");
    }
    plot_draw(&line, to, method, method[0] == 'k');
}

static void draw_chart(document *to, const experiment *of, const report_figure *shown) {
    const chart *drawn = &charts[shown->at];
    report_open_chart(to, CHART_LINES, drawn->title, drawn->says, "quasi-identifiers", AXIS_LINEAR,
                      drawn->y, drawn->scale);
    for (const kgen_method *method = kgen_methods; method->name; method++)
        draw_method(to, of, method->name, drawn);
    document_end_chart(to);
}

static void draw_time(document *to, const experiment *of, const report_figure *shown) {
    (void)shown;
    if (experiment_shows_times(of))
        draw_chart(to, of, &(report_figure){.at = TIME});
    else
        document_text(to, TONE_PLAIN,
                      "Seconds were left out (--no-times); evaluations stand for them.");
    draw_chart(to, of, &(report_figure){.at = EVALUATIONS});
}

static void draw_log(document *to, const experiment *of, const report_figure *shown) {
    draw_chart(to, of, shown);
    report_open_chart(to, CHART_LINES, "Distance of the mean LOG from the best proven bound",
                      "Not in the paper, which knows no bound where exact methods do not end.",
                      "quasi-identifiers", AXIS_LINEAR, "percent of the LOG", AXIS_LINEAR);
    for (const kgen_method *method = kgen_methods; method->name; method++) {
        plot line = {0};
        for (size_t count = 0; (count = next_count(of, count));) {
            const trial_group *group = find(of, count, method->name);
            if (group && group->found > 0 && !isnan(group->bound))
                plot_add(&line, (double)count,
                         fmax(0, 100 * (1 - group->bound / group->value.mean)));
        }
        plot_draw(&line, to, method->name, method->name[0] == 'k');
    }
    document_end_chart(to);
}

static const report_figure figures[] = {
    {"methods", "Figures 1 to 6, Tables 1 to 8", "lattices, hierarchies, operators, parameters",
     "They explain the method and its set-up: nothing to run.", NULL, 0, false},
    {"figure-7", "Figure 7(a)", "execution time on c2k",
     "The exact approach gives results for at most 6 quasi-identifiers; KGen and random search "
     "up to 25.",
     draw_time, 0, false},
    {"figure-8", "Figure 8(a)", "accuracy on c2k",
     "Most approaches, KGen included, are accurate; random search is not. Known up to 7 "
     "quasi-identifiers.",
     draw_chart, ACCURACY, false},
    {"figure-9", "Figure 9(a)", "level of generalization (LOG) on c2k",
     "KGen's LOG is always equal to or lower than that of the other approaches, and where those "
     "give none, better than that of random search.",
     draw_log, LOG, false},
    {"figure-10", "Figure 10(a)", "level of suppression (LOS) on c2k",
     "Unstable for all approaches, but KGen behaves like the exact ones.", draw_chart, LOS, false},
    {"f2", "Figures 7(b) to 10(b)", "the same on the data set F2", "F2 was not published.", NULL, 0,
     false},
    {0},
};

const experiment_paper kgen_paper = {
    .citation = "KGen, an approach to k-anonymity featuring genetic algorithms, sections 5 and 6.",
    .question = "How far do exact methods reach, and how close to the optimum are the others?",
    .caveat = "The paper's other data set, F2, was not published, and its times are those of "
              "another machine; what is drawn here is our run.",
    .figures = figures,
};
