/* Hierarchies from labels that somebody else has. */
#include "data/hierarchy.h"

#include <inttypes.h>
#include <string.h>

static shoal_status fail_label(size_t value, size_t level, shoal_error *error) {
    return status_fail_at(error, SHOAL_BAD_DATA, (int64_t)value + 1, (int64_t)level + 1,
                          HIERARCHY_IN_MEMORY ": value %zu has no label of level %zu", value + 1,
                          level);
}

/* Neighbours often have the same label: one copy serves them. */
static const char *copy_label(shoal_hierarchy *made, const char *label, size_t value, int level) {
    const char *before = value > 0 ? hierarchy_label(made, value - 1, level) : NULL;
    return before && strcmp(before, label) == 0 ? before
                                                : arena_text(&made->memory, label, strlen(label));
}

static shoal_status fill(shoal_hierarchy *made, const char *const *labels, const char *source,
                         shoal_error *error) {
    size_t width = (size_t)made->height + 1;
    for (size_t value = 0; value < made->values; value++)
        for (int level = 0; level <= made->height; level++) {
            const char *label = labels[value * width + (size_t)level];
            if (!label)
                return fail_label(value, (size_t)level, error);
            label = copy_label(made, label, value, level);
            if (!label)
                return status_no_memory(error);
            made->labels[hierarchy_cell(made, value, level)] = label;
        }
    STATUS_TRY(hierarchy_set_source(made, source, error));
    return hierarchy_seal(made, error);
}

static shoal_status make(shoal_hierarchy **out, const char *const *labels, size_t values,
                         int height, const char *source, shoal_error *error) {
    shoal_hierarchy *made = NULL;
    *out = NULL;
    STATUS_TRY(hierarchy_new(&made, values, height, error));
    shoal_status status = fill(made, labels, source, error);
    if (status != SHOAL_OK) {
        shoal_hierarchy_free(made);
        return status;
    }
    *out = made;
    return SHOAL_OK;
}

shoal_status shoal_hierarchy_from_labels(shoal_hierarchy **out, const char *const *labels,
                                         size_t values, size_t levels, shoal_error *error) {
    *out = NULL;
    if (levels > HIERARCHY_MOST_LEVELS)
        return status_fail(error, SHOAL_BAD_DATA,
                           HIERARCHY_IN_MEMORY ": %zu levels, but at most %d are possible", levels,
                           HIERARCHY_MOST_LEVELS);
    return make(out, labels, values, (int)levels, HIERARCHY_IN_MEMORY, error);
}

shoal_status hierarchy_copy(shoal_hierarchy **out, const shoal_hierarchy *from, const char *source,
                            shoal_error *error) {
    return make(out, from->labels, from->values, from->height, source, error);
}
