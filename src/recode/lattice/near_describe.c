/* What is known of each class of a base: the groups that it is in, as a key with a hash, and what
 * its rows cost. All keys of a source have the same fields, with room for its finest levels: those
 * of a near node are the old ones but for what has changed. */
#include "recode/lattice/near_internal.h"

#include <string.h>

/* ---- Anew ------------------------------------------------------------------------------------ */

/* Groups at the finest level that a node may have. */
static uint32_t most_groups(const near_base *base, const near_problem *problem, size_t attribute) {
    const bound_hierarchy *of = &problem->context->hierarchies[attribute];
    int lowest = base->source->ground ? 0 : base->source->levels[attribute];
    uint32_t most = 1;
    if (!base->source->ground && base->source->levels[attribute] == LEVEL_ABSENT)
        return most;
    for (int l = lowest; l <= of->height; l++)
        most = of->level[l].size > most ? of->level[l].size : most;
    return most;
}

static void lay_out(near_base *base, const near_problem *problem) {
    size_t attributes = problem->context->attributes;
    unsigned bits;
    for (size_t a = 0; a < attributes; a++)
        base->sizes[a] = most_groups(base, problem, a);
    base->words = packing_layout(base->fields, base->sizes, attributes, &bits);
}

static const int64_t *units_of(const near_problem *problem, size_t attribute, int level) {
    return problem->costs ? problem->costs->units[attribute][level] : NULL;
}

static void describe_attribute(const near_base *base, const near_problem *problem, size_t attribute,
                               int level) {
    const codes *from = &base->source->tuples.codes[attribute];
    packing_field field = base->fields[attribute];
    const int64_t *units = units_of(problem, attribute, level);
    const uint32_t *map =
        level_maps_from(problem->maps, problem->context, base->source, attribute, level);
    for (size_t c = 0; c < base->classes; c++) {
        uint32_t code = field.bits ? codes_get(from, base->first[c]) : 0;
        uint32_t group = field.bits && map ? map[code] : code;
        packing_put(base->keys + c * base->words, field, group);
        if (units)
            base->prices[c] += units[group];
    }
}

static void hash_keys(const near_base *base) {
    for (size_t c = 0; c < base->classes; c++) {
        base->hashes[c] = 0;
        for (size_t w = 0; w < base->words; w++)
            base->hashes[c] += base->keys[c * base->words + w] * near_multiplier(w);
    }
}

static bool make_room(near_base *base) {
    return memory_grow((void **)&base->keys, &base->keys_held, base->classes * base->words, 8) &&
           memory_grow((void **)&base->hashes, &base->hashes_held, base->classes, 8) &&
           memory_grow((void **)&base->prices, &base->prices_held, base->classes, 8);
}

/* From the first tuple of each class. */
bool near_base_describe(near_base *base, const near_problem *problem, const uint8_t *node) {
    lay_out(base, problem);
    if (!make_room(base))
        return false;
    memset(base->keys, 0, base->classes * base->words * sizeof *base->keys);
    memset(base->prices, 0, base->classes * sizeof *base->prices);
    for (size_t a = 0; a < problem->context->attributes; a++)
        if (node[a] != LEVEL_ABSENT)
            describe_attribute(base, problem, a, node[a]);
    hash_keys(base);
    return true;
}

/* ---- From a near node ------------------------------------------------------------------------ */

/* Every class is described as the one that its first tuple was in. */
static bool take_over(near_base *base) {
    near_base old = *base;
    size_t words = base->words;
    base->keys = old.other_keys, base->keys_held = old.other_keys_held;
    base->hashes = old.other_hashes, base->hashes_held = old.other_hashes_held;
    base->prices = old.other_prices, base->prices_held = old.other_prices_held;
    base->other_keys = old.keys, base->other_keys_held = old.keys_held;
    base->other_hashes = old.hashes, base->other_hashes_held = old.hashes_held;
    base->other_prices = old.prices, base->other_prices_held = old.prices_held;
    if (!make_room(base))
        return false;
    for (size_t c = 0; c < base->classes; c++) {
        size_t to = base->found[c].number, from = base->found[c].parent;
        for (size_t w = 0; w < words; w++)
            base->keys[to * words + w] = old.keys[from * words + w];
        base->hashes[to] = old.hashes[from];
        base->prices[to] = old.prices[from];
    }
    return true;
}

/* The groups of the first tuples at a level. */
static void read_groups(const near_base *base, const near_problem *problem, size_t attribute,
                        int level, uint32_t *out) {
    const codes *from = &base->source->tuples.codes[attribute];
    const uint32_t *map =
        level_maps_from(problem->maps, problem->context, base->source, attribute, level);
    for (size_t c = 0; c < base->classes; c++) {
        uint32_t code = codes_get(from, base->first[c]);
        out[c] = map ? map[code] : code;
    }
}

static void change_attribute(near_base *base, const near_problem *problem, size_t attribute,
                             int level, const uint32_t *groups) {
    packing_field field = base->fields[attribute];
    const int64_t *old_units = units_of(problem, attribute, base->node[attribute]);
    const int64_t *units = units_of(problem, attribute, level);
    uint64_t multiplier = near_multiplier(field.word);
    for (size_t c = 0; c < base->classes; c++) {
        uint64_t *key = base->keys + c * base->words;
        uint32_t old = field.bits ? packing_get(key, field) : 0;
        uint64_t more = field.bits ? ((uint64_t)groups[c] - old) << field.shift : 0;
        if (field.bits)
            key[field.word] += more;
        base->hashes[c] += more * multiplier;
        if (units)
            base->prices[c] += units[groups[c]] - old_units[old];
    }
}

bool near_base_describe_again(near_base *base, const near_problem *problem, const uint8_t *node) {
    if (!take_over(base) || !memory_grow((void **)&base->groups, &base->groups_held, base->classes,
                                         sizeof *base->groups))
        return false;
    for (size_t a = 0; a < problem->context->attributes; a++) {
        if (node[a] == base->node[a])
            continue;
        read_groups(base, problem, a, node[a], base->groups);
        change_attribute(base, problem, a, node[a], base->groups);
    }
    return true;
}
