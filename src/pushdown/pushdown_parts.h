/* What the files of this folder share. */
#ifndef SHOAL_PUSHDOWN_PUSHDOWN_PARTS_H
#define SHOAL_PUSHDOWN_PUSHDOWN_PARTS_H

#include "pushdown/pushdown.h"

/* Fills in the rows of the condensed table: what the bound table calls (pushdown_fill.c). */
SHOAL_CHECKED shoal_status pushdown_fill(bound_table *bound, void *run, shoal_error *error);

/* A map of a column with the code of each dictionary value, NO_CODE: it does not count. The arrays
 * are in run->memory. False: out of memory. */
SHOAL_CHECKED bool pushdown_map(engine_map *out, pushdown *run, const bound_table *bound,
                                size_t index, const uint32_t *code_of, uint32_t size);

/* Below level 0, which may join values that are missing: every value is its own. */
enum { LEVEL_GROUND = -1 };

/* The ground code that stands for the group of each value at a level; NO_CODE where the plan drops
 * rows with that value. [ground], in run->memory; NULL: out of memory. */
uint32_t *pushdown_ground_codes(pushdown *run, const bound_table *bound, size_t attribute,
                                int level);

/* Attributes at a level, and absent ones: all values are one. */
typedef struct pushdown_level {
    bool made;
    engine_map map;      /* code_of[value]: the ground code that stands for its group */
    const int64_t *cost; /* [map.codes] of a suppressed row, in COST_UNITs; NULL: not asked for */
} pushdown_level;

/* The map of an attribute at a level, LEVEL_GROUND or LEVEL_ABSENT, made once (pushdown_levels.c).
 * NULL: out of memory. */
pushdown_level *pushdown_level_at(pushdown *run, const bound_table *bound, size_t attribute,
                                  int level);
/* map[attributes] of levels; NULL: of the ground. */
SHOAL_CHECKED shoal_status pushdown_map_levels(pushdown *run, const bound_table *bound,
                                               const uint8_t *level, engine_map *map,
                                               shoal_error *error);

/* Chooses the lowest levels at which the set fits into memory; where there are none,
 * run->untold or SHOAL_USAGE (pushdown_floor.c). `extra` maps follow those of the attributes in
 * `map`, which is filled in. */
SHOAL_CHECKED shoal_status pushdown_choose_floor(pushdown *run, bound_table *bound, engine_map *map,
                                                 size_t extra, shoal_error *error);

SHOAL_CHECKED shoal_status pushdown_fail_changed(const pushdown *run, uint64_t found,
                                                 uint64_t before, shoal_error *error);

#endif
