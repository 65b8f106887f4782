/* What the balasch2010 experiment says: chapter 5's tables, ours beside the thesis', and chapter
 * 4's figures, thinned out to tables. */
#include "experiments/balasch2010.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* What a table is about. */
static const int water = BALASCH2010_WATER, census = BALASCH2010_CENSUS;
static const int gomm = BALASCH2010_GOMM, gomm_clones = BALASCH2010_GOMM_CLONES;
static const int water_25 = BALASCH2010_WATER_25, water_100 = BALASCH2010_WATER_100,
                 census_25 = BALASCH2010_CENSUS_25;

static double median(const experiment *of, int set, size_t k, size_t method,
                     balasch2010_number *number) {
    return balasch2010_spread(balasch2010_cell_at(of, set, k)->runs[method], of->asked.seeds,
                              number)
        .median;
}

/* ---- Tables 5.1 to 5.4 ---------------------------------------------------------------------- */

static void add_best(page *to, const experiment *of, const void *with) {
    int set = *(const int *)with;
    page_columns(to, ">k|>IL|>ID|>DLD|>score|>groups|>median|>worst|>reach the best|>k_eff");
    for (size_t k = 0; k < BALASCH2010_KS; k++, page_row(to)) {
        const balasch2010_cell *cell = balasch2010_cell_at(of, set, k);
        const balasch2010_run *runs = cell->runs[BALASCH2010_GOMM];
        const balasch2010_measures *own = &cell->best;
        const balasch2010_best *thesis = &balasch2010_thesis[set][k];
        box scores = balasch2010_spread(runs, of->asked.seeds, balasch2010_score);
        page_cell(to, "%" PRIu64, balasch2010_ks[k]);
        page_cell(to, "%.2f (%.2f)", own->il, thesis->il);
        page_cell(to, "%.2f (%.2f)", own->id, thesis->id);
        page_cell(to, "%.2f (%.2f)", own->dld, thesis->dld);
        page_cell(to, "%.2f (%.2f)", own->score, thesis->score);
        page_cell(to, "%zu (%zu)", own->groups, thesis->groups);
        page_cell(to, "%.2f", scores.median);
        page_cell(to, "%.2f", scores.most);
        page_cell(to, "%zu of %" PRId64, balasch2010_reach(runs, of->asked.seeds, scores.least),
                  of->asked.seeds);
        page_cell(to, "%" PRIu64, own->smallest);
    }
}

static void add_full(page *to, const experiment *of, const void *with) {
    page_columns(to, ">k|>IL1|>IL2|>IL3|>IL4|>IL5|>ID|>DLD|>PLD|>full score");
    for (size_t k = 0; k < BALASCH2010_KS; k++, page_row(to)) {
        const balasch2010_measures *own = &balasch2010_cell_at(of, *(const int *)with, k)->best;
        const information_loss *loss = &own->loss;
        const double numbers[] = {100 * loss->il1, 100 * loss->il2, 100 * loss->il3,
                                  100 * loss->il4, 100 * loss->il5, own->id,
                                  own->dld,        own->pld,        own->full};
        page_cell(to, "%" PRIu64, balasch2010_ks[k]);
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            page_cell(to, "%.2f", numbers[i]);
    }
}

static void add_k_columns(page *to) {
    page_columns(to, "");
    for (size_t k = 0; k < BALASCH2010_KS; k++)
        page_add(to, BLOCK_COLUMN, "k = %" PRIu64, balasch2010_ks[k]);
}

static void add_score(page *to, const balasch2010_measures *own, double thesis) {
    if (thesis > 0)
        page_cell(to, "%.2f, %zu (%.1f)", own->score, own->groups, thesis);
    else
        page_cell(to, "%.2f, %zu", own->score, own->groups);
}

static void add_hands(page *to, const experiment *of, const void *with) {
    int set = *(const int *)with;
    const balasch2010_hand *hand = balasch2010_hands((balasch2010_set)set);
    add_k_columns(to);
    for (size_t i = 0; hand[i].name; i++, page_row(to)) {
        page_cell(to, "%s", hand[i].name);
        for (size_t k = 0; k < BALASCH2010_KS; k++)
            add_score(to, &balasch2010_cell_at(of, set, k)->hands[i], hand[i].thesis[k]);
    }
    page_cell(to, "**GOMM**");
    for (size_t k = 0; k < BALASCH2010_KS; k++)
        add_score(to, &balasch2010_cell_at(of, set, k)->best, balasch2010_thesis[set][k].score);
    page_row(to);
}

static void add_components(page *to, const experiment *of, const void *with) {
    int set = *(const int *)with;
    const balasch2010_hand *hand = balasch2010_hands((balasch2010_set)set);
    add_k_columns(to);
    for (size_t i = 0; hand[i].name && hand[i].rule != BALASCH2010_PRINTED; i++, page_row(to)) {
        page_cell(to, "%s", hand[i].name);
        for (size_t k = 0; k < BALASCH2010_KS; k++) {
            const balasch2010_measures *own = &balasch2010_cell_at(of, set, k)->hands[i];
            page_cell(to, "%.1f / %.1f / %.1f", own->il, own->id, own->dld);
        }
    }
}

/* ---- Figure 5.1 ----------------------------------------------------------------------------- */

typedef void row_adder(page *to, const experiment *of, int set, size_t k, size_t method);

/* A row for each table and k. */
static void add_rows(page *to, const experiment *of, const char *columns, row_adder *add,
                     size_t method) {
    page_columns(to, columns);
    for (int set = 0; set < BALASCH2010_SETS; set++)
        for (size_t k = 0; k < BALASCH2010_KS; k++, page_row(to)) {
            page_cell(to, "%s", balasch2010_set_name((balasch2010_set)set));
            page_cell(to, "%" PRIu64, balasch2010_ks[k]);
            add(to, of, set, k, method);
        }
}

static void add_pair(page *to, const experiment *of, int set, size_t k, size_t one) {
    balasch2010_run *const *runs = balasch2010_cell_at(of, set, k)->runs;
    box scores = balasch2010_spread(runs[one], of->asked.seeds, balasch2010_score);
    box others = balasch2010_spread(runs[one + 1], of->asked.seeds, balasch2010_score);
    double evaluations = median(of, set, k, one, balasch2010_evaluations);
    double fewer = median(of, set, k, one + 1, balasch2010_evaluations);
    page_cell(to, "%s", counted(evaluations).of);
    page_cell(to, "%s", counted(fewer).of);
    page_cell(to, "%.2f", evaluations / fewer);
    page_cell(to, "%.2f",
              median(of, set, k, one, balasch2010_asked) /
                  median(of, set, k, one + 1, balasch2010_asked));
    page_cell(to, "%.3f", scores.least);
    page_cell(to, "%.3f", others.least);
    page_cell(to, "%.3f", scores.median);
    page_cell(to, "%.3f", others.median);
}

static void add_dynamic(page *to, const experiment *of, const void *with) {
    add_rows(to, of,
             "|>k|>evaluations, GOMM|>D-GOMM|>speed-up|>by children|>best score, GOMM|>D-GOMM|"
             ">median score, GOMM|>D-GOMM",
             add_pair, *(const unsigned *)with);
}

static void add_shares(page *to, const experiment *of, int set, size_t k, size_t method) {
    balasch2010_run *const *runs = balasch2010_cell_at(of, set, k)->runs;
    for (size_t m = 0, one = method; m < BALASCH2010_METHODS; m++) {
        one = balasch2010_methods[m].patience ? one : m;
        if (one != m)
            page_cell(to, "%zu of %" PRId64 ", %.2f",
                      balasch2010_agree(runs[one], runs[m], of->asked.seeds), of->asked.seeds,
                      median(of, set, k, m, balasch2010_evaluations) /
                          median(of, set, k, one, balasch2010_evaluations));
    }
}

static void add_patience(page *to, const experiment *of, const void *with) {
    (void)with;
    add_rows(to, of, "|>k|>patience 5|>10|>20|>clones allowed, 5|>10|>20", add_shares, 0);
}

static void add_seconds_row(page *to, const experiment *of, int set, size_t k, size_t method) {
    double one = median(of, set, k, method, balasch2010_seconds);
    double other = median(of, set, k, method + 1, balasch2010_seconds);
    page_cell(to, "%.2f", one);
    page_cell(to, "%.2f", other);
    page_cell(to, "%.2f", one / other);
}

static void add_seconds(page *to, const experiment *of, const void *with) {
    int threads = threads_count(of->pool);
    (void)with;
    if (!experiment_shows_times(of))
        return;
    page_add(to, BLOCK_TEXT,
             "Seconds of a search, with %d thread%s and nothing remembered from another (medians; "
             "clones excluded):",
             threads, threads == 1 ? "" : "s");
    add_rows(to, of, "|>k|>GOMM|>D-GOMM|>speed-up", add_seconds_row, BALASCH2010_GOMM);
    page_say(to, BLOCK_TEXT,
             "The thesis' profile of GOMM on Water-treatment (Table 3.1) has 868 seconds.");
}

/* ---- Operators ------------------------------------------------------------------------------ */

#define SPANS 5

/* The first and the last generation of a part of a run. */
static size_t span_first(const experiment *of, size_t span) {
    const balasch2010_found *found = of->found;
    return 1 + span * found->generations / SPANS;
}

static size_t span_last(const experiment *of, size_t span) {
    return span_first(of, span + 1) - 1;
}

static double percent(uint64_t part, uint64_t of) {
    return 100 * operator_record_mean((double)part, of);
}

static short_words change(double part) {
    short_words out = {"-"};
    if (isfinite(part))
        snprintf(out.of, sizeof out.of, "%.2f", fabs(part));
    return out;
}

static const char *const analyses[] = {
    "Utilization: children discarded without having been a parent, in percent:",
    "Average lifetime of the children, in generations:",
    "Efficacy: children better / worse than their parents / of the same cost, in percent:",
    "Efficiency: by how much the better / the worse ones differ on average, in percent:"};

static void add_children(page *to, const operator_record *of, size_t analysis) {
    if (analysis == 0)
        page_cell(to, "%.0f", 100 * balasch2010_unused(of));
    else if (analysis == 1)
        page_cell(to, "%.1f", balasch2010_lifetime(of));
    else if (analysis == 2)
        page_cell(to, "%.0f / %.0f / %.0f", percent(of->improved, of->created),
                  percent(of->worsened, of->created), percent(of->equal, of->created));
    else
        page_cell(to, "%s / %s", change(operator_record_mean(of->improvements, of->improved)).of,
                  change(operator_record_mean(of->worsenings, of->worsened)).of);
}

static void add_analysis(page *to, const experiment *of, size_t case_number, bool alone,
                         size_t analysis) {
    page_columns(to, alone ? "alone" : "combined");
    for (size_t i = 0; i < SPANS; i++)
        page_add(to, BLOCK_COLUMN, "%zu-%zu", span_first(of, i), span_last(of, i));
    for (size_t o = 0; o < GROUP_OPERATORS; o++, page_row(to)) {
        const balasch2010_course *course =
            balasch2010_course_of(of, case_number, alone ? 1 + o : 0);
        page_cell(to, "%s", group_operator_name((group_operator)o));
        for (size_t i = 0; i < SPANS; i++) {
            operator_record made = balasch2010_children(course, (group_operator)o,
                                                        span_first(of, i), span_last(of, i));
            add_children(to, &made, analysis);
        }
    }
}

static void add_operators(page *to, const experiment *of, const void *with) {
    size_t case_number = *(const unsigned *)with;
    for (size_t i = 0; i < sizeof analyses / sizeof *analyses; i++) {
        page_say(to, BLOCK_TEXT, analyses[i]);
        add_analysis(to, of, case_number, false, i);
        if (case_number == BALASCH2010_WATER_25)
            add_analysis(to, of, case_number, true, i);
    }
}

static void add_case_costs(page *to, const experiment *of, size_t c) {
    const balasch2010_course *all = balasch2010_combined(of, c);
    for (size_t way = 0; way <= BALASCH2010_WAYS; way++, page_row(to)) {
        bool groups = way == BALASCH2010_WAYS;
        const balasch2010_course *course = groups ? all : balasch2010_course_of(of, c, way);
        page_cell(to, "%s", groups ? "groups, combined" : balasch2010_way_name(way));
        for (size_t i = 0; i <= SPANS; i++) {
            size_t g = i * (course->generations - 1) / SPANS;
            double own = balasch2010_moment_best(&course->moments[g]);
            if (groups)
                page_cell(to, "%.2f", balasch2010_moment_groups(&course->moments[g]));
            else
                page_cell(to, way ? "%.4f" : "%.2f",
                          way ? own / balasch2010_moment_best(&all->moments[g]) : own);
        }
    }
}

static void add_costs(page *to, const experiment *of, const void *with) {
    (void)with;
    for (size_t c = 0; c < BALASCH2010_CASES; c++) {
        const balasch2010_case *shown = &balasch2010_cases[c];
        char name[48];
        snprintf(name, sizeof name, "%s, k = %" PRIu64, balasch2010_set_name(shown->set),
                 balasch2010_ks[shown->k]);
        page_columns(to, name);
        for (size_t i = 0; i <= SPANS; i++)
            page_add(to, BLOCK_COLUMN, "%zu",
                     i * (balasch2010_combined(of, c)->generations - 1) / SPANS);
        add_case_costs(to, of, c);
    }
}

/* ---- The page ------------------------------------------------------------------------------- */

const page_table balasch2010_page[] = {
    {"differences", balasch2010_explain, NULL},
    {"best, Water-treatment", add_best, &water},
    {"full score, Water-treatment", add_full, &water},
    {"best, Census", add_best, &census},
    {"full score, Census", add_full, &census},
    {"by hand, Water-treatment", add_hands, &water},
    {"components, Water-treatment", add_components, &water},
    {"by hand, Census", add_hands, &census},
    {"components, Census", add_components, &census},
    {"D-GOMM", add_dynamic, &gomm},
    {"D-GOMM with clones", add_dynamic, &gomm_clones},
    {"patience", add_patience, NULL},
    {"seconds", add_seconds, NULL},
    {"costs", add_costs, NULL},
    {"operators, Water-treatment, k = 25", add_operators, &water_25},
    {"operators, Water-treatment, k = 100", add_operators, &water_100},
    {"operators, Census, k = 25", add_operators, &census_25},
    {NULL, NULL, NULL},
};

void balasch2010_figures(figure_set *to, const experiment *of) {
    const balasch2010_found *found = of->found;
    int64_t alone = balasch2010_alone_seeds(of);
    figure_set_add(to, "water", "%" PRIu64, found->rows[BALASCH2010_WATER]);
    figure_set_add(to, "census", "%" PRIu64, found->rows[BALASCH2010_CENSUS]);
    figure_set_add(to, "generations", "%zu", found->generations);
    figure_set_add(to, "alone", "%" PRId64 " seed%s", alone, alone == 1 ? "" : "s");
}
