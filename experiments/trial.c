#include "experiments/trial.h"

#include "base/clock.h"
#include "experiments/page.h"
#include "experiments/subject.h"
#include "search/multi/objectives.h"

#include <inttypes.h>
#include <math.h>

/* ---- Running -------------------------------------------------------------------------------- */

static void describe_problem(trial *out, const trial_setup *setup, recoding_space *within) {
    const problem *on = setup->problem;
    out->table = on->of->name;
    out->attributes = on->attributes;
    out->k = on->k;
    out->metric = setup->objectives ? setup->objectives->each[0].name : on->metric->name;
    out->algorithm = setup->algorithm->name;
    out->variant = setup->variant;
    out->seed = setup->seed;
    out->budget = setup->evaluations;
    out->nodes = within->kind->size(within);
    out->top = within->kind->height ? within->kind->height(within, NULL) : 0;
}

static void describe_answer(trial *out, const search *run, uint64_t rows) {
    out->found = run->found;
    out->proven = search_is_proven(run);
    out->value = run->found ? run->best.value : NAN;
    out->bound = isfinite(run->bound) ? run->bound : NAN;
    out->gap = search_gap(run);
    out->suppressed = run->found ? run->best.classes.suppressed : 0;
    out->los = run->found ? (double)out->suppressed / (double)rows : NAN;
    out->accuracy = NAN;
    out->hypervolume = run->hypervolume;
    const recoding_space *space = run->space;
    bool stepped = run->found && space->kind->height;
    out->height = stepped ? space->kind->height(space, run->best_node) : 0;
    out->evaluations = run->evaluations;
    out->memo_hits = run->memo_hits;
    out->stopped_by = search_stop_name(run->stopped_by);
}

typedef struct watched {
    const search *run;
    const trial_setup *setup;
} watched;

static void pass_on(const shoal_progress *line, void *user) {
    const watched *of = user;
    of->setup->watch(of->run, line, of->setup->watcher);
}

static shoal_status search_once(trial *out, const experiment *of, const trial_setup *setup,
                                recoding_space *space, shoal_error *error) {
    search run = {0};
    watched progress = {&run, setup};
    shoal_hooks hooks = {.size = sizeof hooks, .progress = pass_on, .user = &progress};
    search_setup how = {
        .space = space,
        .algorithm = setup->algorithm,
        .limits = {.evaluations = setup->evaluations,
                   .seconds = setup->seconds,
                   .cancel = of->hooks.cancel},
        .settings = setup->settings,
        .hooks = setup->watch ? &hooks : NULL,
        .seed = setup->seed,
        .shared = setup->shared,
        .objectives = setup->objectives,
        .asked_k = setup->problem->k,
        .skip_proof = true,
    };
    STATUS_TRY(search_run(&run, &how, error));
    describe_problem(out, setup, space);
    describe_answer(out, &run, setup->problem->of->bound.rows);
    search_close(&run);
    return SHOAL_OK;
}

static shoal_status search_somewhere(trial *out, const experiment *of, const trial_setup *setup,
                                     shoal_error *error) {
    if (setup->space)
        return search_once(out, of, setup, setup->space, error);
    lattice *space = NULL;
    STATUS_TRY(problem_space(&space, setup->problem, of->pool, error));
    shoal_status status = search_once(out, of, setup, lattice_as_space(space), error);
    lattice_close(space);
    return status;
}

shoal_status trial_make(trial *out, const experiment *of, const trial_setup *setup,
                        shoal_error *error) {
    *out = (trial){0};
    double begin = clock_seconds();
    STATUS_TRY(search_somewhere(out, of, setup, error));
    out->seconds = clock_seconds() - begin;
    return SHOAL_OK;
}

shoal_status trial_list_add(trial_list *list, const trial *made, shoal_error *error) {
    if (!memory_grow((void **)&list->trials, &list->held, list->count + 1, sizeof *list->trials))
        return status_no_memory(error);
    list->trials[list->count++] = *made;
    return SHOAL_OK;
}

shoal_status trial_run(const trial **out, experiment *of, const trial_setup *setup,
                       shoal_error *error) {
    trial made;
    STATUS_TRY(trial_make(&made, of, setup, error));
    STATUS_TRY(experiment_check_cancel(of, error));
    STATUS_TRY(trial_list_add(&of->trials, &made, error));
    *out = &of->trials.trials[of->trials.count - 1];
    return SHOAL_OK;
}

/* ---- CSV ------------------------------------------------------------------------------------ */

const char *trial_outcome(const trial *of) {
    return !of->found ? "none" : of->proven ? "optimal" : "feasible";
}

static void print_trial(text *out, const trial *shown, bool times) {
    double height = shown->found ? (double)shown->height : (double)NAN;
    text_format(out, "%s,%zu,%" PRIu64 ",%.6g,%s,%s,%" PRIu64 ",%s,%s,%s,%s,%s,%s,%d,%s",
                shown->table, shown->attributes, shown->k, shown->nodes, shown->metric,
                shown->algorithm, shown->seed, trial_outcome(shown), in_full(shown->value).of,
                in_full(shown->bound).of, in_full(shown->gap).of, in_full(shown->los).of,
                in_full(height).of, shown->top, in_full(shown->accuracy).of);
    text_format(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%s", shown->budget, shown->evaluations,
                shown->memo_hits, shown->stopped_by);
    if (times)
        text_format(out, ",%.6f", shown->seconds);
    text_add_string(out, "\n");
}

void trial_list_print(text *out, const trial_list *list, bool times) {
    text_format(out,
                "table,quasi_identifiers,k,nodes,metric,algorithm,seed,outcome,value,bound,gap,"
                "los,height,top,accuracy,budget,evaluations,memo_hits,stopped_by%s\n",
                times ? ",seconds" : "");
    for (size_t i = 0; i < list->count; i++)
        print_trial(out, &list->trials[i], times);
}
