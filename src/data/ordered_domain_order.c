#include "data/interval.h"
#include "data/ordered_domain_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUES_SHOWN 3

/* ---- By the hierarchy ----------------------------------------------------------------------- */

static int compare_numbers(const void *a, const void *b) {
    const ordered_domain_value *one = a, *other = b;
    return one->number < other->number ? -1 : one->number > other->number;
}

/* One pass of a radix sort: stable by group of the level; what has no group comes last. */
static void sort_by_level(ordered_domain_value *out, const ordered_domain_value *from,
                          const ordered_domain_build *build, int level, uint32_t *places) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    uint32_t groups = hierarchy->group_counts[level];
    memset(places, 0, ((size_t)groups + 2) * sizeof *places);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < build->count; i++) {
            uint32_t row = from[i].row;
            uint32_t group = row == DOMAIN_NO_ROW ? groups : hierarchy_group(hierarchy, row, level);
            if (pass == 0)
                places[group + 1]++;
            else
                out[places[group]++] = from[i];
        }
        for (uint32_t group = 0; pass == 0 && group < groups; group++)
            places[group + 1] += places[group];
    }
}

/* From the finest level upwards, so that the top decides first: groups in the order in which they
 * appear in the hierarchy. */
static shoal_status order_by_taxonomy(ordered_domain_build *build, shoal_error *error) {
    ordered_domain_value *other = arena_new(&build->scratch, build->count, sizeof *other);
    uint32_t *places = arena_new(&build->scratch, build->hierarchy->values + 2, sizeof *places);
    if (!other || !places)
        return status_no_memory(error);
    qsort(build->values, build->count, sizeof *build->values, compare_numbers);
    for (int level = build->finest + 1; level <= build->hierarchy->height; level++) {
        sort_by_level(other, build->values, build, level, places);
        ordered_domain_value *sorted = other;
        other = build->values;
        build->values = sorted;
    }
    build->out->order = ORDER_TAXONOMY;
    return SHOAL_OK;
}

/* Whether a level joins some values, but not all. */
static shoal_status has_groups(bool *out, ordered_domain_build *build, shoal_error *error) {
    const shoal_hierarchy *hierarchy = build->hierarchy;
    bool *seen = arena_new(&build->scratch, hierarchy->values, sizeof *seen);
    if (!seen)
        return status_no_memory(error);
    *out = false;
    for (int level = build->finest + 1; level <= hierarchy->height && !*out; level++) {
        uint32_t groups = 0, values = 0;
        memset(seen, false, hierarchy->group_counts[level] * sizeof *seen);
        for (uint32_t i = 0; i < build->count; i++) {
            if (build->values[i].row == DOMAIN_NO_ROW)
                continue;
            uint32_t group = hierarchy_group(hierarchy, build->values[i].row, level);
            values++;
            groups += !seen[group];
            seen[group] = true;
        }
        *out = groups > 1 && groups < values;
    }
    return SHOAL_OK;
}

/* ---- By text -------------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b) {
    const ordered_domain_value *one = a, *other = b;
    int last = (one->row == DOMAIN_NO_ROW) - (other->row == DOMAIN_NO_ROW);
    return last ? last : strcmp(one->label, other->label);
}

static void order_by_text(ordered_domain_build *build) {
    qsort(build->values, build->count, sizeof *build->values, compare_texts);
    build->out->order = ORDER_TEXT;
}

/* ---- As given ------------------------------------------------------------------------------- */

typedef struct given_order {
    const char *list;
    label_index labels;          /* of the values */
    uint32_t *rank;              /* [number of the value] place in the order, or none */
    ordered_domain_value *after; /* [count] the values in order */
    char *word;
} given_order;

/* The value that the order means, or none. */
static uint32_t find_value(const given_order *given, const ordered_domain_build *build) {
    uint32_t found = label_index_find(&given->labels, given->word);
    return found == LABEL_NONE && plan_is_missing_in(build->plan, build->column->name, given->word)
               ? build->missing
               : found;
}

static shoal_status rank_values(given_order *given, const ordered_domain_build *build,
                                uint32_t *ranked, shoal_error *error) {
    for (const char *at = given->list; at;) {
        at = plan_order_next(at, given->word);
        uint32_t found = find_value(given, build);
        if (found == LABEL_NONE)
            continue;
        if (given->rank[found] != LABEL_NONE)
            return status_refuse(error, SHOAL_USAGE, "order_invalid", "attributes.NAME.order",
                                 "attribute '%.60s': its order names '%.*s' twice: name it once",
                                 build->out->name, hierarchy_label_width(given->word), given->word);
        given->rank[found] = (*ranked)++;
    }
    return SHOAL_OK;
}

static shoal_status fail_unnamed(const given_order *given, const ordered_domain_build *build,
                                 uint32_t unnamed, shoal_error *error) {
    char examples[160] = "";
    size_t used = 0;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < build->count && shown < VALUES_SHOWN; i++) {
        const char *label = build->values[i].label;
        if (given->rank[i] == LABEL_NONE)
            used += (size_t)snprintf(examples + used, sizeof examples - used, "%s'%.*s'",
                                     shown++ ? ", " : "", hierarchy_label_width(label), label);
    }
    return status_refuse(error, SHOAL_USAGE, "order_invalid", "attributes.NAME.order",
                         "attribute '%.60s': its order lacks %u value%s, e.g. %s: add %s",
                         build->out->name, unnamed, unnamed == 1 ? "" : "s", examples,
                         unnamed == 1 ? "it" : "them");
}

static shoal_status refuse_torn(ordered_domain_build *build, shoal_error *error) {
    const char *torn = NULL;
    if (!build->out->constrained)
        return SHOAL_OK;
    STATUS_TRY(taxonomy_find_torn(&torn, build, error));
    if (!torn)
        return SHOAL_OK;
    return status_refuse(
        error, SHOAL_USAGE, "order_invalid", "attributes.NAME.order",
        "attribute '%.60s': its order splits the group '%.*s' of its hierarchy, and "
        "it is constrained: keep the values of the group together",
        build->out->name, hierarchy_label_width(torn), torn);
}

static shoal_status apply_order(given_order *given, ordered_domain_build *build,
                                shoal_error *error) {
    for (uint32_t i = 0; i < build->count; i++) {
        given->rank[i] = LABEL_NONE;
        label_index_add(&given->labels, build->values[i].label);
    }
    uint32_t ranked = 0;
    STATUS_TRY(rank_values(given, build, &ranked, error));
    uint32_t missing = build->missing;
    if (missing != DOMAIN_NO_ROW && build->values[missing].row == DOMAIN_NO_ROW &&
        given->rank[missing] == LABEL_NONE)
        given->rank[missing] = ranked++;
    if (ranked < build->count)
        return fail_unnamed(given, build, build->count - ranked, error);
    for (uint32_t i = 0; i < build->count; i++)
        given->after[given->rank[i]] = build->values[i];
    build->values = given->after;
    build->out->order = ORDER_GIVEN;
    return refuse_torn(build, error);
}

static shoal_status order_as_given(ordered_domain_build *build, const char *list,
                                   shoal_error *error) {
    given_order given = {.list = list};
    given.rank = arena_new(&build->scratch, build->count, sizeof *given.rank);
    given.after = arena_new(&build->scratch, build->count, sizeof *given.after);
    given.word = arena_new(&build->scratch, strlen(list) + 1, 1);
    if (!given.rank || !given.after || !given.word ||
        !label_index_open(&given.labels, build->count))
        return status_no_memory(error);
    shoal_status status = apply_order(&given, build, error);
    label_index_close(&given.labels);
    return status;
}

/* ---- By intervals --------------------------------------------------------------------------- */

/* Intervals in their order, then other values, then separate missing ones. */
static shoal_status order_by_intervals(ordered_domain_build *build, bool *ordered,
                                       shoal_error *error) {
    uint32_t count = build->count, found = 0;
    size_t intervals;
    const char **texts = arena_new(&build->scratch, count, sizeof *texts);
    interval *list = arena_new(&build->scratch, count, sizeof *list);
    ordered_domain_value *after = arena_new(&build->scratch, count, sizeof *after);
    label_index labels;
    if (!texts || !list || !after)
        return status_no_memory(error);
    qsort(build->values, count, sizeof *build->values, compare_texts);
    while (found < count && build->values[found].row != DOMAIN_NO_ROW) {
        texts[found] = build->values[found].label;
        found++;
    }
    *ordered = interval_survey(list, &intervals, texts, found);
    if (!*ordered)
        return SHOAL_OK;
    if (!label_index_open(&labels, count))
        return status_no_memory(error);
    for (size_t i = 0; i < intervals; i++)
        (void)label_index_add(&labels, list[i].text);
    uint32_t next = (uint32_t)intervals;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = i < found ? label_index_find(&labels, build->values[i].label) : LABEL_NONE;
        after[place == LABEL_NONE ? next++ : place] = build->values[i];
    }
    label_index_close(&labels);
    build->values = after;
    return SHOAL_OK;
}

/* They give way as numbers do. */
static shoal_status try_intervals(ordered_domain_build *build, bool *ordered, shoal_error *error) {
    const char *torn = NULL;
    STATUS_TRY(order_by_intervals(build, ordered, error));
    if (*ordered && build->out->constrained)
        STATUS_TRY(taxonomy_find_torn(&torn, build, error));
    *ordered &= torn == NULL;
    return SHOAL_OK;
}

/* ---- Choosing ------------------------------------------------------------------------------- */

/* Numbers give way where groups must be nodes and they would tear nodes apart. */
static shoal_status try_numbers(ordered_domain_build *build, bool *ordered, shoal_error *error) {
    const char *torn = NULL;
    STATUS_TRY(ordered_domain_order_numbers(build, ordered, error));
    if (*ordered && build->out->constrained)
        STATUS_TRY(taxonomy_find_torn(&torn, build, error));
    if (torn) {
        *ordered = false;
        build->out->ranged = 0;
    }
    return SHOAL_OK;
}

shoal_status ordered_domain_order_values(ordered_domain_build *build, shoal_error *error) {
    if (build->attribute && build->attribute->order)
        return order_as_given(build, build->attribute->order, error);
    bool ordered = false, grouped = false;
    STATUS_TRY(try_numbers(build, &ordered, error));
    build->out->order = ORDER_NUMBERS;
    if (ordered)
        return SHOAL_OK;
    STATUS_TRY(try_intervals(build, &ordered, error));
    build->out->order = ORDER_INTERVALS;
    if (ordered)
        return SHOAL_OK;
    STATUS_TRY(has_groups(&grouped, build, error));
    if (grouped)
        return order_by_taxonomy(build, error);
    order_by_text(build);
    return SHOAL_OK;
}
