/* The paper's experiments (section 6): NSGA-II towards a preference point, for
 * several k, populations, weights and wishes for little bias; and what the
 * paper did not have, bounds on what is possible. */
#include "experiments/dewri2009.h"
#include "search/multi/objectives.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WISH(k, bias)                                                                              \
    { {DEWRI2009_PREFERRED, bias}, k }

/* Those with the same weights follow each other. */
const dewri2009_case dewri2009_cases[DEWRI2009_CASES] = {
    {WISH(2, 1), 100, 0},    {WISH(5, 1), 100, 0},    {WISH(10, 1), 100, 0},
    {WISH(25, 1), 100, 0},   {WISH(50, 1), 100, 0},   {WISH(100, 1), 100, 0},
    {WISH(5, 1), 250, 0},    {WISH(5, 1), 500, 0},    {WISH(5, 0.1), 100, 0},
    {WISH(5, 1), 100, 1},    {WISH(5, 0.5), 100, 1},  {WISH(5, 0.1), 100, 1},
    {WISH(5, 0.05), 100, 1}, {WISH(5, 0.01), 100, 1}, {WISH(5, 0.1), 100, 2},
    {WISH(5, 0.1), 100, 3},  {WISH(5, 0.1), 100, 4},
};

const dewri2009_figure dewri2009_figures[DEWRI2009_FIGURES] = {
    {6, {0, 1, 2, 3, 4, 5}},
    {3, {1, 6, 7}},
    {5, {8, 11, 14, 15, 16}},
    {5, {9, 10, 11, 12, 13}},
};

/* ---- Searches side by side ------------------------------------------------------------------- */

typedef struct race {
    const experiment *of;
    const problem *on;
    const dewri2009_case *asked;
    const char *name;
    dewri2009_answer *answers; /* [seeds] */
    objectives wanted;
    shoal_parameter settings[3]; /* NULL-terminated by name */
    char population[16], budget[24];
} race;

typedef struct onlooker {
    const race *between;
    dewri2009_answer *answer;
    uint8_t *early; /* the best node while children are within the evaluations */
} onlooker;

static void watch(const search *run, const shoal_progress *line, void *user) {
    const onlooker *by = user;
    int64_t children = run->evaluations + run->memo_hits;
    if (run->found && children <= by->between->of->asked.evaluations)
        memcpy(by->early, run->best_node, run->node_bytes);
    if (line->last)
        by->answer->status = dewri2009_look(by->answer, run, &by->between->asked->wish, by->early,
                                            &by->answer->error);
}

/* With a preference k is a constraint among others: classes of every size are
 * looked at. */
static shoal_status search_once(dewri2009_answer *out, const race *between, uint64_t seed) {
    problem open = *between->on;
    open.k = 1;
    cut *space;
    STATUS_TRY(problem_cut(&space, &open, NULL, &out->error));
    uint8_t *early = memory_zero(1, cut_as_space(space)->node_bytes);
    onlooker by = {between, out, early};
    trial_setup setup = {
        .problem = between->on,
        .algorithm = algorithm_find("cut", "nsga2"),
        .variant = between->name,
        .seed = seed,
        .settings = between->settings,
        .objectives = &between->wanted,
        .space = cut_as_space(space),
        .watch = watch,
        .watcher = &by,
    };
    shoal_status status = early ? trial_make(&out->made, between->of, &setup, &out->error)
                                : status_no_memory(&out->error);
    memory_free(early);
    cut_close(space);
    return status;
}

static void race_item(void *context, size_t item, int worker) {
    const race *between = context;
    dewri2009_answer *each = &between->answers[item];
    (void)worker;
    shoal_status status = search_once(each, between, item + 1);
    if (each->status == SHOAL_OK)
        each->status = status;
    each->made.budget = between->of->asked.evaluations;
}

static shoal_status race_prepare(race *between, shoal_error *error) {
    char prefer[64];
    const preference *point = &between->asked->wish.point;
    snprintf(prefer, sizeof prefer, "nwp=%g,necd=%g", point->loss, point->bias);
    snprintf(between->population, sizeof between->population, "%d", between->asked->population);
    snprintf(between->budget, sizeof between->budget, "%" PRId64, between->of->asked.evaluations);
    between->settings[0] = (shoal_parameter){"population", between->population, NULL};
    between->settings[1] = (shoal_parameter){"budget", between->budget, NULL};
    between->settings[2] = (shoal_parameter){NULL, NULL, NULL};
    return objectives_read(&between->wanted, NULL, prefer, "nwp", error);
}

/* ---- One case -------------------------------------------------------------------------------- */

static shoal_status collect(experiment *of, const dewri2009_answer *answers, shoal_error *error) {
    STATUS_TRY(experiment_check_cancel(of, error));
    for (int64_t i = 0; i < of->asked.seeds; i++) {
        if (answers[i].status != SHOAL_OK) {
            if (error)
                *error = answers[i].error;
            return answers[i].status;
        }
        STATUS_TRY(trial_list_add(&of->trials, &answers[i].made, error));
    }
    return SHOAL_OK;
}

static shoal_status run_race(experiment *of, const problem *on, size_t at, shoal_error *error) {
    dewri2009_found *found = of->found;
    found->answers[at] = memory_zero((size_t)of->asked.seeds, sizeof(dewri2009_answer));
    if (!found->answers[at])
        return status_no_memory(error);
    race between = {
        .of = of,
        .on = on,
        .asked = &dewri2009_cases[at],
        .name = found->names[at],
        .answers = found->answers[at],
    };
    STATUS_TRY(race_prepare(&between, error));
    threads_run(of->pool, (size_t)of->asked.seeds, race_item, &between);
    STATUS_TRY(collect(of, between.answers, error));
    experiment_note(of, "%s: nwp %.4f, necd %.4f, k %.0f", between.name,
                    dewri2009_median(of, at, DEWRI2009_NWP),
                    dewri2009_median(of, at, DEWRI2009_NECD),
                    dewri2009_median(of, at, DEWRI2009_EFFECTIVE_K));
    return SHOAL_OK;
}

/* ---- Bounds ---------------------------------------------------------------------------------- */

static shoal_status bound_loss(experiment *of, const problem *on, trial *out, shoal_error *error) {
    const trial *made;
    cut *space;
    STATUS_TRY(problem_cut(&space, on, of->pool, error));
    trial_setup setup = {
        .problem = on,
        .algorithm = algorithm_find("cut", "optimal"),
        .seconds = of->asked.time_limit,
        .space = cut_as_space(space),
    };
    shoal_status status = trial_run(&made, of, &setup, error);
    cut_close(space);
    if (status != SHOAL_OK)
        return status;
    *out = *made;
    experiment_note(of, "optimal, k %" PRIu64 ": nwp %.4f, bound %.4f, %s", out->k, out->value,
                    out->bound, out->proven ? "proven" : "not proven");
    return SHOAL_OK;
}

/* ---- From beginning to end ------------------------------------------------------------------- */

static shoal_status run_case(experiment *of, const subject *adult, size_t at, shoal_error *error) {
    dewri2009_found *found = of->found;
    problem on;
    STATUS_TRY(problem_open(&on, adult, adult->bound.attributes, dewri2009_cases[at].wish.k, 0,
                            "nwp", error));
    found->tuples = on.set.tuples;
    shoal_status status = run_race(of, &on, at, error);
    if (status == SHOAL_OK && at < DEWRI2009_KS)
        status = bound_loss(of, &on, &found->proofs[at], error);
    problem_close(&on);
    return status;
}

static shoal_status run_weighting(experiment *of, subject *adult, size_t weighting,
                                  shoal_error *error) {
    dewri2009_found *found = of->found;
    STATUS_TRY(dewri2009_read(adult, of, &dewri2009_weightings[weighting], error));
    found->rows = adult->bound.rows;
    for (size_t a = 0; a < DEWRI2009_ATTRIBUTES; a++)
        found->values[a] = adult->bound.domains[a].size;
    for (size_t at = 0; at < DEWRI2009_CASES; at++)
        if (dewri2009_cases[at].weighting == weighting)
            STATUS_TRY(run_case(of, adult, at, error));
    return SHOAL_OK;
}

static void name_case(char out[64], const dewri2009_case *named) {
    snprintf(out, 64, "k %" PRIu64 ", population %d, %s, preference (%g, %g)", named->wish.k,
             named->population, dewri2009_weightings[named->weighting].name, named->wish.point.loss,
             named->wish.point.bias);
}

static shoal_status dewri2009_check(const experiment *of, shoal_error *error) {
    if (of->asked.seeds <= DEWRI2009_MOST_SEEDS)
        return SHOAL_OK;
    return status_fail(error, SHOAL_USAGE, "the experiment dewri2009 takes at most %d seeds",
                       DEWRI2009_MOST_SEEDS);
}

static shoal_status dewri2009_run(experiment *of, shoal_error *error) {
    dewri2009_found *found = memory_zero(1, sizeof *found);
    if (!found)
        return status_no_memory(error);
    of->found = found;
    for (size_t at = 0; at < DEWRI2009_CASES; at++)
        name_case(found->names[at], &dewri2009_cases[at]);
    for (size_t w = 0; w < DEWRI2009_WEIGHTINGS; w++) {
        subject adult = {0};
        shoal_status status = run_weighting(of, &adult, w, error);
        subject_free(&adult);
        if (status != SHOAL_OK)
            return status;
    }
    return SHOAL_OK;
}

static void dewri2009_close(experiment *of) {
    dewri2009_found *found = of->found;
    if (!found)
        return;
    for (size_t at = 0; at < DEWRI2009_CASES; at++) {
        for (int64_t i = 0; found->answers[at] && i < of->asked.seeds; i++)
            dewri2009_answer_free(&found->answers[at][i]);
        memory_free(found->answers[at]);
    }
    memory_free(found);
    of->found = NULL;
}

static const experiment_output outputs[] = {
    {"results.csv", dewri2009_print_results},     {"fronts.csv", dewri2009_print_fronts},
    {"summary.json", experiment_print_summary},   {"page.md", experiment_print_page},
    {EXPERIMENT_REPORT, experiment_print_report}, {NULL, NULL},
};

const experiment_kind experiment_dewri2009 = {
    .item = {"dewri2009", "a preference for loss and bias, and the whole trade-off with k", ""},
    .paper = &dewri2009_paper,
    .timed = true,
    .usual = {.seeds = 5, .evaluations = 50000, .time_limit = 180},
    .check = dewri2009_check,
    .run = dewri2009_run,
    .flags = " --evaluations {evaluations} --time-limit {time_limit}",
    .claims = dewri2009_claims,
    .page = dewri2009_page,
    .figures = dewri2009_page_figures,
    .close = dewri2009_close,
    .outputs = outputs,
};
