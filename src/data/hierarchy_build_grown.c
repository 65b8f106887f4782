/* A tree grown from the data, its groups named after their members. */
#include "data/hierarchy_build.h"
#include "data/value_clusters.h"

#include <stdlib.h>
#include <string.h>

/* Members that a label names, the most frequent first; of more than MOST_NAMED only two. */
#define MOST_NAMED 3
/* Bytes of a member in a label. */
#define LONGEST_NAME 24

typedef struct growing {
    const build_input *input;
    size_t count;      /* values that occur */
    uint32_t *value;   /* [count] of the input */
    uint64_t *rows;    /* [count] */
    uint32_t *by_rows; /* [count] the values, most frequent first */
    value_clusters tree;
    shoal_hierarchy *made;
    label_index taken; /* labels, and values that occur */
    text scratch;
    arena memory;
} growing;

/* ---- The values
 * ---------------------------------------------------------------------------------- */

static bool room_for_values(growing *by) {
    size_t count = by->input->count;
    by->value = arena_new(&by->memory, count, sizeof *by->value);
    by->rows = arena_new(&by->memory, count, sizeof *by->rows);
    by->by_rows = arena_new(&by->memory, count, sizeof *by->by_rows);
    return by->value && by->rows && by->by_rows;
}

typedef struct counted_value {
    uint32_t at;
    uint64_t rows;
} counted_value;

static int compare_counted(const void *a, const void *b) {
    const counted_value *one = a, *other = b;
    if (one->rows != other->rows)
        return one->rows > other->rows ? -1 : 1;
    return one->at < other->at ? -1 : one->at > other->at;
}

static shoal_status list_values(growing *by, shoal_error *error) {
    counted_value *sorted = arena_new(&by->memory, by->input->count, sizeof *sorted);
    if (!sorted || !room_for_values(by))
        return status_no_memory(error);
    for (size_t i = 0; i < by->input->count; i++) {
        uint64_t rows = build_rows(by->input, i);
        if (rows == 0)
            continue;
        sorted[by->count] = (counted_value){(uint32_t)by->count, rows};
        by->value[by->count] = (uint32_t)i;
        by->rows[by->count++] = rows;
    }
    qsort(sorted, by->count, sizeof *sorted, compare_counted);
    for (size_t i = 0; i < by->count; i++)
        by->by_rows[i] = sorted[i].at;
    return SHOAL_OK;
}

/* The profiles of the values that occur, in place. */
static void keep_occurring(build_profiles *profiles, const growing *by) {
    for (size_t i = 0; i < by->count; i++)
        memmove(profiles->counts + i * profiles->features,
                profiles->counts + by->value[i] * profiles->features,
                profiles->features * sizeof *profiles->counts);
}

static shoal_status grow(growing *by, bool profiled, shoal_error *error) {
    build_profiles profiles = {0};
    STATUS_TRY(list_values(by, error));
    if (profiled)
        STATUS_TRY(by->input->profile(&profiles, by->input, error));
    if (profiles.features > 0)
        keep_occurring(&profiles, by);
    cluster_input input = {.count = by->count,
                           .rows = by->rows,
                           .features = profiles.features,
                           .counts = profiles.counts};
    shoal_status status = value_clusters_make(&by->tree, &input, error);
    memory_free(profiles.counts);
    return status;
}

/* ---- Labels
 * -------------------------------------------------------------------------------------- */

/* A group of a round while its label is written. */
typedef struct group_label {
    uint32_t members;
    uint32_t named;
    uint32_t first[MOST_NAMED]; /* its most frequent members */
    const char *label;
} group_label;

static void add_name(text *out, const char *value) {
    size_t length = strlen(value);
    if (length <= LONGEST_NAME) {
        text_add_string(out, value);
        return;
    }
    for (length = LONGEST_NAME - 2; length > 0 && ((unsigned char)value[length] & 0xC0) == 0x80;)
        length--;
    text_add(out, value, length);
    text_add_string(out, "..");
}

/* Rare values are those whose rows a release may suppress, and are not named. */
static void write_label(growing *by, const group_label *group) {
    uint32_t shown = group->members > MOST_NAMED ? MOST_NAMED - 1 : group->members;
    while (shown > 0 && by->rows[group->first[shown - 1]] < by->input->named)
        shown--;
    by->scratch.length = 0;
    for (uint32_t i = 0; i < shown; i++) {
        text_add_string(&by->scratch, i ? " | " : "");
        add_name(&by->scratch, by->input->values[by->value[group->first[i]]]);
    }
    if (shown == 0)
        text_format(&by->scratch, "%u values", group->members);
    else if (shown < group->members)
        text_format(&by->scratch, " | +%u more", group->members - shown);
}

/* No label is that of another group, or a value. */
static const char *take_label(growing *by, const group_label *group) {
    write_label(by, group);
    size_t length = by->scratch.length;
    for (unsigned copy = 2; !by->scratch.failed; copy++) {
        uint32_t before = by->taken.size;
        const char *label = arena_text(&by->made->memory, by->scratch.bytes, by->scratch.length);
        if (!label || label_index_add(&by->taken, label) == before)
            return label;
        by->scratch.length = length;
        text_format(&by->scratch, " (%u)", copy);
    }
    return NULL;
}

/* The label of a group that the round before has already, or NULL. */
static const char *label_before(const growing *by, const group_label *groups_before, int round,
                                const group_label *group) {
    if (group->members == 1)
        return hierarchy_label(by->made, by->value[group->first[0]], 0);
    if (round == 0)
        return NULL;
    const group_label *before = &groups_before[by->tree.of[round - 1][group->first[0]]];
    return before->members == group->members ? before->label : NULL;
}

static group_label *list_groups(growing *by, int round) {
    group_label *groups = arena_zero(&by->memory, by->tree.clusters[round], sizeof *groups);
    for (size_t i = 0; groups && i < by->count; i++) {
        uint32_t at = by->by_rows[i];
        group_label *group = &groups[by->tree.of[round][at]];
        if (group->named < MOST_NAMED)
            group->first[group->named++] = at;
        group->members++;
    }
    return groups;
}

static bool label_round(growing *by, group_label **groups, int round) {
    group_label *before = *groups;
    *groups = list_groups(by, round);
    for (uint32_t g = 0; *groups && g < by->tree.clusters[round]; g++) {
        group_label *group = &(*groups)[g];
        group->label = label_before(by, before, round, group);
        if (!group->label)
            group->label = take_label(by, group);
        if (!group->label)
            return false;
    }
    for (size_t i = 0; *groups && i < by->count; i++)
        by->made->labels[hierarchy_cell(by->made, by->value[i], round + 1)] =
            (*groups)[by->tree.of[round][i]].label;
    return *groups != NULL;
}

static bool label_all(growing *by) {
    shoal_hierarchy *made = by->made;
    size_t labels = by->count;
    group_label *groups = NULL;
    for (int round = 0; round < by->tree.rounds; round++)
        labels += by->tree.clusters[round];
    if (!label_index_open(&by->taken, labels))
        return false;
    for (size_t i = 0; i < by->count; i++)
        (void)label_index_add(&by->taken, hierarchy_label(made, by->value[i], 0));
    /* Values that do not occur stay alone. */
    for (size_t value = 0; value < made->values; value++)
        for (int level = 1; level < made->height; level++)
            made->labels[hierarchy_cell(made, value, level)] = hierarchy_label(made, value, 0);
    bool done = true;
    for (int round = 0; done && round < by->tree.rounds; round++)
        done = label_round(by, &groups, round);
    label_index_close(&by->taken);
    return done;
}

/* ---- The hierarchy
 * ------------------------------------------------------------------------------- */

static void describe(const growing *by, bool profiled, text *described) {
    text_add_string(described, by->tree.rounds ? "a tree of " : "no tree of so few values");
    for (int round = 0; round < by->tree.rounds; round++)
        text_format(described, "%s%u", round ? ", " : "", by->tree.clusters[round]);
    if (by->tree.rounds)
        text_add_string(described,
                        profiled ? " groups grown from the data" : " groups by frequency");
}

static shoal_status build(growing *by, bool profiled, shoal_error *error) {
    STATUS_TRY(grow(by, profiled, error));
    STATUS_TRY(hierarchy_frame(&by->made, by->input, by->tree.rounds + 1, error));
    return label_all(by) ? SHOAL_OK : status_no_memory(error);
}

shoal_status hierarchy_build_grown(shoal_hierarchy **out, const build_input *input,
                                   const char *arguments, text *described, shoal_error *error) {
    bool by_frequency = strcmp(arguments, "frequency") == 0;
    if (*arguments && !by_frequency)
        return status_fail(error, SHOAL_USAGE, "%s: grown takes frequency or nothing, found '%.*s'",
                           input->name, hierarchy_label_width(arguments), arguments);
    growing by = {.input = input};
    bool profiled = input->profile && !by_frequency;
    shoal_status status = build(&by, profiled, error);
    if (status == SHOAL_OK) {
        describe(&by, profiled, described);
        *out = by.made;
    } else {
        shoal_hierarchy_free(by.made);
    }
    value_clusters_free(&by.tree);
    text_free(&by.scratch);
    arena_free(&by.memory);
    return status;
}
