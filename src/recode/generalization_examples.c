/* Examples of a generalization: labels and the values that they stand for. */
#include "recode/generalization.h"

#include <stdlib.h>

typedef struct counted {
    uint32_t code;
    uint64_t rows;
} counted;

static int by_rows(const void *one, const void *other) {
    const counted *first = one, *second = other;
    if (first->rows != second->rows)
        return first->rows < second->rows ? 1 : -1;
    return (first->code > second->code) - (first->code < second->code);
}

/* Groups of a level with their rows, most first; those that no row is in come last. */
static counted *count_groups(const bound_level *level, arena *memory) {
    counted *made = arena_new(memory, (size_t)level->size + 1, sizeof *made);
    for (uint32_t g = 0; made && g < level->size; g++)
        made[g] = (counted){g, level->frequency[g]};
    if (made)
        qsort(made, level->size, sizeof *made, by_rows);
    return made;
}

static uint64_t count_used(const counted *groups, uint32_t size) {
    uint64_t used = 0;
    while (used < size && groups[used].rows > 0)
        used++;
    return used;
}

static void name_original(label_examples *out, uint32_t group, const char *label) {
    for (size_t e = 0; e < out->count; e++) {
        label_example *each = &out->example[e];
        if (each->values != group)
            continue;
        if (each->named < FACT_ORIGINALS)
            each->original[each->named] = label;
        each->named++;
        return;
    }
}

/* While originals are named, `values` holds the group's number and `named` counts them all. */
static void name_originals(label_examples *out, const bound_hierarchy *of, const bound_level *level,
                           const counted *values, const uint32_t *ground_of) {
    for (size_t v = 0; v < out->values; v++) {
        uint32_t code = values[v].code;
        name_original(out, level->of_ground[ground_of[code]], of->level[0].label[code]);
    }
    for (size_t e = 0; e < out->count; e++) {
        label_example *each = &out->example[e];
        each->values = each->named;
        if (each->named > FACT_ORIGINALS)
            each->named = FACT_ORIGINALS;
    }
}

/* A ground code of each group of level 0. */
static uint32_t *ground_codes(const bound_hierarchy *of, arena *memory) {
    uint32_t *made = arena_new(memory, (size_t)of->level[0].size + 1, sizeof *made);
    for (uint32_t code = of->ground; made && code-- > 0;)
        made[of->level[0].of_ground[code]] = code;
    return made;
}

static bool find_examples(label_examples *out, const bound_hierarchy *of, int at, arena *memory) {
    const bound_level *level = &of->level[at];
    counted *groups = count_groups(level, memory);
    counted *values = count_groups(&of->level[0], memory);
    uint32_t *ground_of = ground_codes(of, memory);
    if (!groups || !values || !ground_of)
        return false;
    out->labels = count_used(groups, level->size);
    out->values = count_used(values, of->level[0].size);
    for (size_t g = 0; g < out->labels && out->count < FACT_EXAMPLES; g++)
        out->example[out->count++] = (label_example){.published = level->label[groups[g].code],
                                                     .values = groups[g].code,
                                                     .rows = groups[g].rows};
    name_originals(out, of, level, values, ground_of);
    return true;
}

bool generalization_examples(recoding_facts *out, const generalization *of) {
    const metric_context *context = &of->setup.context;
    out->examples = arena_zero(&out->memory, context->attributes + 1, sizeof *out->examples);
    for (size_t a = 0; out->examples && a < context->attributes; a++)
        if (!find_examples(&out->examples[a], &context->hierarchies[a], of->level[a], &out->memory))
            return false;
    return out->examples != NULL;
}
