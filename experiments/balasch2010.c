/* The thesis' experiments (chapters 4 and 5): GOMM, D-GOMM and groups made by hand on two tables
 * at five k, and what each genetic operation does, alone and combined. */
#include "experiments/balasch2010.h"
#include "base/clock.h"
#include "measure/numeric_metrics.h"
#include "search/driver/shared_memo.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const balasch2010_case balasch2010_cases[BALASCH2010_CASES] = {
    {BALASCH2010_WATER, 2},
    {BALASCH2010_WATER, 4},
    {BALASCH2010_CENSUS, 2},
    {BALASCH2010_CENSUS, 4},
};

const balasch2010_variant balasch2010_methods[BALASCH2010_METHODS] = {
    {"gomm", NULL, NULL, false, true},
    {"dgomm", NULL, "5", false, true},
    {"dgomm", "patience 10", "10", false, false},
    {"dgomm", "patience 20", "20", false, false},
    {"gomm", "clones allowed", NULL, true, false},
    {"dgomm", "clones allowed", "5", true, false},
    {"dgomm", "clones allowed, patience 10", "10", true, false},
    {"dgomm", "clones allowed, patience 20", "20", true, false},
};

/* ---- One search ----------------------------------------------------------------------------- */

/* A table at a k. */
typedef struct place {
    experiment *of;
    const balasch2010_data *data;
    balasch2010_set set;
    uint64_t k;
    balasch2010_cell *cell;
    grouping *shared; /* for what is not timed; and what is known of it */
    shared_memo *known;
} place;

static shoal_status open_space(grouping **out, const place *at, shoal_error *error) {
    grouping_setup setup = {
        .table = &at->data->numbers,
        .ground = &at->data->read.bound.set,
        .method = {.method = CLUSTER_MDAV, .k = (size_t)at->k, .pool = at->of->pool},
        .metric = &metric_score,
    };
    return grouping_open(out, &setup, error);
}

typedef struct question {
    const char *algorithm, *variant, *operators, *patience;
    bool clones;
    uint64_t seed;
    bool timed;                 /* begins with nothing known from other searches */
    balasch2010_course *course; /* that the run is added to; NULL: none */
} question;

/* Groupings there are: the Bell number, by its triangle. */
static double count_groupings(size_t attributes) {
    double row[BALASCH2010_MOST_ATTRIBUTES + 1] = {1};
    for (size_t n = 1; n < attributes; n++) {
        double above = row[0];
        row[0] = row[n - 1];
        for (size_t i = 1; i <= n; i++) {
            double next = above + row[i - 1];
            above = row[i];
            row[i] = next;
        }
    }
    return row[attributes - 1];
}

static void describe(balasch2010_run *out, const search *run, const place *at,
                     const question *asked) {
    out->made = (trial){
        .table = balasch2010_set_name(at->set),
        .attributes = run->attributes,
        .k = at->k,
        .nodes = count_groupings(run->attributes),
        .metric = metric_score.name,
        .algorithm = asked->algorithm,
        .variant = asked->variant,
        .seed = asked->seed,
        .budget = at->of->asked.evaluations,
        .found = run->found,
        .value = run->found ? run->best.value : NAN,
        .bound = NAN,
        .gap = NAN,
        .accuracy = NAN,
        .hypervolume = NAN,
        .evaluations = run->evaluations,
        .memo_hits = run->memo_hits,
        .stopped_by = search_stop_name(run->stopped_by),
    };
    if (!run->found)
        return;
    memcpy(out->node, run->best_node, run->attributes * sizeof *out->node);
    out->groups = group_node_groups(out->node, run->attributes);
}

static shoal_status search_in(balasch2010_run *out, const place *at, const question *asked,
                              grouping *space, shoal_error *error) {
    const balasch2010_found *found = at->of->found;
    char generations[24];
    snprintf(generations, sizeof generations, "%zu", found->generations);
    const shoal_parameter settings[] = {
        {"generations", generations, NULL},
        {"operators", asked->operators, NULL},
        {"clones", asked->clones ? "allow" : "exclude", NULL},
        /* What the thesis did is clones and nothing after the generations. */
        {"polish", asked->clones ? "0" : "1", NULL},
        {asked->patience ? "patience" : NULL, asked->patience, NULL},
        {NULL, NULL, NULL}};
    search_setup setup = {
        .space = grouping_as_space(space),
        .algorithm = algorithm_find("microaggregation", asked->algorithm),
        .limits = {.cancel = at->of->hooks.cancel},
        .settings = settings,
        .seed = asked->seed,
        .shared = asked->timed ? NULL : at->known,
        .skip_proof = true,
    };
    search run = {0};
    double begin = clock_seconds();
    STATUS_TRY(search_run(&run, &setup, error));
    describe(out, &run, at, asked);
    out->made.seconds = clock_seconds() - begin;
    shoal_status status = experiment_check_cancel(at->of, error);
    if (status == SHOAL_OK && asked->course)
        status = balasch2010_course_add(asked->course, run.monitor, error);
    search_close(&run);
    return status == SHOAL_OK ? trial_list_add(&at->of->trials, &out->made, error) : status;
}

static void close_space(grouping *space) {
    grouping_as_space(space)->kind->close(grouping_as_space(space));
}

static shoal_status search_once(balasch2010_run *out, const place *at, const question *asked,
                                shoal_error *error) {
    grouping *space;
    if (!asked->timed)
        return search_in(out, at, asked, at->shared, error);
    STATUS_TRY(open_space(&space, at, error));
    shoal_status status = search_in(out, at, asked, space, error);
    close_space(space);
    return status;
}

int64_t balasch2010_alone_seeds(const experiment *of) {
    int64_t most = BALASCH2010_ALONE_SEEDS;
    return of->asked.seeds < most ? of->asked.seeds : most;
}

static shoal_status search_all(balasch2010_run **out, const place *at, question *asked,
                               int64_t seeds, shoal_error *error) {
    *out = memory_zero((size_t)seeds, sizeof **out);
    if (!*out)
        return status_no_memory(error);
    for (int64_t i = 0; i < seeds; i++) {
        asked->seed = (uint64_t)i + 1;
        STATUS_TRY(search_once(&(*out)[i], at, asked, error));
    }
    return SHOAL_OK;
}

/* ---- Measures ------------------------------------------------------------------------------- */

static void copy_measures(balasch2010_measures *out, const averaged_table *from) {
    out->groups = from->groups;
    out->il = 100 * from->measured.loss.sse;
    out->id = 100 * from->measured.id;
    out->dld = 100 * from->measured.dld;
    out->score = numeric_losses_score(&from->measured);
    out->loss = from->measured.loss;
    out->pld = 100 * from->measured.pld;
    out->full = numeric_losses_full_score(&from->measured);
    out->smallest = from->smallest;
}

/* Of the node that it holds, by two ways: as searches do, and on the masked table. */
static shoal_status measure(balasch2010_measures *out, const place *at, shoal_error *error) {
    recoding_space *space = grouping_as_space(at->shared);
    averaged_table mask;
    evaluation result;
    STATUS_TRY(space->kind->evaluate(space, (const uint8_t *)out->node, 1, &result, error));
    STATUS_TRY(averaged_table_make(&mask, at->shared, out->node,
                                   (averaged_rows){at->data->read.bound.table->rows, NULL}, error));
    shoal_status status = averaged_table_measure(&mask, at->shared, at->of->hooks.cancel, error);
    out->searched = result.value;
    if (status == SHOAL_OK)
        copy_measures(out, &mask);
    averaged_table_free(&mask);
    return status;
}

static shoal_status measure_hands(const place *at, shoal_error *error) {
    const balasch2010_hand *hands = balasch2010_hands(at->set);
    balasch2010_matrix correlations;
    balasch2010_correlate(&correlations, &at->data->numbers);
    for (size_t i = 0; hands[i].name; i++) {
        balasch2010_hand_node(at->cell->hands[i].node, &hands[i], &correlations);
        STATUS_TRY(measure(&at->cell->hands[i], at, error));
    }
    return SHOAL_OK;
}

static shoal_status measure_best(const place *at, shoal_error *error) {
    const balasch2010_run *best =
        balasch2010_best_run(at->cell->runs[BALASCH2010_GOMM], at->of->asked.seeds);
    memcpy(at->cell->best.node, best->node, sizeof best->node);
    return measure(&at->cell->best, at, error);
}

/* ---- One table at one k --------------------------------------------------------------------- */

static size_t find_case(balasch2010_set set, size_t k) {
    size_t i = 0;
    while (i < BALASCH2010_CASES &&
           (balasch2010_cases[i].set != set || balasch2010_cases[i].k != k))
        i++;
    return i;
}

static shoal_status run_methods(const place *at, size_t case_number, shoal_error *error) {
    balasch2010_found *found = at->of->found;
    bool watched = case_number < BALASCH2010_CASES;
    for (size_t m = 0; m < BALASCH2010_METHODS; m++) {
        const balasch2010_variant *by = &balasch2010_methods[m];
        question asked = {.algorithm = by->algorithm,
                          .variant = by->variant,
                          .operators = "all",
                          .patience = by->patience,
                          .clones = by->clones,
                          .timed = by->timed && experiment_shows_times(at->of)};
        if (watched && m == BALASCH2010_GOMM_CLONES)
            asked.course = &found->courses[case_number][BALASCH2010_COMBINED];
        STATUS_TRY(search_all(&at->cell->runs[m], at, &asked, at->of->asked.seeds, error));
    }
    return SHOAL_OK;
}

static shoal_status run_alone(const place *at, size_t case_number, shoal_error *error) {
    balasch2010_found *found = at->of->found;
    for (size_t i = 0; i < GROUP_OPERATORS; i++) {
        const char *name = group_operator_name((group_operator)i);
        question asked = {.algorithm = "gomm",
                          .variant = name,
                          .operators = name,
                          .clones = true,
                          .course = &found->courses[case_number][1 + i]};
        STATUS_TRY(search_all(&found->alone[case_number][i], at, &asked,
                              balasch2010_alone_seeds(at->of), error));
    }
    return SHOAL_OK;
}

static shoal_status run_place(const place *at, size_t case_number, shoal_error *error) {
    STATUS_TRY(measure_hands(at, error));
    STATUS_TRY(run_methods(at, case_number, error));
    STATUS_TRY(measure_best(at, error));
    experiment_note(at->of, "%s, k %" PRIu64 ": score %.4f with %zu groups",
                    balasch2010_set_name(at->set), at->k, at->cell->best.score,
                    at->cell->best.groups);
    return case_number < BALASCH2010_CASES ? run_alone(at, case_number, error) : SHOAL_OK;
}

static shoal_status run_cell(experiment *of, const balasch2010_data *data, balasch2010_set set,
                             size_t k, shoal_error *error) {
    balasch2010_found *found = of->found;
    place at = {
        .of = of,
        .data = data,
        .set = set,
        .k = balasch2010_ks[k],
        .cell = &found->cells[set][k],
    };
    STATUS_TRY(open_space(&at.shared, &at, error));
    shoal_status status =
        shared_memo_open(&at.known, grouping_as_space(at.shared)->node_bytes, 0, error);
    if (status == SHOAL_OK)
        status = run_place(&at, find_case(set, k), error);
    shared_memo_close(at.known);
    close_space(at.shared);
    return status;
}

/* ---- From beginning to end ------------------------------------------------------------------ */

static shoal_status run_set(experiment *of, balasch2010_set set, shoal_error *error) {
    balasch2010_found *found = of->found;
    balasch2010_data data = {0};
    shoal_status status = balasch2010_read(&data, of, set, error);
    found->rows[set] = data.read.bound.rows;
    for (size_t k = 0; k < BALASCH2010_KS && status == SHOAL_OK; k++)
        status = run_cell(of, &data, set, k, error);
    balasch2010_data_free(&data);
    return status;
}

static shoal_status balasch2010_check(const experiment *of, shoal_error *error) {
    int64_t least = BALASCH2010_POPULATION + BALASCH2010_CHILDREN;
    if (of->asked.seeds > BALASCH2010_MOST_SEEDS)
        return status_fail(error, SHOAL_USAGE, "the experiment balasch2010 takes at most %d seeds",
                           BALASCH2010_MOST_SEEDS);
    if (of->asked.evaluations < least)
        return status_fail(error, SHOAL_USAGE,
                           "the experiment balasch2010 needs at least %" PRId64
                           " evaluations: its first population and one generation",
                           least);
    return SHOAL_OK;
}

static shoal_status balasch2010_run_all(experiment *of, shoal_error *error) {
    balasch2010_found *found = memory_zero(1, sizeof *found);
    if (!found)
        return status_no_memory(error);
    of->found = found;
    found->generations =
        (size_t)(of->asked.evaluations - BALASCH2010_POPULATION) / BALASCH2010_CHILDREN;
    for (int set = 0; set < BALASCH2010_SETS; set++)
        STATUS_TRY(run_set(of, (balasch2010_set)set, error));
    return SHOAL_OK;
}

static void balasch2010_close(experiment *of) {
    balasch2010_found *found = of->found;
    if (!found)
        return;
    for (size_t i = 0; i < BALASCH2010_SETS * BALASCH2010_KS; i++)
        for (size_t m = 0; m < BALASCH2010_METHODS; m++)
            memory_free(found->cells[i / BALASCH2010_KS][i % BALASCH2010_KS].runs[m]);
    for (size_t c = 0; c < BALASCH2010_CASES; c++) {
        for (size_t i = 0; i < GROUP_OPERATORS; i++)
            memory_free(found->alone[c][i]);
        for (size_t w = 0; w < BALASCH2010_WAYS; w++)
            balasch2010_course_free(&found->courses[c][w]);
    }
    memory_free(found);
    of->found = NULL;
}

static const experiment_output outputs[] = {
    {"results.csv", balasch2010_print_results},
    {"configurations.csv", balasch2010_print_configurations},
    {"operators.csv", balasch2010_print_operators},
    {"generations.csv", balasch2010_print_generations},
    {"summary.json", experiment_print_summary},
    {"page.md", experiment_print_page},
    {EXPERIMENT_REPORT, experiment_print_report},
    {NULL, NULL},
};

const experiment_kind experiment_balasch2010 = {
    .item = {"balasch2010", "groups of attributes for microaggregation, by GOMM and by hand", ""},
    .paper = &balasch2010_paper,
    .timed = true,
    .usual = {.seeds = 3, .evaluations = 10200},
    .check = balasch2010_check,
    .run = balasch2010_run_all,
    .flags = " --evaluations {evaluations}",
    .claims = balasch2010_claims,
    .page = balasch2010_page,
    .figures = balasch2010_figures,
    .close = balasch2010_close,
    .outputs = outputs,
};
