/* Levels as cuts. */
#include "recode/cut/cut_internal.h"

#include <assert.h>
#include <string.h>

/* The group of each position at a level; values that do not occur go with those before them. */
static void groups_of_level(const ordered_domain *of, const bound_level *level, uint32_t *group) {
    for (uint32_t p = 0; p < of->size; p++)
        group[p] = NO_CODE;
    for (uint32_t code = 0; code < of->ground; code++)
        if (of->of_ground[code] < of->size && of->rows[of->of_ground[code]] > 0)
            group[of->of_ground[code]] = level->of_ground[code];
    for (uint32_t p = 1; p < of->size; p++)
        if (group[p] == NO_CODE)
            group[p] = group[p - 1];
}

bool cut_of_levels(cut *space, const uint8_t *levels, uint64_t *node) {
    random_stream stream = random_open(0, "levels", 0);
    memset(node, 0, space->shared.node_bytes);
    for (size_t a = 0; a < space->shared.context.attributes; a++) {
        const ordered_domain *of = &space->domains[a];
        assert(levels[a] <= space->shared.context.hierarchies[a].height);
        uint32_t *group = memory_new(of->size, sizeof *group);
        if (!group)
            return false;
        groups_of_level(of, &space->shared.context.hierarchies[a].level[levels[a]], group);
        for (uint32_t p = 0; p + 1 < of->size; p++)
            bits_set(node, space->partitions[a].offset + p, group[p] != group[p + 1]);
        memory_free(group);
    }
    cut_repair(space, node, &stream);
    return true;
}
