/* The front of a search with several objectives: described point by point, saved, and picked from.
 */
#include "run/job.h"

#include "base/hash.h"
#include "io/csv.h"
#include "search/pareto.h"
#include "space/fingerprint.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void job_front_close(job_front *front) {
    arena_free(&front->memory);
    *front = (job_front){0};
}

/* What a node means depends on all that evaluations depend on. */
static void name_task(char out[17], const recoding_space *space) {
    fingerprint of = fingerprint_take(space);
    uint64_t hash = 0;
    for (size_t i = 0; i < FINGERPRINT_PARTS; i++)
        hash = hash_mix(hash ^ of.part[i]) + 1;
    snprintf(out, 17, "%016" PRIx64, hash);
}

/* ---- Describing ---------------------------------------------------------------------------- */

static shoal_status describe_cut(job *run, const uint8_t *node, lattice_detail *out,
                                 shoal_error *error) {
    ladder *ladders = memory_zero(run->attributes, sizeof *ladders);
    uint8_t *top = memory_new(run->attributes, 1);
    lattice *space = NULL;
    shoal_status status = ladders && top ? SHOAL_OK : status_no_memory(error);
    if (status == SHOAL_OK)
        status = cut_ladders(cut_of_space(run->searched), (const uint64_t *)(const void *)node,
                             ladders, error);
    if (status == SHOAL_OK)
        status = job_open_lattice(&space, run, ladders, error);
    if (status == SHOAL_OK) {
        memset(top, 1, run->attributes);
        status = lattice_describe(space, top, out, error);
    }
    lattice_close(space);
    for (size_t a = 0; ladders && a < run->attributes; a++)
        ladder_free(&ladders[a]);
    memory_free(ladders);
    memory_free(top);
    return status;
}

static char *print_node(arena *memory, const uint8_t *node, size_t bytes) {
    char *out = arena_new(memory, 2 * bytes + 1, 1);
    for (size_t i = 0; out && i < bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", node[i]);
    return out;
}

static size_t count_metrics(void) {
    size_t count = 0;
    while (metric_list[count])
        count++;
    return count;
}

static shoal_status fill_point(job *run, result_point *out, const lattice_detail *detail,
                               const double *minimized, const uint8_t *node, shoal_error *error) {
    arena *memory = &run->front.memory;
    size_t metrics = count_metrics();
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
    STATUS_TRY(run->recoding == &cut_kind ? describe_cut(run, node, &detail, error)
                                          : lattice_describe(run->space, node, &detail, error));
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
    name_task(front->task, run->searched);
    for (; front->count < count; front->count++) {
        STATUS_TRY(job_check_cancel(run, error));
        STATUS_TRY(add_point(run, front->count, error));
    }
    return SHOAL_OK;
}

/* ---- Picking ------------------------------------------------------------------------------- */

typedef struct saved_front {
    shoal_table *table;
    int64_t node, task, recoding, k;
} saved_front;

static shoal_status open_saved(saved_front *out, const job *run, shoal_error *error) {
    csv_options options = {.delimiter = ',', .header = SHOAL_YES, .trim = SHOAL_NO};
    STATUS_TRY(csv_read(&out->table, run->asked.front_path, &options, error));
    out->node = table_find(out->table, "node");
    out->task = table_find(out->table, "task");
    out->recoding = table_find(out->table, "recoding");
    out->k = table_find(out->table, "k_eff");
    if (out->node < 0 || out->task < 0 || out->recoding < 0 || out->k < 0)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.150s is no saved front: it has no columns node, task, recoding and "
                           "k_eff",
                           run->asked.front_path);
    return SHOAL_OK;
}

static const char *cell(const saved_front *from, size_t row, int64_t column_number) {
    return shoal_table_value(from->table, (int64_t)row, column_number);
}

static bool is_number(const char *words, uint64_t *out) {
    char *end;
    if (*words < '0' || *words > '9')
        return false;
    *out = strtoull(words, &end, 10);
    return *end == '\0';
}

/* "3" or "k=7"; the points stand in the order of the first objective, the best first. */
static shoal_status find_row(size_t *out, const saved_front *from, const char *pick,
                             shoal_error *error) {
    uint64_t wanted, found, largest = 0;
    size_t rows = from->table->rows;
    if (strncmp(pick, "k=", 2) == 0 && is_number(pick + 2, &wanted)) {
        for (size_t row = 0; row < rows; row++) {
            if (!is_number(cell(from, row, from->k), &found))
                continue;
            largest = found > largest ? found : largest;
            if (found >= wanted) {
                *out = row;
                return SHOAL_OK;
            }
        }
        return status_fail(error, SHOAL_INFEASIBLE,
                           "--pick %.40s: no point of the front has such a k; the largest is "
                           "%" PRIu64,
                           pick, largest);
    }
    if (!is_number(pick, &wanted) || wanted < 1 || wanted > rows)
        return status_fail(error, SHOAL_USAGE,
                           "--pick %.40s: name a point from 1 to %zu, or the least k, as in k=7",
                           pick, rows);
    *out = (size_t)wanted - 1;
    return SHOAL_OK;
}

static int hex_digit(char digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static bool parse_node(uint8_t *out, const char *printed, size_t bytes) {
    if (strlen(printed) != 2 * bytes)
        return false;
    for (size_t i = 0; i < bytes; i++) {
        int high = hex_digit(printed[2 * i]), low = hex_digit(printed[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

static shoal_status check_row(const job *run, const saved_front *from, size_t row, uint8_t *node,
                              shoal_error *error) {
    const recoding_space *space = run->searched;
    char task[17];
    name_task(task, space);
    if (strcmp(cell(from, row, from->recoding), run->recoding->name) != 0 ||
        strcmp(cell(from, row, from->task), task) != 0)
        return status_fail(error, SHOAL_USAGE,
                           "the front %.120s belongs to another task: use the input and the plan "
                           "that it was made with",
                           run->asked.front_path);
    if (!parse_node(node, cell(from, row, from->node), space->node_bytes) ||
        !space->kind->is_node(space, node))
        return status_fail(error, SHOAL_BAD_DATA, "%.120s: point %zu is damaged",
                           run->asked.front_path, row + 1);
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
    size_t row;
    STATUS_TRY(open_saved(from, run, error));
    STATUS_TRY(find_row(&row, from, run->asked.pick, error));
    run->search = (search){.node_bytes = run->searched->node_bytes,
                           .space = run->searched,
                           .algorithm = run->algorithm,
                           .bound = -INFINITY,
                           .hypervolume = NAN,
                           .stopped_by = "picked"};
    run->search.best_node = memory_zero(run->searched->node_bytes, 1);
    if (!run->search.best_node)
        return status_no_memory(error);
    STATUS_TRY(check_row(run, from, row, run->search.best_node, error));
    STATUS_TRY(evaluate_again(run, run->search.best_node, error));
    run->search.found = true;
    return SHOAL_OK;
}

shoal_status job_pick(job *run, shoal_error *error) {
    saved_front from = {0};
    shoal_status status = pick_from(run, &from, error);
    shoal_table_free(from.table);
    return status;
}
