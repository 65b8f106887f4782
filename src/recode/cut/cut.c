#include "recode/cut/cut.h"

#include "base/hash.h"
#include "recode/cut/cut_internal.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

/* ---- Opening ------------------------------------------------------------------------------- */

static bool open_rows(cut *space, size_t a) {
    const ordered_domain *of = &space->domains[a];
    double *before = arena_new(&space->memory, (size_t)of->size + 1, sizeof *before);
    space->rows_before[a] = before;
    if (!before)
        return false;
    before[0] = 0;
    for (uint32_t p = 0; p < of->size; p++)
        before[p + 1] = before[p] + (double)of->rows[p];
    return true;
}

static shoal_status open_attributes(cut *space, shoal_error *error) {
    size_t attributes = space->shared.context.attributes;
    space->partitions = arena_zero(&space->memory, attributes, sizeof *space->partitions);
    space->rows_before = arena_zero(&space->memory, attributes, sizeof *space->rows_before);
    space->shares = arena_zero(&space->memory, attributes, sizeof *space->shares);
    if (!space->partitions || !space->rows_before || !space->shares)
        return status_no_memory(error);
    for (size_t a = 0; a < attributes; a++) {
        STATUS_TRY(partitions_open(&space->partitions[a], &space->domains[a], space->bits, error));
        space->bits += space->partitions[a].bits;
        space->shares[a] = metric_share(&space->shared.context, a);
        if (!open_rows(space, a))
            return status_no_memory(error);
    }
    space->words = space->bits ? (space->bits + 63) / 64 : 1;
    space->shared.node_bytes = space->words * sizeof(uint64_t);
    space->announced = arena_zero(&space->memory, space->words, sizeof *space->announced);
    return space->announced ? SHOAL_OK : status_no_memory(error);
}

static bool open_worker(const cut *space, cut_worker *worker) {
    size_t attributes = space->shared.context.attributes;
    cut_groups *groups = &worker->groups;
    worker->node = arena_new(&worker->memory, space->words, sizeof *worker->node);
    groups->sizes = arena_new(&worker->memory, attributes, sizeof *groups->sizes);
    groups->group = arena_zero(&worker->memory, attributes, sizeof *groups->group);
    groups->units = arena_zero(&worker->memory, attributes, sizeof *groups->units);
    if (!worker->node || !groups->sizes || !groups->group || !groups->units)
        return false;
    for (size_t a = 0; a < attributes; a++) {
        size_t most = (size_t)space->domains[a].size + 1;
        groups->group[a] = arena_new(&worker->memory, most, sizeof **groups->group);
        groups->units[a] = arena_new(&worker->memory, most, sizeof **groups->units);
        if (!groups->group[a] || !groups->units[a])
            return false;
    }
    return true;
}

static bool open_workers(cut *space) {
    int workers = threads_count(space->shared.pool);
    space->workers = memory_zero((size_t)workers, sizeof *space->workers);
    if (!space->workers)
        return false;
    space->worker_count = workers;
    for (int i = 0; i < workers; i++)
        if (!open_worker(space, &space->workers[i]))
            return false;
    return true;
}

group_price cut_price(const cut *space, size_t attribute, uint32_t covered, double rows) {
    assert(covered > 0 && rows >= 0);
    return space->shared.metric->price(&space->shared.context, space->shares[attribute],
                                       space->domains[attribute].count, covered, rows);
}

/* The cost of the finest node, and the range from there to the coarsest. */
static void set_scale(cut *space) {
    double whole = 0;
    if (!space->shared.metric->price)
        return;
    for (size_t a = 0; a < space->shared.context.attributes; a++) {
        const ordered_domain *of = &space->domains[a];
        double rows = 0;
        for (uint32_t p = 0; p < of->size; p++) {
            space->floor += cut_price(space, a, 1, (double)of->rows[p]).keep;
            rows += (double)of->rows[p];
        }
        if (of->apart)
            space->floor += cut_price(space, a, 1, (double)of->rows_apart).keep;
        whole += cut_price(space, a, of->count, rows + (double)of->rows_apart).keep;
    }
    space->scale = space->shared.metric->scale(&space->shared.context, whole - space->floor);
    if (space->shared.metric->full && space->scale > 0)
        space->surcharge = metric_surcharge(&space->shared.context) / space->scale;
}

/* A row's slack is at most what it costs when suppressed; that of all rows must not overflow. */
static void set_slack_unit(cut *space) {
    double most = 1;
    for (size_t a = 0; space->shared.metric->price && a < space->shared.context.attributes; a++)
        most += cut_price(space, a, 1, 1).extra;
    double units = most * (double)space->shared.context.rows / COST_UNIT;
    space->slack_unit = 1;
    while (units / (double)space->slack_unit > 0x1p62)
        space->slack_unit *= 2;
}

static shoal_status open_parts(cut *space, shoal_error *error) {
    STATUS_TRY(open_attributes(space, error));
    set_scale(space);
    set_slack_unit(space);
    if (!open_workers(space) ||
        !cut_source_ground(&space->ground, space->shared.ground, space->domains))
        return status_no_memory(error);
    cut_merge_ground(space);
    return SHOAL_OK;
}

shoal_status cut_open(cut **out, const cut_setup *setup, shoal_error *error) {
    if (setup->context.rows == 0)
        return status_fail(error, SHOAL_BAD_DATA, "there are no rows to protect");
    assert(setup->ground->attributes == setup->context.attributes);
    assert(setup->metric->price || setup->metric->value);
    cut *space = memory_zero(1, sizeof *space);
    if (!space)
        return status_no_memory(error);
    space->domains = setup->domains;
    space->shared = (recoding_space){
        .kind = &cut_kind,
        .ground = setup->ground,
        .context = setup->context,
        .metric = setup->metric,
        .wildcard = setup->wildcard,
        .bound_rules = setup->bound_rules,
        .pool = setup->pool,
    };
    shoal_status status = open_parts(space, error);
    if (status != SHOAL_OK) {
        cut_close(space);
        return status;
    }
    *out = space;
    return SHOAL_OK;
}

void cut_close(cut *space) {
    if (!space)
        return;
    for (int i = 0; i < space->worker_count; i++) {
        cut_counter_free(&space->workers[i].counter);
        node_classes_close(&space->workers[i].general);
        cut_bounder_close(space->workers[i].bounder);
        arena_free(&space->workers[i].memory);
    }
    memory_free(space->workers);
    memory_free(space->chosen);
    cut_sources_close(space);
    for (size_t a = 0; space->partitions && a < space->shared.context.attributes; a++)
        partitions_close(&space->partitions[a]);
    arena_free(&space->memory);
    memory_free(space);
}

/* ---- Candidates ---------------------------------------------------------------------------- */

recoding_space *cut_as_space(cut *space) {
    return &space->shared;
}

cut *cut_of_space(recoding_space *space) {
    assert(!space || space->kind == &cut_kind);
    return (cut *)space;
}

size_t cut_bits(const cut *space) {
    return space->bits;
}

size_t cut_words(const cut *space) {
    return space->words;
}

partitions *cut_partitions(cut *space, size_t attribute) {
    assert(attribute < space->shared.context.attributes);
    return &space->partitions[attribute];
}

double cut_size(const cut *space) {
    double size = 1;
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        size *= partitions_count(&space->partitions[a]);
    return size;
}

bool cut_is_valid(const cut *space, const uint64_t *node) {
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        if (!partitions_is_valid(&space->partitions[a], node))
            return false;
    return true;
}

void cut_sample(const cut *space, uint64_t *node, random_stream *stream) {
    memset(node, 0, space->shared.node_bytes);
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        partitions_sample(&space->partitions[a], node, stream);
}

void cut_repair(cut *space, uint64_t *node, random_stream *stream) {
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        if (space->domains[a].constrained || space->domains[a].required)
            partitions_repair(&space->partitions[a], node, stream);
}

void cut_finest(const cut *space, uint64_t *node) {
    memset(node, 0, space->shared.node_bytes);
    for (size_t bit = 0; bit < space->bits; bit++)
        bits_set(node, bit, true);
}

void cut_coarsest(const cut *space, uint64_t *node) {
    memset(node, 0, space->shared.node_bytes);
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        partitions_coarsest(&space->partitions[a], node, space->domains[a].constrained);
}

shoal_status cut_hierarchies(const cut *space, const uint64_t *node, bound_hierarchy *hierarchies,
                             shoal_error *error) {
    for (size_t a = 0; a < space->shared.context.attributes; a++) {
        uint32_t *begins = memory_new(space->domains[a].size, sizeof *begins);
        if (!begins)
            return status_no_memory(error);
        uint32_t groups = partitions_begins(&space->partitions[a], node, begins);
        shoal_status status =
            ordered_domain_hierarchy(&hierarchies[a], &space->domains[a], begins, groups, error);
        memory_free(begins);
        if (status != SHOAL_OK)
            return status;
    }
    return SHOAL_OK;
}

/* ---- Evaluation ---------------------------------------------------------------------------- */

/* Adds one group to an attribute; returns what its published rows cost. */
static double add_group(const cut *space, cut_groups *groups, size_t a, uint32_t covered,
                        double rows) {
    uint32_t group = groups->sizes[a]++;
    if (!space->shared.metric->price)
        return 0;
    group_price price = cut_price(space, a, covered, rows);
    groups->units[a][group] = llround(price.extra / COST_UNIT);
    return price.keep;
}

static double fill_attribute(const cut *space, cut_worker *worker, size_t a) {
    const ordered_domain *of = &space->domains[a];
    const double *before = space->rows_before[a];
    cut_groups *groups = &worker->groups;
    uint32_t *group = groups->group[a];
    size_t offset = space->partitions[a].offset;
    uint32_t begin = 0;
    double keep = 0;
    groups->sizes[a] = 0;
    for (uint32_t p = 0; p < of->size; p++) {
        group[p] = groups->sizes[a];
        if (p + 1 == of->size || bits_get(worker->node, offset + p)) {
            keep += add_group(space, groups, a, p + 1 - begin, before[p + 1] - before[begin]);
            begin = p + 1;
        }
    }
    if (of->apart) {
        group[of->size] = groups->sizes[a];
        keep += add_group(space, groups, a, 1, (double)of->rows_apart);
    }
    return keep;
}

double cut_fill_groups(const cut *space, cut_worker *worker) {
    double keep = 0;
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        keep += fill_attribute(space, worker, a);
    return keep - space->floor;
}

static double floor_of_attribute(const cut *space, const uint64_t *node, size_t a) {
    const ordered_domain *of = &space->domains[a];
    const double *before = space->rows_before[a];
    uint32_t begin = 0;
    double keep = 0;
    for (uint32_t p = 0; p < of->size; p++)
        if (p + 1 == of->size || bits_get(node, space->partitions[a].offset + p)) {
            keep += cut_price(space, a, p + 1 - begin, before[p + 1] - before[begin]).keep;
            begin = p + 1;
        }
    return of->apart ? keep + cut_price(space, a, 1, (double)of->rows_apart).keep : keep;
}

double cut_floor(const cut *space, const uint64_t *node) {
    double keep = 0;
    if (!space->shared.metric->price)
        return 0;
    for (size_t a = 0; a < space->shared.context.attributes; a++)
        keep += floor_of_attribute(space, node, a);
    return space->scale * (keep - space->floor);
}

double cut_value(const cut *space, double keep, cut_sum extra, uint64_t suppressed) {
    return space->scale * (keep + (double)extra * COST_UNIT) +
           space->scale * space->surcharge * (double)suppressed;
}

static bool count_on(cut_worker *worker, const cut_source *source, const metric_context *context,
                     bool priced, class_statistics *out, cut_sum *extra) {
    if (!cut_counter_count(&worker->counter, source, &worker->groups, context->attributes))
        return false;
    *out = cut_counter_statistics(&worker->counter, context->k);
    *extra = 0;
    return !priced || out->suppressed == 0 ||
           cut_counter_extra(&worker->counter, source, &worker->groups, context->k, extra);
}

bool cut_evaluate_node(const cut *space, cut_worker *worker, const cut_source *source,
                       const uint64_t *node, evaluation *out) {
    const metric_context *context = &space->shared.context;
    memcpy(worker->node, node, space->words * sizeof *node);
    const metric *target = space->shared.metric;
    double keep = cut_fill_groups(space, worker);
    cut_sum extra;
    bool general = space->shared.wildcard || space->shared.bound_rules ||
                   !cut_counter_fits(&worker->groups, context->attributes);
    if (general ? !cut_count_generally(space, worker, &out->classes, &extra)
                : !count_on(worker, source, context, target->price != NULL, &out->classes, &extra))
        return false;
    assert(out->classes.suppressed <= context->rows);
    out->feasible = space_is_feasible(&space->shared, &out->classes);
    out->value = target->price ? cut_value(space, keep, extra, out->classes.suppressed)
                               : target->value(context, &out->classes);
    return true;
}

typedef struct batch {
    cut *space;
    const uint8_t *nodes;
    evaluation *out;
    atomic_bool failed;
} batch;

static void evaluate_item(void *argument, size_t item, int worker_number) {
    batch *work = argument;
    cut *space = work->space;
    cut_worker *worker = &space->workers[worker_number];
    const uint8_t *bytes = work->nodes + item * space->shared.node_bytes;
    const uint64_t *node = (const uint64_t *)(const void *)bytes;
    if (!cut_evaluate_node(space, worker, space->chosen[item], node, &work->out[item]))
        atomic_store(&work->failed, true);
}

static shoal_status evaluate_nodes(recoding_space *shared, const uint8_t *nodes, size_t count,
                                   evaluation *out, shoal_error *error) {
    cut *space = cut_of_space(shared);
    batch work = {.space = space, .nodes = nodes, .out = out};
    if (!memory_grow((void **)&space->chosen, &space->chosen_held, count, sizeof *space->chosen))
        return status_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        memcpy(space->workers[0].node, nodes + i * shared->node_bytes, shared->node_bytes);
        space->chosen[i] = cut_source_for(space, space->workers[0].node);
    }
    threads_run(shared->pool, count, evaluate_item, &work);
    return atomic_load(&work.failed) ? status_no_memory(error) : SHOAL_OK;
}

/* ---- As a space ---------------------------------------------------------------------------- */

static void close_space(recoding_space *shared) {
    cut_close(cut_of_space(shared));
}

static bool is_node(const recoding_space *shared, const uint8_t *bytes) {
    const cut *space = (const cut *)shared;
    uint64_t last;
    memcpy(&last, bytes + shared->node_bytes - sizeof last, sizeof last);
    size_t used = space->bits - (space->words - 1) * 64;
    if (used < 64 && last >> used)
        return false;
    uint64_t *node = space->workers[0].node;
    memcpy(node, bytes, shared->node_bytes);
    return cut_is_valid(space, node);
}

static void add_word(uint64_t *hash, uint64_t word) {
    *hash = hash_mix(*hash ^ word) + 0x9e3779b97f4a7c15u;
}

static void identify(const recoding_space *shared, uint64_t *hash) {
    const cut *space = (const cut *)shared;
    for (size_t a = 0; a < shared->context.attributes; a++) {
        const ordered_domain *of = &space->domains[a];
        add_word(hash, of->size);
        add_word(hash, of->constrained);
        for (uint32_t code = 0; code < of->ground; code++)
            add_word(hash, of->of_ground[code]);
        for (uint32_t n = 0; n < of->node_count; n++) {
            add_word(hash, of->nodes[n].begin);
            add_word(hash, of->nodes[n].end);
        }
        for (uint32_t p = 0; of->required && p + 1 < of->size; p++)
            if (of->required[p])
                add_word(hash, p);
    }
}

static double size_of(const recoding_space *space) {
    return cut_size((const cut *)space);
}

const space_kind cut_kind = {
    .name = "cut",
    .evaluate = evaluate_nodes,
    .close = close_space,
    .is_node = is_node,
    .identify = identify,
    .size = size_of,
    .variation = &cut_variation,
};
