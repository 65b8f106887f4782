/* What a hierarchy can have that no check forbids, and that hardly anybody means. */
#include "data/hierarchy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct doubts {
    const shoal_hierarchy *of;
    shoal_finding *found;
    void *user;
    int64_t problems;
} doubts;

/* ---- Labels of other branches ---------------------------------------------------------------- */

/* `value` is released as `label` at a level, and so reads like what lies in another branch. */
static void report_namesake(doubts *about, size_t value, int level, size_t other, int below) {
    const shoal_hierarchy *of = about->of;
    const char *label = hierarchy_label(of, value, level);
    const char *own = hierarchy_label(of, value, 0);
    const char *elsewhere = hierarchy_label(of, other, level);
    char what[40] = "a value";
    char problem[SHOAL_MESSAGE_SIZE];
    if (below > 0)
        snprintf(what, sizeof what, "a label of level %d", below);
    snprintf(problem, sizeof problem,
             "'%.*s' is released as '%.*s' at level %d, but '%.*s' is also %s, in line %" PRIu32
             ", that belongs to '%.*s': give one of the two another name",
             hierarchy_label_width(own), own, hierarchy_label_width(label), label, level,
             hierarchy_label_width(label), label, what, of->lines[other],
             hierarchy_label_width(elsewhere), elsewhere);
    about->problems++;
    about->found(problem, of->lines[value], about->user);
}

/* Looks for labels of `level` among those of a lower one; each is reported at most once. */
static void compare_levels(doubts *about, int level, int below, const label_index *lower,
                           const uint32_t *first_lower, bool *told) {
    const shoal_hierarchy *of = about->of;
    for (size_t value = 0; value < of->values; value++) {
        uint32_t group = hierarchy_group(of, value, level);
        uint32_t same = label_index_find(lower, hierarchy_label(of, value, level));
        if (told[group] || same == LABEL_NONE)
            continue;
        size_t other = first_lower[same];
        if (hierarchy_group(of, other, level) == group)
            continue;
        told[group] = true;
        report_namesake(about, value, level, other, below);
    }
}

static void index_level(const shoal_hierarchy *of, int level, label_index *index, uint32_t *first) {
    label_index_clear(index);
    for (size_t value = 0; value < of->values; value++) {
        uint32_t before = index->size;
        uint32_t number = label_index_add(index, hierarchy_label(of, value, level));
        if (number == before)
            first[number] = (uint32_t)value;
    }
}

static void find_namesakes(doubts *about, label_index *index, uint32_t *first, bool *told) {
    const shoal_hierarchy *of = about->of;
    for (int below = 0; below < of->height; below++) {
        index_level(of, below, index, first);
        for (int level = below + 1; level <= of->height; level++) {
            memset(told, 0, of->values * sizeof *told);
            compare_levels(about, level, below, index, first, told);
        }
    }
}

/* ---- Blanks ------------------------------------------------------------------------------------
 */

static bool has_blank_end(const char *label) {
    size_t length = strlen(label);
    return length > 0 && (strchr(" \t", label[0]) || strchr(" \t", label[length - 1]));
}

/* Groups are numbered as they appear: a label is looked at where it appears first. */
static void find_blanks(doubts *about, int level) {
    const shoal_hierarchy *of = about->of;
    char problem[SHOAL_MESSAGE_SIZE];
    uint32_t seen = 0;
    for (size_t value = 0; value < of->values; value++) {
        const char *label = hierarchy_label(of, value, level);
        uint32_t group = hierarchy_group(of, value, level);
        bool known = group < seen;
        seen = known ? seen : group + 1;
        if (known || !has_blank_end(label))
            continue;
        snprintf(problem, sizeof problem,
                 "%s '%.*s' has a blank at an end: it differs from the same text without",
                 level ? "label" : "value", hierarchy_label_width(label), label);
        about->problems++;
        about->found(problem, of->lines[value], about->user);
    }
}

shoal_status hierarchy_doubt(const shoal_hierarchy *hierarchy, shoal_finding *found, void *user,
                             int64_t *problems, shoal_error *error) {
    doubts about = {hierarchy, found, user, 0};
    label_index index = {0};
    uint32_t *first = memory_new(hierarchy->values, sizeof *first);
    bool *told = memory_new(hierarchy->values, sizeof *told);
    bool done = first && told && label_index_open(&index, hierarchy->values);
    if (done) {
        find_namesakes(&about, &index, first, told);
        for (int level = 0; level <= hierarchy->height; level++)
            find_blanks(&about, level);
        label_index_close(&index);
    }
    memory_free(first);
    memory_free(told);
    *problems += about.problems;
    return done ? SHOAL_OK : status_no_memory(error);
}

void hierarchy_remark(const shoal_hierarchy *hierarchy, size_t rows, shoal_finding *found,
                      void *user) {
    char remark[SHOAL_MESSAGE_SIZE];
    uint32_t top = hierarchy->values ? hierarchy->group_counts[hierarchy->height] : 1;
    size_t repeated = rows - hierarchy->values;
    if (repeated > 0) {
        snprintf(remark, sizeof remark, "note: %zu line%s another", repeated,
                 repeated == 1 ? " repeats" : "s repeat");
        found(remark, 0, user);
    }
    if (top > 1) {
        snprintf(remark, sizeof remark,
                 "note: the last level has %" PRIu32
                 " values: a last level with a single one, such as `*`, makes every k possible",
                 top);
        found(remark, 0, user);
    }
}
