#include "space/guard.h"

#include <string.h>

static void population_free(guard_population *population) {
    if (!population)
        return;
    frequency_free(&population->tuples);
    arena_free(&population->memory);
    memory_free(population);
}

void guard_close(guard *rules) {
    if (!rules)
        return;
    for (size_t i = 0; rules->columns && i < rules->column_count; i++) {
        tuple_values_free(&rules->columns[i].ground);
        arena_free(&rules->columns[i].memory);
    }
    memory_free(rules->columns);
    memory_free(rules->rules);
    population_free(rules->population);
    memory_free(rules);
}

/* Without suppression no class of a feasible candidate violates anything, and neither do unions of
 * them. With it a class may be lost in a union with a suppressed one, unless rules are inherited.
 */
bool guard_is_monotone(const guard *rules, const metric_context *context) {
    return !rules || rules->inherited || context->limit == 0;
}

/* ---- Scratch --------------------------------------------------------------------------------- */

void guard_scratch_free(guard_scratch *scratch) {
    memory_free(scratch->class_of);
    memory_free(scratch->first);
    memory_free(scratch->members);
    memory_free(scratch->broken);
    memory_free(scratch->hopeless);
    memory_free(scratch->strays);
    memory_free(scratch->population);
    memory_free(scratch->key);
    memory_free(scratch->counts);
    memory_free(scratch->present);
    memory_free(scratch->sums);
    memory_free(scratch->sizes);
    *scratch = (guard_scratch){0};
}

#define GROW(list, needed)                                                                         \
    memory_grow((void **)&scratch->list, &scratch->list##_held, (needed), sizeof *scratch->list)

bool guard_scratch_reserve(guard_scratch *scratch, size_t tuples) {
    return GROW(class_of, tuples) && GROW(members, tuples);
}

static bool reserve_classes(const guard *rules, guard_scratch *scratch, size_t classes) {
    uint32_t largest = 1;
    size_t held = scratch->counts_held;
    for (size_t i = 0; i < rules->column_count; i++)
        if (rules->columns[i].domain.size > largest)
            largest = rules->columns[i].domain.size;
    if (!GROW(first, classes + 1) || !GROW(broken, classes) || !GROW(hopeless, classes) ||
        !GROW(strays, classes) || !GROW(sizes, classes) || !GROW(counts, largest) ||
        !GROW(present, largest) || !GROW(sums, largest))
        return false;
    if (scratch->counts_held > held)
        memset(scratch->counts, 0, scratch->counts_held * sizeof *scratch->counts);
    return true;
}

/* Lists the tuples class by class. */
static void sort_members(guard_scratch *scratch, size_t tuples, size_t classes) {
    size_t *first = scratch->first;
    memset(first, 0, (classes + 1) * sizeof *first);
    for (size_t t = 0; t < tuples; t++)
        first[scratch->class_of[t]]++;
    size_t sum = 0;
    for (size_t c = 0; c <= classes; c++) {
        size_t count = first[c];
        first[c] = sum;
        sum += count;
    }
    /* Filling moves each beginning to the class's end, which is where the next one begins. */
    for (size_t t = 0; t < tuples; t++)
        scratch->members[first[scratch->class_of[t]]++] = (uint32_t)t;
    memmove(first + 1, first, classes * sizeof *first);
    first[0] = 0;
}

/* ---- Population ------------------------------------------------------------------------------ */

static uint32_t *groups_of_level(const guard_population *population, size_t attribute,
                                 const ladder_level *level, arena *memory) {
    uint32_t *out = arena_new(memory, population->sizes[attribute], sizeof *out);
    for (uint32_t code = 0; out && code < population->sizes[attribute]; code++) {
        uint32_t own = population->ground[attribute][code];
        out[code] = own == GUARD_NONE ? GUARD_NONE : level->of_ground[own];
    }
    return out;
}

population_groups guard_population_groups(const guard_population *population, const ladder *ladders,
                                          arena *memory) {
    size_t attributes = population->tuples.attributes;
    population_groups out = arena_zero(memory, attributes, sizeof *out);
    for (size_t a = 0; out && a < attributes; a++) {
        out[a] = arena_zero(memory, (size_t)ladders[a].height + 1, sizeof **out);
        for (int l = 0; out[a] && l <= ladders[a].height; l++)
            if (!(out[a][l] = groups_of_level(population, a, &ladders[a].level[l], memory)))
                return NULL;
        if (!out[a])
            return NULL;
    }
    return out;
}

/* The key of one tuple of the population; false where the table has no such class. */
static bool population_key(uint64_t *key, const frequency_set *tuples, size_t tuple,
                           const class_table *classes, const packing_field *fields,
                           const uint32_t *const *group) {
    memset(key, 0, classes->words * sizeof *key);
    for (size_t a = 0; a < tuples->attributes; a++) {
        uint32_t to = group[a] ? group[a][codes_get(&tuples->codes[a], tuple)] : 0;
        if (to == GUARD_NONE)
            return false;
        if (fields[a].bits > 0)
            key[fields[a].word] |= (uint64_t)to << fields[a].shift;
    }
    return true;
}

bool guard_count_population(const guard *rules, guard_scratch *scratch, const class_table *classes,
                            const packing_field *fields, const uint32_t *const *group) {
    const frequency_set *tuples = &rules->population->tuples;
    if (!GROW(key, classes->words) || !GROW(population, classes->classes))
        return false;
    memset(scratch->population, 0, classes->classes * sizeof *scratch->population);
    scratch->uncovered = false;
    for (size_t t = 0; t < tuples->tuples; t++) {
        uint32_t class = CLASS_NONE;
        if (population_key(scratch->key, tuples, t, classes, fields, group))
            class = class_table_find(classes, scratch->key);
        if (class == CLASS_NONE)
            scratch->uncovered = true;
        else
            scratch->population[class] += tuples->counts[t];
    }
    return true;
}

/* ---- One class ------------------------------------------------------------------------------- */

/* Adds up a class's values; clear_histogram empties it again. */
static void fill_histogram(class_histogram *out, guard_scratch *scratch, const tuple_values *values,
                           size_t class) {
    out->distinct = 0;
    for (size_t m = scratch->first[class]; m < scratch->first[class + 1]; m++) {
        uint32_t tuple = scratch->members[m];
        for (size_t e = values->first[tuple]; e < values->first[tuple + 1]; e++) {
            uint32_t value = values->values[e];
            if (scratch->counts[value] == 0)
                scratch->present[out->distinct++] = value;
            scratch->counts[value] += values->counts[e];
        }
    }
    out->counts = scratch->counts;
    out->present = scratch->present;
    out->scratch = scratch->sums;
}

static void clear_histogram(guard_scratch *scratch, const class_histogram *used) {
    for (size_t i = 0; i < used->distinct; i++)
        scratch->counts[scratch->present[i]] = 0;
}

static void apply_rule(const guard *rules, const guard_rule *each, const class_histogram *of,
                       guard_scratch *scratch, size_t class) {
    const privacy_model *model = each->rule.model;
    const guarded_domain *domain =
        each->column == GUARD_NONE ? NULL : &rules->columns[each->column].domain;
    if (scratch->hopeless[class] || model->holds(&each->rule, domain, of))
        return;
    scratch->broken[class] = true;
    scratch->hopeless[class] = !model->possible || !model->possible(&each->rule, domain, of);
}

static uint32_t count_strays(const class_histogram *of) {
    uint32_t most = 0;
    for (size_t i = 0; i < of->distinct; i++)
        if (of->counts[of->present[i]] > most)
            most = of->counts[of->present[i]];
    return (uint32_t)of->rows - most;
}

static void judge_column(const guard *rules, guard_scratch *scratch, const tuple_values *values,
                         size_t place, size_t class, class_histogram *of) {
    fill_histogram(of, scratch, values, class);
    for (size_t r = 0; r < rules->rule_count; r++)
        if (rules->rules[r].column == place)
            apply_rule(rules, &rules->rules[r], of, scratch, class);
    if (place == rules->target)
        scratch->strays[class] = count_strays(of);
    clear_histogram(scratch, of);
}

static void judge_class(const guard *rules, guard_scratch *scratch,
                        const tuple_values *const *values, size_t class, uint64_t rows,
                        bool small) {
    class_histogram of = {.rows = rows};
    scratch->broken[class] = scratch->hopeless[class] = small;
    scratch->strays[class] = 0;
    if (rules->population) {
        of.population = scratch->population[class];
        for (size_t r = 0; !small && r < rules->rule_count; r++)
            if (rules->rules[r].column == GUARD_NONE)
                apply_rule(rules, &rules->rules[r], &of, scratch, class);
    }
    for (size_t i = 0; i < rules->column_count; i++)
        if (i == rules->target || !scratch->hopeless[class])
            judge_column(rules, scratch, values[i], i, class, &of);
}

bool guard_judge(const guard *rules, guard_scratch *scratch, const tuple_values *const *values,
                 const class_table *classes, uint64_t least) {
    size_t tuples = rules->column_count ? values[0]->tuples : 0;
    if (!reserve_classes(rules, scratch, classes->classes))
        return false;
    sort_members(scratch, tuples, tuples ? classes->classes : 0);
    for (size_t c = 0; c < classes->classes; c++)
        judge_class(rules, scratch, values, c, classes->counts[c], classes->counts[c] < least);
    if (rules->covers && scratch->uncovered) {
        memset(scratch->broken, true, classes->classes);
        memset(scratch->hopeless, true, classes->classes);
    }
    return true;
}

/* ---- Classes as tuples ----------------------------------------------------------------------- */

bool guard_merge(tuple_values *out, guard_scratch *scratch, const tuple_values *values,
                 size_t classes) {
    size_t total = values->first[values->tuples];
    *out = (tuple_values){.tuples = classes};
    out->first = memory_new(classes + 1, sizeof *out->first);
    out->values = memory_new(total, sizeof *out->values);
    out->counts = memory_new(total, sizeof *out->counts);
    if (!out->first || !out->values || !out->counts) {
        tuple_values_free(out);
        return false;
    }
    size_t at = 0;
    for (size_t c = 0; c < classes; c++) {
        class_histogram of = {0};
        out->first[c] = at;
        fill_histogram(&of, scratch, values, c);
        for (size_t i = 0; i < of.distinct; i++, at++) {
            out->values[at] = of.present[i];
            out->counts[at] = of.counts[of.present[i]];
        }
        clear_histogram(scratch, &of);
    }
    out->first[classes] = at;
    return true;
}
