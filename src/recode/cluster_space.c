#include "recode/cluster_space.h"

#include "recode/cluster_judge.h"
#include "recode/cluster_series.h"
#include "recode/generalization.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NUMBER_BYTES 8
/* Numbers from here on are points of the front. */
#define FIRST_POINT ((uint64_t)1 << 63)

/* Clusters that are kept. */
typedef struct kept_clusters {
    uint64_t number;
    bool asked; /* kept whatever else is offered */
    uint8_t *level;
    box_clusters clusters;
    evaluation result;
} kept_clusters;

struct cluster_space {
    recoding_space shared;
    cluster_space_setup setup;
    bound_cells *cells; /* [attributes] at the levels that are being looked at */
    uint8_t *level;     /* [attributes] these */
    box_binding binding;
    box_binding relaxed; /* where an attribute is uniform and it was asked for */
    uint64_t numbers;    /* given out */
    kept_clusters *kept;
    size_t kept_count, kept_held;
    size_t best;            /* of those that were offered, where */
    bool found;             /* there is one */
    uint64_t seed;          /* of the front */
    cluster_series *series; /* of the front, at these levels; NULL: nobody asked for it */
};

recoding_space *cluster_as_space(cluster_space *space) {
    return &space->shared;
}

cluster_space *cluster_of_space(recoding_space *space) {
    return (cluster_space *)(void *)space;
}

const void *cluster_space_options(const cluster_space *space) {
    return space->setup.options;
}

const box_binding *cluster_space_binding(const cluster_space *space) {
    return &space->binding;
}

const uint8_t *cluster_space_levels(const cluster_space *space) {
    return space->level;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static shoal_status bind_again(box_binding *out, const cluster_space *space,
                               const bound_cells *cells, shoal_error *error) {
    const cluster_space_setup *setup = &space->setup;
    box_binding_setup how = {
        .bound = setup->bound,
        .metric = setup->metric,
        .cells = cells,
        .k = space->shared.context.k,
        .blanks = space->shared.context.limit,
    };
    box_binding_close(out);
    *out = (box_binding){0};
    return box_binding_open(out, &how, error);
}

static bool constrains(const bound_rules *rules) {
    return rules && (rules->rule_count > 0 || rules->of_persons);
}

static recoding_space shared_part(const cluster_space_setup *setup) {
    const bound_table *bound = setup->bound;
    recoding_space shared = {
        .kind = setup->kind,
        .node_bytes = NUMBER_BYTES + bound->attributes,
        .ground = &bound->set,
        .context = generalized_context(bound, false),
        .metric = setup->metric,
        .wildcard = bound->plan->missing == MISSING_WILDCARD,
        .bound_rules = constrains(bound->bound_rules) ? bound->bound_rules : NULL,
        .rules_of_rows = true,
        .pool = bound->pool,
    };
    shared.context.k = setup->k;
    shared.context.limit = setup->limit;
    return shared;
}

static shoal_status open_parts(cluster_space *space, shoal_error *error) {
    size_t attributes = space->shared.context.attributes;
    space->cells = memory_zero(attributes, sizeof *space->cells);
    space->level = memory_zero(attributes, 1);
    if (!space->cells || !space->level)
        return status_no_memory(error);
    for (size_t a = 0; a < attributes; a++) {
        const bound_cells *from = &space->setup.cells[a];
        space->cells[a] = (bound_cells){.shape = from->shape,
                                        .round = from->round,
                                        .freedom = from->freedom,
                                        .level = from->level,
                                        .flat = from->flat};
        space->level[a] = (uint8_t)from->level;
    }
    return bind_again(&space->binding, space, space->cells, error);
}

shoal_status cluster_space_open(cluster_space **out, const cluster_space_setup *setup,
                                shoal_error *error) {
    cluster_space *space = memory_zero(1, sizeof *space);
    if (!space)
        return status_no_memory(error);
    space->setup = *setup;
    space->shared = shared_part(setup);
    space->seed = setup->bound->plan->seed;
    shoal_status status = open_parts(space, error);
    space->setup.cells = NULL;
    if (status == SHOAL_OK)
        *out = space;
    else
        cluster_space_close(&space->shared);
    return status;
}

static void forget_series(cluster_space *space) {
    cluster_series_close(space->series);
    space->series = NULL;
}

static void forget(cluster_space *space) {
    for (size_t i = 0; i < space->kept_count; i++) {
        box_clusters_free(&space->kept[i].clusters);
        memory_free(space->kept[i].level);
    }
    space->kept_count = 0;
    space->found = false;
    forget_series(space);
}

void cluster_space_close(recoding_space *shared) {
    cluster_space *space = cluster_of_space(shared);
    forget(space);
    box_binding_close(&space->binding);
    box_binding_close(&space->relaxed);
    memory_free(space->kept);
    memory_free(space->cells);
    memory_free(space->level);
    memory_free(space);
}

void cluster_space_begin(cluster_space *space) {
    forget(space);
    space->binding.table.k = space->shared.context.k;
    space->binding.table.blanks = space->shared.context.limit;
}

shoal_status cluster_space_move(cluster_space *space, const uint8_t *level, shoal_error *error) {
    bool moved = false;
    for (size_t a = 0; a < space->shared.context.attributes; a++) {
        if (space->cells[a].freedom != CELL_UNIFORM || space->level[a] == level[a])
            continue;
        space->cells[a].level = level[a];
        space->level[a] = level[a];
        moved = true;
    }
    if (moved)
        forget_series(space);
    return moved ? bind_again(&space->binding, space, space->cells, error) : SHOAL_OK;
}

bool cluster_space_has_levels(const cluster_space *space, const uint8_t *level) {
    const metric_context *context = &space->shared.context;
    for (size_t a = 0; a < context->attributes; a++) {
        const bound_hierarchy *of = &context->hierarchies[a];
        bool free_to_choose = space->cells[a].freedom == CELL_UNIFORM;
        if (free_to_choose ? level[a] < of->lowest || level[a] > of->height
                           : level[a] != space->level[a])
            return false;
    }
    return true;
}

bool cluster_space_is_uniform(const cluster_space *space, size_t attribute) {
    return space->cells[attribute].freedom == CELL_UNIFORM;
}

shoal_status cluster_space_relax(const box_binding **out, cluster_space *space,
                                 shoal_error *error) {
    size_t attributes = space->shared.context.attributes;
    bool uniform = false;
    bound_cells *cells = memory_new(attributes, sizeof *cells);
    if (!cells)
        return status_no_memory(error);
    for (size_t a = 0; a < attributes; a++) {
        cells[a] = space->cells[a];
        if (cells[a].freedom != CELL_UNIFORM)
            continue;
        uniform = true;
        cells[a].freedom = CELL_FREE;
        cells[a].level = space->shared.context.hierarchies[a].lowest;
    }
    shoal_status status = uniform ? bind_again(&space->relaxed, space, cells, error) : SHOAL_OK;
    memory_free(cells);
    *out = uniform ? &space->relaxed : &space->binding;
    return status;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static void write_node_at(const cluster_space *space, uint64_t number, const uint8_t *level,
                          uint8_t *node) {
    for (int i = 0; i < NUMBER_BYTES; i++)
        node[i] = (uint8_t)(number >> (8 * (NUMBER_BYTES - 1 - i)));
    memcpy(node + NUMBER_BYTES, level, space->shared.context.attributes);
}

static void write_node(const cluster_space *space, uint64_t number, uint8_t *node) {
    write_node_at(space, number, space->level, node);
}

bool cluster_space_best(const cluster_space *space, uint8_t *node) {
    if (space->found)
        write_node_at(space, space->kept[space->best].number, space->kept[space->best].level, node);
    return space->found;
}

static uint64_t number_of(const uint8_t *node) {
    uint64_t number = 0;
    for (int i = 0; i < NUMBER_BYTES; i++)
        number = number << 8 | node[i];
    return number;
}

static kept_clusters *find_kept(const cluster_space *space, const uint8_t *node) {
    uint64_t number = number_of(node);
    for (size_t i = 0; i < space->kept_count; i++)
        if (space->kept[i].number == number && memcmp(space->kept[i].level, node + NUMBER_BYTES,
                                                      space->shared.context.attributes) == 0)
            return &space->kept[i];
    return NULL;
}

static shoal_status judge(evaluation *out, const cluster_space *space, const box_clusters *of,
                          shoal_error *error) {
    box_work work = box_binding_work(&space->binding, 0);
    bool holds;
    STATUS_TRY(cluster_judge(out, &space->binding, of, error));
    STATUS_TRY(box_clusters_check(&holds, of, &work, error));
    out->feasible = holds && space_is_feasible(&space->shared, &out->classes);
    return SHOAL_OK;
}

/* Fills in a place of the list, whose level has room. */
static void take_over(cluster_space *space, kept_clusters *into, box_clusters *clusters,
                      const evaluation *result) {
    box_clusters_free(&into->clusters);
    into->number = space->numbers;
    into->clusters = *clusters;
    into->result = *result;
    memcpy(into->level, space->level, space->shared.context.attributes);
    *clusters = (box_clusters){0};
}

static shoal_status add_kept(cluster_space *space, size_t *out, shoal_error *error) {
    if (!memory_grow((void **)&space->kept, &space->kept_held, space->kept_count + 1,
                     sizeof *space->kept))
        return status_no_memory(error);
    uint8_t *level = memory_zero(space->shared.context.attributes, 1);
    if (!level)
        return status_no_memory(error);
    *out = space->kept_count++;
    space->kept[*out] = (kept_clusters){.level = level};
    return SHOAL_OK;
}

static bool is_better(const cluster_space *space, const evaluation *result) {
    if (!space->found)
        return true;
    const evaluation *best = &space->kept[space->best].result;
    return result->value < best->value ||
           (result->value == best->value && result->classes.suppressed < best->classes.suppressed);
}

shoal_status cluster_space_offer(cluster_space *space, box_clusters *clusters, uint8_t *node,
                                 evaluation *out, shoal_error *error) {
    STATUS_TRY(judge(out, space, clusters, error));
    write_node(space, ++space->numbers, node);
    if (!out->feasible || !is_better(space, out))
        return SHOAL_OK;
    if (!space->found)
        STATUS_TRY(add_kept(space, &space->best, error));
    space->found = true;
    take_over(space, &space->kept[space->best], clusters, out);
    return SHOAL_OK;
}

shoal_status cluster_space_keep(cluster_space *space, box_clusters *clusters, uint8_t *node,
                                evaluation *out, shoal_error *error) {
    size_t place;
    STATUS_TRY(judge(out, space, clusters, error));
    STATUS_TRY(add_kept(space, &place, error));
    write_node(space, ++space->numbers, node);
    take_over(space, &space->kept[place], clusters, out);
    return SHOAL_OK;
}

/* ---- The front ------------------------------------------------------------------------------- */

size_t cluster_space_points(const cluster_space *space) {
    return cluster_series_points(&space->binding);
}

void cluster_space_point(const cluster_space *space, size_t point, uint8_t *node) {
    write_node(space, FIRST_POINT + point, node);
}

/* Other levels merge other tuples, but there are as many rows, and so as many points but for what
 * fits into memory. */
static bool is_point(const cluster_space *space, const uint8_t *node) {
    uint64_t number = number_of(node);
    return number >= FIRST_POINT && number - FIRST_POINT < cluster_series_points(&space->binding) &&
           cluster_space_has_levels(space, node + NUMBER_BYTES);
}

static shoal_status get_point(const box_clusters **out, cluster_space *space, const uint8_t *node,
                              shoal_error *error) {
    uint64_t point = number_of(node) - FIRST_POINT;
    STATUS_TRY(cluster_space_move(space, node + NUMBER_BYTES, error));
    *out = NULL;
    if (point >= cluster_series_points(&space->binding))
        return SHOAL_OK;
    if (!space->series)
        STATUS_TRY(cluster_series_open(&space->series, &space->binding, space->seed, error));
    return cluster_series_get(out, space->series, (size_t)point, error);
}

shoal_status cluster_space_get(const box_clusters **out, cluster_space *space, const uint8_t *node,
                               shoal_error *error) {
    const kept_clusters *found = find_kept(space, node);
    *out = NULL;
    if (!found && is_point(space, node))
        return get_point(out, space, node, error);
    if (!found)
        return SHOAL_OK;
    STATUS_TRY(cluster_space_move(space, found->level, error));
    *out = &found->clusters;
    return SHOAL_OK;
}

shoal_status cluster_space_find(const box_clusters **out, recoding_space *space,
                                const uint8_t *node, shoal_error *error) {
    STATUS_TRY(cluster_space_get(out, cluster_of_space(space), node, error));
    return *out ? SHOAL_OK
                : status_fail(error, SHOAL_INFEASIBLE, "the clusters of a node are not known");
}

/* ---- The kind -------------------------------------------------------------------------------- */

shoal_status cluster_space_evaluate(recoding_space *shared, const uint8_t *nodes, size_t count,
                                    evaluation *out, shoal_error *error) {
    cluster_space *space = cluster_of_space(shared);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *node = nodes + i * shared->node_bytes;
        const kept_clusters *found = find_kept(space, node);
        const box_clusters *clusters = NULL;
        out[i] = found ? found->result : (evaluation){.value = INFINITY};
        if (!found && is_point(space, node))
            STATUS_TRY(get_point(&clusters, space, node, error));
        if (clusters)
            STATUS_TRY(judge(&out[i], space, clusters, error));
    }
    return SHOAL_OK;
}

bool cluster_space_is_node(const recoding_space *shared, const uint8_t *node) {
    const cluster_space *space = (const cluster_space *)(const void *)shared;
    return find_kept(space, node) || is_point(space, node);
}

void cluster_space_reseed(recoding_space *shared, uint64_t seed) {
    cluster_space *space = cluster_of_space(shared);
    if (space->seed != seed)
        forget_series(space);
    space->seed = seed;
}

double cluster_space_size(const recoding_space *shared) {
    (void)shared;
    return INFINITY;
}

void cluster_space_identify(const recoding_space *shared, uint64_t *hash) {
    const cluster_space *space = (const cluster_space *)(const void *)shared;
    box_binding_identify(&space->binding, hash);
}
