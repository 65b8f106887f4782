/* The population of k-map and delta-presence: read once, and its values found in the bound
 * hierarchies. */
#include "base/note.h"
#include "bind/find_hierarchy.h"
#include "bind/roles.h"
#include "bind/rules.h"
#include "data/absent_join.h"
#include "data/absent_match.h"
#include "data/decimal_comma.h"
#include "data/table_tuples.h"
#include "plan/plan_objects.h"
#include "store/memory/memory_source.h"
#include "store/source.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- One attribute --------------------------------------------------------------------------- */

static bool index_labels(label_index *out, const bound_level *level) {
    if (!label_index_open(out, level->size))
        return false;
    for (uint32_t g = 0; g < level->size; g++)
        (void)label_index_add(out, level->label[g]);
    return true;
}

static const char *label_in(const shoal_hierarchy *from, const char *value, int height) {
    int64_t row = height <= from->height ? hierarchy_find(from, value) : -1;
    return row < 0 ? NULL : hierarchy_label(from, (size_t)row, height);
}

/* `*` stands for every value. */
static uint32_t group_of_stranger(const label_index *labels, const shoal_hierarchy *from,
                                  const char *value, int height) {
    const char *label = label_in(from, value, height);
    uint32_t found = label ? label_index_find(labels, label) : LABEL_NONE;
    if (found == LABEL_NONE && labels->size == 1 && label_index_find(labels, "*") == 0)
        found = 0;
    return found == LABEL_NONE ? RULE_NONE : found;
}

/* Groups of one level: of values that the table has by their code, of others by their label. People
 * in a group stay together at higher levels, whatever the labels there: classes never lose anybody.
 * */
static uint32_t *groups_of_level(bound_population *out, size_t attribute,
                                 const bound_hierarchy *bound, int height, const column *values,
                                 const shoal_hierarchy *from) {
    const bound_level *level = &bound->level[height];
    const uint32_t *finer = height > 0 ? out->group[attribute][height - 1] : NULL;
    label_index labels;
    uint32_t *group = arena_new(&out->memory, out->sizes[attribute], sizeof *group);
    if (!group || !index_labels(&labels, level))
        return NULL;
    for (uint32_t code = 0; code < out->sizes[attribute]; code++) {
        uint32_t own = out->ground[attribute][code];
        const char *value = dictionary_text(&values->values, code);
        group[code] = own != RULE_NONE ? level->of_ground[own]
                      : finer && finer[code] != RULE_NONE
                          ? bound->level[height - 1].up[finer[code]]
                          : group_of_stranger(&labels, from, value, height);
    }
    label_index_close(&labels);
    return group;
}

/* Codes of the table's column, by the values' text. Missing tokens are one value, whichever it
 * is. */
static bool find_ground(bound_population *out, size_t attribute, const column *own,
                        const column *values, const shoal_plan *plan) {
    label_index known;
    uint32_t missing = LABEL_NONE;
    out->sizes[attribute] = (uint32_t)values->values.size;
    out->ground[attribute] = arena_new(&out->memory, values->values.size, sizeof **out->ground);
    if (!out->ground[attribute] || !label_index_open(&known, own->values.size))
        return false;
    for (uint32_t code = 0; code < own->values.size; code++) {
        (void)label_index_add(&known, dictionary_text(&own->values, code));
        if (plan_is_missing_in(plan, own->name, dictionary_text(&own->values, code)))
            missing = code;
    }
    for (uint32_t code = 0; code < values->values.size; code++) {
        const char *value = dictionary_text(&values->values, code);
        uint32_t found = label_index_find(&known, value);
        if (found == LABEL_NONE && plan_is_missing_in(plan, own->name, value))
            found = missing;
        out->ground[attribute][code] = found == LABEL_NONE ? RULE_NONE : found;
    }
    label_index_close(&known);
    return true;
}

static bool group_attribute(bound_population *out, size_t attribute, const column *values,
                            const bound_hierarchy *bound, const shoal_hierarchy *from) {
    size_t levels = (size_t)bound->height + 1;
    out->group[attribute] = arena_zero(&out->memory, levels, sizeof **out->group);
    bool made = out->group[attribute] != NULL;
    for (int l = 0; made && l <= bound->height; l++) {
        out->group[attribute][l] = groups_of_level(out, attribute, bound, l, values, from);
        made = out->group[attribute][l] != NULL;
    }
    return made;
}

static shoal_status bind_attribute(bound_population *out, size_t attribute, const column *values,
                                   const rules_input *input, shoal_error *error) {
    const column *own = &input->table->column[input->quasi[attribute]];
    shoal_hierarchy *from = NULL;
    if (!find_ground(out, attribute, own, values, input->plan))
        return status_no_memory(error);
    shoal_status status =
        hierarchy_with_strangers(&from, input->table, own, values, input->plan, error);
    if (status == SHOAL_OK &&
        !group_attribute(out, attribute, values, &input->hierarchies[attribute], from))
        status = status_no_memory(error);
    shoal_hierarchy_free(from);
    return status;
}

/* ---- All ------------------------------------------------------------------------------------- */

static shoal_status find_columns(size_t *place, const shoal_table *people, const rules_input *input,
                                 shoal_error *error) {
    for (size_t a = 0; a < input->attributes; a++) {
        const char *name = input->table->column[input->quasi[a]].name;
        int64_t found = table_find(people, name);
        if (found < 0) {
            absent_column absent = table_absent(people, name);
            char *shown = plan_population_shown(input->plan);
            shoal_status status =
                status_fail(error, SHOAL_BAD_DATA,
                            "%.50s has no column '%s', but a population has the table's "
                            "quasi-identifiers; %s",
                            shown ? shown : "the population", absent.name, absent.hint);
            memory_free(shown);
            return status;
        }
        place[a] = (size_t)found;
    }
    return SHOAL_OK;
}

/* A table in memory is read like a file: its codes are shared, what is changed below is not. */
static shoal_status load_people(shoal_table **out, const shoal_plan *plan,
                                const source_options *options, shoal_error *error) {
    const char *name = plan->population;
    source *from = NULL;
    if (!plan->population_table)
        return source_load(out, NULL, &name, 1, options, error);
    STATUS_TRY(memory_source_open(&from, plan->population_table, options, error));
    return source_load_opened(out, NULL, from, options, error);
}

shoal_status rules_read_population(shoal_table **out, size_t *place, const rules_input *input,
                                   shoal_error *error) {
    source_options options = {
        .keep = roles_keep_quasi,
        .context = (void *)input->plan,
        .pool = input->pool,
        .cancel = input->hooks ? input->hooks->cancel : NULL,
    };
    STATUS_TRY(load_people(out, input->plan, &options, error));
    decimal_comma_turn_like(*out, input->table);
    absent_join_like(*out, input->table);
    if (!absent_match(*out, input->table, input->plan))
        return status_no_memory(error);
    return find_columns(place, *out, input, error);
}

/* Values that are found nowhere make classes look smaller, which is safe but should be known. */
static void note_unknown(const bound_population *of, const rules_input *input) {
    uint64_t rows = 0;
    for (size_t t = 0; t < of->tuples.tuples; t++) {
        bool known = true;
        for (size_t a = 0; known && a < input->attributes; a++) {
            uint32_t code = codes_get(&of->tuples.codes[a], t);
            known = of->group[a][input->hierarchies[a].height][code] != RULE_NONE;
        }
        rows += known ? 0 : of->tuples.counts[t];
    }
    if (rows == 0)
        return;
    char sentence[200];
    snprintf(sentence, sizeof sentence,
             "%" PRIu64 " of %" PRIu64 " rows of the population have values that are neither in "
             "the table nor in a hierarchy: they belong to no class",
             rows, of->tuples.rows);
    note_tell(input->hooks, note_population_strangers, NULL, sentence);
}

static shoal_status bind_people(bound_population *out, const shoal_table *people,
                                const size_t *place, const rules_input *input, shoal_error *error) {
    out->sizes = arena_zero(&out->memory, input->attributes, sizeof *out->sizes);
    out->ground = arena_zero(&out->memory, input->attributes, sizeof *out->ground);
    out->group = arena_zero(&out->memory, input->attributes, sizeof *out->group);
    out->hierarchies = input->hierarchies;
    if (!out->sizes || !out->ground || !out->group)
        return status_no_memory(error);
    for (size_t a = 0; a < input->attributes; a++)
        STATUS_TRY(bind_attribute(out, a, &people->column[place[a]], input, error));
    STATUS_TRY(
        table_tuples(&out->tuples, people, place, input->attributes, NULL, input->pool, error));
    note_unknown(out, input);
    return SHOAL_OK;
}

shoal_status rules_bind_population(bound_population **out, const rules_input *input,
                                   shoal_error *error) {
    shoal_table *people = NULL;
    size_t *place = memory_new(input->attributes, sizeof *place);
    bound_population *made = memory_zero(1, sizeof *made);
    shoal_status status = place && made ? SHOAL_OK : status_no_memory(error);
    *out = made; /* owned by the rules, also after a failure */
    if (status == SHOAL_OK)
        status = rules_read_population(&people, place, input, error);
    if (status == SHOAL_OK)
        status = bind_people(made, people, place, input, error);
    shoal_table_free(people);
    memory_free(place);
    return status;
}
