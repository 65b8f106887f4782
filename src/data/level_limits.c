/* The lowest and the highest level that the plan allows. */
#include "data/bound_hierarchy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "0 (74 values), 1 (15), 2 (8)", as many as fit. */
static void list_levels(char *out, size_t size, const bound_hierarchy *of) {
    size_t used = 0;
    out[0] = '\0';
    for (int level = 0; level <= of->height && used + 24 < size; level++)
        used += (size_t)snprintf(out + used, size - used, "%s%d (%" PRIu32 "%s)", level ? ", " : "",
                                 level, of->level[level].size, level ? "" : " values");
}

shoal_status bound_hierarchy_limit(bound_hierarchy *of, const plan_attribute *by,
                                   shoal_error *error) {
    int64_t highest = by->max_level ? by->max_level - 1 : of->height;
    char levels[100];
    list_levels(levels, sizeof levels, of);
    if (by->min_level > of->height)
        return status_refuse(error, SHOAL_USAGE, "min_level_invalid", "attributes.NAME.min_level",
                             "attribute '%.60s': the lowest level is %" PRId64
                             ", but its hierarchy has the levels 0 to %d: %s",
                             of->name, by->min_level, of->height, levels);
    if (highest > of->height)
        return status_refuse(error, SHOAL_USAGE, "max_level_invalid", "attributes.NAME.max_level",
                             "attribute '%.60s': the highest level is %" PRId64
                             ", but its hierarchy has the levels 0 to %d: %s",
                             of->name, highest, of->height, levels);
    if (by->min_level > highest)
        return status_refuse(error, SHOAL_USAGE, "min_level_invalid", "attributes.NAME.min_level",
                             "attribute '%.60s': the lowest level %" PRId64
                             " is above the highest level %" PRId64,
                             of->name, by->min_level, highest);
    of->lowest = (int)by->min_level;
    of->barred = of->height - (int)highest;
    return SHOAL_OK;
}
