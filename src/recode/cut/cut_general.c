/* Counting a node's classes when keys are too long for one word, or missing values match
 * everything: slower, for any number of attributes. */
#include "recode/cut/cut_internal.h"

#include <assert.h>
#include <string.h>

static bool open_population(const cut *space, cut_worker *worker) {
    const bound_rules *rules = space->shared.bound_rules;
    size_t attributes = space->shared.context.attributes;
    if (!rules || !rules->population || worker->population)
        return true;
    uint32_t **map = arena_zero(&worker->memory, attributes, sizeof *map);
    for (size_t a = 0; map && a < attributes; a++)
        if (!(map[a] = arena_new(&worker->memory, rules->population->sizes[a], sizeof **map)))
            return false;
    worker->population = map;
    return map != NULL;
}

static bool open_maps(const cut *space, cut_worker *worker) {
    size_t attributes = space->shared.context.attributes;
    if (worker->map)
        return true;
    if (!open_population(space, worker))
        return false;
    uint32_t **map = arena_zero(&worker->memory, attributes, sizeof *map);
    for (size_t a = 0; map && a < attributes; a++) {
        map[a] = arena_new(&worker->memory, space->domains[a].ground, sizeof **map);
        if (!map[a])
            return false;
    }
    if (!map)
        return false;
    /* The next node of the batch tries again. */
    if (!node_classes_open(&worker->general, attributes)) {
        node_classes_close(&worker->general);
        return false;
    }
    worker->map = map;
    return true;
}

/* Values that only dropped rows have are in no group: their people do not count for the first. */
static void map_population(const cut *space, const bound_population *of, cut_worker *worker) {
    for (size_t a = 0; a < of->tuples.attributes; a++) {
        const bound_level *values = &space->shared.context.hierarchies[a].level[0];
        for (uint32_t code = 0; code < of->sizes[a]; code++) {
            uint32_t own = of->ground[a][code];
            bool occurs = own != RULE_NONE && values->frequency[values->of_ground[own]] > 0;
            worker->population[a][code] = occurs ? worker->map[a][own] : RULE_NONE;
        }
        worker->general.groups[a] = worker->population[a];
    }
}

static bool open_rules(const cut *space, cut_worker *worker) {
    const bound_rules *rules = space->shared.bound_rules;
    if (rules && rules->population)
        map_population(space, rules->population, worker);
    return node_classes_open_rules(&worker->general, rules, NULL, space->shared.ground->tuples);
}

static bool prepare(const cut *space, cut_worker *worker) {
    const metric_context *context = &space->shared.context;
    node_classes *general = &worker->general;
    for (size_t a = 0; a < context->attributes; a++) {
        const ordered_domain *of = &space->domains[a];
        assert(worker->groups.sizes[a] > 0);
        for (uint32_t code = 0; code < of->ground; code++)
            worker->map[a][code] = worker->groups.group[a][of->of_ground[code]];
        general->sizes[a] = worker->groups.sizes[a];
        general->missing[a] = of->apart ? worker->groups.sizes[a] - 1 : NO_CODE;
    }
    if (!open_rules(space, worker))
        return false;
    unsigned bits;
    size_t words = packing_layout(general->fields, general->sizes, context->attributes, &bits);
    return memory_grow((void **)&general->keys, &general->keys_held, PACKING_BLOCK * words, 8) &&
           class_table_reset(&general->table, words, bits, space->shared.ground->tuples);
}

static bool group_tuples(const cut *space, cut_worker *worker) {
    const frequency_set *ground = space->shared.ground;
    node_classes *general = &worker->general;
    size_t words = general->table.words;
    for (size_t at = 0; at < ground->tuples; at += PACKING_BLOCK) {
        size_t left = ground->tuples - at;
        size_t count = left < PACKING_BLOCK ? left : PACKING_BLOCK;
        memset(general->keys, 0, count * words * sizeof *general->keys);
        for (size_t a = 0; a < ground->attributes; a++)
            if (general->fields[a].bits > 0)
                packing_add(general->keys, words, general->fields[a], &ground->codes[a], at,
                            worker->map[a], count);
        if (!class_table_add(&general->table, general->keys, ground->counts + at, count))
            return false;
        if (general->numbers)
            node_classes_number(general, at, count);
    }
    return true;
}

static cut_sum add_extra(const cut *space, const cut_worker *worker) {
    const node_classes *general = &worker->general;
    const class_table *table = &general->table;
    cut_sum sum = 0;
    for (size_t c = 0; c < table->classes; c++) {
        if (general->sizes_of[c] >= space->shared.context.k)
            continue;
        const uint64_t *key = table->keys + c * table->words;
        int64_t row = 0;
        for (size_t a = 0; a < space->shared.context.attributes; a++)
            row += worker->groups.units[a][packing_get(key, general->fields[a])];
        sum += (cut_sum)table->counts[c] * row;
    }
    return sum;
}

bool cut_count_generally(const cut *space, cut_worker *worker, class_statistics *out,
                         cut_sum *extra) {
    const metric_context *context = &space->shared.context;
    node_classes *general = &worker->general;
    if (!open_maps(space, worker) || !prepare(space, worker) || !group_tuples(space, worker))
        return false;
    class_judge by = {context, space->shared.wildcard, space->shared.bound_rules, NULL};
    if (!node_classes_judge(general, &by))
        return false;
    *out = node_classes_count(general, context->k);
    *extra = space->shared.metric->price && out->suppressed ? add_extra(space, worker) : 0;
    return true;
}
