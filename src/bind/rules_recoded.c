/* Rules of the population, judged on a release as it reads: its labels are looked up among those
 * that were to be published, and the population is recoded to the same labels. */
#include "bind/rules.h"
#include "data/table_tuples.h"

#include <string.h>

typedef struct recoded {
    const rules_input *input;
    const bound_rules *rules;
    const recoded_labels *labels; /* [attributes] */
    frequency_set set;            /* of the release's codes */
    uint32_t **group; /* [attribute][code of the release] its label's number, or RULE_NONE */
    packing_field *fields;
    class_table classes; /* in the order of the set's tuples, but for those of `*` */
    rules_scratch counted;
    arena memory;
} recoded;

static bool find_groups(recoded *by, size_t attribute) {
    const column *from = &by->input->table->column[by->input->quasi[attribute]];
    const recoded_labels *known = &by->labels[attribute];
    uint32_t *group = arena_new(&by->memory, from->values.size, sizeof *group);
    label_index labels;
    if (!group || !label_index_open(&labels, known->count))
        return false;
    for (size_t g = 0; g < known->count; g++)
        (void)label_index_add(&labels, known->labels[g]);
    for (uint32_t code = 0; code < from->values.size; code++) {
        uint32_t found = label_index_find(&labels, dictionary_text(&from->values, code));
        group[code] = found == LABEL_NONE ? RULE_NONE : found;
    }
    label_index_close(&labels);
    by->group[attribute] = group;
    return true;
}

/* False for rows with only `*`, and for text that is not a label. */
static bool pack_tuple(const recoded *by, size_t tuple, uint64_t *key) {
    bool known = true;
    memset(key, 0, by->classes.words * sizeof *key);
    for (size_t a = 0; known && a < by->input->attributes; a++) {
        uint32_t group = by->group[a][codes_get(&by->set.codes[a], tuple)];
        known = group != RULE_NONE;
        if (known)
            packing_put(key, by->fields[a], group);
    }
    return known;
}

static bool group_release(recoded *by) {
    size_t attributes = by->input->attributes;
    uint32_t *sizes = arena_new(&by->memory, attributes, sizeof *sizes);
    by->fields = arena_new(&by->memory, attributes, sizeof *by->fields);
    by->group = arena_zero(&by->memory, attributes, sizeof *by->group);
    if (!sizes || !by->fields || !by->group)
        return false;
    for (size_t a = 0; a < attributes; a++) {
        sizes[a] = (uint32_t)by->labels[a].count;
        if (!find_groups(by, a))
            return false;
    }
    unsigned bits;
    size_t words = packing_layout(by->fields, sizes, attributes, &bits);
    uint64_t *key = arena_new(&by->memory, words, sizeof *key);
    if (!key || !class_table_reset(&by->classes, words, bits, by->set.tuples))
        return false;
    for (size_t t = 0; t < by->set.tuples; t++)
        if (pack_tuple(by, t, key) && !class_table_add(&by->classes, key, &by->set.counts[t], 1))
            return false;
    return true;
}

static bool count_people(recoded *by) {
    const uint32_t **group = arena_new(&by->memory, by->input->attributes, sizeof *group);
    for (size_t a = 0; group && a < by->input->attributes; a++)
        group[a] = by->labels[a].of_population;
    return group &&
           bound_rules_count_population(by->rules, &by->counted, &by->classes, by->fields, group);
}

static void judge_rule(rule_found *out, const recoded *by, const privacy_rule *rule) {
    for (size_t c = 0; c < by->classes.classes; c++) {
        class_histogram of = {.rows = by->classes.counts[c],
                              .members = by->classes.counts[c],
                              .population = by->counted.population[c]};
        rule_found_add(out, rule, NULL, &of);
    }
}

static shoal_status examine(rules_found *out, recoded *by, shoal_error *error) {
    out->each = memory_zero(by->rules->rule_count + 1, sizeof *out->each);
    const rules_input *in = by->input;
    STATUS_TRY(
        table_tuples(&by->set, in->table, in->quasi, in->attributes, in->kept, in->pool, error));
    if (!out->each || !group_release(by) || !count_people(by))
        return status_no_memory(error);
    for (size_t r = 0; r < by->rules->rule_count; r++) {
        const bound_rule *each = &by->rules->rules[r];
        if (each->column != RULE_NONE)
            continue;
        rule_found *found = &out->each[out->count++];
        *found = rule_found_none(&each->rule);
        judge_rule(found, by, &each->rule);
    }
    return SHOAL_OK;
}

shoal_status rules_examine_recoded(rules_found *out, const rules_input *input,
                                   const bound_rules *rules, const recoded_labels *labels,
                                   shoal_error *error) {
    recoded by = {.input = input, .rules = rules, .labels = labels};
    *out = (rules_found){0};
    shoal_status status = examine(out, &by, error);
    class_table_free(&by.classes);
    rules_scratch_free(&by.counted);
    frequency_free(&by.set);
    arena_free(&by.memory);
    if (status != SHOAL_OK)
        rules_found_free(out);
    return status;
}
