/* The table bound to one plan, and searches on it. */
#include "base/clock.h"
#include "explore/explore.h"
#include "search/driver/algorithms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Plans ----------------------------------------------------------------------------------- */

shoal_plan explore_plan(const explore_run *run, const char *name) {
    shoal_plan plan = *run->plan;
    const recoding *to = recoding_find(name);
    plan.recoding = (char *)name;
    if (!to || strcmp(name, run->plan->recoding) == 0)
        return plan;
    static char usual[] = "auto";
    if (!algorithm_find(name, plan.algorithm)) {
        plan.algorithm = usual;
        plan.setting_count = 0;
    }
    if (plan.metric && !recoding_metric(to, plan.metric))
        plan.metric = NULL;
    return plan;
}

void explore_plan_set(shoal_plan *plan, int64_t k, double limit) {
    plan->k_given = k;
    plan->suppression = limit;
    plan->suppression_given = true;
    plan_settle(plan);
}

/* ---- Binding --------------------------------------------------------------------------------- */

/* A plan that no release can meet is an answer, not a mistake. */
static shoal_status allow_infeasible(explore_binding *of, shoal_status status) {
    of->impossible = status == SHOAL_INFEASIBLE;
    return of->impossible ? SHOAL_OK : status;
}

static shoal_status bind_table(explore_binding *of, shoal_error *error) {
    bound_table *bound = &of->bound;
    STATUS_TRY(bound_table_find_columns(bound, false, error));
    STATUS_TRY(run_request_check_target(&of->request, bound->table, error));
    STATUS_TRY(bound_table_choose_rows(bound, error));
    STATUS_TRY(bound_table_find_persons(bound, error));
    bound->target = run_request_target(&of->request, &bound->rules);
    STATUS_TRY(allow_infeasible(of, of->request.recoding->bind(&of->recoder, bound, error)));
    return of->impossible ? SHOAL_OK : allow_infeasible(of, bound_table_check_rules(bound, error));
}

static shoal_status check_request(const run_request *request, shoal_error *error) {
    if (request->objectives.count == 0)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "explore_objectives", "search.algorithm",
                         "%s has several objectives and finds a front by itself: an exploration "
                         "needs an algorithm with one",
                         request->algorithm->name);
}

shoal_status explore_bind(explore_binding *out, explore_run *run, const shoal_plan *plan, bool tell,
                          shoal_error *error) {
    *out = (explore_binding){.run = run, .plan = *plan};
    out->bound = (bound_table){
        .plan = &out->plan,
        .path = run->table.path,
        .names = run->table.names,
        .hooks = tell ? &run->hooks : &run->quiet,
        .pool = run->pool,
        .warnings = tell ? &run->warnings : NULL,
        .table = run->table.table,
    };
    STATUS_TRY(bound_table_check_plan(&out->plan, error));
    STATUS_TRY(rules_read(&out->bound.rules, &out->plan, error));
    STATUS_TRY(run_request_read(&out->request, &out->plan, &out->bound.rules, error));
    STATUS_TRY(check_request(&out->request, error));
    if (tell)
        run_request_note_unused(&out->request, &run->hooks);
    return bind_table(out, error);
}

static void close_space(explore_binding *of) {
    shared_memo_close(of->known);
    of->known = NULL;
    if (of->space)
        of->space->kind->close(of->space);
    of->space = NULL;
}

void explore_binding_close(explore_binding *of) {
    close_space(of);
    recoder_close(of->recoder);
    run_request_close(&of->request);
    bound_table_close(&of->bound);
}

bool explore_is_shared(const explore_binding *of) {
    return of->request.recoding->space->evaluate_each != NULL;
}

/* ---- Searching ------------------------------------------------------------------------------- */

static int by_size(const void *one, const void *other) {
    uint64_t left = *(const uint64_t *)one, right = *(const uint64_t *)other;
    return (left > right) - (left < right);
}

/* What the plan asks for with each k: a limit of the risk may ask for more. */
static shoal_status open_memo(explore_binding *of, const int64_t *ks, size_t count,
                              shoal_error *error) {
    size_t bytes = of->space->node_bytes, memory = (size_t)of->plan.memory;
    if (!explore_is_shared(of))
        return shared_memo_open(&of->known, bytes, memory, error);
    uint64_t *asked = memory_new(count, sizeof *asked);
    if (!asked)
        return status_no_memory(error);
    shoal_plan plan = of->plan;
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++) {
        explore_plan_set(&plan, ks[i], plan.suppression);
        size_t j = 0;
        while (j < distinct && asked[j] != (uint64_t)plan.k)
            j++;
        asked[j] = (uint64_t)plan.k;
        distinct += j == distinct;
    }
    qsort(asked, distinct, sizeof *asked, by_size);
    shoal_status status = shared_memo_open_each(&of->known, bytes, memory, asked, distinct, error);
    memory_free(asked);
    return status;
}

static shoal_status open_space(explore_binding *of, const int64_t *ks, size_t count,
                               shoal_error *error) {
    if (!of->space)
        STATUS_TRY(run_request_open_space(&of->space, &of->request, of->recoder, of->request.metric,
                                          error));
    if (!of->known)
        STATUS_TRY(open_memo(of, ks, count, error));
    of->space->context.limit = of->bound.limit;
    if (explore_is_shared(of))
        of->space->context.k = (uint64_t)of->plan.k;
    return SHOAL_OK;
}

static bool has_enough(const bound_table *bound) {
    uint64_t k = (uint64_t)bound->plan->k;
    return k <= bound->rows && (!bound->person_of || k <= bound->persons);
}

/* A line for the whole: how many of its searches are done. */
static void report(explore_run *run, const search *found) {
    run->searched++;
    if (!run->hooks.progress)
        return;
    double done = run->searches ? (double)run->searched / (double)run->searches : 1;
    run->hooks.progress(
        &(shoal_progress){.finder = ' ',
                          .evaluations = found->evaluations,
                          .done = done < 1 ? done : 1,
                          .best = found->found ? found->best.value : (double)NAN,
                          .bound = isfinite(found->bound) ? found->bound : (double)NAN,
                          .gap = found->space ? search_gap(found) : (double)NAN,
                          .seconds = clock_seconds() - run->started,
                          .metric = found->space ? found->space->metric->name : "loss",
                          .last = run->searched == run->searches,
                          .points = -1,
                          .hypervolume = (double)NAN},
        run->hooks.user);
}

static shoal_status search_space(search *out, explore_binding *of, shoal_error *error) {
    search_setup setup = run_request_setup(&of->request, of->space);
    setup.limits.cancel = of->run->hooks.cancel;
    setup.hooks = &of->run->quiet;
    setup.shared = of->known;
    return search_run(out, &setup, error);
}

/* As `anonymize` does (anonymize_search.c). Only one search is made on such a binding. */
static shoal_status search_unsuppressed(search *out, explore_binding *of, const int64_t *ks,
                                        size_t k_count, shoal_error *error) {
    double bound = out->bound;
    search_close(out);
    *out = (search){.bound = -INFINITY};
    close_space(of);
    of->bound.limit = 0;
    STATUS_TRY(open_space(of, ks, k_count, error));
    STATUS_TRY(search_space(out, of, error));
    search_bound_by(out, bound);
    return SHOAL_OK;
}

shoal_status explore_search(search *out, explore_binding *of, int64_t k, double limit,
                            const int64_t *ks, size_t k_count, shoal_error *error) {
    const volatile int *cancel = of->run->hooks.cancel;
    explore_plan_set(&of->plan, k, limit);
    of->bound.limit = suppression_limit(&of->plan, of->bound.rows);
    *out = (search){.bound = -INFINITY};
    if (!of->impossible && has_enough(&of->bound)) {
        STATUS_TRY(open_space(of, ks, k_count, error));
        STATUS_TRY(search_space(out, of, error));
        if (run_request_suppressed_all(&of->request, out, of->bound.limit))
            STATUS_TRY(search_unsuppressed(out, of, ks, k_count, error));
    }
    if (cancel && *cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    report(of->run, out);
    return SHOAL_OK;
}

exploration_answer explore_answer(const search *found) {
    bool searched = found->space != NULL;
    return (exploration_answer){
        .found = found->found,
        .proven = !searched || search_is_proven(found),
        .value = found->found ? found->best.value : (double)NAN,
        .bound = found->found && isfinite(found->bound) ? found->bound : (double)NAN,
        .gap = found->found ? search_gap(found) : (double)NAN,
    };
}
