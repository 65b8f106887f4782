/* Counts the people of the population in each class of a table. */
#include "assess/assess_parts.h"
#include "bind/find_hierarchy.h"
#include "data/class_table.h"
#include "data/packing.h"
#include "data/table_tuples.h"

#include <assert.h>
#include <string.h>

/* Largest number of combinations of labels that are looked up. */
#define MOST_LOOKUPS UINT64_C(100000000)

/* ---- Reading --------------------------------------------------------------------------------- */

shoal_status assess_population_read(assessing *run, shoal_error *error) {
    rules_input input = bound_table_rules_input(&run->after.bound);
    bound_table *people = &run->people;
    people->attributes = run->attributes;
    people->quasi = memory_new(run->attributes, sizeof *people->quasi);
    if (!people->quasi)
        return status_no_memory(error);
    STATUS_TRY(rules_read_population(&people->owned, people->quasi, &input, error));
    people->table = people->owned;
    if (people->table->rows == 0)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%.120s has no rows, so it cannot be the population",
                           run->facts->population_file);
    return SHOAL_OK;
}

/* ---- Counting -------------------------------------------------------------------------------- */

typedef struct census {
    size_t attributes;
    frequency_set people;
    label_cover *covers; /* [attributes] */
    bool **used;         /* [attribute][label] occurs in a class */
    packing_field *fields;
    size_t words;
    class_table classes; /* numbered as the side's tuples */
    uint64_t *key;
    uint32_t **choices; /* [attribute] labels that cover a person's value and are used */
    size_t *choice_count, *chosen;
    uint64_t lookups;
    uint64_t *out; /* [tuples] */
    arena memory;
} census;

static bool make_room(census *of, const assess_side *side) {
    size_t count = of->attributes;
    uint32_t *sizes = arena_new(&of->memory, count, sizeof *sizes);
    of->covers = arena_zero(&of->memory, count, sizeof *of->covers);
    of->used = arena_zero(&of->memory, count, sizeof *of->used);
    of->fields = arena_new(&of->memory, count, sizeof *of->fields);
    of->choices = arena_zero(&of->memory, count, sizeof *of->choices);
    of->choice_count = arena_new(&of->memory, count, sizeof *of->choice_count);
    of->chosen = arena_new(&of->memory, count, sizeof *of->chosen);
    if (!sizes || !of->covers || !of->used || !of->fields || !of->choices || !of->choice_count ||
        !of->chosen)
        return false;
    for (size_t a = 0; a < count; a++) {
        sizes[a] = (uint32_t)assess_quasi(side, a)->values.size;
        of->used[a] = arena_zero(&of->memory, sizes[a], sizeof **of->used);
        of->choices[a] = arena_new(&of->memory, (size_t)sizes[a] + 1, sizeof **of->choices);
        if (!of->used[a] || !of->choices[a])
            return false;
    }
    unsigned bits;
    of->words = packing_layout(of->fields, sizes, count, &bits);
    of->key = arena_new(&of->memory, of->words, sizeof *of->key);
    return of->key &&
           class_table_reset(&of->classes, of->words, bits, side->classes.set.tuples + 1);
}

static bool number_classes(census *of, const frequency_set *set) {
    for (size_t t = 0; t < set->tuples; t++) {
        memset(of->key, 0, of->words * sizeof *of->key);
        for (size_t a = 0; a < of->attributes; a++) {
            uint32_t label = codes_get(&set->codes[a], t);
            of->used[a][label] = true;
            packing_put(of->key, of->fields[a], label);
        }
        if (!class_table_add(&of->classes, of->key, NULL, 1))
            return false;
    }
    return true;
}

static shoal_status cover_attribute(census *of, const assessing *run, const assess_side *side,
                                    size_t attribute, shoal_error *error) {
    const column *fine = &run->people.table->column[run->people.quasi[attribute]];
    const column *coarse = assess_quasi(side, attribute);
    shoal_hierarchy *hierarchy = NULL;
    assess_cover found = {0};
    STATUS_TRY(hierarchy_of_labels(&hierarchy, fine, run->plan, error));
    assess_sources from = {.hierarchy = hierarchy, .star_in_braces = run->recoding->star_in_braces};
    shoal_status status = assess_cover_make(&found, fine, coarse, &from, run->plan, error);
    if (status == SHOAL_OK)
        status = label_cover_open(&of->covers[attribute], (uint32_t)fine->values.size,
                                  (uint32_t)coarse->values.size, found.star, found.pairs,
                                  found.count, error);
    assess_cover_free(&found);
    shoal_hierarchy_free(hierarchy);
    return status;
}

/* Lists the labels that cover a person's values; false: one of the values has none. */
static bool list_choices(census *of, size_t tuple, uint64_t *combinations) {
    *combinations = 1;
    for (size_t a = 0; a < of->attributes; a++) {
        const label_cover *cover = &of->covers[a];
        uint32_t value = codes_get(&of->people.codes[a], tuple);
        size_t count = 0;
        for (size_t i = cover->first[value]; i < cover->first[value + 1]; i++)
            if (of->used[a][cover->label[i]])
                of->choices[a][count++] = cover->label[i];
        if (cover->star != LABEL_NONE && of->used[a][cover->star])
            of->choices[a][count++] = cover->star;
        of->choice_count[a] = count;
        of->chosen[a] = 0;
        if (count == 0)
            return false;
        *combinations = *combinations > MOST_LOOKUPS ? *combinations : *combinations * count;
    }
    return true;
}

static uint32_t look_up(const census *of) {
    memset(of->key, 0, of->words * sizeof *of->key);
    for (size_t a = 0; a < of->attributes; a++)
        packing_put(of->key, of->fields[a], of->choices[a][of->chosen[a]]);
    return class_table_find(&of->classes, of->key);
}

/* The next combination of choices; false after the last. */
static bool choose_next(const census *of) {
    for (size_t a = 0; a < of->attributes; a++) {
        if (++of->chosen[a] < of->choice_count[a])
            return true;
        of->chosen[a] = 0;
    }
    return false;
}

/* The class that the people of a tuple fit. Those who fit several are not counted in any: each of
 * them is in one at most, and more people in a class would make its risk look lower. */
static uint32_t find_only_class(const census *of) {
    uint32_t only = CLASS_NONE;
    do {
        uint32_t class = look_up(of);
        if (class != CLASS_NONE && only != CLASS_NONE)
            return CLASS_NONE;
        only = class != CLASS_NONE ? class : only;
    } while (choose_next(of));
    return only;
}

/* False: there are too many combinations of labels. */
static bool count_people(census *of) {
    for (size_t t = 0; t < of->people.tuples; t++) {
        uint64_t combinations;
        if (!list_choices(of, t, &combinations))
            continue;
        of->lookups += combinations;
        if (of->lookups > MOST_LOOKUPS)
            return false;
        uint32_t class = find_only_class(of);
        if (class != CLASS_NONE)
            of->out[class] += of->people.counts[t];
    }
    return true;
}

static shoal_status take_census(census *of, const assessing *run, assess_side *side,
                                shoal_error *error) {
    if (!make_room(of, side) || !number_classes(of, &side->classes.set))
        return status_no_memory(error);
    for (size_t a = 0; a < of->attributes; a++)
        STATUS_TRY(cover_attribute(of, run, side, a, error));
    STATUS_TRY(table_tuples(&of->people, run->people.table, run->people.quasi, of->attributes, NULL,
                            run->input->pool, error));
    of->out = memory_zero(side->classes.set.tuples, sizeof *of->out);
    if (!of->out)
        return status_no_memory(error);
    if (!count_people(of)) {
        memory_free(of->out);
        of->out = NULL;
        side->facts->population_unused =
            "the labels of the table overlap in too many ways to count the people they cover";
    }
    side->population = of->out;
    return assess_check_cancel(run, error);
}

shoal_status assess_population_count(assessing *run, assess_side *side, shoal_error *error) {
    assert(side->classes.set.attributes == run->attributes && !side->population);
    census of = {.attributes = run->attributes};
    assess_note(run, "counting the population in each class");
    shoal_status status = take_census(&of, run, side, error);
    for (size_t a = 0; of.covers && a < of.attributes; a++)
        label_cover_close(&of.covers[a]);
    frequency_free(&of.people);
    class_table_free(&of.classes);
    arena_free(&of.memory);
    return status;
}
