/* A generalization hierarchy of one attribute: ground value -> level 1 -> … -> top, as text. */
#ifndef SHOAL_DATA_HIERARCHY_H
#define SHOAL_DATA_HIERARCHY_H

#include "base/memory.h"
#include "base/status.h"
#include "data/label_index.h"
#include "plan/plan.h"

#include <stdatomic.h>

#define HIERARCHY_MOST_LEVELS PLAN_MOST_LEVELS

struct shoal_hierarchy {
    arena memory;
    size_t values;
    int height;          /* levels above the ground values */
    const char **labels; /* [value * (height + 1) + level]; equal labels of a level are one group */
    const char *source;  /* file it was read from, for messages; NULL: built */
    uint32_t *lines;     /* [value] line of the source, from 1; NULL before sealing: the row */
    /* Filled in by hierarchy_seal: */
    uint32_t *groups;       /* [value * (height + 1) + level] number of the label in its level */
    uint32_t *group_counts; /* [height + 1] */
    label_index ground;
    atomic_size_t shares; /* references besides the first */
};

/* What messages call a hierarchy that a program has made. */
#define HIERARCHY_IN_MEMORY "the hierarchy in memory"

static inline size_t hierarchy_cell(const shoal_hierarchy *hierarchy, size_t value, int level) {
    return value * (size_t)(hierarchy->height + 1) + (size_t)level;
}

static inline const char *hierarchy_label(const shoal_hierarchy *hierarchy, size_t value,
                                          int level) {
    return hierarchy->labels[hierarchy_cell(hierarchy, value, level)];
}

static inline uint32_t hierarchy_group(const shoal_hierarchy *hierarchy, size_t value, int level) {
    return hierarchy->groups[hierarchy_cell(hierarchy, value, level)];
}

/* An empty hierarchy for `values` values; the caller fills every label (from hierarchy->memory)
 * and then calls hierarchy_seal. */
SHOAL_CHECKED shoal_status hierarchy_new(shoal_hierarchy **out, size_t values, int height,
                                         shoal_error *error);

/* Room in the hierarchy for the name of the file it comes from. */
SHOAL_CHECKED shoal_status hierarchy_set_source(shoal_hierarchy *hierarchy, const char *path,
                                                shoal_error *error);

/* Builds the index and the groups and checks that no value is mapped two ways and that each level
 * is a coarsening of the one below. A row that repeats another is dropped. A failing check names
 * the line. */
SHOAL_CHECKED shoal_status hierarchy_seal(shoal_hierarchy *hierarchy, shoal_error *error);

/* The same, but hands every failed check to `found` and counts them in *problems instead of
 * failing. With problems, only the ground values may be relied on (the first row of each stays). */
SHOAL_CHECKED shoal_status hierarchy_examine(shoal_hierarchy *hierarchy, shoal_finding *found,
                                             void *user, int64_t *problems, shoal_error *error);

/* Adds to *problems what a sealed hierarchy may have and hardly anybody means: labels that are also
 * values, or labels of a lower level, of another branch (Rome is released as Oslo), and blanks at
 * the ends of values and labels. */
SHOAL_CHECKED shoal_status hierarchy_doubt(const shoal_hierarchy *hierarchy, shoal_finding *found,
                                           void *user, int64_t *problems, shoal_error *error);
/* Remarks that are no problems: of the `rows` that were read some were repeated, and the last level
 * has several values. */
void hierarchy_remark(const shoal_hierarchy *hierarchy, size_t rows, shoal_finding *found,
                      void *user);

/* Row of a ground value, or -1. */
int64_t hierarchy_find(const shoal_hierarchy *hierarchy, const char *value);

/* A sealed hierarchy of its own with the same labels, called `source` in messages. */
SHOAL_CHECKED shoal_status hierarchy_copy(shoal_hierarchy **out, const shoal_hierarchy *from,
                                          const char *source, shoal_error *error);

/* Adds a last level with the one value `*`, unless the top level already has one single value.
 * The hierarchy is and stays sealed. */
SHOAL_CHECKED shoal_status hierarchy_add_top(shoal_hierarchy *hierarchy, shoal_error *error);

/* Bytes of a label that fit a message, cut at a whole UTF-8 character; for printf's "%.*s". */
int hierarchy_label_width(const char *label);

#endif
