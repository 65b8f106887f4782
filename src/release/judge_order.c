/* The order of the values of a sensitive attribute, and their groups by its hierarchy. */
#include "bind/find_hierarchy.h"
#include "data/column_type.h"
#include "data/date.h"
#include "data/interval.h"
#include "data/number.h"
#include "release/judge_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_ROW (-1)

/* A value on its way to its place. */
typedef struct placed {
    uint32_t value;
    const char *text; /* of missing values the first token that the file has */
    bool missing;
    int64_t row; /* of the hierarchy, or NO_ROW */
    uint32_t rank;
    bool is_number;
    number number;
    bool is_interval;
    interval interval;
    const uint32_t *path; /* [height + 1] groups of the hierarchy from its top down; NULL: none */
} placed;

typedef struct arranging {
    judged_values *out;
    const shoal_plan *plan;
    const plan_attribute *attribute; /* may be NULL */
    shoal_hierarchy *hierarchy;
    bool given;
    placed *each; /* [size] */
    arena memory;
} arranging;

/* ---- The values ------------------------------------------------------------------------------ */

/* The line of the hierarchy that missing values take: that of a token in the file, else of any. */
static int64_t missing_row(const arranging *by) {
    const dictionary *texts = &by->out->from->values;
    int64_t row = NO_ROW;
    for (uint32_t code = 0; code < texts->size && row < 0; code++)
        if (plan_is_missing_in(by->plan, by->out->from->name, dictionary_text(texts, code)))
            row = hierarchy_find(by->hierarchy, dictionary_text(texts, code));
    char word[PLAN_WORD_SIZE];
    for (size_t i = 0; row < 0 && plan_missing_word(by->plan, by->out->from->name, i, word); i++)
        row = hierarchy_find(by->hierarchy, word);
    return row;
}

static shoal_status fail_uncovered(const arranging *by, const char *text, shoal_error *error) {
    const char *source = by->hierarchy->source;
    return status_refuse(error, SHOAL_BAD_DATA, "hierarchy_incomplete", "attributes.NAME.hierarchy",
                         "attribute '%.60s': the value '%.*s' is not in its hierarchy: add it to "
                         "%.120s",
                         by->out->from->name, hierarchy_label_width(text), text,
                         source ? source : "the hierarchy");
}

static shoal_status list_values(arranging *by, shoal_error *error) {
    const dictionary *texts = &by->out->from->values;
    by->each = arena_zero(&by->memory, by->out->size, sizeof *by->each);
    if (!by->each)
        return status_no_memory(error);
    for (uint32_t code = (uint32_t)texts->size; code-- > 0;) {
        const char *text = dictionary_text(texts, code);
        if (by->out->of_code[code] == JUDGED_NO_VALUE)
            continue;
        placed *value = &by->each[by->out->of_code[code]];
        *value = (placed){.value = by->out->of_code[code],
                          .text = text,
                          .missing = plan_is_missing_in(by->plan, by->out->from->name, text),
                          .row = NO_ROW};
        value->row = value->missing ? missing_row(by) : hierarchy_find(by->hierarchy, text);
        if (value->row < 0 && !value->missing)
            return fail_uncovered(by, text, error);
    }
    return SHOAL_OK;
}

/* ---- Ways to order them ---------------------------------------------------------------------- */

static int by_text(const placed *one, const placed *other) {
    return strcmp(one->text, other->text);
}

/* Separate missing values come last in every order but the plan's. */
static int by_place(const placed *one, const placed *other) {
    return (one->row < 0) - (other->row < 0);
}

static int compare_texts(const void *a, const void *b) {
    int order = by_place(a, b);
    return order ? order : by_text(a, b);
}

/* Numbers, then what is none, then separate missing values. */
static int compare_numbers(const void *a, const void *b) {
    const placed *one = a, *other = b;
    int order = other->is_number - one->is_number;
    if (order == 0 && one->is_number)
        order = number_compare(&one->number, &other->number);
    if (order == 0)
        order = by_place(one, other);
    return order ? order : by_text(one, other);
}

/* The same of intervals. */
static int compare_intervals(const void *a, const void *b) {
    const placed *one = a, *other = b;
    int order = other->is_interval - one->is_interval;
    if (order == 0 && one->is_interval)
        order = interval_compare(&one->interval, &other->interval);
    if (order == 0)
        order = by_place(one, other);
    return order ? order : by_text(one, other);
}

static int compare_ranks(const void *a, const void *b) {
    const placed *one = a, *other = b;
    return one->rank < other->rank ? -1 : one->rank > other->rank;
}

/* Groups are numbered as they first appear in the hierarchy. */
static int compare_paths(const void *a, const void *b) {
    const placed *one = a, *other = b;
    int order = by_place(one, other);
    for (size_t i = 0; order == 0 && one->path && one->path[i] != UINT32_MAX; i++)
        order = one->path[i] < other->path[i] ? -1 : one->path[i] > other->path[i];
    return order;
}

static void sort(arranging *by, int (*compare)(const void *, const void *)) {
    qsort(by->each, by->out->size, sizeof *by->each, compare);
}

/* Dates count as numbers such as 20201231. */
static bool read_number(number *out, const char *text, plan_type type, date_order order) {
    char digits[40];
    date day;
    if (type != TYPE_DATE)
        return number_parse(out, text, strlen(text));
    if (!date_parse(&day, text, order))
        return false;
    int length = snprintf(digits, sizeof digits, "%d%02d%02d", day.year, day.month, day.day);
    return number_parse(out, digits, (size_t)length);
}

/* *found: whether any value is a number or date. */
static shoal_status find_numbers(arranging *by, bool *found, shoal_error *error) {
    value_list list;
    date_survey survey = {.order = DATE_YMD};
    STATUS_TRY(value_list_of(&list, by->out->from, by->plan, error));
    plan_type type = by->attribute ? by->attribute->type : TYPE_AUTO;
    if (type == TYPE_AUTO)
        type = type_infer(list.values, list.count);
    if (type == TYPE_DATE && !date_survey_values(&survey, list.values, list.count))
        type = TYPE_STRING;
    memory_free(list.values);
    for (uint32_t v = 0; type != TYPE_STRING && v < by->out->size; v++) {
        placed *value = &by->each[v];
        value->is_number =
            !value->missing && read_number(&value->number, value->text, type, survey.order);
        *found |= value->is_number;
    }
    return SHOAL_OK;
}

/* *found: whether the values are intervals of numbers that do not overlap. */
static shoal_status find_intervals(arranging *by, bool *found, shoal_error *error) {
    uint32_t size = by->out->size, count = 0;
    size_t intervals;
    const char **texts = arena_new(&by->memory, size, sizeof *texts);
    interval *list = arena_new(&by->memory, size, sizeof *list);
    if (!texts || !list)
        return status_no_memory(error);
    for (uint32_t v = 0; v < size; v++)
        if (by->each[v].row >= 0)
            texts[count++] = by->each[v].text;
    *found = interval_survey(list, &intervals, texts, count);
    for (uint32_t v = 0; *found && v < size; v++)
        by->each[v].is_interval =
            by->each[v].row >= 0 && interval_parse(&by->each[v].interval, by->each[v].text);
    return SHOAL_OK;
}

static uint32_t group_of(const arranging *by, const placed *value, int level) {
    return hierarchy_group(by->hierarchy, (size_t)value->row, level);
}

/* Whether some level has several of the values in a group, and not all of them in one. */
static shoal_status find_grouped(arranging *by, bool *grouped, shoal_error *error) {
    const shoal_hierarchy *hierarchy = by->hierarchy;
    for (int level = 1; level <= hierarchy->height && !*grouped; level++) {
        bool *seen = arena_zero(&by->memory, hierarchy->group_counts[level], sizeof *seen);
        uint32_t groups = 0, values = 0;
        if (!seen)
            return status_no_memory(error);
        for (uint32_t v = 0; v < by->out->size; v++) {
            if (by->each[v].row < 0)
                continue;
            bool *group = &seen[group_of(by, &by->each[v], level)];
            groups += !*group;
            values++;
            *group = true;
        }
        *grouped = groups > 1 && groups < values;
    }
    return SHOAL_OK;
}

static shoal_status order_by_hierarchy(arranging *by, shoal_error *error) {
    size_t levels = (size_t)by->hierarchy->height + 1;
    for (uint32_t v = 0; v < by->out->size; v++) {
        placed *value = &by->each[v];
        if (value->row < 0)
            continue;
        uint32_t *path = arena_new(&by->memory, levels + 1, sizeof *path);
        if (!path)
            return status_no_memory(error);
        for (size_t i = 0; i < levels; i++)
            path[i] = group_of(by, value, by->hierarchy->height - (int)i);
        path[levels] = UINT32_MAX;
        value->path = path;
    }
    sort(by, compare_paths);
    return SHOAL_OK;
}

/* The plan's order names every value, but separate missing ones, which then come last. */
static shoal_status order_as_given(arranging *by, shoal_error *error) {
    const char *list = by->attribute->order;
    char *word = arena_new(&by->memory, strlen(list) + 1, 1);
    uint32_t rank = 0;
    if (!word)
        return status_no_memory(error);
    for (uint32_t v = 0; v < by->out->size; v++)
        by->each[v].rank = UINT32_MAX - 1;
    while (list) {
        list = plan_order_next(list, word);
        rank++;
        for (uint32_t v = 0; v < by->out->size; v++)
            if (strcmp(by->each[v].text, word) == 0 ||
                (by->each[v].missing && plan_is_missing_in(by->plan, by->out->from->name, word)))
                by->each[v].rank = rank;
    }
    for (uint32_t v = 0; v < by->out->size; v++)
        if (by->each[v].rank == UINT32_MAX - 1 && !(by->each[v].missing && by->each[v].row < 0))
            return status_refuse(error, SHOAL_USAGE, "order_invalid", "attributes.NAME.order",
                                 "attribute '%.60s': its order lacks '%.*s': add it",
                                 by->out->from->name, hierarchy_label_width(by->each[v].text),
                                 by->each[v].text);
    sort(by, compare_ranks);
    return SHOAL_OK;
}

static shoal_status order_values(arranging *by, shoal_error *error) {
    bool numbers = false, intervals = false, grouped = false;
    if (by->attribute && by->attribute->order)
        return order_as_given(by, error);
    STATUS_TRY(find_numbers(by, &numbers, error));
    if (!numbers)
        STATUS_TRY(find_intervals(by, &intervals, error));
    if (!numbers && !intervals)
        STATUS_TRY(find_grouped(by, &grouped, error));
    if (grouped)
        return order_by_hierarchy(by, error);
    sort(by, numbers ? compare_numbers : intervals ? compare_intervals : compare_texts);
    return SHOAL_OK;
}

static shoal_status set_positions(arranging *by, shoal_error *error) {
    judged_values *out = by->out;
    STATUS_TRY(order_values(by, error));
    out->at = arena_new(&out->memory, out->size, sizeof *out->at);
    if (!out->at)
        return status_no_memory(error);
    for (uint32_t p = 0; p < out->size; p++)
        out->at[p] = by->each[p].value;
    return SHOAL_OK;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Missing values without a line follow one from the level on that has a group of their text, or
 * only one group. */
static void join_missing(arranging *by, int level) {
    const shoal_hierarchy *hierarchy = by->hierarchy;
    for (uint32_t v = 0; v < by->out->size; v++)
        for (size_t row = 0; by->each[v].row < 0 && row < hierarchy->values; row++)
            if (hierarchy->group_counts[level] == 1 ||
                strcmp(hierarchy_label(hierarchy, row, level), by->each[v].text) == 0)
                by->each[v].row = (int64_t)row;
}

/* Calls each group by a value in it. */
static shoal_status group_level(arranging *by, int level, uint32_t *group, shoal_error *error) {
    size_t groups = by->hierarchy->group_counts[level];
    uint32_t *called = arena_new(&by->memory, groups, sizeof *called);
    if (!called)
        return status_no_memory(error);
    memset(called, 0xff, groups * sizeof *called);
    for (uint32_t v = 0; v < by->out->size; v++) {
        const placed *value = &by->each[v];
        uint32_t none = UINT32_MAX;
        uint32_t *name = value->row < 0 ? &none : &called[group_of(by, value, level)];
        if (*name == UINT32_MAX)
            *name = value->value;
        group[value->value] = *name;
    }
    return SHOAL_OK;
}

static bool is_single(const uint32_t *group, uint32_t size) {
    for (uint32_t v = 1; v < size; v++)
        if (group[v] != group[0])
            return false;
    return true;
}

/* As many levels as the hierarchy has, and a root above where they do not end in one. */
static shoal_status set_groups(arranging *by, shoal_error *error) {
    judged_values *out = by->out;
    int height = by->hierarchy->height;
    out->group = arena_zero(&out->memory, (size_t)height + 2, sizeof *out->group);
    for (int level = 0; out->group && level <= height + 1; level++) {
        out->group[level] = arena_zero(&out->memory, out->size, sizeof **out->group);
        if (!out->group[level])
            return status_no_memory(error);
        if (level > 0 && level <= height)
            join_missing(by, level);
        if (level <= height)
            STATUS_TRY(group_level(by, level, out->group[level], error));
    }
    if (!out->group)
        return status_no_memory(error);
    bool rooted = height > 0 && is_single(out->group[height], out->size);
    out->height = rooted ? height : height + 1;
    return SHOAL_OK;
}

/* ---------------------------------------------------------------------------------------------- */

static shoal_status arrange(arranging *by, judged_needs needs, shoal_error *error) {
    STATUS_TRY(hierarchy_given(&by->hierarchy, &by->given, by->out->from, by->plan, error));
    if (needs.tree && !by->given)
        return status_refuse(error, SHOAL_USAGE, "hierarchy_missing", "attributes.NAME.hierarchy",
                             "distance=hierarchical needs a hierarchy of '%.60s': put it into the "
                             "folder of hierarchies, or name its file",
                             by->out->from->name);
    STATUS_TRY(list_values(by, error));
    if (needs.order)
        STATUS_TRY(set_positions(by, error));
    return needs.tree ? set_groups(by, error) : SHOAL_OK;
}

shoal_status judged_values_arrange(judged_values *values, const shoal_plan *plan,
                                   judged_needs needs, shoal_error *error) {
    arranging by = {.out = values, .plan = plan, .attribute = plan_find(plan, values->from->name)};
    shoal_status status = arrange(&by, needs, error);
    shoal_hierarchy_free(by.hierarchy);
    arena_free(&by.memory);
    return status;
}
