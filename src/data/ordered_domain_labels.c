/* Groups of neighbouring values as the release publishes them. */
#include "base/text.h"
#include "data/ordered_domain_build.h"
#include "data/star.h"

#include <string.h>

/* ---- No two alike --------------------------------------------------------------------------- */

/* The partition's groups and, as the last, what is set apart. */
typedef struct labelling {
    const ordered_domain *of;
    const uint32_t *begins;
    uint32_t groups;
    const bool *left_out; /* [of->size] values that labels do not name; NULL: none */
    uint32_t *some;       /* [of->size] where some are */
    const char **label;   /* [groups + 1] */
    bool *clashes;        /* [groups + 1] */
    label_index texts;
    text scratch;
    arena *memory;
} labelling;

static uint32_t group_end(const labelling *l, uint32_t group) {
    return group + 1 < l->groups ? l->begins[group + 1] : l->of->size;
}

static bool is_single(const labelling *l, uint32_t group) {
    return group == l->groups || group_end(l, group) - l->begins[group] == 1;
}

static const char *take_text(labelling *l) {
    const char *copy =
        l->scratch.failed ? NULL : arena_text(l->memory, l->scratch.bytes, l->scratch.length);
    l->scratch.length = 0;
    return copy;
}

static uint32_t label_count(const labelling *l) {
    return l->groups + (l->of->apart != NULL);
}

/* Rows with only `*` look suppressed, so no group among others may have that label. */
static const char *beside_others(const labelling *l, const char *label) {
    return label_count(l) > 1 && is_star(label) ? "{*}" : label;
}

/* The values of the group that its label names; their number. */
static uint32_t list_named(labelling *l, uint32_t group) {
    uint32_t count = 0;
    for (uint32_t p = l->begins[group]; p < group_end(l, group); p++)
        if (!l->left_out[p])
            l->some[count++] = p;
    return count;
}

static void write_group(labelling *l, uint32_t group, bool as_set) {
    uint32_t begin = l->begins[group], end = group_end(l, group);
    uint32_t named = l->left_out ? list_named(l, group) : end - begin;
    bool node = !as_set && ordered_domain_is_node(l->of, begin, end);
    if (named == 0 || named == end - begin || node)
        ordered_domain_write(&l->scratch, l->of, begin, end, as_set);
    else
        ordered_domain_write_some(&l->scratch, l->of, l->some, named, as_set);
}

static bool write_labels(labelling *l) {
    for (uint32_t group = 0; group < l->groups; group++) {
        if (is_single(l, group)) {
            l->label[group] = l->of->label[l->begins[group]];
            continue;
        }
        write_group(l, group, false);
        l->label[group] = take_text(l);
        if (!l->label[group])
            return false;
        l->label[group] = beside_others(l, l->label[group]);
    }
    l->label[l->groups] = l->of->apart;
    return true;
}

/* Marks groups of several values that share their text with anything else. */
static void find_clashes(labelling *l, uint32_t *first_of) {
    for (uint32_t group = 0; group < label_count(l); group++) {
        uint32_t before = l->texts.size;
        uint32_t number = label_index_add(&l->texts, l->label[group]);
        if (number == before) {
            first_of[number] = group;
            continue;
        }
        l->clashes[group] = !is_single(l, group);
        l->clashes[first_of[number]] = !is_single(l, first_of[number]);
    }
}

/* Those that clash are called by their values, in as many braces as it takes. */
static bool resolve_clash(labelling *l, uint32_t group) {
    write_group(l, group, true);
    l->label[group] = take_text(l);
    while (l->label[group] && label_index_find(&l->texts, l->label[group]) != LABEL_NONE) {
        text_format(&l->scratch, "{%s}", l->label[group]);
        l->label[group] = take_text(l);
    }
    if (l->label[group])
        label_index_add(&l->texts, l->label[group]);
    return l->label[group] != NULL;
}

static bool resolve_clashes(labelling *l) {
    label_index_clear(&l->texts);
    for (uint32_t group = 0; group < label_count(l); group++)
        if (!l->clashes[group])
            label_index_add(&l->texts, l->label[group]);
    for (uint32_t group = 0; group < l->groups; group++)
        if (l->clashes[group] && !resolve_clash(l, group))
            return false;
    return true;
}

static bool label_groups(labelling *l) {
    uint32_t *first_of = arena_new(l->memory, (size_t)l->groups + 1, sizeof *first_of);
    l->clashes = arena_zero(l->memory, (size_t)l->groups + 1, sizeof *l->clashes);
    l->label = arena_new(l->memory, (size_t)l->groups + 1, sizeof *l->label);
    if (!first_of || !l->clashes || !l->label || !label_index_open(&l->texts, l->groups + 1))
        return false;
    bool done = write_labels(l);
    if (done) {
        find_clashes(l, first_of);
        done = resolve_clashes(l);
    }
    label_index_close(&l->texts);
    text_free(&l->scratch);
    return done;
}

/* ---- The bound hierarchy
 * ----------------------------------------------------------------------------- */

static bool room_for_level(bound_hierarchy *out, int height) {
    bound_level *level = &out->level[height];
    arena *memory = &out->memory;
    level->missing = NO_CODE;
    level->of_ground = arena_new(memory, out->ground, sizeof *level->of_ground);
    level->label = arena_zero(memory, out->ground, sizeof *level->label);
    level->covered = arena_zero(memory, out->ground, sizeof *level->covered);
    level->frequency = arena_zero(memory, out->ground, sizeof *level->frequency);
    if (height == 0)
        level->up = arena_new(memory, out->ground, sizeof *level->up);
    return level->of_ground && level->label && level->covered && level->frequency &&
           (height > 0 || level->up);
}

/* The level's group for one of many (a position, or a group of the partition), a new one when it
 * is met for the first time. */
static uint32_t level_group(bound_level *level, uint32_t *group_of, uint32_t one, const char *label,
                            uint32_t covered) {
    if (group_of[one] == NO_CODE) {
        group_of[one] = level->size;
        level->label[level->size] = label;
        level->covered[level->size++] = covered;
    }
    return group_of[one];
}

/* What is set apart is one past the last position, and one past the last group. */
static void fill_levels(bound_hierarchy *out, const labelling *l, const uint32_t *partition_group,
                        uint32_t *value_of, uint32_t *group_of) {
    const ordered_domain *of = l->of;
    bound_level *values = &out->level[0], *groups = &out->level[1];
    for (uint32_t code = 0; code < out->ground; code++) {
        uint32_t position = of->of_ground[code];
        bool apart = position == of->size;
        uint32_t group = apart ? l->groups : partition_group[position];
        uint32_t covered = apart ? 1 : group_end(l, group) - l->begins[group];
        bool first = value_of[position] == NO_CODE;
        uint32_t low =
            level_group(values, value_of, position, apart ? of->apart : of->label[position], 1);
        uint32_t high = level_group(groups, group_of, group, l->label[group], covered);
        values->of_ground[code] = low;
        groups->of_ground[code] = high;
        values->up[low] = high;
        if (!first)
            continue;
        values->frequency[low] = apart ? of->rows_apart : of->rows[position];
        groups->frequency[high] += values->frequency[low];
        if (apart) {
            values->missing = low;
            groups->missing = high;
        }
    }
}

static bool make_levels(bound_hierarchy *out, labelling *l, arena *scratch) {
    uint32_t size = l->of->size;
    uint32_t *partition_group = arena_new(scratch, size, sizeof *partition_group);
    uint32_t *value_of = arena_new(scratch, (size_t)size + 1, sizeof *value_of);
    uint32_t *group_of = arena_new(scratch, (size_t)l->groups + 1, sizeof *group_of);
    if (!partition_group || !value_of || !group_of || !room_for_level(out, 0) ||
        !room_for_level(out, 1) || !label_groups(l))
        return false;
    memset(value_of, 0xff, ((size_t)size + 1) * sizeof *value_of);
    memset(group_of, 0xff, ((size_t)l->groups + 1) * sizeof *group_of);
    for (uint32_t group = 0; group < l->groups; group++)
        for (uint32_t p = l->begins[group]; p < group_end(l, group); p++)
            partition_group[p] = group;
    fill_levels(out, l, partition_group, value_of, group_of);
    return true;
}

shoal_status ordered_domain_hierarchy(bound_hierarchy *out, const ordered_domain *of,
                                      const uint32_t *begins, uint32_t groups, shoal_error *error) {
    *out = (bound_hierarchy){.name = of->name,
                             .ground = of->ground,
                             .domain = of->count,
                             .height = 1,
                             .weight = of->weight,
                             .strange = of->strange};
    labelling l = {.of = of, .begins = begins, .groups = groups, .memory = &out->memory};
    arena scratch = {0};
    out->level = arena_zero(&out->memory, 2, sizeof *out->level);
    bool made = out->level && make_levels(out, &l, &scratch);
    arena_free(&scratch);
    if (!made)
        bound_hierarchy_free(out);
    return made ? SHOAL_OK : status_no_memory(error);
}

static uint32_t group_of_position(const labelling *l, uint32_t position) {
    uint32_t low = 0, high = l->groups;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (l->begins[middle] <= position)
            low = middle;
        else
            high = middle;
    }
    return low;
}

shoal_status ordered_domain_relabel(bound_hierarchy *made, const ordered_domain *of,
                                    const uint32_t *begins, uint32_t groups, const bool *left_out,
                                    shoal_error *error) {
    bound_level *level = &made->level[1];
    labelling l = {.of = of,
                   .begins = begins,
                   .groups = groups,
                   .left_out = left_out,
                   .some = memory_new(of->size, sizeof *l.some),
                   .memory = &made->memory};
    bool done = l.some && label_groups(&l);
    for (uint32_t code = 0; done && code < made->ground; code++) {
        uint32_t position = of->of_ground[code];
        if (position < of->size)
            level->label[level->of_ground[code]] = l.label[group_of_position(&l, position)];
    }
    memory_free(l.some);
    return done ? SHOAL_OK : status_no_memory(error);
}
