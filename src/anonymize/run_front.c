/* The front of a search with several objectives: measured point by point, or picked from. */
#include "anonymize/run_search.h"
#include "search/multi/pareto.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static char *print_node(arena *memory, const uint8_t *node, size_t bytes) {
    char *out = arena_new(memory, 2 * bytes + 1, 1);
    for (size_t i = 0; out && i < bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", node[i]);
    return out;
}

/* The values of the metrics that are stated, out of those of the recoding's whole list. */
static double *state_metrics(arena *memory, const run_request *request, const bound_table *bound,
                             const double *all) {
    double *out = arena_new(memory, RUN_METRICS, sizeof *out);
    size_t count = 0;
    for (size_t i = 0; out && request->recoding->metrics[i] && count < RUN_METRICS; i++)
        if (recoding_shows(bound, request->recoding->metrics[i]))
            out[count++] = all[i];
    return out;
}

static shoal_status add_point(run_search *run, size_t index, const run_request *request,
                              recoder *by, shoal_error *error) {
    const objectives *wanted = &request->objectives;
    arena *memory = &run->front.memory;
    size_t bytes = run->space->node_bytes;
    uint8_t *node = run->front.nodes + index * bytes;
    double all[RUN_METRICS] = {0};
    node_measures measured = {.metrics = all};
    /* Of points equal in every objective the archive has the first, the search the best. */
    memcpy(node, index == 0 ? run->search.best_node : pareto_archive_node(run->search.front, index),
           bytes);
    STATUS_TRY(request->recoding->measure_node(by, run->space, node, &measured, error));
    double *values = arena_new(memory, wanted->count, sizeof *values);
    double *metrics = state_metrics(memory, request, by->bound, all);
    char *printed = print_node(memory, node, bytes);
    if (!values || !metrics || !printed)
        return status_no_memory(error);
    const double *minimized = pareto_archive_values(run->search.front, index);
    for (size_t i = 0; i < wanted->count; i++)
        values[i] = objective_shown(&wanted->each[i], minimized[i]);
    run->front.points[index] = (result_point){
        .objectives = values,
        .metrics = metrics,
        .k_eff = measured.classes.smallest,
        .classes = measured.classes.classes,
        .suppressed = measured.classes.suppressed,
        .node = printed,
    };
    return SHOAL_OK;
}

shoal_status run_front_take(run_search *run, const run_request *request, recoder *by,
                            const volatile int *cancel, shoal_error *error) {
    run_front *front = &run->front;
    size_t count = pareto_archive_count(run->search.front);
    front->nodes = arena_new(&front->memory, count * run->space->node_bytes, 1);
    front->points = arena_new(&front->memory, count, sizeof *front->points);
    if (!front->nodes || !front->points)
        return status_no_memory(error);
    run_search_name_task(front->task, run->space);
    for (; front->count < count; front->count++) {
        if (cancel && *cancel)
            return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
        STATUS_TRY(add_point(run, front->count, request, by, error));
    }
    return SHOAL_OK;
}

/* ---- Picking ------------------------------------------------------------------------------- */

static bool take_seed(recoding_space *space, const saved_front *from, size_t point) {
    uint64_t seed = 0;
    if (!saved_front_seed(&seed, from, point))
        return false;
    if (from->seed >= 0 && space->kind->reseed)
        space->kind->reseed(space, seed);
    return true;
}

bool run_front_read_node(uint8_t *out, recoding_space *space, const saved_front *from,
                         size_t point) {
    return take_seed(space, from, point) && saved_front_node(out, from, point, space->node_bytes) &&
           space->kind->is_node(space, out) &&
           (!space->kind->is_releasable || space->kind->is_releasable(space, out));
}

static shoal_status check_point(const run_search *run, const run_request *request,
                                const saved_front *from, size_t point, shoal_error *error) {
    char task[17];
    run_search_name_task(task, run->space);
    if (strcmp(saved_front_cell(from, point, from->recoding), request->recoding->name) != 0 ||
        strcmp(saved_front_cell(from, point, from->task), task) != 0)
        return status_refuse(error, SHOAL_USAGE, "front_of_other_problem", "front_path",
                             "the front %.120s belongs to another problem: use the input and the "
                             "plan that it was made with",
                             from->path);
    if (!run_front_read_node(run->search.best_node, run->space, from, point))
        return status_fail(error, SHOAL_BAD_DATA, "%.120s: the node of point %zu is damaged",
                           from->path, point + 1);
    return SHOAL_OK;
}

/* Objectives are recomputed: the file is not trusted. */
static shoal_status evaluate_again(double *values, run_search *run, const run_request *request,
                                   shoal_error *error) {
    double sums[OBJECTIVES_MOST];
    const objectives *wanted = &request->objectives;
    uint64_t k = (uint64_t)request->plan->k;
    const uint8_t *node = run->search.best_node;
    evaluation *result = &run->search.best;
    recoding_space *space = run->space;
    STATUS_TRY(space->kind->evaluate(space, node, 1, result, error));
    sums[0] = result->value;
    for (size_t i = 0; i < run->other_count; i++) {
        evaluation other;
        STATUS_TRY(run->others[i]->kind->evaluate(run->others[i], node, 1, &other, error));
        sums[i + 1] = other.value;
    }
    metric_context asked = objectives_context(space, k);
    objectives_values(wanted, &asked, &result->classes, sums, values);
    for (size_t i = 0; i < wanted->count; i++)
        values[i] = objective_shown(&wanted->each[i], values[i]);
    result->value = values[0];
    if (objectives_violation(wanted, result, k, space->context.limit) > 0)
        return status_refuse(error, SHOAL_INFEASIBLE, "pick_infeasible", "pick",
                             "the point that was picked does not meet the plan: its smallest class "
                             "has %" PRIu64 " rows and it suppresses %" PRIu64,
                             result->classes.smallest, result->classes.suppressed);
    return SHOAL_OK;
}

static shoal_status refuse_difference(const saved_front *from, size_t point, int64_t place,
                                      double found, shoal_error *error) {
    return status_refuse(error, SHOAL_BAD_DATA, "front_point_differs", "front_path",
                         "%.80s: %.30s of point %zu is %.24s there, but %.10g as it would be "
                         "released: make the front again",
                         from->path, from->table->column[place].name, point + 1,
                         saved_front_cell(from, point, place), found);
}

static double objective_found(const objectives *of, const char *name, int direction,
                              const double *values) {
    for (size_t i = 0; i < of->count; i++)
        if (strcmp(of->each[i].name, name) == 0 && of->each[i].maximized == (direction > 0))
            return values[i];
    return (double)NAN;
}

static shoal_status compare_objectives(const run_request *request, const saved_front *from,
                                       size_t point, const double *values, shoal_error *error) {
    for (int64_t c = 0; c < (int64_t)from->table->columns; c++) {
        const char *name;
        int direction = saved_front_direction(from, c, &name);
        if (direction == 0)
            continue;
        double value = objective_found(&request->objectives, name, direction, values);
        if (!saved_front_agrees(from, point, c, value))
            return refuse_difference(from, point, c, value, error);
    }
    return SHOAL_OK;
}

/* What is released must be what was picked: by the numbers that it was picked for. */
static shoal_status compare_counts(run_search *run, const run_request *request, recoder *by,
                                   const saved_front *from, size_t point, shoal_error *error) {
    double metrics[RUN_METRICS] = {0};
    node_measures found = {.metrics = metrics};
    STATUS_TRY(
        request->recoding->measure_node(by, run->space, run->search.best_node, &found, error));
    const struct {
        int64_t place;
        uint64_t count;
    } each[] = {{from->k, found.classes.smallest},
                {from->classes, found.classes.classes},
                {from->suppressed, found.classes.suppressed}};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (!saved_front_agrees(from, point, each[i].place, (double)each[i].count))
            return refuse_difference(from, point, each[i].place, (double)each[i].count, error);
    return SHOAL_OK;
}

static shoal_status pick_from(run_search *run, const run_request *request, recoder *by,
                              saved_front *from, const char *path, const char *pick,
                              shoal_error *error) {
    double values[OBJECTIVES_MOST];
    size_t point;
    STATUS_TRY(saved_front_read(from, path, error));
    STATUS_TRY(saved_front_find(&point, from, pick, error));
    run->search = (search){.node_bytes = run->space->node_bytes,
                           .space = run->space,
                           .algorithm = request->algorithm,
                           .bound = -INFINITY,
                           .hypervolume = NAN,
                           .stopped_by = STOPPED_BY_PICK};
    run->search.best_node = memory_zero(run->space->node_bytes, 1);
    if (!run->search.best_node)
        return status_no_memory(error);
    STATUS_TRY(check_point(run, request, from, point, error));
    STATUS_TRY(evaluate_again(values, run, request, error));
    STATUS_TRY(compare_objectives(request, from, point, values, error));
    STATUS_TRY(compare_counts(run, request, by, from, point, error));
    run->search.found = true;
    return SHOAL_OK;
}

shoal_status run_front_pick(run_search *run, const run_request *request, recoder *by,
                            const char *path, const char *pick, shoal_error *error) {
    saved_front from = {0};
    shoal_status status = pick_from(run, request, by, &from, path, pick, error);
    saved_front_close(&from);
    return status;
}
