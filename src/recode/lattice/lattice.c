#include "recode/lattice/lattice.h"

#include "recode/lattice/lattice_internal.h"

#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define DEFAULT_MEMORY ((size_t)256 << 20)
/* A few sets of a huge table would fill that and save no time: the table needs the memory more. */
#define MANY_TUPLES ((size_t)1 << 20)
#define SPARING_MEMORY ((size_t)64 << 20)
/* Keys of so many attributes still fit into fixed buffers when rows are judged. */
#define MOST_ATTRIBUTES 4096
/* Values of k for which the sizes of a node's classes are looked at once. */
enum { EACH_AT_ONCE = 16 };

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
    return SHOAL_OK;
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

static double surcharge(const lattice *space, uint64_t suppressed) {
    const recoding_space *shared = &space->shared;
    return shared->metric->full ? metric_surcharge(&shared->context) * (double)suppressed : 0;
}

/* The keep part of an additive metric, before its scale. */
static double keep_sum(const lattice *space, const uint8_t *node) {
    double sum = 0;
    for (size_t a = 0; a < lattice_attributes(space); a++)
        if (node[a] != LEVEL_ABSENT)
            sum += space->costs.keep[a][node[a]];
    return sum;
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

typedef struct batch {
    lattice *space;
    const uint8_t *nodes;
    const uint64_t *ks; /* [k_count] */
    size_t k_count;
    const size_t *items; /* those of the current phase */
    evaluation *out;
    atomic_bool failed;
} batch;

static bool roll_persons(rolled_details *out, const bound_rules *rules, node_classes *classes) {
    rules_scratch *found = &classes->bound_rules;
    const class_table *table = &classes->table;
    return !rules->of_persons ||
           tuple_persons_roll(&out->persons, classes->persons, found->class_of, table->counts,
                              found->persons, table->classes);
}

static bool roll_values(rolled_details *out, const bound_rules *rules, node_classes *classes) {
    out->values = memory_zero(rules->column_count, sizeof *out->values);
    for (size_t i = 0; out->values && i < rules->column_count; i++) {
        if (!bound_rules_merge(&out->values[i], &classes->bound_rules, classes->values[i],
                               &rules->columns[i].domain, classes->table.classes))
            return false;
        out->columns++;
    }
    return out->values != NULL;
}

/* The node's classes as a source for others; NULL where there is no room, which is only slower. */
static rolled_set *roll_up(lattice *space, node_classes *classes, const uint8_t *node) {
    const bound_rules *rules = space->shared.bound_rules;
    rolled_set *set =
        rolled_set_new(&space->cache, node, &classes->table, classes->fields, classes->sizes);
    if (!set || !rules)
        return set;
    rolled_details details = {0};
    if (roll_persons(&details, rules, classes) && roll_values(&details, rules, classes)) {
        rolled_set_add(&space->cache, set, &details);
        return set;
    }
    rolled_details_free(&details);
    rolled_set_drop(&space->cache, set);
    return NULL;
}

/* The values of a node from its statistics, for each k. */
static void take_values(const batch *work, const uint8_t *node, const uint64_t *ks, size_t count,
                        const double *extra, evaluation *out) {
    const lattice *space = work->space;
    metric_context context = space->shared.context;
    const metric *target = space->shared.metric;
    double keep = target->tabulate ? keep_sum(space, node) : 0;
    for (size_t i = 0; i < count; i++) {
        assert(out[i].classes.suppressed <= context.rows);
        context.k = ks[i];
        out[i].feasible = space_is_feasible(&space->shared, &out[i].classes);
        out[i].value = target->tabulate ? space->costs.scale * (keep + extra[i]) +
                                              surcharge(space, out[i].classes.suppressed)
                                        : target->value(&context, &out[i].classes);
    }
}

/* The same, with what the suppressed rows of the classes in the table add. */
static bool price_values(const batch *work, node_classes *classes, const uint8_t *node,
                         const uint64_t *ks, size_t count, evaluation *out) {
    const lattice *space = work->space;
    double extra[EACH_AT_ONCE] = {0};
    bool suppressed = out[count - 1].classes.suppressed > 0;
    if (space->shared.metric->tabulate && suppressed &&
        !node_classes_extra_each(classes, node, &space->costs, &space->shared.context, ks, count,
                                 extra))
        return false;
    take_values(work, node, ks, count, extra, out);
    return true;
}

/* Where k alone decides what is published, the sizes of the classes are enough. */
static bool evaluate_sizes(const batch *work, node_classes *classes, const uint8_t *node,
                           evaluation *out) {
    class_statistics found[EACH_AT_ONCE];
    size_t some;
    for (size_t at = 0; at < work->k_count; at += some) {
        some = work->k_count - at < EACH_AT_ONCE ? work->k_count - at : EACH_AT_ONCE;
        if (!node_classes_count_each(classes, work->ks + at, some, found))
            return false;
        for (size_t i = 0; i < some; i++)
            out[at + i].classes = found[i];
        if (!price_values(work, classes, node, work->ks + at, some, out + at))
            return false;
    }
    return true;
}

/* Adds up the parts; *fits: none of them is too large. */
static bool sum_parts(const batch *work, node_classes *classes, const rolled_set *source,
                      const uint8_t *node, const uint64_t *ks, size_t count, bool *fits) {
    const lattice *space = work->space;
    class_judge by = lattice_judged_by(space);
    const cost_table *costs = space->shared.metric->tabulate ? &space->costs : NULL;
    *fits = true;
    if (!node_classes_begin_sums(classes, count))
        return false;
    for (size_t part = 0; part < classes->parts && *fits; part++) {
        if (!node_classes_group_part(classes, source, node, &space->maps, &by, part))
            return false;
        *fits = !classes->table.full;
        if (*fits &&
            !node_classes_add_sums(classes, node, costs, lattice_attributes(space), ks, count))
            return false;
    }
    return true;
}

/* Where the classes do not fit at once. */
static bool evaluate_parts(const batch *work, node_classes *classes, const rolled_set *source,
                           const uint8_t *node, evaluation *out) {
    class_statistics found[EACH_AT_ONCE];
    double extra[EACH_AT_ONCE];
    size_t some;
    for (size_t at = 0; at < work->k_count; at += some) {
        bool fits = false;
        some = work->k_count - at < EACH_AT_ONCE ? work->k_count - at : EACH_AT_ONCE;
        while (!fits) {
            if (!sum_parts(work, classes, source, node, work->ks + at, some, &fits))
                return false;
            classes->parts *= fits ? 1 : 2;
        }
        node_classes_end_sums(classes, some, found, extra);
        for (size_t i = 0; i < some; i++)
            out[at + i].classes = found[i];
        take_values(work, node, work->ks + at, some, extra, out + at);
    }
    return true;
}

/* Else the classes are judged for each k; they are grouped once. */
static bool evaluate_judged(const batch *work, node_classes *classes, const uint8_t *node,
                            evaluation *out) {
    metric_context context = work->space->shared.context;
    class_judge by = lattice_judged_by(work->space);
    by.context = &context;
    for (size_t i = 0; i < work->k_count; i++) {
        context.k = work->ks[i];
        if (i > 0 && !node_classes_judge(classes, &by))
            return false;
        out[i].classes = node_classes_count(classes, context.k);
        if (!price_values(work, classes, node, &work->ks[i], 1, &out[i]))
            return false;
    }
    return true;
}

static bool evaluate_node(const batch *work, node_classes *classes, const rolled_set *source,
                          const uint8_t *node, evaluation *out) {
    const lattice *space = work->space;
    metric_context context = space->shared.context;
    class_judge by = lattice_judged_by(space);
    by.context = &context;
    context.k = work->ks[0];
    if (!node_classes_group(classes, source, node, &space->maps, &by))
        return false;
    if (classes->parts > 1)
        return evaluate_parts(work, classes, source, node, out);
    return by.wildcard || by.rules ? evaluate_judged(work, classes, node, out)
                                   : evaluate_sizes(work, classes, node, out);
}

static void evaluate_item(void *argument, size_t index, int worker) {
    batch *work = argument;
    lattice *space = work->space;
    size_t item = work->items[index];
    node_classes *classes = &space->workers[worker];
    const uint8_t *node = work->nodes + item * lattice_attributes(space);
    const rolled_set *source = rolled_cache_source(&space->cache, node);
    evaluation *result = &work->out[item * work->k_count];
    space->made[index] = NULL;
    if (!evaluate_node(work, classes, source, node, result)) {
        atomic_store(&work->failed, true);
        return;
    }
    /* Worth keeping only where rolling up from it saves at least half of the work. */
    if (classes->parts == 1 && result->classes.groups <= source->tuples.tuples / 2)
        space->made[index] = roll_up(space, classes, node);
}

static bool is_above_another(const lattice *space, const uint8_t *nodes, size_t count,
                             size_t item) {
    size_t attributes = lattice_attributes(space);
    const uint8_t *node = nodes + item * attributes;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *other = nodes + i * attributes;
        size_t a = 0;
        while (a < attributes && other[a] <= node[a])
            a++;
        if (i != item && a == attributes)
            return true;
    }
    return false;
}

/* Lists first the nodes with no other one of the batch below them; returns how many there are. */
static size_t split_phases(const lattice *space, const uint8_t *nodes, size_t count,
                           size_t *items) {
    size_t first = 0;
    size_t last = count;
    for (size_t i = 0; i < count; i++) {
        if (is_above_another(space, nodes, count, i))
            items[--last] = i;
        else
            items[first++] = i;
    }
    return first;
}

static void run_phase(batch *work, const size_t *items, size_t count) {
    lattice *space = work->space;
    work->items = items;
    threads_run(space->shared.pool, count, evaluate_item, work);
    rolled_cache_keep(&space->cache, space->made, count);
}

/* Nodes above others of the batch wait for those: they can be rolled up from them. */
static shoal_status evaluate_each(recoding_space *shared, const uint8_t *nodes, size_t count,
                                  const uint64_t *ks, size_t k_count, evaluation *out,
                                  shoal_error *error) {
    lattice *space = lattice_of_space(shared);
    if (!memory_grow((void **)&space->made, &space->made_held, count, sizeof(rolled_set *)) ||
        !memory_grow((void **)&space->items, &space->items_held, count, sizeof(size_t)))
        return status_no_memory(error);
    batch work = {.space = space, .nodes = nodes, .ks = ks, .k_count = k_count, .out = out};
    size_t first = split_phases(space, nodes, count, space->items);
    assert(first <= count);
    run_phase(&work, space->items, first);
    if (first < count)
        run_phase(&work, space->items + first, count - first);
    return atomic_load(&work.failed) ? status_no_memory(error) : SHOAL_OK;
}

shoal_status lattice_evaluate(lattice *space, const uint8_t *nodes, size_t count, evaluation *out,
                              shoal_error *error) {
    return evaluate_each(&space->shared, nodes, count, &space->shared.context.k, 1, out, error);
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
    .evaluate_each = evaluate_each,
    .close = close_space,
    .is_node = is_node,
    .is_releasable = is_releasable,
    .size = size_of,
    .height = height_of,
    .variation = &lattice_variation,
};
