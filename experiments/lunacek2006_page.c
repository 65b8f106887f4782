/* What the lunacek2006 experiment says. */
#include "experiments/experiment_page.h"
#include "experiments/lunacek2006.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Set-up --------------------------------------------------------------------------------- */

static bool is_set_here(const char *parameter) {
    static const char *const set[] = {"population", "budget", "crossover",
                                      "duplicates", "batch",  NULL};
    for (size_t i = 0; set[i]; i++)
        if (strcmp(set[i], parameter) == 0)
            return true;
    return false;
}

static void print_defaults(text *out) {
    const algorithm *used = algorithm_find("cut", "genitor");
    const char *before = "";
    for (const shoal_parameter *each = used->parameters; each->name; each++)
        if (!is_set_here(each->name)) {
            text_format(out, "%s`%s=%s`", before, each->name, each->fallback);
            before = ", ";
        }
}

static void print_trials(text *out, const experiment *of) {
    text_format(
        out,
        "## Set-up\n\n"
        "Lunacek, Whitley and Ray, \"A crossover operator for the k-anonymity problem\", 2006, "
        "section 4.\n\n"
        "- 15,000 of Adult's 30,162 complete rows, 8 quasi-identifiers, %d bits, k = %d. Rows in "
        "classes below k are suppressed, however many.\n"
        "- Fitness is the paper's: the loss of all cells added up, a suppressed cell being 1; "
        "lower is better, 120,000 the worst.\n"
        "- `genitor` with populations of 200, 500 and 1,000, ",
        LUNACEK2006_BITS, LUNACEK2006_K);
    md_add_count(out, (double)of->asked.evaluations);
    text_format(
        out,
        " evaluations, one child at a time (`batch=1`), %lld trials each: NEW "
        "(`crossover=preserving`) and TRAD (`crossover=reduced-surrogate`), both without "
        "duplicates in the population, and NEW with them (`duplicates=allow`).\n"
        "- Not in the paper: NEW and TRAD without mutation (`mutation=0`), to see what their "
        "crossovers do by themselves; and `optimal`, which proves how good all of them are.\n\n",
        (long long)of->asked.seeds);
}

static void print_choices(text *out) {
    text_add_string(
        out,
        "The paper leaves open:\n\n"
        "- Which rows: ours were drawn once, with a fixed seed. Three of the four taxonomies: see "
        "[attributes](#attributes).\n"
        "- How strongly GENITOR prefers the better ranks, how often it mutates, and how many of "
        "the points that NEW finds it uses. Ours are `genitor`'s defaults: ");
    print_defaults(out);
    text_add_string(
        out,
        ".\n"
        "- How TRAD mends a child that has several nearest valid solutions: one of them is drawn, "
        "evenly.\n"
        "- What an evaluation is when a child is a candidate that the trial has seen before. In "
        "Shoal it is none, for it costs nothing. The paper says that such a child \"has used up "
        "an evaluation\". Here a trial goes on until its evaluations are used up by new "
        "candidates, or so many children in a row are nothing new (`stall`), and its course is "
        "recorded in both ways. The claims are judged by new candidates, and beside that with "
        "every child counted.\n"
        "- How many trials: 15 in the text, 20 below the figure.\n");
}

/* ---- Tables --------------------------------------------------------------------------------- */

const trial_group *lunacek2006_group(const experiment *of, const lunacek2006_contender *shown) {
    for (size_t i = 0; i < of->groups.count; i++)
        if (of->groups.groups[i].first->variant == shown->name)
            return &of->groups.groups[i];
    return lunacek2006_proof(of);
}

static void add_evaluations(text *out, double evaluations) {
    text_add_string(out, "| ");
    if (isfinite(evaluations))
        md_add_count(out, evaluations);
    else
        text_add_string(out, "never");
    text_add_string(out, " ");
}

static void begin_row(text *out, const lunacek2006_contender *shown) {
    md_cell(out, "%s", lunacek2006_operator_list[shown->variant].name);
    md_cell(out, "%d", shown->population);
}

typedef void row_printer(text *out, const experiment *of, const lunacek2006_contender *shown,
                         lunacek2006_count count);

static void print_rows(text *out, const experiment *of, lunacek2006_count count,
                       row_printer *print) {
    const lunacek2006_found *found = of->found;
    for (int v = 0; v < LUNACEK2006_VARIANTS; v++)
        for (int p = 0; p < LUNACEK2006_POPULATIONS; p++) {
            begin_row(out, &found->contenders[v][p]);
            print(out, of, &found->contenders[v][p], count);
            md_end_row(out);
        }
}

static void print_box(text *out, const lunacek2006_measures *by, double reference) {
    const box *shown = &by->fitness;
    md_cell(out, "%.1f", shown->least);
    md_cell(out, "%.1f", shown->lower);
    md_cell(out, "**%.1f**", shown->median);
    md_cell(out, "%.1f", shown->upper);
    md_cell(out, "%.1f", shown->most);
    md_cell(out, "%.1f", box_range(shown));
    md_cell(out, "%zu", shown->low_outliers + shown->high_outliers);
    md_cell(out, "%.2f %%", 100 * (shown->median / reference - 1));
}

static void print_end(text *out, const experiment *of, const lunacek2006_contender *shown,
                      lunacek2006_count count) {
    const trial_group *group = lunacek2006_group(of, shown);
    print_box(out, &shown->by[count], lunacek2006_reference(of));
    if (group->settled)
        md_cell(out, "%zu of %zu", group->optimal, group->count);
    else
        md_cell(out, "–");
    md_cell(out, "%.0f %%", 100 * (1 - group->evaluations.mean / shown->children));
}

static void print_ends(text *out, const experiment *of) {
    text_format(out,
                "### Where the trials end\n\n"
                "Fitness after %lld evaluations: the box plots of the paper's figures 4 and 5. "
                "Quartiles are interpolated; outliers lie more than 1.5 interquartile ranges (IQR) "
                "beyond the quartiles. \"Seen before\" is the share of children that were no new "
                "candidates.\n\n"
                "| | population | best | lower quartile | median | upper quartile | worst | IQR | "
                "outliers | median above optimum | optimum found | seen before |\n",
                (long long)of->asked.evaluations);
    md_rule(out, 1, 12);
    print_rows(out, of, LUNACEK2006_FRESH, print_end);
}

static void print_every_end(text *out, const experiment *of, const lunacek2006_contender *shown,
                            lunacek2006_count count) {
    const lunacek2006_measures *by = &shown->by[count];
    print_box(out, by, lunacek2006_reference(of));
    add_evaluations(out, lunacek2006_reach(of, by));
    add_evaluations(out, lunacek2006_settle(by));
}

static void print_every(text *out, const experiment *of) {
    text_format(out,
                "\n### With every child counted\n\n"
                "The same trials, of each only the first %lld children, new or not: what the "
                "paper's evaluations seem to be.\n\n"
                "| | population | best | lower quartile | median | upper quartile | worst | IQR | "
                "outliers | median above optimum | within 1 %% of the optimum after | within 1 %% "
                "of its end after |\n",
                (long long)of->asked.evaluations);
    md_rule(out, 1, 12);
    print_rows(out, of, LUNACEK2006_EVERY, print_every_end);
}

/* ---- Convergence ---------------------------------------------------------------------------- */

static const uint64_t places[] = {1000, 2500, 5000, 10000, 20000, 30000, 0};

/* The point that shows what was best after so many evaluations. */
static double fitness_after(const curve *mean, uint64_t evaluations) {
    size_t point = (size_t)(evaluations / mean->step);
    return point == 0 || point > mean->points ? (double)NAN : mean->best[point - 1];
}

static void print_course(text *out, const experiment *of, const lunacek2006_contender *shown,
                         lunacek2006_count count) {
    const lunacek2006_measures *by = &shown->by[count];
    for (size_t i = 0; places[i] && places[i] <= by->band.mean.evaluations; i++)
        md_cell(out, "%.1f", fitness_after(&by->band.mean, places[i]));
    md_cell(out, "%.1f", lunacek2006_excess(of, by));
    add_evaluations(out, lunacek2006_reach(of, by));
    add_evaluations(out, lunacek2006_settle(by));
}

static void print_courses(text *out, const experiment *of) {
    size_t columns = 5;
    text_add_string(out, "\n### On the way there\n\n"
                         "Mean of the trials' best fitness so far, against evaluations; "
                         "`curves.csv` has more points, and the best and worst trial at each. The "
                         "first evaluations, as many as the population has members, are random "
                         "candidates.\n\n| | population ");
    for (size_t i = 0; places[i] && places[i] <= (uint64_t)of->asked.evaluations; i++, columns++) {
        text_add_string(out, "| ");
        md_add_count(out, (double)places[i]);
        text_add_string(out, " ");
    }
    text_add_string(out, "| mean distance from the optimum | within 1 % of it after | within 1 % "
                         "of its end after |\n");
    md_rule(out, 1, columns);
    print_rows(out, of, LUNACEK2006_FRESH, print_course);
}

/* ---- The proof ------------------------------------------------------------------------------ */

static void print_bound(text *out, const trial *proof) {
    if (proof->found)
        text_format(out, "It found %.3f (loss %.6f) and ", proof->value * LUNACEK2006_CELLS,
                    proof->value);
    else
        text_add_string(out, "It found nothing and ");
    if (isnan(proof->bound))
        text_add_string(out, "proved no bound");
    else
        text_format(out, "proved that nothing is below %.3f", proof->bound * LUNACEK2006_CELLS);
    if (!isnan(proof->gap))
        text_format(out, ": a gap of %.2f %%", 100 * proof->gap);
}

static void print_proof(text *out, const experiment *of) {
    const trial *proof = lunacek2006_proof(of)->first;
    int threads = threads_count(of->pool);
    text_format(out, "\n## The proof\n\n`optimal` was given %g s and none of the trials' answers. ",
                of->asked.time_limit);
    print_bound(out, proof);
    if (experiment_shows_times(of)) {
        text_add_string(out, ", after ");
        md_add_seconds(out, proof->seconds);
        text_format(out, " on %d thread%s", threads, threads == 1 ? "" : "s");
    }
    text_add_string(out, proof->proven
                             ? ". This is the optimum that tables and claims speak of.\n"
                             : ". The optimum is not known then: where tables and claims speak of "
                               "it, the best fitness of all searches stands for it.\n");
}

static void print_best(text *out, const experiment *of) {
    const lunacek2006_found *found = of->found;
    text_format(out,
                "\nThe best solution of all searches, %.3f: %" PRIu64 " classes, %" PRIu64
                " rows suppressed. Groups that no row falls into are left out.\n\n"
                "| attribute | groups | which, with their rows |\n|---|---:|---|\n%s",
                found->best * LUNACEK2006_CELLS, found->classes, found->suppressed,
                found->groups.bytes ? found->groups.bytes : "");
}

/* ---- The page ------------------------------------------------------------------------------- */

void lunacek2006_print_page(text *out, const experiment *of) {
    const lunacek2006_found *found = of->found;
    text_add_string(out, "The curves of its figures are in `curves.csv`, the boxes in "
                         "`boxes.csv`.\n\n");
    print_trials(out, of);
    print_choices(out);
    text_add_string(out, "\n## Claims\n\n");
    experiment_print_claims(out, of);
    lunacek2006_explain(out, of);
    text_add_string(out, "\n## Results\n\n");
    print_ends(out, of);
    print_courses(out, of);
    print_every(out, of);
    print_proof(out, of);
    print_best(out, of);
    text_format(out, "\n%s", found->attributes.bytes ? found->attributes.bytes : "");
}

void lunacek2006_print_flags(text *out, const experiment *of) {
    text_format(out, " --evaluations %lld --time-limit %g", (long long)of->asked.evaluations,
                of->asked.time_limit);
}
