#include "bind/bound_rules.h"

#include "bind/class_adder.h"

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
    tuple_persons_free(&rules->persons);
    population_free(rules->population);
    memory_free(rules);
}

/* Without suppression no class of a feasible node violates anything, and neither do unions of them,
 * unless these have persons in common. With suppression a class may be lost in a union with a
 * suppressed one, unless rules are inherited. */
bool bound_rules_is_monotone(const bound_rules *rules, const metric_context *context) {
    bool whole = context->whole.limits_average || context->whole.limits_uniques;
    /* With suppression an average changes with what is left out; persons of several classes count
     * once where these are merged. */
    if (whole && (context->limit > 0 || (rules && rules->of_persons)))
        return false;
    return !rules || rules->inherited || (context->limit == 0 && !rules->overlap);
}

uint32_t bound_rules_largest_domain(const bound_rules *rules) {
    uint32_t largest = 1;
    for (size_t i = 0; i < rules->column_count; i++)
        if (rules->columns[i].domain.size > largest)
            largest = rules->columns[i].domain.size;
    return largest;
}

/* ---- Room -------------------------------------------------------------------------------------
 */

static bool reserve_classes(const bound_rules *rules, rules_scratch *scratch, size_t classes) {
    uint32_t largest = bound_rules_largest_domain(rules);
    size_t held = scratch->counts_held;
    if (!SCRATCH_GROW(counts, largest))
        return false;
    if (scratch->counts_held > held)
        memset(scratch->counts, 0, scratch->counts_held * sizeof *scratch->counts);
    return SCRATCH_GROW(place, classes) && SCRATCH_GROW(broken, classes) &&
           SCRATCH_GROW(hopeless, classes) && SCRATCH_GROW(strays, classes) &&
           SCRATCH_GROW(lost, classes) && SCRATCH_GROW(sizes, classes) &&
           SCRATCH_GROW(present, largest) && SCRATCH_GROW(sums, largest);
}

/* ---- Population ------------------------------------------------------------------------------ */

static uint32_t *groups_of_level(const bound_population *population, size_t attribute,
                                 const bound_hierarchy *of, int level, arena *memory) {
    uint32_t *out = arena_new(memory, population->sizes[attribute], sizeof *out);
    for (uint32_t code = 0; out && code < population->sizes[attribute]; code++) {
        uint32_t own = population->ground[attribute][code];
        bool covered = own != RULE_NONE && !(of->strange && of->strange[own]);
        out[code] = covered ? of->level[level].of_ground[own] : RULE_NONE;
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
            if (!(out[a][l] = groups_of_level(population, a, &hierarchies[a], l, memory)))
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
    if (!SCRATCH_GROW(key, classes->words) || !SCRATCH_GROW(population, classes->classes))
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

/* ---- Judging --------------------------------------------------------------------------------- */

uint64_t bound_rule_most(const bound_rule *each, const sensitive_values *domain,
                         const class_histogram *of) {
    const privacy_model *model = each->rule.model;
    uint64_t all_but_one = of->rows > 0 ? of->rows - 1 : 0;
    if (!model->most)
        return model->possible && model->possible(&each->rule, domain, of) ? all_but_one : 0;
    uint64_t most = model->most(&each->rule, domain, of);
    return most < all_but_one ? most : all_but_one;
}

static void apply_rule(const bound_rules *rules, const bound_rule *each, const class_histogram *of,
                       rules_scratch *scratch, size_t class, uint64_t least) {
    const privacy_model *model = each->rule.model;
    const sensitive_values *domain =
        each->column == RULE_NONE ? NULL : &rules->columns[each->column].domain;
    if (scratch->hopeless[class] || model->holds(&each->rule, domain, of))
        return;
    scratch->broken[class] = true;
    uint64_t most = bound_rule_most(each, domain, of);
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

const uint32_t *bound_rules_members(const bound_rules *rules, const rules_scratch *scratch,
                                    const class_table *classes) {
    return rules->of_persons ? scratch->persons : classes->counts;
}

static void judge_by_population(const bound_rules *rules, rules_scratch *scratch,
                                const class_table *classes, uint64_t least) {
    const uint32_t *members = bound_rules_members(rules, scratch, classes);
    for (size_t c = 0; c < classes->classes; c++) {
        class_histogram of = {
            .rows = members[c], .members = members[c], .population = scratch->population[c]};
        for (size_t r = 0; r < rules->rule_count; r++)
            if (rules->rules[r].column == RULE_NONE)
                apply_rule(rules, &rules->rules[r], &of, scratch, c, least);
    }
}

/* A person with several values counts for each of them. */
static uint64_t sum_of_counts(const class_histogram *of) {
    uint64_t sum = 0;
    for (size_t i = 0; i < of->distinct; i++)
        sum += of->counts[of->present[i]];
    return sum;
}

static bool judge_column(const bound_rules *rules, rules_scratch *scratch,
                         const tuple_values *values, const class_table *classes, size_t place,
                         uint64_t least) {
    class_adder by;
    bool is_target = place == rules->target;
    bool persons = rules->of_persons && !rules->columns[place].of_rows;
    const uint32_t *members = persons ? scratch->persons : classes->counts;
    if (!class_adder_open(&by, scratch, values, rules->columns[place].domain.size, classes->classes,
                          is_target ? ADD_FOR_ALL : ADD_FOR_HOPEFUL))
        return false;
    for (size_t c = 0; c < classes->classes; c++) {
        if (!class_adder_has(&by, c))
            continue;
        class_histogram of = {.rows = classes->counts[c], .members = members[c]};
        class_adder_take(&of, &by, c);
        if (persons)
            of.rows = sum_of_counts(&of);
        for (size_t r = 0; r < rules->rule_count; r++)
            if (rules->rules[r].column == place)
                apply_rule(rules, &rules->rules[r], &of, scratch, c, least);
        if (is_target)
            scratch->strays[c] = count_strays(&of);
        class_adder_forget(&by, &of, c);
    }
    return true;
}

bool bound_rules_count_persons(rules_scratch *scratch, const tuple_persons *persons,
                               const class_table *classes) {
    uint32_t before;
    if (!SCRATCH_GROW(persons, classes->classes) ||
        !rules_scratch_mark(scratch, classes->classes, persons->roaming.sets, &before))
        return false;
    tuple_persons_count(scratch->persons, scratch->last, before, persons, scratch->class_of,
                        classes->counts, classes->classes);
    return true;
}

static void begin_classes(const bound_rules *rules, rules_scratch *scratch,
                          const class_table *classes, uint64_t least) {
    const uint32_t *members = bound_rules_members(rules, scratch, classes);
    for (size_t c = 0; c < classes->classes; c++) {
        bool few = classes->counts[c] < least || members[c] < least;
        scratch->broken[c] = scratch->hopeless[c] = few;
        scratch->strays[c] = 0;
        scratch->lost[c] = scratch->hopeless[c] ? classes->counts[c] : 0;
    }
}

bool bound_rules_judge(const bound_rules *rules, rules_scratch *scratch, judged_tuples tuples,
                       const class_table *classes, uint64_t least) {
    if (!reserve_classes(rules, scratch, classes->classes) ||
        (rules->of_persons && !bound_rules_count_persons(scratch, tuples.persons, classes)))
        return false;
    begin_classes(rules, scratch, classes, least);
    if (rules->population)
        judge_by_population(rules, scratch, classes, least);
    for (size_t i = 0; i < rules->column_count; i++)
        if (!judge_column(rules, scratch, tuples.values[i], classes, i, least))
            return false;
    if (rules->covers && scratch->uncovered) {
        memset(scratch->broken, true, classes->classes);
        memset(scratch->hopeless, true, classes->classes);
    }
    const uint32_t *members = bound_rules_members(rules, scratch, classes);
    for (size_t c = 0; c < classes->classes; c++)
        scratch->sizes[c] = scratch->broken[c] ? 0 : members[c];
    return true;
}

/* ---- Classes as tuples ----------------------------------------------------------------------- */

static void copy_classes(tuple_values *out, const class_adder *by) {
    size_t at = 0;
    for (size_t c = 0; c < out->tuples; c++) {
        class_histogram of = {0};
        out->first[c] = at;
        class_adder_take(&of, by, c);
        for (size_t i = 0; i < of.distinct; i++, at++) {
            out->values[at] = of.present[i];
            out->counts[at] = of.counts[of.present[i]];
        }
        class_adder_forget(by, &of, c);
    }
    out->first[out->tuples] = at;
}

bool bound_rules_merge(tuple_values *out, rules_scratch *scratch, const tuple_values *values,
                       const sensitive_values *domain, size_t classes) {
    class_adder by;
    /* Persons of several tuples may be of one class, and are then counted with it. */
    size_t total = values->first[values->tuples] + values->roaming.sets;
    *out = (tuple_values){.tuples = classes};
    out->first = memory_new(classes + 1, sizeof *out->first);
    out->values = memory_new(total, sizeof *out->values);
    out->counts = memory_new(total, sizeof *out->counts);
    if (!out->first || !out->values || !out->counts ||
        !roamers_roll(&out->roaming, &values->roaming, scratch->class_of) ||
        !class_adder_open(&by, scratch, values, domain->size, classes, ADD_FOR_TUPLES)) {
        tuple_values_free(out);
        return false;
    }
    copy_classes(out, &by);
    return true;
}
