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
        page_add(to, BLOCK_COLUMN, "%s", dewri2009_attributes[a].label);
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

const page_table dewri2009_page[] = {
    {"explain", dewri2009_explain, NULL},
    {"k", add_figure, &tables[DEWRI2009_K]},
    {"populations", add_figure, &tables[DEWRI2009_POPULATION]},
    {"shares", add_shares, NULL},
    {"weights", add_figure, &tables[DEWRI2009_WEIGHTS]},
    {"weights groups", add_groups, &tables[DEWRI2009_WEIGHTS]},
    {"biases", add_figure, &tables[DEWRI2009_BIAS]},
    {"biases groups", add_groups, &tables[DEWRI2009_BIAS]},
    {"early", add_early, NULL},
    {"time", add_time, NULL},
    {NULL, NULL, NULL},
};
