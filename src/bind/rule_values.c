/* The values of a column that a rule is about: their domain in the whole table. */
#include "bind/find_hierarchy.h"
#include "bind/rules.h"
#include "data/kept_column.h"
#include "data/number.h"
#include "data/ordered_domain.h"

#include <math.h>
#include <string.h>

/* The groups of one level, numbered anew: those of values whose rows were all dropped are none.
 * Values that do not occur at all are in the first group, to which they add nothing. */
static bool copy_level(rule_column *out, uint32_t *groups, uint32_t *group,
                       const bound_hierarchy *bound, int height, const uint32_t *value_of) {
    const bound_level *level = &bound->level[height];
    uint32_t *numbered = memory_new(level->size, sizeof *numbered);
    if (!numbered)
        return false;
    memset(numbered, 0xff, level->size * sizeof *numbered);
    memset(group, 0, out->domain.size * sizeof *group);
    *groups = 0;
    for (uint32_t code = 0; code < bound->ground; code++) {
        uint32_t from = level->of_ground[code];
        if (bound->level[0].frequency[bound->level[0].of_ground[code]] == 0)
            continue;
        if (numbered[from] == RULE_NONE)
            numbered[from] = (*groups)++;
        group[value_of[code]] = numbered[from];
    }
    *groups = *groups ? *groups : 1;
    memory_free(numbered);
    return true;
}

/* Where the hierarchy does not end in one group, there is a root above it. */
static bool copy_levels(rule_column *out, const bound_hierarchy *bound, const uint32_t *value_of) {
    size_t levels = (size_t)bound->height + 1;
    uint32_t *groups = arena_new(&out->memory, levels, sizeof *groups);
    uint32_t **group = arena_new(&out->memory, levels, sizeof *group);
    if (!groups || !group)
        return false;
    for (int l = 0; l <= bound->height; l++) {
        group[l] = arena_new(&out->memory, out->domain.size, sizeof **group);
        if (!group[l] || !copy_level(out, &groups[l], group[l], bound, l, value_of))
            return false;
    }
    bool rooted = bound->height > 0 && groups[bound->height] == 1;
    out->domain.height = rooted ? bound->height : bound->height + 1;
    out->domain.groups = groups;
    out->domain.group = (const uint32_t *const *)group;
    return true;
}

static void find_surprises(const sensitive_values *domain, long double *surprise) {
    for (uint32_t value = 0; value < domain->size; value++)
        surprise[value] = logl((long double)domain->rows / (long double)domain->counts[value]);
}

static bool copy_domain(rule_column *out, uint32_t **value_of, const bound_hierarchy *bound,
                        const ordered_domain *made) {
    uint32_t size = made->size + (made->apart ? 1 : 0);
    uint64_t *counts = arena_zero(&out->memory, size, sizeof *counts);
    long double *surprise = arena_new(&out->memory, size, sizeof *surprise);
    char *name = arena_text(&out->memory, bound->name, strlen(bound->name));
    *value_of = arena_new(&out->memory, bound->ground, sizeof **value_of);
    if (!counts || !surprise || !name || !*value_of)
        return false;
    out->domain =
        (sensitive_values){.name = name, .size = size, .counts = counts, .surprise = surprise};
    memcpy(*value_of, made->of_ground, bound->ground * sizeof **value_of);
    for (uint32_t p = 0; p < size; p++) {
        counts[p] = p < made->size ? made->rows[p] : made->rows_apart;
        out->domain.rows += counts[p];
    }
    find_surprises(&out->domain, surprise);
    return copy_levels(out, bound, *value_of);
}

static shoal_status bind_to(rule_column *out, uint32_t **value_of, const column *values,
                            const shoal_hierarchy *hierarchy, const shoal_plan *plan,
                            const rules_input *input, shoal_error *error) {
    bound_hierarchy bound = {0};
    ordered_domain made = {0};
    shoal_status status = bound_hierarchy_bind(&bound, values, hierarchy, plan, input->table->rows,
                                               input->kept, error);
    if (status == SHOAL_OK)
        status = ordered_domain_make(&made, values, &bound, hierarchy, plan, error);
    if (status == SHOAL_OK && !copy_domain(out, value_of, &bound, &made))
        status = status_no_memory(error);
    ordered_domain_free(&made);
    bound_hierarchy_free(&bound);
    return status;
}

static shoal_status fail_without_tree(const column *values, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "hierarchy_missing", "attributes.NAME.hierarchy",
                         "distance=hierarchical needs a hierarchy of '%.60s': put it into the "
                         "folder of hierarchies, or name its file",
                         values->name);
}

/* The plan as models go by it: how missing values are written, and with `ordered` what says in
 * which order the values are. Domain, missing rule, finest level and the like are about how
 * quasi-identifiers are recoded and what that loses: they change no model. */
static shoal_plan plan_of_models(const shoal_plan *plan, const char *name, bool ordered,
                                 plan_attribute *own) {
    const plan_attribute *attribute = plan_find(plan, name);
    shoal_plan out = {.missing_tokens = plan->missing_tokens,
                      .missing_token_count = plan->missing_token_count};
    if (ordered)
        out.hierarchies = plan->hierarchies;
    if (!attribute)
        return out;
    *own = (plan_attribute){.name = attribute->name,
                            .role = attribute->role,
                            .weight = 1,
                            .missing = attribute->missing};
    if (ordered) {
        own->type = attribute->type;
        own->hierarchy = attribute->hierarchy;
        own->given = attribute->given;
        own->order = attribute->order;
    }
    out.attributes = own;
    out.attribute_count = 1;
    return out;
}

/* What each code of the whole column is in the domain; 0 where all its rows were dropped. */
static bool widen(uint32_t **value_of, rule_column *out, const kept_column *of,
                  const column *whole) {
    if (!of->code_of)
        return true;
    uint32_t *wide = arena_zero(&out->memory, whole->values.size, sizeof *wide);
    for (uint32_t code = 0; wide && code < whole->values.size; code++)
        if (of->code_of[code] != KEPT_NO_CODE)
            wide[code] = (*value_of)[of->code_of[code]];
    *value_of = wide;
    return wide != NULL;
}

static shoal_status bind_kept(rule_column *out, uint32_t **value_of, const column *values,
                              const rules_input *input, bool ordered, bool tree,
                              shoal_error *error) {
    /* Distinct values and the like need no hierarchy, and an incomplete one then does not matter.
     * */
    plan_attribute own;
    shoal_plan plan = plan_of_models(input->plan, values->name, ordered || tree, &own);
    shoal_hierarchy *hierarchy = NULL;
    bool given = false;
    STATUS_TRY(hierarchy_given(&hierarchy, &given, values, &plan, error));
    shoal_status status = tree && !given
                              ? fail_without_tree(values, error)
                              : bind_to(out, value_of, values, hierarchy, &plan, input, error);
    shoal_hierarchy_free(hierarchy);
    return status;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool needs_numbers(const rules_input *input, const char *name) {
    for (size_t r = 0; r < input->rules->count; r++)
        if (input->rules->rules[r].within > 0 &&
            rule_protects(&input->rules->rules[r], input->plan, name))
            return true;
    return false;
}

/* Without one number, a rule by distance would silently count texts. */
static shoal_status refuse_without_numbers(const rule_column *of, const column *values,
                                           const shoal_plan *plan, shoal_error *error) {
    const char *example = NULL;
    for (uint32_t value = 0; value < of->domain.size; value++)
        if (of->domain.is_number[value])
            return SHOAL_OK;
    for (uint32_t code = 0; !example && code < values->values.size; code++) {
        const char *text = dictionary_text(&values->values, code);
        example = plan_is_missing_in(plan, values->name, text) ? NULL : text;
    }
    if (!example)
        return SHOAL_OK;
    return status_refuse(error, SHOAL_USAGE, "model_unsupported", "privacy.models",
                         "'within' counts numbers by distance, but '%.60s' has no numbers, only "
                         "values such as '%.40s': leave 'within' out, or write them as numbers",
                         values->name, example);
}

static bool read_numbers(rule_column *out, const column *values, const uint32_t *value_of,
                         const shoal_plan *plan) {
    model_sum *numbers = arena_zero(&out->memory, out->domain.size, sizeof *numbers);
    bool *is_number = arena_zero(&out->memory, out->domain.size, sizeof *is_number);
    for (uint32_t code = 0; numbers && is_number && code < values->values.size; code++) {
        const char *text = dictionary_text(&values->values, code);
        number parsed;
        if (!plan_is_missing_in(plan, values->name, text) &&
            number_parse(&parsed, text, dictionary_length(&values->values, code)))
            is_number[value_of[code]] = number_scaled(&parsed, &numbers[value_of[code]]);
    }
    out->domain.number = numbers;
    out->domain.is_number = is_number;
    return numbers && is_number;
}

shoal_status rule_values_bind(rule_column *out, uint32_t **value_of, const column *values,
                              const rules_input *input, bool ordered, bool tree,
                              shoal_error *error) {
    kept_column of;
    shoal_status status = kept_column_make(&of, values, input->table->rows, input->kept)
                              ? bind_kept(out, value_of, &of.values, input, ordered, tree, error)
                              : status_no_memory(error);
    if (status == SHOAL_OK && input->rules && needs_numbers(input, values->name))
        status = read_numbers(out, &of.values, *value_of, input->plan)
                     ? refuse_without_numbers(out, &of.values, input->plan, error)
                     : status_no_memory(error);
    if (status == SHOAL_OK && !widen(value_of, out, &of, values))
        status = status_no_memory(error);
    kept_column_free(&of);
    return status;
}

void rule_values_count_domain(rule_column *out) {
    const tuple_values *of = &out->ground;
    uint64_t *counts = (uint64_t *)out->domain.counts;
    out->domain.rows = 0;
    memset(counts, 0, out->domain.size * sizeof *counts);
    for (size_t e = 0; e < of->first[of->tuples]; e++)
        counts[of->values[e]] += of->counts[e];
    for (size_t set = 0; set < of->roaming.sets; set++)
        counts[of->roaming.value[set]] += of->roaming.persons[set];
    for (uint32_t value = 0; value < out->domain.size; value++)
        out->domain.rows += counts[value];
    find_surprises(&out->domain, (long double *)out->domain.surprise);
}
