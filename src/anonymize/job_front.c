/* The front of a search with several objectives: described point by point, saved, and picked from.
 */
#include "anonymize/job.h"

#include "base/hash.h"
#include "front/saved_front.h"
#include "recode/problem_fingerprint.h"
#include "search/multi/pareto.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void job_front_close(job_front *front) {
    arena_free(&front->memory);
    *front = (job_front){0};
}

/* What a node means depends on all that evaluations depend on. */
void job_name_task(char out[17], const recoding_space *space) {
    fingerprint of = fingerprint_take(space);
    uint64_t hash = 0;
    for (size_t i = 0; i < FINGERPRINT_PARTS; i++)
        hash = hash_mix(hash ^ of.part[i]) + 1;
    snprintf(out, 17, "%016" PRIx64, hash);
}

/* ---- Describing ---------------------------------------------------------------------------- */

static shoal_status describe_cut(job *run, const uint8_t *node, lattice_detail *out,
                                 shoal_error *error) {
    bound_hierarchy *hierarchies = memory_zero(run->attributes, sizeof *hierarchies);
    uint8_t *top = memory_new(run->attributes, 1);
    lattice *space = NULL;
    shoal_status status = hierarchies && top ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = cut_hierarchies(cut_of_space(run->searched), (const uint64_t *)(const void *)node,
                                 hierarchies, error);
    if (status == SHOAL_OK)
        status = job_open_lattice(&space, run, hierarchies, error);
    if (status == SHOAL_OK) {
        memset(top, 1, run->attributes);
        status = lattice_describe(space, top, out, error);
    }
    lattice_close(space);
    for (size_t a = 0; hierarchies && a < run->attributes; a++)
        bound_hierarchy_free(&hierarchies[a]);
    memory_free(hierarchies);
    memory_free(top);
    return status;
}

shoal_status job_describe(job *run, const uint8_t *node, lattice_detail *out, shoal_error *error) {
    return run->recoding == &cut_kind ? describe_cut(run, node, out, error)
                                      : lattice_describe(run->space, node, out, error);
}

static char *print_node(arena *memory, const uint8_t *node, size_t bytes) {
    char *out = arena_new(memory, 2 * bytes + 1, 1);
    for (size_t i = 0; out && i < bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", node[i]);
    return out;
}

static shoal_status fill_point(job *run, result_point *out, const lattice_detail *detail,
                               const double *minimized, const uint8_t *node, shoal_error *error) {
    arena *memory = &run->front.memory;
    size_t metrics = job_metric_count(run);
    double *objective_values = arena_new(memory, run->objectives.count, sizeof(double));
    double *metric_values = arena_new(memory, metrics, sizeof(double));
    char *printed = print_node(memory, node, run->searched->node_bytes);
    if (!objective_values || !metric_values || !printed)
        return status_no_memory(error);
    for (size_t i = 0; i < run->objectives.count; i++)
        objective_values[i] = objective_shown(&run->objectives.each[i], minimized[i]);
    for (size_t i = 0; i < metrics; i++)
        metric_values[i] =
            job_metric_has_meaning(run, metric_list[i]) ? detail->metric_values[i] : (double)NAN;
    *out = (result_point){
        .objectives = objective_values,
        .metrics = metric_values,
        .k_eff = detail->classes.smallest,
        .classes = detail->classes.classes,
        .suppressed = detail->classes.suppressed,
        .node = printed,
    };
    return SHOAL_OK;
}

static shoal_status add_point(job *run, size_t index, shoal_error *error) {
    size_t bytes = run->searched->node_bytes;
    uint8_t *node = run->front.nodes + index * bytes;
    lattice_detail detail = {0};
    /* Of points equal in every objective the archive has the first, the search the best. */
    memcpy(node, index == 0 ? run->search.best_node : pareto_archive_node(run->search.front, index),
           bytes);
    STATUS_TRY(job_describe(run, node, &detail, error));
    shoal_status status = fill_point(run, &run->front.points[index], &detail,
                                     pareto_archive_values(run->search.front, index), node, error);
    lattice_detail_free(&detail);
    return status;
}

shoal_status job_take_front(job *run, shoal_error *error) {
    job_front *front = &run->front;
    size_t count = pareto_archive_count(run->search.front);
    size_t bytes = run->searched->node_bytes;
    front->nodes = arena_new(&front->memory, count * bytes, 1);
    front->points = arena_new(&front->memory, count, sizeof *front->points);
    if (!front->nodes || !front->points)
        return status_no_memory(error);
    job_name_task(front->task, run->searched);
    for (; front->count < count; front->count++) {
        /* A run that keeps its best when it is interrupted keeps the front, too. */
        if (!job_was_interrupted(run))
            STATUS_TRY(job_check_cancel(run, error));
        STATUS_TRY(add_point(run, front->count, error));
    }
    return SHOAL_OK;
}

/* ---- Picking ------------------------------------------------------------------------------- */

bool job_read_node(uint8_t *out, const job *run, const saved_front *from, size_t point) {
    const recoding_space *space = run->searched;
    return saved_front_node(out, from, point, space->node_bytes) &&
           space->kind->is_node(space, out) &&
           (!space->kind->is_releasable || space->kind->is_releasable(space, out));
}

static shoal_status check_point(const job *run, const saved_front *from, size_t point,
                                uint8_t *node, shoal_error *error) {
    char task[17];
    job_name_task(task, run->searched);
    if (strcmp(saved_front_cell(from, point, from->recoding), run->recoding->name) != 0 ||
        strcmp(saved_front_cell(from, point, from->task), task) != 0)
        return status_fail(error, SHOAL_USAGE,
                           "the front %.120s belongs to another task: use the input and the plan "
                           "that it was made with",
                           run->asked.front_path);
    if (!job_read_node(node, run, from, point))
        return status_fail(error, SHOAL_BAD_DATA, "%.120s: the node of point %zu is damaged",
                           run->asked.front_path, point + 1);
    return SHOAL_OK;
}

/* Objectives are worked out again: nothing that the file says is taken for granted. */
static shoal_status evaluate_again(job *run, const uint8_t *node, shoal_error *error) {
    double sums[OBJECTIVES_MOST], values[OBJECTIVES_MOST];
    evaluation *result = &run->search.best;
    recoding_space *space = run->searched;
    STATUS_TRY(space->kind->evaluate(space, node, 1, result, error));
    sums[0] = result->value;
    for (size_t i = 0; i < run->other_count; i++) {
        evaluation other;
        STATUS_TRY(run->others[i]->kind->evaluate(run->others[i], node, 1, &other, error));
        sums[i + 1] = other.value;
    }
    metric_context asked = objectives_context(space, (uint64_t)run->plan->k);
    objectives_values(&run->objectives, &asked, &result->classes, sums, values);
    result->value = objective_shown(&run->objectives.each[0], values[0]);
    if (objectives_violation(&run->objectives, result, (uint64_t)run->plan->k,
                             space->context.limit) > 0)
        return status_fail(error, SHOAL_INFEASIBLE,
                           "the point that was picked does not meet the plan: its smallest class "
                           "has %" PRIu64 " rows and it suppresses %" PRIu64,
                           result->classes.smallest, result->classes.suppressed);
    return SHOAL_OK;
}

static shoal_status pick_from(job *run, saved_front *from, shoal_error *error) {
    size_t point;
    STATUS_TRY(saved_front_read(from, run->asked.front_path, error));
    STATUS_TRY(saved_front_find(&point, from, run->asked.pick, error));
    run->search = (search){.node_bytes = run->searched->node_bytes,
                           .space = run->searched,
                           .algorithm = run->algorithm,
                           .bound = -INFINITY,
                           .hypervolume = NAN,
                           .stopped_by = STOPPED_BY_PICK};
    run->search.best_node = memory_zero(run->searched->node_bytes, 1);
    if (!run->search.best_node)
        return status_no_memory(error);
    STATUS_TRY(check_point(run, from, point, run->search.best_node, error));
    STATUS_TRY(evaluate_again(run, run->search.best_node, error));
    run->search.found = true;
    return SHOAL_OK;
}

shoal_status job_pick(job *run, shoal_error *error) {
    saved_front from = {0};
    shoal_status status = pick_from(run, &from, error);
    saved_front_close(&from);
    return status;
}
