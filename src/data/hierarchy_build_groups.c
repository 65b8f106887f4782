#include "data/hierarchy_build.h"

#include <string.h>

/* "old=a|b;c|d/all=old|c or d" as a list: which value belongs to which group, level by level. */
typedef struct membership {
    const char *member;
    const char *group;
    int level; /* of the group, from 1 */
} membership;

typedef struct group_list {
    arena memory;
    membership *items;
    size_t count;
    size_t capacity;
    int levels;
} group_list;

/* ---- Reading ------------------------------------------------------------------------------ */

/* Length of the part up to one of `ends` that no backslash precedes. */
static size_t part_length(const char *at, const char *ends) {
    size_t length = 0;
    while (at[length] && !strchr(ends, at[length]))
        length += at[length] == '\\' && at[length + 1] ? 2 : 1;
    return length;
}

/* A copy without the backslashes that make a character literal. */
static char *part_text(arena *memory, const char *at, size_t length) {
    char *copy = arena_new(memory, length + 1, 1);
    size_t used = 0;
    for (size_t i = 0; copy && i < length; i++) {
        if (at[i] == '\\' && i + 1 < length)
            i++;
        copy[used++] = at[i];
    }
    if (copy)
        copy[used] = '\0';
    return copy;
}

static bool add_member(group_list *list, const char *member, int level) {
    if (!memory_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        return false;
    list->items[list->count++] = (membership){member, NULL, level};
    return true;
}

/* A group without a name is called by its members: "a or b". */
static const char *join_members(group_list *list, size_t first) {
    text joined = {0};
    for (size_t i = first; i < list->count; i++) {
        text_add_string(&joined, i > first ? " or " : "");
        text_add_string(&joined, list->items[i].member);
    }
    const char *name =
        joined.failed ? NULL : arena_text(&list->memory, joined.bytes, joined.length);
    text_free(&joined);
    return name;
}

/* One group: [NAME=]MEMBER|MEMBER… */
static shoal_status parse_group(group_list *list, const char **at, const build_input *input,
                                shoal_error *error) {
    size_t first = list->count;
    const char *name = NULL;
    size_t name_length = part_length(*at, "=|;/");
    bool named = (*at)[name_length] == '=';
    if (named) {
        name = part_text(&list->memory, *at, name_length);
        *at += name_length + 1;
    }
    for (;; ++*at) {
        size_t length = part_length(*at, "|;/");
        if (length == 0)
            return status_fail(error, SHOAL_USAGE,
                               "%s: an empty value in groups: write e.g. groups:young=a|b;old=c|d",
                               input->name);
        const char *member = part_text(&list->memory, *at, length);
        if (!member || !add_member(list, member, list->levels))
            return status_no_memory(error);
        *at += length;
        if (**at != '|')
            break;
    }
    if (!named)
        name = join_members(list, first);
    for (size_t i = first; i < list->count; i++)
        list->items[i].group = name;
    return name ? SHOAL_OK : status_no_memory(error);
}

static shoal_status parse_groups(group_list *list, const build_input *input, const char *arguments,
                                 shoal_error *error) {
    const char *at = arguments;
    for (list->levels = 1;; at++) {
        if (list->levels >= HIERARCHY_MOST_LEVELS)
            return status_fail(error, SHOAL_USAGE, "%s: groups: too many levels", input->name);
        STATUS_TRY(parse_group(list, &at, input, error));
        if (!*at)
            return SHOAL_OK;
        list->levels += *at == '/';
    }
}

/* ---- Building ----------------------------------------------------------------------------- */

/* Indexes the members of one level; numbers[member number] is its place in the list. */
static shoal_status index_level(label_index *index, uint32_t *numbers, const group_list *list,
                                int level, const build_input *input, shoal_error *error) {
    label_index_clear(index);
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].level != level)
            continue;
        const char *member = list->items[i].member;
        uint32_t before = index->size;
        if (label_index_add(index, member) < before)
            return status_fail(error, SHOAL_USAGE, "%s: groups: '%.*s' is listed twice at level %d",
                               input->name, hierarchy_label_width(member), member, level);
        numbers[before] = (uint32_t)i;
    }
    return SHOAL_OK;
}

static shoal_status fill_level(shoal_hierarchy *made, const label_index *index,
                               const uint32_t *numbers, const group_list *list, int level,
                               const build_input *input, shoal_error *error) {
    const char *lost = NULL;
    size_t lost_count = 0;
    for (size_t value = 0; value < made->values; value++) {
        const char *below = hierarchy_label(made, value, level - 1);
        uint32_t number = label_index_find(index, below);
        if (number == LABEL_NONE) {
            lost = lost ? lost : below;
            lost_count++;
            made->labels[hierarchy_cell(made, value, level)] = "";
            continue;
        }
        const char *group = list->items[numbers[number]].group;
        const char *label = arena_text(&made->memory, group, strlen(group));
        if (!label)
            return status_no_memory(error);
        made->labels[hierarchy_cell(made, value, level)] = label;
    }
    if (lost)
        return status_fail(error, SHOAL_BAD_DATA,
                           "%s: groups: %zu value%s in no group of level %d, e.g. '%.*s': list "
                           "every value",
                           input->name, lost_count, lost_count == 1 ? " is" : "s are", level,
                           hierarchy_label_width(lost), lost);
    return SHOAL_OK;
}

static shoal_status fill_levels(shoal_hierarchy *made, const group_list *list,
                                const build_input *input, shoal_error *error) {
    label_index index;
    uint32_t *numbers = memory_new(list->count, sizeof *numbers);
    if (!numbers || !label_index_open(&index, list->count)) {
        memory_free(numbers);
        return status_no_memory(error);
    }
    shoal_status status = SHOAL_OK;
    for (int level = 1; status == SHOAL_OK && level <= list->levels; level++) {
        status = index_level(&index, numbers, list, level, input, error);
        if (status == SHOAL_OK)
            status = fill_level(made, &index, numbers, list, level, input, error);
    }
    label_index_close(&index);
    memory_free(numbers);
    return status;
}

static shoal_status build_from_list(shoal_hierarchy **out, const build_input *input,
                                    group_list *list, const char *arguments, shoal_error *error) {
    STATUS_TRY(parse_groups(list, input, arguments, error));
    STATUS_TRY(hierarchy_frame(out, input, list->levels, error));
    return fill_levels(*out, list, input, error);
}

shoal_status hierarchy_build_groups(shoal_hierarchy **out, const build_input *input,
                                    const char *arguments, text *described, shoal_error *error) {
    if (!*arguments)
        return status_fail(error, SHOAL_USAGE,
                           "%s: groups needs its groups: write e.g. groups:young=a|b;old=c|d",
                           input->name);
    group_list list = {0};
    shoal_status status = build_from_list(out, input, &list, arguments, error);
    text_format(described, "%d level%s of groups", list.levels, list.levels == 1 ? "" : "s");
    memory_free(list.items);
    arena_free(&list.memory);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(*out);
        *out = NULL;
    }
    return status;
}
