/* Maps of attributes at levels. They are asked for again and again, and are large: each is made
 * once. */
#include "pushdown/pushdown_parts.h"
#include "recode/candidate_classes.h"

static bool open_levels(pushdown *run, const bound_table *bound) {
    run->level = arena_zero(&run->memory, bound->attributes, sizeof *run->level);
    for (size_t a = 0; run->level && a < bound->attributes; a++) {
        size_t levels = (size_t)bound->hierarchies[a].height + 3;
        run->level[a] = arena_zero(&run->memory, levels, sizeof **run->level);
        if (!run->level[a])
            run->level = NULL;
    }
    return run->level != NULL;
}

static bool make_level(pushdown_level *out, pushdown *run, const bound_table *bound,
                       size_t attribute, int level) {
    size_t index = bound->quasi[attribute];
    size_t ground = bound->table->column[index].values.size;
    uint32_t *code_of =
        pushdown_ground_codes(run, bound, attribute, level == LEVEL_ABSENT ? LEVEL_GROUND : level);
    for (size_t v = 0; code_of && level == LEVEL_ABSENT && v < ground; v++)
        code_of[v] = code_of[v] == NO_CODE ? NO_CODE : 0;
    out->made = code_of && pushdown_map(&out->map, run, bound, index, code_of, (uint32_t)ground);
    return out->made;
}

pushdown_level *pushdown_level_at(pushdown *run, const bound_table *bound, size_t attribute,
                                  int level) {
    if (!run->level && !open_levels(run, bound))
        return NULL;
    /* The ground, the levels, and one for the absent. */
    int place = level == LEVEL_ABSENT ? bound->hierarchies[attribute].height + 2 : level + 1;
    pushdown_level *found = &run->level[attribute][place];
    return found->made || make_level(found, run, bound, attribute, level) ? found : NULL;
}

shoal_status pushdown_map_levels(pushdown *run, const bound_table *bound, const uint8_t *level,
                                 engine_map *map, shoal_error *error) {
    for (size_t a = 0; a < bound->attributes; a++) {
        const pushdown_level *found =
            pushdown_level_at(run, bound, a, level ? level[a] : LEVEL_GROUND);
        if (!found)
            return status_no_memory(error);
        map[a] = found->map;
    }
    return SHOAL_OK;
}
