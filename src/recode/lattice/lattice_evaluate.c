/* Evaluating nodes: on the ground set and what was rolled up from it, or by a counter. */
#include "recode/lattice/lattice_internal.h"

#include <assert.h>
#include <stdatomic.h>

/* Values of k for which the sizes of a node's classes are looked at once. */
enum { EACH_AT_ONCE = 16 };

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

typedef struct batch {
    lattice *space;
    const uint8_t *nodes;
    const uint64_t *ks; /* [k_count] */
    size_t k_count;
    size_t *items; /* those of the current phase */
    near_group groups[NEAR_PLACES];
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

static void set_values(const lattice *space, const uint8_t *node, const uint64_t *ks, size_t count,
                       const double *extra, evaluation *out) {
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

static bool take_values(const batch *work, node_classes *classes, const uint8_t *node,
                        const uint64_t *ks, size_t count, evaluation *out) {
    const lattice *space = work->space;
    double extra[EACH_AT_ONCE] = {0};
    bool suppressed = out[count - 1].classes.suppressed > 0;
    if (space->shared.metric->tabulate && suppressed &&
        !node_classes_extra_each(classes, node, &space->costs, &space->shared.context, ks, count,
                                 extra))
        return false;
    set_values(space, node, ks, count, extra, out);
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
        if (!take_values(work, classes, node, work->ks + at, some, out + at))
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
    const lattice *space = work->space;
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
        set_values(space, node, work->ks + at, some, extra, out + at);
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
        if (!take_values(work, classes, node, &work->ks[i], 1, &out[i]))
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

/* ---- From near nodes ------------------------------------------------------------------------- */

static void choose_group(void *argument, size_t index, int worker) {
    batch *work = argument;
    lattice_near_choose(work->space, &work->groups[index], work->nodes, work->ks[0], work->items,
                        worker);
}

/* `index` counts the near nodes of all groups. */
static void evaluate_near_item(void *argument, size_t index, int worker) {
    batch *work = argument;
    lattice *space = work->space;
    const near_group *group = work->groups;
    for (; index >= group->near; group++)
        index -= group->near;
    size_t item = work->items[group->begin + index];
    const uint8_t *node = work->nodes + item * lattice_attributes(space);
    evaluation *result = &work->out[item];
    double extra;
    if (lattice_near_count(space, group, node, worker, &result->classes, &extra))
        set_values(space, node, work->ks, 1, &extra, result);
    else
        atomic_store(&work->failed, true);
}

/* Evaluates those that are near a base. Returns how many are left, which then come first. */
static size_t evaluate_groups(batch *work, size_t count) {
    thread_pool *pool = work->space->shared.pool;
    size_t near = 0, left = 0;
    size_t groups = lattice_near_divide(work->space, work->nodes, count, work->groups);
    if (groups == 0)
        return count;
    threads_run(pool, groups, choose_group, work);
    for (size_t g = 0; g < groups; g++)
        near += work->groups[g].near;
    threads_run(pool, near, evaluate_near_item, work);
    for (size_t g = 0; g < groups; g++)
        for (size_t i = work->groups[g].near; i < work->groups[g].count; i++)
            work->items[left++] = work->items[work->groups[g].begin + i];
    assert(near + left == count);
    return left;
}

/* ---- Batches --------------------------------------------------------------------------------- */

static bool is_above_another(const lattice *space, const uint8_t *nodes, const size_t *items,
                             size_t count, size_t item) {
    size_t attributes = lattice_attributes(space);
    const uint8_t *node = nodes + items[item] * attributes;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *other = nodes + items[i] * attributes;
        size_t a = 0;
        while (a < attributes && other[a] <= node[a])
            a++;
        if (i != item && a == attributes)
            return true;
    }
    return false;
}

/* Puts first the nodes with no other one below them; returns how many there are. */
static size_t split_phases(const lattice *space, const uint8_t *nodes, size_t count,
                           const size_t *items, size_t *out) {
    size_t first = 0;
    size_t last = count;
    for (size_t i = 0; i < count; i++) {
        if (is_above_another(space, nodes, items, count, i))
            out[--last] = items[i];
        else
            out[first++] = items[i];
    }
    return first;
}

static void run_phase(batch *work, size_t *items, size_t count) {
    lattice *space = work->space;
    work->items = items;
    threads_run(space->shared.pool, count, evaluate_item, work);
    rolled_cache_keep(&space->cache, space->made, count);
}

/* Nodes above others of the batch wait for those: they can be rolled up from them. */
static void run_phases(batch *work, const size_t *items, size_t count, size_t *order) {
    size_t first = split_phases(work->space, work->nodes, count, items, order);
    assert(first <= count);
    run_phase(work, order, first);
    if (first < count)
        run_phase(work, order + first, count - first);
}

static shoal_status evaluate_told(lattice *space, const uint8_t *nodes, size_t count,
                                  const uint64_t *ks, size_t k_count, evaluation *out,
                                  shoal_error *error) {
    if (!memory_grow((void **)&space->made, &space->made_held, count, sizeof(rolled_set *)) ||
        !memory_grow((void **)&space->items, &space->items_held, 2 * count, sizeof(size_t)))
        return status_no_memory(error);
    batch work = {.space = space, .nodes = nodes, .ks = ks, .k_count = k_count, .out = out};
    for (size_t i = 0; i < count; i++)
        space->items[i] = i;
    work.items = space->items;
    size_t left = k_count == 1 ? evaluate_groups(&work, count) : count;
    if (left > 0)
        run_phases(&work, space->items, left, space->items + count);
    return atomic_load(&work.failed) ? status_no_memory(error) : SHOAL_OK;
}

void lattice_count_by(lattice *space, const lattice_counter *counter) {
    assert(!counter || (space->shared.metric->tabulate && !space->shared.wildcard &&
                        !space->shared.bound_rules));
    space->counter = counter;
}

static bool is_told(const lattice *space, const uint8_t *node) {
    const uint8_t *floor = space->counter->floor;
    for (size_t a = 0; floor && a < lattice_attributes(space); a++)
        if (node[a] < floor[a])
            return false;
    return floor != NULL;
}

static shoal_status count_node(const lattice *space, const uint8_t *node, const uint64_t *ks,
                               size_t k_count, evaluation *out, shoal_error *error) {
    const lattice_counter *by = space->counter;
    for (size_t i = 0; i < k_count; i++) {
        double extra = 0;
        STATUS_TRY(
            by->count(&out[i].classes, &extra, node, ks[i], &space->costs, by->context, error));
        set_values(space, node, &ks[i], 1, &extra, &out[i]);
    }
    return SHOAL_OK;
}

/* Those that the ground set cannot tell one by one, the others between them together. */
shoal_status lattice_evaluate_each(recoding_space *shared, const uint8_t *nodes, size_t count,
                                   const uint64_t *ks, size_t k_count, evaluation *out,
                                   shoal_error *error) {
    lattice *space = lattice_of_space(shared);
    size_t bytes = shared->node_bytes, end;
    if (!space->counter)
        return evaluate_told(space, nodes, count, ks, k_count, out, error);
    for (size_t at = 0; at < count; at = end) {
        for (end = at; end < count && is_told(space, nodes + end * bytes);)
            end++;
        if (end > at)
            STATUS_TRY(evaluate_told(space, nodes + at * bytes, end - at, ks, k_count,
                                     out + at * k_count, error));
        else
            STATUS_TRY(
                count_node(space, nodes + end++ * bytes, ks, k_count, out + at * k_count, error));
    }
    return SHOAL_OK;
}

shoal_status lattice_evaluate(lattice *space, const uint8_t *nodes, size_t count, evaluation *out,
                              shoal_error *error) {
    return lattice_evaluate_each(&space->shared, nodes, count, &space->shared.context.k, 1, out,
                                 error);
}
