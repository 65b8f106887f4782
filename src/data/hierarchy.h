/* A generalization hierarchy of one attribute: ground value -> level 1 -> … -> top, as text. */
#ifndef SHOAL_DATA_HIERARCHY_H
#define SHOAL_DATA_HIERARCHY_H

#include "base/memory.h"
#include "base/status.h"

#define HIERARCHY_MOST_LEVELS 200

struct shoal_hierarchy {
    arena memory;
    size_t values;
    int height;          /* levels above the ground values */
    const char **labels; /* [value * (height + 1) + level]; equal labels of one level are one group */
    uint32_t *slots;     /* hash index of the ground values: value + 1, or 0 */
    size_t slot_count;   /* a power of two */
};

static inline const char *hierarchy_label(const shoal_hierarchy *hierarchy, size_t value,
                                          int level) {
    return hierarchy->labels[value * (size_t)(hierarchy->height + 1) + (size_t)level];
}

/* An empty hierarchy for `values` values; the caller fills every label (from hierarchy->memory)
 * and then calls hierarchy_seal. */
SHOAL_CHECKED shoal_status hierarchy_new(shoal_hierarchy **out, size_t values, int height,
                                         shoal_error *error);

/* Builds the index and checks that no value is there twice and that each level is a coarsening of
 * the one below. A failing check names the value as line (value index + 1). */
SHOAL_CHECKED shoal_status hierarchy_seal(shoal_hierarchy *hierarchy, shoal_error *error);

/* Row of a ground value, or -1. */
int64_t hierarchy_find(const shoal_hierarchy *hierarchy, const char *value);

/* Adds a last level with the one value `*`, unless the top level already has one single value. */
SHOAL_CHECKED shoal_status hierarchy_add_top(shoal_hierarchy *hierarchy, shoal_error *error);

#endif
