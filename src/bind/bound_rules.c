#include "bind/bound_rules.h"

#include <string.h>

static void population_free(bound_population *population) {
    if (!population)
        return;
    frequency_free(&population->tuples);
    arena_free(&population->memory);
    memory_free(population);
}

void bound_rules_close(bound_rules *rules) {
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

/* Without suppression no class of a feasible node violates anything, and neither do unions of them.
 * With it a class may be lost in a union with a suppressed one, unless rules are inherited. */
bool bound_rules_is_monotone(const bound_rules *rules, const metric_context *context) {
    return !rules || rules->inherited || context->limit == 0;
}

uint32_t bound_rules_largest_domain(const bound_rules *rules) {
    uint32_t largest = 1;
    for (size_t i = 0; i < rules->column_count; i++)
        if (rules->columns[i].domain.size > largest)
            largest = rules->columns[i].domain.size;
    return largest;
}

/* ---- Scratch --------------------------------------------------------------------------------- */

void rules_scratch_free(rules_scratch *scratch) {
    memory_free(scratch->class_of);
    memory_free(scratch->place);
    memory_free(scratch->cells);
    memory_free(scratch->first);
    memory_free(scratch->members);
    memory_free(scratch->broken);
    memory_free(scratch->hopeless);
    memory_free(scratch->lost);
    memory_free(scratch->strays);
    memory_free(scratch->population);
    memory_free(scratch->key);
    memory_free(scratch->counts);
    memory_free(scratch->present);
    memory_free(scratch->sums);
    memory_free(scratch->sizes);
    *scratch = (rules_scratch){0};
}

#define GROW(list, needed)                                                                         \
    memory_grow((void **)&scratch->list, &scratch->list##_held, (needed), sizeof *scratch->list)

bool rules_scratch_reserve(rules_scratch *scratch, size_t tuples) {
    return GROW(class_of, tuples);
}

static bool reserve_classes(const bound_rules *rules, rules_scratch *scratch, size_t classes) {
    uint32_t largest = bound_rules_largest_domain(rules);
    size_t held = scratch->counts_held;
    if (!GROW(counts, largest))
        return false;
    if (scratch->counts_held > held)
        memset(scratch->counts, 0, scratch->counts_held * sizeof *scratch->counts);
    return GROW(place, classes) && GROW(broken, classes) && GROW(hopeless, classes) &&
           GROW(lost, classes) && GROW(strays, classes) && GROW(sizes, classes) &&
           GROW(present, largest) && GROW(sums, largest);
}

/* ---- Population ------------------------------------------------------------------------------ */

static uint32_t *groups_of_level(const bound_population *population, size_t attribute,
                                 const bound_level *level, arena *memory) {
    uint32_t *out = arena_new(memory, population->sizes[attribute], sizeof *out);
    for (uint32_t code = 0; out && code < population->sizes[attribute]; code++) {
        uint32_t own = population->ground[attribute][code];
        out[code] = own == RULE_NONE ? RULE_NONE : level->of_ground[own];
    }
    return out;
}

population_groups bound_population_groups(const bound_population *population,
                                          const bound_hierarchy *hierarchies, arena *memory) {
    size_t attributes = population->tuples.attributes;
    if (population->hierarchies == hierarchies)
        return population->group;
    population_groups out = arena_zero(memory, attributes, sizeof *out);
    for (size_t a = 0; out && a < attributes; a++) {
        out[a] = arena_zero(memory, (size_t)hierarchies[a].height + 1, sizeof **out);
        for (int l = 0; out[a] && l <= hierarchies[a].height; l++)
            if (!(out[a][l] = groups_of_level(population, a, &hierarchies[a].level[l], memory)))
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
        if (to == RULE_NONE)
            return false;
        packing_put(key, fields[a], to);
    }
    return true;
}

bool bound_rules_count_population(const bound_rules *rules, rules_scratch *scratch,
                                  const class_table *classes, const packing_field *fields,
                                  const uint32_t *const *group) {
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

/* ---- Adding up ------------------------------------------------------------------------------- */

/* Up to this many counts are added up in one array of all classes. */
#define MOST_CELLS ((size_t)16 << 20)

/* All classes, or those that may still keep the rules; returns their number. */
static size_t choose_classes(rules_scratch *scratch, size_t classes, bool all) {
    size_t chosen = 0;
    for (size_t c = 0; c < classes; c++)
        scratch->place[c] = all || !scratch->hopeless[c] ? (uint32_t)chosen++ : RULE_NONE;
    return chosen;
}

/* Goes through the tuples once, in their order. */
static bool add_up(rules_scratch *scratch, const tuple_values *values, uint32_t size,
                   size_t chosen) {
    size_t held = scratch->cells_held;
    if (!GROW(cells, chosen * size))
        return false;
    if (scratch->cells_held > held)
        memset(scratch->cells, 0, scratch->cells_held * sizeof *scratch->cells);
    for (size_t t = 0; t < values->tuples; t++) {
        uint32_t place = scratch->place[scratch->class_of[t]];
        if (place == RULE_NONE)
            continue;
        uint32_t *counts = scratch->cells + (size_t)place * size;
        for (size_t e = values->first[t]; e < values->first[t + 1]; e++)
            counts[values->values[e]] += values->counts[e];
    }
    return true;
}

/* Lists the tuples of the chosen classes class by class. */
static bool sort_members(rules_scratch *scratch, const tuple_values *values, size_t classes) {
    if (!GROW(first, classes + 1) || !GROW(members, values->tuples))
        return false;
    size_t *first = scratch->first;
    memset(first, 0, (classes + 1) * sizeof *first);
    for (size_t t = 0; t < values->tuples; t++)
        if (scratch->place[scratch->class_of[t]] != RULE_NONE)
            first[scratch->class_of[t]]++;
    size_t sum = 0;
    for (size_t c = 0; c <= classes; c++) {
        size_t count = first[c];
        first[c] = sum;
        sum += count;
    }
    /* Filling moves each beginning to the class's end, which is where the next one begins. */
    for (size_t t = 0; t < values->tuples; t++)
        if (scratch->place[scratch->class_of[t]] != RULE_NONE)
            scratch->members[first[scratch->class_of[t]]++] = (uint32_t)t;
    memmove(first + 1, first, classes * sizeof *first);
    first[0] = 0;
    return true;
}

/* How a column's values are being added up, class by class. */
typedef struct adder {
    rules_scratch *scratch;
    const tuple_values *values;
    uint32_t size;
    bool at_once; /* all classes are in `cells` */
} adder;

static bool adder_open(adder *by, rules_scratch *scratch, const tuple_values *values, uint32_t size,
                       size_t classes, bool all) {
    size_t chosen = choose_classes(scratch, classes, all);
    *by = (adder){scratch, values, size, chosen <= MOST_CELLS / size};
    return by->at_once ? add_up(scratch, values, size, chosen)
                       : sort_members(scratch, values, classes);
}

static void list_present(class_histogram *out, const adder *by, size_t class) {
    rules_scratch *scratch = by->scratch;
    const uint32_t *counts = scratch->cells + (size_t)scratch->place[class] * by->size;
    for (uint32_t value = 0; value < by->size; value++)
        if (counts[value] > 0)
            scratch->present[out->distinct++] = value;
    out->counts = counts;
}

static void add_members(class_histogram *out, const adder *by, size_t class) {
    rules_scratch *scratch = by->scratch;
    const tuple_values *values = by->values;
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
}

/* The values of a class that was chosen; forget_class empties it again. */
static void take_class(class_histogram *out, const adder *by, size_t class) {
    out->distinct = 0;
    if (by->at_once)
        list_present(out, by, class);
    else
        add_members(out, by, class);
    out->present = by->scratch->present;
    out->scratch = by->scratch->sums;
}

static void forget_class(const adder *by, const class_histogram *used, size_t class) {
    rules_scratch *scratch = by->scratch;
    uint32_t *counts =
        by->at_once ? scratch->cells + (size_t)scratch->place[class] * by->size : scratch->counts;
    for (size_t i = 0; i < used->distinct; i++)
        counts[scratch->present[i]] = 0;
}

/* ---- Judging --------------------------------------------------------------------------------- */

/* Rows of a class that violates the rule, in parts that do not: of these there is one at least. */
static uint64_t most_published(const bound_rule *each, const sensitive_values *domain,
                               const class_histogram *of) {
    const privacy_model *model = each->rule.model;
    if (model->most)
        return model->most(&each->rule, domain, of);
    if (!model->possible || !model->possible(&each->rule, domain, of))
        return 0;
    return of->rows - 1;
}

static void apply_rule(const bound_rules *rules, const bound_rule *each, const class_histogram *of,
                       rules_scratch *scratch, size_t class, uint64_t least) {
    const privacy_model *model = each->rule.model;
    const sensitive_values *domain =
        each->column == RULE_NONE ? NULL : &rules->columns[each->column].domain;
    if (scratch->hopeless[class] || model->holds(&each->rule, domain, of))
        return;
    scratch->broken[class] = true;
    uint64_t most = most_published(each, domain, of);
    /* A part below k is not published either. */
    if (most == 0 || most < least) {
        scratch->hopeless[class] = true;
        most = 0;
    }
    if (of->rows - most > scratch->lost[class])
        scratch->lost[class] = (uint32_t)(of->rows - most);
}

static uint32_t count_strays(const class_histogram *of) {
    uint32_t most = 0;
    for (size_t i = 0; i < of->distinct; i++)
        if (of->counts[of->present[i]] > most)
            most = of->counts[of->present[i]];
    return (uint32_t)of->rows - most;
}

static void judge_by_population(const bound_rules *rules, rules_scratch *scratch,
                                const class_table *classes, uint64_t least) {
    for (size_t c = 0; c < classes->classes; c++) {
        class_histogram of = {.rows = classes->counts[c], .population = scratch->population[c]};
        for (size_t r = 0; r < rules->rule_count; r++)
            if (rules->rules[r].column == RULE_NONE)
                apply_rule(rules, &rules->rules[r], &of, scratch, c, least);
    }
}

static bool judge_column(const bound_rules *rules, rules_scratch *scratch,
                         const tuple_values *values, const class_table *classes, size_t place,
                         uint64_t least) {
    adder by;
    bool is_target = place == rules->target;
    uint32_t size = rules->columns[place].domain.size;
    if (!adder_open(&by, scratch, values, size, classes->classes, is_target))
        return false;
    for (size_t c = 0; c < classes->classes; c++) {
        if (scratch->place[c] == RULE_NONE)
            continue;
        class_histogram of = {.rows = classes->counts[c]};
        take_class(&of, &by, c);
        for (size_t r = 0; r < rules->rule_count; r++)
            if (rules->rules[r].column == place)
                apply_rule(rules, &rules->rules[r], &of, scratch, c, least);
        if (is_target)
            scratch->strays[c] = count_strays(&of);
        forget_class(&by, &of, c);
    }
    return true;
}

bool bound_rules_judge(const bound_rules *rules, rules_scratch *scratch,
                       const tuple_values *const *values, const class_table *classes,
                       uint64_t least) {
    if (!reserve_classes(rules, scratch, classes->classes))
        return false;
    for (size_t c = 0; c < classes->classes; c++) {
        scratch->broken[c] = scratch->hopeless[c] = classes->counts[c] < least;
        scratch->strays[c] = 0;
        scratch->lost[c] = scratch->hopeless[c] ? classes->counts[c] : 0;
    }
    if (rules->population)
        judge_by_population(rules, scratch, classes, least);
    for (size_t i = 0; i < rules->column_count; i++)
        if (!judge_column(rules, scratch, values[i], classes, i, least))
            return false;
    if (rules->covers && scratch->uncovered) {
        memset(scratch->broken, true, classes->classes);
        memset(scratch->hopeless, true, classes->classes);
    }
    return true;
}

/* ---- Classes as tuples ----------------------------------------------------------------------- */

static void copy_classes(tuple_values *out, const adder *by) {
    size_t at = 0;
    for (size_t c = 0; c < out->tuples; c++) {
        class_histogram of = {0};
        out->first[c] = at;
        take_class(&of, by, c);
        for (size_t i = 0; i < of.distinct; i++, at++) {
            out->values[at] = of.present[i];
            out->counts[at] = of.counts[of.present[i]];
        }
        forget_class(by, &of, c);
    }
    out->first[out->tuples] = at;
}

bool bound_rules_merge(tuple_values *out, rules_scratch *scratch, const tuple_values *values,
                       const sensitive_values *domain, size_t classes) {
    adder by;
    size_t total = values->first[values->tuples];
    *out = (tuple_values){.tuples = classes};
    out->first = memory_new(classes + 1, sizeof *out->first);
    out->values = memory_new(total, sizeof *out->values);
    out->counts = memory_new(total, sizeof *out->counts);
    if (!out->first || !out->values || !out->counts ||
        !adder_open(&by, scratch, values, domain->size, classes, true)) {
        tuple_values_free(out);
        return false;
    }
    copy_classes(out, &by);
    return true;
}
