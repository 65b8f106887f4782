#include "recode/microaggregation/grouping.h"

#include "base/hash.h"
#include "measure/numeric_metrics.h"
#include "recode/microaggregation/grouping_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DEFAULT_MEMORY ((size_t)512 << 20)
/* A table of distances may take this share of the memory. */
#define TABLE_SHARE 64

recoding_space *grouping_as_space(grouping *space) {
    return &space->shared;
}

grouping *grouping_of_space(recoding_space *space) {
    assert(!space || space->kind == &grouping_kind);
    return (grouping *)(void *)space;
}

const grouping_setup *grouping_setup_of(const grouping *space) {
    return &space->setup;
}

const group_number *grouping_given(const grouping *space) {
    return space->given;
}

double grouping_total(const grouping *space) {
    return space->total;
}

/* ---- Opening -------------------------------------------------------------------------------- */

static double sum_of_squares(const double *value, size_t rows) {
    double sum = 0;
    for (size_t row = 0; row < rows; row++)
        sum += value[row] * value[row];
    return sum;
}

static void find_scales(grouping *space) {
    const numeric_table *table = space->setup.table;
    for (size_t a = 0; a < table->attributes; a++) {
        const numeric_column *each = &table->column[a];
        bool shifted = space->setup.original_scale && each->deviation > 0;
        space->total += sum_of_squares(each->value, table->rows);
        space->origin[a] = shifted ? each->mean / each->deviation : 0;
    }
}

static bool open_worker(group_worker *worker, size_t rows, size_t attributes, arena *memory) {
    worker->part = arena_new(memory, rows, sizeof *worker->part);
    worker->scratch = arena_new(memory, 2 * rows, sizeof *worker->scratch);
    worker->attributes = arena_new(memory, attributes, sizeof *worker->attributes);
    worker->column = arena_new(memory, attributes, sizeof *worker->column);
    worker->origin = arena_new(memory, attributes, sizeof *worker->origin);
    return worker->part && worker->scratch && worker->attributes && worker->column &&
           worker->origin;
}

/* Without other threads, nodes are judged only if there are rules. */
static bool open_judge(grouping *space, size_t number) {
    const numeric_table *table = space->setup.table;
    group_worker *worker = &space->workers[number];
    const bound_rules *rules = space->shared.bound_rules;
    bool links = space->setup.metric == &metric_score && (number != GROUPING_ALONE || rules);
    return (!links ||
            link_scratch_open(&worker->links, table->rows, table->attributes, &space->memory)) &&
           (!rules || row_classes_open(&worker->classes, table->rows, &space->memory)) &&
           row_judge_open(&worker->judge, rules, table->rows, &space->memory);
}

static shoal_status open_parts(grouping *space, shoal_error *error) {
    const numeric_table *table = space->setup.table;
    size_t memory = space->setup.memory ? space->setup.memory : DEFAULT_MEMORY;
    space->setup.memory = memory;
    space->worker_count = (size_t)threads_count(space->setup.method.pool) + 1;
    space->given = arena_zero(&space->memory, table->attributes, sizeof *space->given);
    space->origin = arena_new(&space->memory, table->attributes, sizeof *space->origin);
    space->workers = arena_zero(&space->memory, space->worker_count, sizeof *space->workers);
    if (!space->given || !space->origin || !space->workers)
        return status_no_memory(error);
    for (size_t i = 0; i < space->worker_count; i++)
        if (!open_worker(&space->workers[i], table->rows, table->attributes, &space->memory) ||
            !open_judge(space, i))
            return status_no_memory(error);
    if (space->setup.given)
        memcpy(space->given, space->setup.given, table->attributes * sizeof *space->given);
    space->setup.given = NULL;
    find_scales(space);
    return group_store_open(&space->store, table->attributes, memory, error);
}

static void grouping_close(recoding_space *shared) {
    grouping *space = grouping_of_space(shared);
    for (size_t i = 0; space->workers && i < space->worker_count; i++) {
        clusterer_close(space->workers[i].used);
        clusterer_close(space->workers[i].single);
        constrained_clusters_close(space->workers[i].constrained);
        row_judge_close(&space->workers[i].judge);
    }
    group_store_close(&space->store);
    grouping_batch_free(&space->batch);
    arena_free(&space->memory);
    memory_free(space);
}

static bool constrains(const bound_rules *rules) {
    return rules && (rules->rule_count > 0 || rules->of_persons);
}

shoal_status grouping_open(grouping **out, const grouping_setup *setup, shoal_error *error) {
    const numeric_table *table = setup->table;
    if (table->attributes > GROUP_NODE_MOST_ATTRIBUTES || table->rows >= UINT32_MAX)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%zu attributes and %zu rows are more than microaggregation supports",
                           table->attributes, table->rows);
    assert(setup->method.k >= 1);
    assert(setup->metric == &metric_sse || setup->metric == &metric_score);
    assert(!setup->given || group_node_is_canonical(setup->given, table->attributes));
    grouping *space = memory_zero(1, sizeof *space);
    if (!space)
        return status_no_memory(error);
    space->setup = *setup;
    space->shared = (recoding_space){
        .kind = &grouping_kind,
        .node_bytes = table->attributes * sizeof(group_number),
        .ground = setup->ground,
        .context = {.attributes = table->attributes,
                    .rows = table->rows + table->suppressed,
                    .k = setup->method.k,
                    .limit = setup->limit},
        .metric = setup->metric,
        .bound_rules = constrains(setup->bound_rules) ? setup->bound_rules : NULL,
        .rules_of_rows = true,
        .pool = setup->method.pool,
    };
    shoal_status status = open_parts(space, error);
    if (status == SHOAL_OK)
        *out = space;
    else
        grouping_close(&space->shared);
    return status;
}

/* ---- One group ------------------------------------------------------------------------------ */

shoal_status grouping_open_clusterer(grouping *space, size_t number, shoal_error *error) {
    const numeric_table *table = space->setup.table;
    group_worker *worker = &space->workers[number];
    cluster_options options = space->setup.method;
    bool singly = options.method == CLUSTER_UNIVARIATE;
    if (number != GROUPING_ALONE)
        options.pool = NULL;
    STATUS_TRY(grouping_open_constrained(space, worker, options.pool, error));
    if (!worker->used)
        STATUS_TRY(clusterer_open(&worker->used, table->rows, singly ? 1 : table->attributes,
                                  &options, error));
    options.method = CLUSTER_UNIVARIATE;
    if (!space->setup.exact_singles || worker->single)
        return SHOAL_OK;
    return clusterer_open(&worker->single, table->rows, 1, &options, error);
}

clusterer *grouping_clusterer(const group_worker *worker) {
    return worker->single && worker->of.dimensions == 1 ? worker->single : worker->used;
}

void grouping_take(const grouping *space, group_worker *worker, const uint64_t *attributes) {
    const numeric_table *table = space->setup.table;
    size_t count = 0;
    for (size_t a = 0; a < table->attributes; a++) {
        if (!(attributes[a / 64] >> a % 64 & 1))
            continue;
        worker->attributes[count] = a;
        worker->column[count] = table->column[a].value;
        worker->origin[count++] = space->origin[a];
    }
    assert(count > 0);
    worker->of = (points){table->rows, count, worker->column};
    size_t parts = numeric_parts(table, worker->attributes, count, worker->part, worker->scratch);
    worker->parts = (point_parts){parts > 1 ? worker->part : NULL, parts};
}

size_t grouping_table_bytes(const grouping *space) {
    return space->shared.metric == &metric_score ? space->setup.memory / TABLE_SHARE : 0;
}

bool grouping_fill(const grouping *space, const group_worker *worker, stored_group *group,
                   const uint32_t *cluster, size_t count) {
    averaged_group_setup setup = {
        .of = worker->of,
        .origin = worker->origin,
        .cluster = cluster,
        .count = count,
        .table_bytes = grouping_table_bytes(space),
    };
    /* The remains of an interrupted evaluation. */
    averaged_group_free(&group->averaged);
    return averaged_group_make(&group->averaged, &setup);
}

shoal_status grouping_begin(grouping *space, const group_number *node, group_number group,
                            shoal_error *error) {
    group_worker *worker = &space->workers[GROUPING_ALONE];
    stored_group *found =
        group_store_get(&space->store, node, space->shared.context.attributes, group);
    if (!found)
        return status_no_memory(error);
    STATUS_TRY(grouping_open_clusterer(space, GROUPING_ALONE, error));
    grouping_take(space, worker, found->attributes);
    space->begun = found->ready ? NULL : found;
    space->status = SHOAL_OK;
    space->merging = false;
    if (space->begun)
        clusterer_begin(grouping_clusterer(worker), &worker->of, worker->parts);
    return SHOAL_OK;
}

/* Fills the group in, from clusters that may be NULL if memory ran out. */
static void end_group(grouping *space, const uint32_t *cluster, size_t count) {
    const group_worker *worker = &space->workers[GROUPING_ALONE];
    if (cluster && grouping_fill(space, worker, space->begun, cluster, count))
        group_store_keep(&space->store, space->begun);
    else
        space->status = SHOAL_NO_MEMORY;
    space->begun = NULL;
}

bool grouping_step(grouping *space) {
    group_worker *worker = &space->workers[GROUPING_ALONE];
    if (!space->begun)
        return false;
    clusterer *used = grouping_clusterer(worker);
    const uint32_t *cluster = NULL;
    size_t count = 0;
    if (!space->merging) {
        if (clusterer_step(used, GROUPING_STEP))
            return true;
        cluster = clusterer_clusters(used, &count);
        space->merging = grouping_merges(space, worker);
        if (space->merging &&
            constrained_clusters_begin(worker->constrained, &worker->of, worker->parts, cluster,
                                       count, grouping_rules(space, worker)))
            return true;
        if (space->merging)
            cluster = NULL;
    } else {
        if (constrained_clusters_step(worker->constrained))
            return true;
        cluster = constrained_clusters_take(worker->constrained, &count);
    }
    end_group(space, cluster, count);
    return false;
}

double grouping_done(const grouping *space) {
    return space->begun && !space->merging
               ? clusterer_done(grouping_clusterer(&space->workers[GROUPING_ALONE]))
               : 1;
}

shoal_status grouping_end(grouping *space, shoal_error *error) {
    return space->status == SHOAL_OK ? SHOAL_OK : status_no_memory(error);
}

point_parts grouping_parts(const grouping *space) {
    return space->workers[GROUPING_ALONE].parts;
}

shoal_status grouping_get(const averaged_group **out, grouping *space, const group_number *node,
                          group_number group, shoal_error *error) {
    STATUS_TRY(grouping_begin(space, node, group, error));
    while (grouping_step(space))
        ;
    STATUS_TRY(grouping_end(space, error));
    stored_group *found =
        group_store_get(&space->store, node, space->shared.context.attributes, group);
    if (!found)
        return status_no_memory(error);
    *out = &found->averaged;
    return SHOAL_OK;
}

/* ---- The kind ------------------------------------------------------------------------------- */

static bool is_node(const recoding_space *space, const uint8_t *node) {
    return group_node_is_canonical((const group_number *)(const void *)node,
                                   space->context.attributes);
}

static void identify(const recoding_space *shared, uint64_t *hash) {
    const grouping *space = (const grouping *)(const void *)shared;
    const numeric_table *table = space->setup.table;
    const cluster_options *method = &space->setup.method;
    uint64_t gamma;
    memcpy(&gamma, &method->gamma, sizeof gamma);
    *hash = hash_mix(*hash ^ (uint64_t)method->method) + (uint64_t)method->form;
    *hash = hash_mix(*hash ^ gamma) + space->setup.original_scale;
    *hash = hash_mix(*hash ^ space->setup.exact_singles);
    for (size_t a = 0; a < table->attributes; a++)
        for (size_t row = 0; row < table->rows; row++) {
            uint64_t bits;
            memcpy(&bits, &table->column[a].value[row], sizeof bits);
            *hash = hash_mix(*hash ^ bits) + a;
        }
}

const space_kind grouping_kind = {
    .name = "microaggregation",
    .evaluate = grouping_evaluate,
    .close = grouping_close,
    .is_node = is_node,
    .identify = identify,
};
