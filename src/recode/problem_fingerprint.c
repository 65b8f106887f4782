#include "recode/problem_fingerprint.h"

#include "base/hash.h"

#include <assert.h>

static void add_word(uint64_t *hash, uint64_t word) {
    *hash = hash_mix(*hash ^ word) + 0x9e3779b97f4a7c15u;
}

static void add_number(uint64_t *hash, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    add_word(hash, bits);
}

static uint64_t hash_tuples(const frequency_set *set) {
    uint64_t sum = set->rows;
    for (size_t t = 0; t < set->tuples; t++) {
        uint64_t hash = set->counts[t];
        for (size_t a = 0; a < set->attributes; a++)
            hash = hash_word(hash ^ codes_get(&set->codes[a], t)) + a;
        sum += hash_mix(hash);
    }
    return sum;
}

/* Dropped rows are not among the tuples, but metrics count them in the groups of their values. */
static void add_frequencies(uint64_t *hash, const bound_hierarchy *of) {
    for (uint32_t g = 0; g < of->level[0].size; g++)
        add_word(hash, of->level[0].frequency[g]);
}

static void add_level(uint64_t *hash, const bound_hierarchy *of, int height) {
    const bound_level *level = &of->level[height];
    add_word(hash, level->size);
    add_word(hash, level->missing);
    for (uint32_t code = 0; code < of->ground; code++)
        add_word(hash, level->of_ground[code]);
    for (uint32_t g = 0; g < level->size; g++)
        add_word(hash, level->covered[g]);
}

static void add_hierarchy(uint64_t *hash, const bound_hierarchy *of) {
    add_word(hash, of->ground);
    add_word(hash, of->domain);
    add_word(hash, (uint64_t)of->height);
    for (int height = 0; height <= of->height; height++)
        add_level(hash, of, height);
}

static uint64_t hash_name(const char *name) {
    uint64_t hash = 0;
    for (; *name; name++)
        add_word(&hash, (unsigned char)*name);
    return hash;
}

/* A tuple by its codes; without a set, where every row is one, by its number: what the row has is
 * for the space to identify. */
static uint64_t hash_tuple(const frequency_set *set, size_t tuple) {
    uint64_t hash = set ? 0 : hash_word(tuple);
    for (size_t a = 0; set && a < set->attributes; a++)
        hash = hash_word(hash ^ codes_get(&set->codes[a], tuple)) + a;
    return hash;
}

/* Which tuples persons have rows in, in any order. */
static uint64_t hash_roaming(const roamers *of, const frequency_set *set) {
    uint64_t sum = 0;
    for (size_t s = 0; s < of->sets; s++) {
        uint64_t members = 0;
        for (size_t m = of->first[s]; m < of->first[s + 1]; m++)
            members += hash_mix(hash_tuple(set, of->members[m]));
        sum += hash_mix(members ^ hash_word(of->value[s] + 1) ^ (uint64_t)of->persons[s] << 32);
    }
    return sum;
}

/* The values of the tuples in any order of both; without a set the tuples are rows in their order.
 */
static uint64_t hash_values(const tuple_values *values, const frequency_set *set) {
    uint64_t sum = 0;
    for (size_t t = 0; t < values->tuples; t++) {
        uint64_t tuple = hash_tuple(set, t);
        for (size_t e = values->first[t]; e < values->first[t + 1]; e++)
            sum += hash_mix(tuple ^ hash_word(values->values[e] + 1) ^
                            (uint64_t)values->counts[e] << 32);
    }
    return sum + hash_roaming(&values->roaming, set);
}

static uint64_t hash_persons(const tuple_persons *of, const frequency_set *set) {
    uint64_t sum = hash_roaming(&of->roaming, set);
    for (size_t i = 0; i < of->count; i++)
        sum += hash_mix(hash_tuple(set, of->tuple[i]) ^ (uint64_t)of->excess[i] << 32);
    return sum;
}

static void add_domain(uint64_t *hash, const sensitive_values *domain) {
    for (uint32_t v = 0; v < domain->size; v++) {
        add_word(hash, domain->counts[v]);
        for (int l = 0; l < domain->height; l++)
            add_word(hash, domain->group[l][v]);
    }
}

static void add_population(uint64_t *hash, const bound_population *of) {
    add_word(hash, hash_tuples(&of->tuples));
    for (size_t a = 0; a < of->tuples.attributes; a++)
        for (uint32_t code = 0; code < of->sizes[a]; code++) {
            add_word(hash, of->ground[a][code]);
            for (int l = 0; l <= of->hierarchies[a].height; l++)
                add_word(hash, of->group[a][l][code]);
        }
}

static uint64_t hash_rules(const bound_rules *rules, const frequency_set *ground) {
    uint64_t hash = rules->target + 1;
    for (size_t i = 0; i < rules->rule_count; i++) {
        const privacy_rule *rule = &rules->rules[i].rule;
        add_word(&hash, hash_name(rule->model->name));
        add_word(&hash, (uint64_t)rule->form);
        add_word(&hash, (uint64_t)rule->limit);
        add_word(&hash, (uint64_t)rule->second);
        if (rule->within > 0)
            add_word(&hash, (uint64_t)rule->within);
        add_word(&hash, rules->rules[i].column);
    }
    for (size_t i = 0; i < rules->column_count; i++) {
        add_domain(&hash, &rules->columns[i].domain);
        add_word(&hash, hash_values(&rules->columns[i].ground, ground));
    }
    if (rules->population)
        add_population(&hash, rules->population);
    if (rules->of_persons)
        add_word(&hash, hash_persons(&rules->persons, ground) + 1);
    return hash;
}

/* Of plans without them the fingerprint stays the same. */
static void add_limits(uint64_t *hash, const bound_hierarchy *of) {
    if (of->lowest == 0 && of->barred == 0)
        return;
    add_word(hash, (uint64_t)of->lowest);
    add_word(hash, (uint64_t)of->barred);
}

fingerprint fingerprint_take(const recoding_space *space) {
    const metric_context *context = &space->context;
    assert(space->kind && space->metric && space->ground);
    fingerprint out = {{0}};
    out.part[FINGERPRINT_RECODING] = hash_name(space->kind->name);
    out.part[FINGERPRINT_ATTRIBUTES] = context->attributes;
    out.part[FINGERPRINT_DATA] = hash_tuples(space->ground);
    for (size_t a = 0; context->hierarchies && a < context->attributes; a++) {
        add_frequencies(&out.part[FINGERPRINT_DATA], &context->hierarchies[a]);
        add_hierarchy(&out.part[FINGERPRINT_HIERARCHIES], &context->hierarchies[a]);
        add_number(&out.part[FINGERPRINT_WEIGHTS], context->hierarchies[a].weight);
        add_limits(&out.part[FINGERPRINT_HIERARCHIES], &context->hierarchies[a]);
    }
    if (context->suppression_weight > 0)
        add_number(&out.part[FINGERPRINT_WEIGHTS], context->suppression_weight);
    if (space->kind->identify)
        space->kind->identify(space, &out.part[FINGERPRINT_DOMAINS]);
    out.part[FINGERPRINT_K] = context->k;
    out.part[FINGERPRINT_LIMIT] = context->limit;
    out.part[FINGERPRINT_METRIC] = hash_name(space->metric->name);
    out.part[FINGERPRINT_WILDCARD] = space->wildcard;
    if (space->bound_rules)
        out.part[FINGERPRINT_RULES] =
            hash_rules(space->bound_rules, space->rules_of_rows ? NULL : space->ground);
    return out;
}
