#include "recode/candidate_classes.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

static uint32_t **maps_from(level_maps *out, const bound_hierarchy *of, int from) {
    uint32_t **to = arena_zero(&out->memory, (size_t)of->height + 1, sizeof *to);
    if (!to)
        return NULL;
    uint32_t size = of->level[from].size;
    for (int l = from + 1; l <= of->height; l++) {
        to[l] = arena_new(&out->memory, size, sizeof **to);
        if (!to[l])
            return NULL;
        for (uint32_t g = 0; g < size; g++)
            to[l][g] = of->level[l - 1].up[l == from + 1 ? g : to[l - 1][g]];
    }
    return to;
}

static bool is_identity(const bound_hierarchy *of) {
    for (uint32_t g = 0; g < of->ground; g++)
        if (of->level[0].of_ground[g] != g)
            return false;
    return true;
}

static bool build_maps(level_maps *out, const bound_hierarchy *hierarchies, size_t attributes) {
    out->maps = arena_zero(&out->memory, attributes, sizeof *out->maps);
    out->identity = arena_zero(&out->memory, attributes, sizeof *out->identity);
    if (!out->maps || !out->identity)
        return false;
    for (size_t a = 0; a < attributes; a++) {
        size_t levels = (size_t)hierarchies[a].height + 1;
        out->maps[a] = arena_zero(&out->memory, levels, sizeof **out->maps);
        if (!out->maps[a])
            return false;
        for (int from = 0; from <= hierarchies[a].height; from++)
            if (!(out->maps[a][from] = maps_from(out, &hierarchies[a], from)))
                return false;
        out->identity[a] = is_identity(&hierarchies[a]);
    }
    return true;
}

shoal_status level_maps_build(level_maps *out, const bound_hierarchy *hierarchies,
                              size_t attributes, shoal_error *error) {
    *out = (level_maps){0};
    if (build_maps(out, hierarchies, attributes))
        return SHOAL_OK;
    level_maps_free(out);
    return status_no_memory(error);
}

void level_maps_free(level_maps *maps) {
    arena_free(&maps->memory);
    *maps = (level_maps){0};
}

bool node_classes_open(node_classes *classes, size_t attributes) {
    *classes = (node_classes){
        .fields = memory_new(attributes, sizeof(packing_field)),
        .sizes = memory_new(attributes, sizeof(uint32_t)),
        .missing = memory_new(attributes, sizeof(uint32_t)),
        .varying = memory_new(attributes, sizeof(packing_field)),
        .varying_sizes = memory_new(attributes, sizeof(uint32_t)),
        .units = memory_new(attributes, sizeof(int64_t *)),
        .lookups = memory_new(attributes, sizeof(price_lookup)),
        .groups = memory_new(attributes, sizeof(uint32_t *)),
    };
    return classes->fields && classes->sizes && classes->missing && classes->varying &&
           classes->varying_sizes && classes->units && classes->lookups && classes->groups;
}

void node_classes_close(node_classes *classes) {
    class_table_free(&classes->table);
    wildcard_free(&classes->wildcard);
    rules_scratch_free(&classes->bound_rules);
    memory_free(classes->groups);
    memory_free(classes->values);
    memory_free(classes->fields);
    memory_free(classes->sizes);
    memory_free(classes->missing);
    memory_free(classes->varying);
    memory_free(classes->varying_sizes);
    memory_free(classes->units);
    memory_free(classes->joined);
    memory_free(classes->lookups);
    memory_free(classes->sums);
    memory_free(classes->keys);
    *classes = (node_classes){0};
}

/* Lays out the keys for the node's levels and empties the table. */
static bool prepare(node_classes *classes, const rolled_set *source, const uint8_t *node,
                    const metric_context *context) {
    for (size_t a = 0; a < context->attributes; a++) {
        bool absent = node[a] == LEVEL_ABSENT;
        assert(absent || node[a] <= context->hierarchies[a].height);
        const bound_level *level = absent ? NULL : &context->hierarchies[a].level[node[a]];
        classes->sizes[a] = absent ? 1 : level->size;
        classes->missing[a] = absent ? NO_CODE : level->missing;
    }
    size_t expected = source->tuples.tuples;
    if (classes->expected && classes->expected < expected)
        expected = classes->expected;
    unsigned bits;
    size_t words = packing_layout(classes->fields, classes->sizes, context->attributes, &bits);
    return memory_grow((void **)&classes->keys, &classes->keys_held, PACKING_BLOCK * words, 8) &&
           class_table_reset(&classes->table, words, bits, expected);
}

const uint32_t *level_maps_from(const level_maps *maps, const metric_context *context,
                                const rolled_set *source, size_t attribute, int level) {
    if (source->ground)
        return level == 0 && maps->identity[attribute]
                   ? NULL
                   : context->hierarchies[attribute].level[level].of_ground;
    assert(source->levels[attribute] <= level);
    return maps->maps[attribute][source->levels[attribute]][level];
}

/* Rules of a column go by every tuple; persons differ from rows in some only. */
static void number_some(node_classes *classes, size_t begin, size_t count) {
    const tuple_persons *of = classes->persons;
    for (; classes->numbered < of->count; classes->numbered++) {
        uint32_t tuple = of->tuple[classes->numbered];
        if (tuple >= begin + count)
            return;
        classes->bound_rules.class_of[tuple] = class_table_find(
            &classes->table, classes->keys + (tuple - begin) * classes->table.words);
    }
}

void node_classes_number(node_classes *classes, size_t begin, size_t count) {
    size_t words = classes->table.words;
    if (classes->persons_only) {
        number_some(classes, begin, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        classes->bound_rules.class_of[begin + i] =
            class_table_find(&classes->table, classes->keys + i * words);
}

static void pack_block(node_classes *classes, const rolled_set *source, const uint8_t *node,
                       const level_maps *maps, const metric_context *context, size_t begin,
                       size_t count) {
    size_t words = classes->table.words;
    memset(classes->keys, 0, count * words * sizeof *classes->keys);
    for (size_t a = 0; a < context->attributes; a++) {
        if (classes->fields[a].bits == 0)
            continue;
        packing_add(classes->keys, words, classes->fields[a], &source->tuples.codes[a], begin,
                    level_maps_from(maps, context, source, a, node[a]), count);
    }
}

static bool group_block(node_classes *classes, const rolled_set *source, size_t begin,
                        size_t count) {
    if (!class_table_add(&classes->table, classes->keys, source->tuples.counts + begin, count))
        return false;
    if (classes->numbers)
        node_classes_number(classes, begin, count);
    return true;
}

/* ---- Rules ----------------------------------------------------------------------------------- */

bool node_classes_open_rules(node_classes *classes, const bound_rules *rules,
                             const rolled_set *rolled, size_t tuples) {
    classes->numbers = rules != NULL;
    classes->constrained = rules && (rules->rule_count > 0 || rules->column_count > 0);
    if (!rules)
        return true;
    classes->overlap = rules->overlap;
    classes->persons = rolled ? &rolled->of_rules.persons : &rules->persons;
    classes->persons_only = rules->of_persons && rules->column_count == 0;
    classes->numbered = 0;
    if (!rules_scratch_reserve(&classes->bound_rules, tuples) ||
        !memory_grow((void **)&classes->values, &classes->values_held, rules->column_count + 1,
                     sizeof *classes->values))
        return false;
    for (size_t i = 0; i < rules->column_count; i++)
        classes->values[i] = rolled ? &rolled->of_rules.values[i] : &rules->columns[i].ground;
    return true;
}

static bool open_rules(node_classes *classes, const rolled_set *source, const uint8_t *node,
                       const class_judge *by) {
    const bound_rules *rules = by->rules;
    for (size_t a = 0; rules && rules->population && a < by->context->attributes; a++)
        classes->groups[a] = node[a] == LEVEL_ABSENT ? NULL : by->population[a][node[a]];
    return node_classes_open_rules(classes, rules, source->ground ? NULL : source,
                                   source->tuples.tuples);
}

/* Persons have to be counted anew for unions of classes, so what is needed for it is made anew. */
static bool count_compatible(node_classes *classes, const class_judge *by, const uint8_t *barred) {
    const rules_scratch *found = &classes->bound_rules;
    bool of_persons = by->rules && by->rules->of_persons;
    class_persons persons = {0};
    if (of_persons && !class_persons_open(&persons, found->persons, &classes->persons->roaming,
                                          found->class_of, classes->table.classes))
        return false;
    bool counted = wildcard_count(&classes->wildcard, &classes->table, classes->fields,
                                  classes->missing, by->context->attributes, by->context->k, barred,
                                  of_persons ? &persons : NULL);
    class_persons_close(&persons);
    return counted;
}

static bool count_all_compatible(node_classes *classes, const class_judge *by) {
    bool counted = count_compatible(classes, by, NULL);
    classes->sizes_of = classes->wildcard.support;
    return counted;
}

/* With wildcards, a class below k by its own rows may have compatible ones. Whether a class is
 * hopeless is found as if nothing else were suppressed, which only makes classes larger. */
static bool judge_compatible(node_classes *classes, const class_judge *by) {
    rules_scratch *found = &classes->bound_rules;
    if (!by->rules->inherited) {
        if (!count_compatible(classes, by, found->hopeless))
            return false;
        for (size_t c = 0; c < classes->table.classes; c++)
            found->hopeless[c] = classes->wildcard.support[c] < by->context->k;
    }
    if (!count_compatible(classes, by, found->broken))
        return false;
    classes->sizes_of = classes->wildcard.support;
    for (size_t c = 0; by->rules->inherited && c < classes->table.classes; c++)
        found->hopeless[c] = classes->sizes_of[c] < by->context->k;
    return true;
}

static bool judge_by_rules(node_classes *classes, const class_judge *by) {
    rules_scratch *found = &classes->bound_rules;
    if (!classes->constrained) {
        bool counted = bound_rules_count_persons(found, classes->persons, &classes->table);
        classes->sizes_of = found->persons;
        return counted && (!by->wildcard || count_all_compatible(classes, by));
    }
    if (by->rules->population && !bound_rules_count_population(by->rules, found, &classes->table,
                                                               classes->fields, classes->groups))
        return false;
    judged_tuples tuples = {classes->values, classes->persons};
    if (!bound_rules_judge(by->rules, found, tuples, &classes->table,
                           by->wildcard ? 0 : by->context->k))
        return false;
    if (by->wildcard)
        return judge_compatible(classes, by);
    classes->sizes_of = found->sizes;
    return true;
}

bool node_classes_judge(node_classes *classes, const class_judge *by) {
    classes->sizes_of = classes->members_of = classes->table.counts;
    if (by->rules) {
        bool judged = judge_by_rules(classes, by);
        if (by->rules->of_persons)
            classes->members_of = classes->bound_rules.persons;
        return judged;
    }
    return !by->wildcard || count_all_compatible(classes, by);
}

/* As many as the classes would need if they went on as they began. */
static size_t parts_for(size_t seen, size_t tuples) {
    size_t parts = 2;
    while (parts < tuples / (seen > 0 ? seen : 1) + 1 && parts < (size_t)1 << 20)
        parts *= 2;
    return parts;
}

bool node_classes_group(node_classes *classes, const rolled_set *source, const uint8_t *node,
                        const level_maps *maps, const class_judge *by) {
    size_t tuples = source->tuples.tuples;
    classes->parts = 1;
    classes->table.most = by->wildcard || by->rules ? 0 : classes->most;
    if (!prepare(classes, source, node, by->context) || !open_rules(classes, source, node, by))
        return false;
    for (size_t at = 0; at < tuples; at += PACKING_BLOCK) {
        size_t some = tuples - at < PACKING_BLOCK ? tuples - at : PACKING_BLOCK;
        pack_block(classes, source, node, maps, by->context, at, some);
        if (group_block(classes, source, at, some))
            continue;
        classes->parts = parts_for(at + some, tuples);
        return classes->table.full;
    }
    return node_classes_judge(classes, by);
}

bool node_classes_assign(node_classes *classes, const rolled_set *source, const uint8_t *node,
                         const level_maps *maps, const metric_context *context,
                         uint32_t *class_of) {
    size_t tuples = source->tuples.tuples;
    classes->parts = 1;
    classes->table.most = 0;
    if (!prepare(classes, source, node, context))
        return false;
    for (size_t at = 0; at < tuples; at += PACKING_BLOCK) {
        size_t some = tuples - at < PACKING_BLOCK ? tuples - at : PACKING_BLOCK;
        pack_block(classes, source, node, maps, context, at, some);
        if (!class_table_add(&classes->table, classes->keys, source->tuples.counts + at, some))
            return false;
        for (size_t i = 0; i < some; i++)
            class_of[at + i] =
                class_table_find(&classes->table, classes->keys + i * classes->table.words);
    }
    return true;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Keeps the keys of a part, and puts their counts beside each other; returns how many. The slots of
 * a table go by the upper bits of the same hash, parts by the lower ones. */
static size_t choose_part(node_classes *classes, const uint32_t *counts, size_t count, size_t part,
                          uint32_t *kept) {
    size_t words = classes->table.words, left = 0;
    uint64_t *keys = classes->keys;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *key = keys + i * words;
        uint64_t hash = words == 1 ? hash_word(key[0]) : hash_words(key, words);
        if ((hash & (classes->parts - 1)) != part)
            continue;
        for (size_t w = 0; w < words; w++)
            keys[left * words + w] = key[w];
        kept[left++] = counts[i];
    }
    return left;
}

bool node_classes_group_part(node_classes *classes, const rolled_set *source, const uint8_t *node,
                             const level_maps *maps, const class_judge *by, size_t part) {
    uint32_t counts[PACKING_BLOCK];
    size_t tuples = source->tuples.tuples;
    assert(!by->wildcard && !by->rules && part < classes->parts);
    if (!prepare(classes, source, node, by->context))
        return false;
    for (size_t at = 0; at < tuples; at += PACKING_BLOCK) {
        size_t some = tuples - at < PACKING_BLOCK ? tuples - at : PACKING_BLOCK;
        pack_block(classes, source, node, maps, by->context, at, some);
        some = choose_part(classes, source->tuples.counts + at, some, part, counts);
        if (!class_table_add(&classes->table, classes->keys, counts, some))
            return classes->table.full;
    }
    return node_classes_judge(classes, by);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

/* If a class violates a rule, at least one of its parts does, or their union would meet it, unless
 * they have persons in common. One that only lacks compatible rows, since those violate a rule, may
 * have enough of them again at a finer node. */
static void count_constrained(class_statistics *out, const node_classes *classes, size_t class,
                              bool suppressed) {
    const rules_scratch *found = &classes->bound_rules;
    uint64_t rows = classes->table.counts[class];
    out->strays_of_groups += found->strays[class];
    if (!suppressed) {
        out->strays += found->strays[class];
        return;
    }
    bool some = found->broken[class] && !classes->overlap;
    out->certain += found->hopeless[class] ? rows : some ? found->lost[class] : 0;
    out->largest_lost = rows > out->largest_lost ? rows : out->largest_lost;
}

class_statistics node_classes_count(const node_classes *classes, uint64_t k) {
    assert(classes->sizes_of);
    class_statistics out = {.groups = classes->table.classes, .smallest = UINT64_MAX};
    for (size_t c = 0; c < classes->table.classes; c++) {
        uint64_t rows = classes->table.counts[c];
        uint64_t size = classes->sizes_of[c];
        out.squares_of_groups += rows * rows;
        if (classes->constrained)
            count_constrained(&out, classes, c, size < k);
        if (size < k) {
            out.suppressed += rows;
            continue;
        }
        out.classes++;
        out.members += classes->members_of[c];
        out.uniques += classes->members_of[c] == 1;
        out.squares += rows * rows;
        out.smallest = size < out.smallest ? size : out.smallest;
        out.largest = size > out.largest ? size : out.largest;
    }
    if (out.classes == 0)
        out.smallest = 0;
    if (!classes->constrained)
        out.certain = out.suppressed;
    assert(out.certain <= out.suppressed && out.classes <= out.groups);
    return out;
}
