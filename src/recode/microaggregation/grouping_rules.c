/* Groups whose classes must hold privacy models, and clusters that are replaced by better ones. */
#include "recode/microaggregation/grouping_internal.h"

#include <assert.h>
#include <string.h>

bool grouping_rules(const grouping *space, const group_worker *worker) {
    return space->shared.bound_rules && worker->of.dimensions == space->shared.context.attributes;
}

bool grouping_merges(const grouping *space, const group_worker *worker) {
    return grouping_rules(space, worker) ||
           (space->shared.bound_rules && space->shared.bound_rules->of_persons);
}

shoal_status grouping_open_constrained(const grouping *space, group_worker *worker,
                                       thread_pool *pool, shoal_error *error) {
    const numeric_table *table = space->setup.table;
    uint64_t limit = space->setup.limit;
    constrained_clusters_setup setup = {
        .rules = space->shared.bound_rules,
        .rows = table->rows,
        .limit = limit > table->suppressed ? limit - table->suppressed : 0,
        .pool = pool,
    };
    if (!space->shared.bound_rules || worker->constrained)
        return SHOAL_OK;
    return constrained_clusters_open(&worker->constrained, &setup, error);
}

/* Whether the clusters that are new are better than those before. */
static bool is_better(const grouping *space, group_worker *worker, const averaged_group *new,
                      const averaged_group *before, bool *failed) {
    evaluation one, other;
    *failed = !grouping_judge(space, worker, &new, 1, &one) ||
              !grouping_judge(space, worker, &before, 1, &other);
    if (*failed || one.feasible != other.feasible)
        return !*failed && one.feasible;
    return one.value < other.value;
}

/* Puts what was made for a group into its place, if that is better where rules are to hold. */
static bool put(grouping *space, stored_group *found, averaged_group *made) {
    group_worker *worker = &space->workers[GROUPING_ALONE];
    bool failed = false;
    if (found->ready && grouping_rules(space, worker) &&
        !is_better(space, worker, made, &found->averaged, &failed)) {
        averaged_group_free(made);
        return !failed;
    }
    space->store.bytes -= found->ready ? found->averaged.bytes : 0;
    averaged_group_free(&found->averaged);
    found->averaged = *made;
    group_store_keep(&space->store, found);
    return true;
}

static const uint32_t *make_hold(group_worker *worker, const uint32_t *cluster, size_t *count,
                                 bool whole) {
    if (!constrained_clusters_begin(worker->constrained, &worker->of, worker->parts, cluster,
                                    *count, whole))
        return NULL;
    while (constrained_clusters_step(worker->constrained))
        ;
    return constrained_clusters_take(worker->constrained, count);
}

shoal_status grouping_replace(grouping *space, const group_number *node, group_number group,
                              const uint32_t *cluster, size_t count, shoal_error *error) {
    group_worker *worker = &space->workers[GROUPING_ALONE];
    stored_group *found =
        group_store_get(&space->store, node, space->shared.context.attributes, group);
    if (!found)
        return status_no_memory(error);
    assert(count > 0);
    grouping_take(space, worker, found->attributes);
    STATUS_TRY(grouping_open_constrained(space, worker, space->shared.pool, error));
    if (grouping_merges(space, worker))
        cluster = make_hold(worker, cluster, &count, grouping_rules(space, worker));
    stored_group made = {.attributes = found->attributes};
    bool done = cluster && grouping_fill(space, worker, &made, cluster, count) &&
                put(space, found, &made.averaged);
    return done ? SHOAL_OK : status_no_memory(error);
}

shoal_status grouping_judge_one(evaluation *out, grouping *space, const group_number *node,
                                shoal_error *error) {
    const averaged_group *group;
    assert(group_node_groups(node, space->shared.context.attributes) == 1);
    STATUS_TRY(grouping_get(&group, space, node, 0, error));
    bool judged = grouping_judge(space, &space->workers[GROUPING_ALONE], &group, 1, out);
    return judged ? SHOAL_OK : status_no_memory(error);
}

shoal_status grouping_lost(uint8_t *lost, uint64_t *count, grouping *space,
                           const group_number *node, shoal_error *error) {
    group_worker *worker = &space->workers[GROUPING_ALONE];
    size_t rows = space->setup.table->rows;
    memset(lost, 0, rows);
    *count = 0;
    if (!space->shared.bound_rules)
        return SHOAL_OK;
    size_t groups = group_node_groups(node, space->shared.context.attributes);
    for (size_t g = 0; g < groups; g++) {
        const averaged_group *group;
        STATUS_TRY(grouping_get(&group, space, node, (group_number)g, error));
        if (g == 0)
            row_classes_begin(&worker->classes, group->cluster, group->count);
        else
            row_classes_split(&worker->classes, group->cluster);
    }
    row_classes_count(&worker->classes);
    if (!row_judge_classes(&worker->judge, &worker->classes, groups == 1))
        return status_no_memory(error);
    memcpy(lost, worker->judge.lost, rows);
    *count = worker->judge.lost_count;
    return SHOAL_OK;
}

shoal_status grouping_lost_by_labels(uint8_t *lost, uint64_t *count, grouping *space,
                                     uint32_t *const *code, bool whole, shoal_error *error) {
    group_worker *worker = &space->workers[GROUPING_ALONE];
    row_classes *classes = &worker->classes;
    size_t rows = space->setup.table->rows;
    memset(classes->of, 0, rows * sizeof *classes->of);
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        row_classes_split(classes, code[a]);
    row_classes_count(classes);
    if (!row_judge_classes(&worker->judge, classes, whole))
        return status_no_memory(error);
    *count = 0;
    for (size_t row = 0; row < rows; row++) {
        lost[row] |= worker->judge.lost[row];
        *count += lost[row];
    }
    return SHOAL_OK;
}
