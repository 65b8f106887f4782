#include "data/hierarchy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LABEL_SHOWN 32

shoal_status hierarchy_new(shoal_hierarchy **out, size_t values, int height, shoal_error *error) {
    if (height < 0 || height > HIERARCHY_MOST_LEVELS)
        return status_fail(error, SHOAL_BAD_DATA,
                           "a hierarchy of %d levels: at most %d are possible", height,
                           HIERARCHY_MOST_LEVELS);
    if (values >= LABEL_NONE / 2)
        return status_fail(error, SHOAL_BAD_DATA, "a hierarchy of %zu values is too large", values);
    shoal_hierarchy *made = memory_zero(1, sizeof *made);
    if (!made)
        return status_no_memory(error);
    made->values = values;
    made->height = height;
    made->labels = arena_zero(&made->memory, values * (size_t)(height + 1), sizeof *made->labels);
    if (!made->labels) {
        shoal_hierarchy_free(made);
        return status_no_memory(error);
    }
    *out = made;
    return SHOAL_OK;
}

shoal_hierarchy *shoal_hierarchy_share(const shoal_hierarchy *hierarchy) {
    shoal_hierarchy *shared = (shoal_hierarchy *)hierarchy;
    if (shared)
        atomic_fetch_add(&shared->shares, 1);
    return shared;
}

void shoal_hierarchy_free(shoal_hierarchy *hierarchy) {
    if (!hierarchy || atomic_fetch_sub(&hierarchy->shares, 1) > 0)
        return;
    label_index_close(&hierarchy->ground);
    arena_free(&hierarchy->memory);
    memory_free(hierarchy);
}

shoal_status hierarchy_set_source(shoal_hierarchy *hierarchy, const char *path,
                                  shoal_error *error) {
    hierarchy->source = arena_text(&hierarchy->memory, path, strlen(path));
    return hierarchy->source ? SHOAL_OK : status_no_memory(error);
}

int hierarchy_label_width(const char *label) {
    size_t length = strnlen(label, LABEL_SHOWN + 1);
    if (length <= LABEL_SHOWN)
        return (int)length;
    length = LABEL_SHOWN;
    while (length > 0 && ((unsigned char)label[length] & 0xC0) == 0x80)
        length--;
    return (int)length;
}

/* ---- Checks ------------------------------------------------------------------------------- */

typedef struct examination {
    shoal_hierarchy *of;
    shoal_finding *found;
    void *user;
    int64_t problems;
} examination;

static void report(examination *exam, size_t line, const char *problem) {
    exam->problems++;
    exam->found(problem, (int64_t)line, exam->user);
}

static void report_two_ways(examination *exam, size_t kept, size_t row, int level) {
    const shoal_hierarchy *of = exam->of;
    const char *value = hierarchy_label(of, row, 0);
    const char *first = hierarchy_label(of, kept, level);
    const char *second = hierarchy_label(of, row, level);
    char problem[SHOAL_MESSAGE_SIZE];
    snprintf(problem, sizeof problem,
             "value '%.*s' is mapped two ways: level %d is '%.*s' in line %" PRIu32
             " and '%.*s' here",
             hierarchy_label_width(value), value, level, hierarchy_label_width(first), first,
             of->lines[kept], hierarchy_label_width(second), second);
    report(exam, of->lines[row], problem);
}

static int first_difference(const shoal_hierarchy *of, size_t a, size_t b) {
    for (int level = 1; level <= of->height; level++)
        if (strcmp(hierarchy_label(of, a, level), hierarchy_label(of, b, level)) != 0)
            return level;
    return 0;
}

/* Moves the first row of each ground value to the front and indexes it. */
static void keep_distinct_values(examination *exam) {
    shoal_hierarchy *of = exam->of;
    size_t width = (size_t)of->height + 1;
    size_t kept = 0;
    for (size_t row = 0; row < of->values; row++) {
        uint32_t number = label_index_add(&of->ground, hierarchy_label(of, row, 0));
        if (number < kept) {
            int level = first_difference(of, number, row);
            if (level)
                report_two_ways(exam, number, row, level);
            continue;
        }
        memmove(&of->labels[kept * width], &of->labels[row * width], width * sizeof *of->labels);
        of->lines[kept++] = of->lines[row];
    }
    of->values = kept;
}

static void number_level(shoal_hierarchy *of, int level, label_index *scratch) {
    label_index_clear(scratch);
    for (size_t value = 0; value < of->values; value++)
        of->groups[hierarchy_cell(of, value, level)] =
            label_index_add(scratch, hierarchy_label(of, value, level));
    of->group_counts[level] = scratch->size;
}

static void report_split(examination *exam, size_t first, size_t value, int level) {
    const shoal_hierarchy *of = exam->of;
    const char *label = hierarchy_label(of, value, level);
    const char *one = hierarchy_label(of, first, level + 1);
    const char *other = hierarchy_label(of, value, level + 1);
    char problem[SHOAL_MESSAGE_SIZE];
    snprintf(problem, sizeof problem,
             "level %d is not a coarsening: '%.*s' of level %d belongs to '%.*s' in line %" PRIu32
             " and to '%.*s' here",
             level + 1, hierarchy_label_width(label), label, level, hierarchy_label_width(one), one,
             of->lines[first], hierarchy_label_width(other), other);
    report(exam, of->lines[value], problem);
}

/* Each group of `level` must lie in one group of the next; reports a group at most once. */
static void check_level(examination *exam, int level, uint32_t *first_of) {
    const shoal_hierarchy *of = exam->of;
    for (uint32_t group = 0; group < of->group_counts[level]; group++)
        first_of[group] = LABEL_NONE;
    for (size_t value = 0; value < of->values; value++) {
        uint32_t *first = &first_of[hierarchy_group(of, value, level)];
        if (*first == LABEL_NONE)
            *first = (uint32_t)value;
        else if (*first < of->values &&
                 hierarchy_group(of, *first, level + 1) != hierarchy_group(of, value, level + 1)) {
            report_split(exam, *first, value, level);
            *first = LABEL_NONE - 1;
        }
    }
}

static bool number_and_check_levels(examination *exam, uint32_t *first_of) {
    shoal_hierarchy *of = exam->of;
    label_index scratch;
    if (!label_index_open(&scratch, of->values))
        return false;
    for (int level = 0; level <= of->height; level++)
        number_level(of, level, &scratch);
    for (int level = 1; level < of->height; level++)
        check_level(exam, level, first_of);
    label_index_close(&scratch);
    return true;
}

static bool number_lines(shoal_hierarchy *hierarchy) {
    if (hierarchy->lines)
        return true;
    hierarchy->lines = arena_new(&hierarchy->memory, hierarchy->values, sizeof *hierarchy->lines);
    for (size_t row = 0; hierarchy->lines && row < hierarchy->values; row++)
        hierarchy->lines[row] = (uint32_t)row + 1;
    return hierarchy->lines != NULL;
}

static bool make_room(shoal_hierarchy *hierarchy) {
    size_t levels = (size_t)hierarchy->height + 1;
    hierarchy->groups =
        arena_new(&hierarchy->memory, hierarchy->values * levels, sizeof *hierarchy->groups);
    hierarchy->group_counts =
        arena_zero(&hierarchy->memory, levels, sizeof *hierarchy->group_counts);
    label_index_close(&hierarchy->ground);
    return hierarchy->groups && hierarchy->group_counts && number_lines(hierarchy) &&
           label_index_open(&hierarchy->ground, hierarchy->values);
}

shoal_status hierarchy_examine(shoal_hierarchy *hierarchy, shoal_finding *found, void *user,
                               int64_t *problems, shoal_error *error) {
    if (!make_room(hierarchy))
        return status_no_memory(error);
    examination exam = {hierarchy, found, user, 0};
    uint32_t *first_of = memory_new(hierarchy->values, sizeof *first_of);
    bool done = first_of != NULL;
    if (done) {
        keep_distinct_values(&exam);
        done = number_and_check_levels(&exam, first_of);
    }
    memory_free(first_of);
    *problems = exam.problems;
    return done ? SHOAL_OK : status_no_memory(error);
}

typedef struct first_problem {
    int64_t line;
    char text[SHOAL_MESSAGE_SIZE];
} first_problem;

static void remember_first(const char *problem, int64_t line, void *user) {
    first_problem *first = user;
    if (first->line)
        return;
    first->line = line;
    snprintf(first->text, sizeof first->text, "%s", problem);
}

shoal_status hierarchy_seal(shoal_hierarchy *hierarchy, shoal_error *error) {
    first_problem first = {0};
    int64_t problems = 0;
    STATUS_TRY(hierarchy_examine(hierarchy, remember_first, &first, &problems, error));
    if (problems == 0)
        return SHOAL_OK;
    if (!hierarchy->source)
        return status_fail_at(error, SHOAL_BAD_DATA, first.line, 0, "hierarchy: %s", first.text);
    return status_fail_at(error, SHOAL_BAD_DATA, first.line, 0, "%s:%" PRId64 ": %s",
                          hierarchy->source, first.line, first.text);
}

int64_t shoal_hierarchy_find(const shoal_hierarchy *hierarchy, const char *value) {
    return hierarchy_find(hierarchy, value);
}

int64_t hierarchy_find(const shoal_hierarchy *hierarchy, const char *value) {
    uint32_t number = label_index_find(&hierarchy->ground, value);
    return number == LABEL_NONE ? -1 : (int64_t)number;
}

/* ---- A top level -------------------------------------------------------------------------- */

shoal_status hierarchy_add_top(shoal_hierarchy *hierarchy, shoal_error *error) {
    if (hierarchy->group_counts[hierarchy->height] <= 1)
        return SHOAL_OK;
    if (hierarchy->height == HIERARCHY_MOST_LEVELS)
        return status_fail(
            error, SHOAL_BAD_DATA,
            "the hierarchy has %d levels, the most possible: no level `*` can be added",
            HIERARCHY_MOST_LEVELS);
    size_t width = (size_t)hierarchy->height + 1;
    size_t cells = hierarchy->values * (width + 1);
    const char **labels = arena_new(&hierarchy->memory, cells, sizeof *labels);
    uint32_t *groups = arena_new(&hierarchy->memory, cells, sizeof *groups);
    uint32_t *counts = arena_new(&hierarchy->memory, width + 1, sizeof *counts);
    if (!labels || !groups || !counts)
        return status_no_memory(error);
    for (size_t value = 0; value < hierarchy->values; value++) {
        const char **label = &labels[value * (width + 1)];
        uint32_t *group = &groups[value * (width + 1)];
        memcpy(label, &hierarchy->labels[value * width], width * sizeof *label);
        memcpy(group, &hierarchy->groups[value * width], width * sizeof *group);
        label[width] = "*";
        group[width] = 0;
    }
    memcpy(counts, hierarchy->group_counts, width * sizeof *counts);
    counts[width] = 1;
    hierarchy->labels = labels;
    hierarchy->groups = groups;
    hierarchy->group_counts = counts;
    hierarchy->height++;
    return SHOAL_OK;
}
