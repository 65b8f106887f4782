#include "recode/lattice/lattice.h"

#include "base/hash.h"
#include "recode/lattice/lattice_internal.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DEFAULT_MEMORY ((size_t)256 << 20)
/* A few sets of a huge table would fill that and save no time: the table needs the memory more. */
#define MANY_TUPLES ((size_t)1 << 20)
#define SPARING_MEMORY ((size_t)64 << 20)
/* Keys of so many attributes still fit into fixed buffers when rows are judged. */
#define MOST_ATTRIBUTES 4096

static shoal_status open_population(lattice *space, shoal_error *error) {
    const bound_rules *rules = space->shared.bound_rules;
    const bound_hierarchy *hierarchies = space->shared.context.hierarchies;
    if (!rules || !rules->population)
        return SHOAL_OK;
    space->population =
        bound_population_groups(rules->population, hierarchies, &space->population_memory);
    return space->population ? SHOAL_OK : status_no_memory(error);
}

static shoal_status open_parts(lattice *space, shoal_error *error) {
    const recoding_space *setup = &space->shared;
    size_t usual = setup->ground->tuples > MANY_TUPLES ? SPARING_MEMORY : DEFAULT_MEMORY;
    size_t memory = space->memory ? space->memory : usual;
    STATUS_TRY(level_maps_build(&space->maps, setup->context.hierarchies, setup->context.attributes,
                                error));
    STATUS_TRY(rolled_cache_open(&space->cache, setup->ground, memory, error));
    if (setup->metric->tabulate)
        STATUS_TRY(cost_table_build(&space->costs, setup->metric, &setup->context, error));
    STATUS_TRY(open_population(space, error));
    int workers = threads_count(setup->pool);
    space->workers = memory_zero((size_t)workers, sizeof *space->workers);
    if (!space->workers)
        return status_no_memory(error);
    space->worker_count = workers;
    for (int i = 0; i < workers; i++) {
        if (!node_classes_open(&space->workers[i], setup->context.attributes))
            return status_no_memory(error);
        /* Nodes that are worth a look have far fewer classes than a huge table has tuples. */
        if (setup->ground->tuples > MANY_TUPLES)
            space->workers[i].expected = MANY_TUPLES / 4;
        space->workers[i].most = space->most_classes;
    }
    return lattice_near_open(space, error);
}

shoal_status lattice_open(lattice **out, const lattice_setup *setup, shoal_error *error) {
    if (setup->context.attributes > MOST_ATTRIBUTES)
        return status_fail(error, SHOAL_USAGE, "%zu quasi-identifiers: at most %d are possible",
                           setup->context.attributes, MOST_ATTRIBUTES);
    if (setup->context.rows == 0)
        return status_fail(error, SHOAL_BAD_DATA, "there are no rows to protect");
    assert(setup->ground->attributes == setup->context.attributes && setup->metric);
    lattice *space = memory_zero(1, sizeof *space);
    if (!space)
        return status_no_memory(error);
    space->memory = setup->memory;
    space->most_classes = setup->most_classes;
    space->shared = (recoding_space){
        .kind = &lattice_kind,
        .node_bytes = setup->context.attributes,
        .ground = setup->ground,
        .context = setup->context,
        .metric = setup->metric,
        .wildcard = setup->wildcard,
        .bound_rules = setup->bound_rules,
        .pool = setup->pool,
    };
    shoal_status status = open_parts(space, error);
    if (status != SHOAL_OK) {
        lattice_close(space);
        return status;
    }
    *out = space;
    return SHOAL_OK;
}

void lattice_close(lattice *space) {
    if (!space)
        return;
    lattice_near_close(space);
    for (int i = 0; i < space->worker_count; i++)
        node_classes_close(&space->workers[i]);
    memory_free(space->workers);
    memory_free(space->made);
    memory_free(space->items);
    arena_free(&space->population_memory);
    cost_table_free(&space->costs);
    rolled_cache_close(&space->cache);
    level_maps_free(&space->maps);
    memory_free(space);
}

recoding_space *lattice_as_space(lattice *space) {
    return &space->shared;
}

lattice *lattice_of_space(recoding_space *space) {
    assert(!space || space->kind == &lattice_kind);
    return (lattice *)space;
}

size_t lattice_attributes(const lattice *space) {
    return space->shared.context.attributes;
}

int lattice_lowest(const lattice *space, size_t attribute) {
    assert(attribute < space->shared.context.attributes);
    return space->shared.context.hierarchies[attribute].lowest;
}

int lattice_height(const lattice *space, size_t attribute) {
    assert(attribute < space->shared.context.attributes);
    return bound_hierarchy_highest(&space->shared.context.hierarchies[attribute]);
}

double lattice_size(const lattice *space) {
    double nodes = 1;
    for (size_t a = 0; a < lattice_attributes(space); a++)
        nodes *= lattice_height(space, a) - lattice_lowest(space, a) + 1;
    return nodes;
}

const metric_context *lattice_context(const lattice *space) {
    return &space->shared.context;
}

const metric *lattice_metric(const lattice *space) {
    return space->shared.metric;
}

double lattice_floor_of(const lattice *space, size_t attribute, int level, uint64_t suppressed) {
    assert(level >= 0 && level <= lattice_height(space, attribute));
    if (!space->shared.metric->tabulate)
        return 0;
    double least =
        suppressed ? cost_table_least_extra(&space->costs, attribute, level, suppressed) : 0;
    return space->costs.scale * (space->costs.floor[attribute][level] + least);
}

double lattice_floor(const lattice *space, const uint8_t *node, uint64_t suppressed) {
    if (!space->shared.metric->tabulate)
        return 0;
    double floor = 0, least = 0;
    for (size_t a = 0; a < lattice_attributes(space); a++)
        if (node[a] != LEVEL_ABSENT)
            floor += space->costs.floor[a][node[a]];
    for (size_t a = 0; suppressed && a < lattice_attributes(space); a++)
        if (node[a] != LEVEL_ABSENT)
            least += cost_table_least_extra(&space->costs, a, node[a], suppressed);
    return space->costs.scale * (floor + least);
}

/* ---- As a space ---------------------------------------------------------------------------- */

static shoal_status evaluate_nodes(recoding_space *space, const uint8_t *nodes, size_t count,
                                   evaluation *out, shoal_error *error) {
    return lattice_evaluate(lattice_of_space(space), nodes, count, out, error);
}

static void close_space(recoding_space *space) {
    lattice_close(lattice_of_space(space));
}

static bool is_node(const recoding_space *space, const uint8_t *node) {
    for (size_t a = 0; a < space->context.attributes; a++) {
        const bound_hierarchy *of = &space->context.hierarchies[a];
        if (node[a] != LEVEL_ABSENT &&
            (node[a] < of->lowest || node[a] > bound_hierarchy_highest(of)))
            return false;
    }
    return true;
}

static bool is_releasable(const recoding_space *space, const uint8_t *node) {
    return memchr(node, LEVEL_ABSENT, space->context.attributes) == NULL;
}

/* Without a set, nothing else tells the rows apart. */
static void identify(const recoding_space *space, uint64_t *hash) {
    const lattice_counter *counter = ((const lattice *)space)->counter;
    if (counter && !counter->floor)
        *hash = hash_mix(*hash ^ counter->source) + 1;
}

static double size_of(const recoding_space *space) {
    return lattice_size((const lattice *)space);
}

static int height_of(const recoding_space *space, const uint8_t *node) {
    int height = 0;
    for (size_t a = 0; a < space->context.attributes; a++) {
        const bound_hierarchy *of = &space->context.hierarchies[a];
        height += (node ? node[a] : bound_hierarchy_highest(of)) - of->lowest;
    }
    return height;
}

const space_kind lattice_kind = {
    .name = "lattice",
    .evaluate = evaluate_nodes,
    .evaluate_each = lattice_evaluate_each,
    .close = close_space,
    .is_node = is_node,
    .is_releasable = is_releasable,
    .identify = identify,
    .size = size_of,
    .height = height_of,
    .variation = &lattice_variation,
};
