/* The value of many nodes at once. */
#include "base/clock.h"
#include "measure/numeric_metrics.h"
#include "recode/microaggregation/grouping_internal.h"

#include <assert.h>

void grouping_batch_free(grouping_batch *batch) {
    memory_free(batch->first);
    memory_free(batch->groups);
    memory_free(batch->averaged);
    memory_free(batch->fresh);
}

/* ---- Groups that are new -------------------------------------------------------------------- */

bool grouping_is_over(const grouping *space) {
    const grouping_setup *setup = &space->setup;
    return (setup->cancel && *setup->cancel) ||
           (setup->deadline > 0 && clock_seconds() >= setup->deadline);
}

static shoal_status interrupted(shoal_error *error) {
    return status_fail(error, SHOAL_INTERRUPTED, "interrupted while searching");
}

/* NULL: it is over, or memory is out. */
static const uint32_t *make_hold(const grouping *space, const group_worker *worker,
                                 const uint32_t *cluster, size_t *count) {
    constrained_clusters *used = worker->constrained;
    if (!constrained_clusters_begin(used, &worker->of, worker->parts, cluster, *count,
                                    grouping_rules(space, worker)))
        return NULL;
    while (constrained_clusters_step(used))
        if (grouping_is_over(space))
            return NULL;
    return constrained_clusters_take(used, count);
}

static void average_fresh(void *context, size_t item, int number) {
    grouping *space = context;
    group_worker *worker = &space->workers[number + 1];
    stored_group *group = space->batch.fresh[item];
    grouping_take(space, worker, group->attributes);
    clusterer *used = grouping_clusterer(worker);
    clusterer_begin(used, &worker->of, worker->parts);
    while (clusterer_step(used, GROUPING_STEP))
        if (grouping_is_over(space))
            return;
    size_t count;
    const uint32_t *cluster = clusterer_clusters(used, &count);
    if (grouping_merges(space, worker))
        cluster = make_hold(space, worker, cluster, &count);
    /* What is not filled in shows below by having no clusters. */
    if (cluster)
        (void)!grouping_fill(space, worker, group, cluster, count);
}

static shoal_status average_all_fresh(grouping *space, shoal_error *error) {
    grouping_batch *batch = &space->batch;
    for (size_t i = 1; batch->fresh_count > 0 && i < space->worker_count; i++)
        STATUS_TRY(grouping_open_clusterer(space, i, error));
    threads_run(space->shared.pool, batch->fresh_count, average_fresh, space);
    for (size_t i = 0; i < batch->fresh_count; i++) {
        if (!batch->fresh[i]->averaged.cluster)
            return grouping_is_over(space) ? interrupted(error) : status_no_memory(error);
        group_store_keep(&space->store, batch->fresh[i]);
    }
    return SHOAL_OK;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static double score(double loss, double disclosed, double linked) {
    return (loss + 0.5 * disclosed + 0.5 * linked) / 2;
}

static bool is_over(const void *space) {
    return grouping_is_over(space);
}

/* Rows that rules suppress, lost[row], NULL where there are none, count as if they had been
 * replaced by the mean of the table: the averages of the other classes stay unchanged. */
static double value_of(const grouping *space, const averaged_group *const *groups, size_t count,
                       link_scratch *scratch, const uint8_t *lost) {
    double sse = 0;
    uint64_t disclosed = 0;
    bool scored = space->shared.metric == &metric_score;
    for (size_t g = 0; g < count; g++) {
        sse += lost ? averaged_group_sse(groups[g], lost) : groups[g]->sse;
        if (scored)
            disclosed += lost ? averaged_group_disclosed(groups[g], lost, scratch->distance)
                              : groups[g]->disclosed;
    }
    double loss = space->total > 0 ? 100 * sse / space->total : 0;
    if (!scored)
        return loss;
    double rows = (double)space->setup.table->rows;
    double cells = rows * (double)space->shared.context.attributes;
    uint64_t linked = groups_link(groups, count, scratch, lost, is_over, space);
    return score(loss, 100 * (double)disclosed / cells, 100 * (double)linked / rows);
}

/* Classes are the rows that share their clusters in all groups. Clusters with equal averages look
 * like one class, which then meets the rules because its parts do; where these have persons in
 * common it may not, which averaged_table.c sees to. Several groups give no k-anonymity, of rows or
 * persons. */
static bool find_lost(group_worker *worker, const averaged_group *const *groups, size_t count) {
    row_classes *classes = &worker->classes;
    row_classes_begin(classes, groups[0]->cluster, groups[0]->count);
    for (size_t g = 1; g < count; g++)
        row_classes_split(classes, groups[g]->cluster);
    row_classes_count(classes);
    return row_judge_classes(&worker->judge, classes, count == 1);
}

bool grouping_judge(const grouping *space, group_worker *worker,
                    const averaged_group *const *groups, size_t count, evaluation *out) {
    if (space->shared.bound_rules && !find_lost(worker, groups, count))
        return false;
    uint64_t lost = space->shared.bound_rules ? worker->judge.lost_count : 0;
    uint64_t suppressed = space->setup.table->suppressed + lost;
    assert(count > 0 && lost <= space->setup.table->rows);
    *out = (evaluation){
        .classes = {.suppressed = suppressed, .groups = count, .certain = suppressed},
        .value = value_of(space, groups, count, &worker->links, lost ? worker->judge.lost : NULL),
    };
    /* As everywhere: with rules something must be published. */
    out->feasible = suppressed <= space->shared.context.limit &&
                    (!space->shared.bound_rules || lost < space->setup.table->rows);
    return true;
}

static void evaluate_node(void *context, size_t item, int number) {
    grouping *space = context;
    grouping_batch *batch = &space->batch;
    group_worker *worker = &space->workers[number + 1];
    size_t first = batch->first[item], groups = batch->first[item + 1] - first;
    for (size_t g = first; g < first + groups; g++)
        batch->averaged[g] = &batch->groups[g]->averaged;
    if (!grouping_judge(space, worker, batch->averaged + first, groups, &batch->out[item]))
        worker->failed = true;
}

/* Whether memory ran out on any worker. */
static bool has_failed(grouping *space) {
    bool failed = false;
    for (size_t i = 0; i < space->worker_count; i++) {
        failed |= space->workers[i].failed;
        space->workers[i].failed = false;
    }
    return failed;
}

static bool make_room(grouping_batch *batch, size_t nodes, size_t groups) {
    return memory_grow((void **)&batch->first, &batch->first_held, nodes + 1,
                       sizeof *batch->first) &&
           memory_grow((void **)&batch->groups, &batch->groups_held, groups,
                       sizeof *batch->groups) &&
           memory_grow((void **)&batch->averaged, &batch->averaged_held, groups,
                       sizeof *batch->averaged) &&
           memory_grow((void **)&batch->fresh, &batch->fresh_held, groups, sizeof *batch->fresh);
}

/* Lists the groups of one more node. */
static shoal_status list_groups(grouping *space, size_t item, const group_number *node,
                                shoal_error *error) {
    grouping_batch *batch = &space->batch;
    size_t attributes = space->shared.context.attributes;
    size_t first = item > 0 ? batch->first[item] : 0;
    size_t groups = group_node_groups(node, attributes);
    assert(group_node_is_canonical(node, attributes));
    if (!make_room(batch, item + 1, first + groups))
        return status_no_memory(error);
    batch->first[item] = first;
    batch->first[item + 1] = first + groups;
    for (size_t g = 0; g < groups; g++) {
        stored_group *group = group_store_get(&space->store, node, attributes, (group_number)g);
        if (!group)
            return status_no_memory(error);
        batch->groups[first + g] = group;
        if (!group->ready && !group->listed)
            batch->fresh[batch->fresh_count++] = group;
        group->listed = true;
    }
    return SHOAL_OK;
}

/* About what a new group takes. */
static size_t bytes_per_group(const grouping *space) {
    size_t rows = space->setup.table->rows, k = (size_t)space->shared.context.k;
    size_t most = grouping_table_bytes(space);
    bool table = rows / k <= most / sizeof(double) / rows;
    return rows * 4 * sizeof(uint32_t) + (table ? rows / k * rows * sizeof(double) : 0);
}

/* Lists as many nodes as the memory has room for, but at least one; returns how many. */
static shoal_status list_nodes(grouping *space, const uint8_t *nodes, size_t count, size_t *listed,
                               shoal_error *error) {
    size_t most = space->setup.memory / 2 / bytes_per_group(space);
    shoal_status status = SHOAL_OK;
    space->batch.fresh_count = 0;
    for (*listed = 0; status == SHOAL_OK && *listed < count; ++*listed) {
        const uint8_t *node = nodes + *listed * space->shared.node_bytes;
        if (*listed > 0 && space->batch.fresh_count > most)
            break;
        status = list_groups(space, *listed, (const group_number *)(const void *)node, error);
    }
    return status;
}

static void unlist(grouping_batch *batch, size_t nodes) {
    for (size_t g = 0; nodes > 0 && g < batch->first[nodes]; g++)
        batch->groups[g]->listed = false;
}

static shoal_status evaluate_piece(grouping *space, const uint8_t *nodes, size_t count,
                                   size_t *evaluated, shoal_error *error) {
    STATUS_TRY(list_nodes(space, nodes, count, evaluated, error));
    STATUS_TRY(average_all_fresh(space, error));
    threads_run(space->shared.pool, *evaluated, evaluate_node, space);
    unlist(&space->batch, *evaluated);
    if (has_failed(space))
        return status_no_memory(error);
    /* Linkage is broken off then. */
    if (space->shared.metric == &metric_score && grouping_is_over(space))
        return interrupted(error);
    group_store_trim(&space->store);
    return SHOAL_OK;
}

shoal_status grouping_evaluate(recoding_space *shared, const uint8_t *nodes, size_t count,
                               evaluation *out, shoal_error *error) {
    grouping *space = grouping_of_space(shared);
    size_t evaluated = 0;
    for (size_t at = 0; at < count; at += evaluated) {
        space->batch.out = out + at;
        STATUS_TRY(
            evaluate_piece(space, nodes + at * shared->node_bytes, count - at, &evaluated, error));
    }
    return SHOAL_OK;
}
