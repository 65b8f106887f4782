/* Nodes that the set in memory cannot tell: the engine counts their classes, one query a node. */
#include "pushdown/pushdown_parts.h"
#include "recode/lattice/lattice.h"

#include <math.h>
#include <string.h>

__extension__ typedef __int128 wide_sum;

/* Queries where nobody says how many: by the tuples that each looks at. After a search, for a bound
 * on what it did not see; and for all of a search. */
#define PROOF_TUPLES 6.4e8
#define SEARCH_TUPLES 1e10
enum { FEWEST_OF_PROOF = 16, MOST_OF_PROOF = 1000, FEWEST_OF_SEARCH = 200, MOST_OF_SEARCH = 10000 };

typedef struct pushdown_counter {
    lattice_counter shared;
    pushdown *run;
    const bound_table *bound;
    engine_map *map;      /* [attributes] of the node that is counted */
    const int64_t **cost; /* [attributes] */
    int64_t left;         /* nodes that may be counted; < 0: any number */
} pushdown_counter;

/* ---- One node -------------------------------------------------------------------------------- */

/* What a suppressed row costs, by the ground codes that stand for the groups of a level. The others
 * stand for none: they get 0, which is short, or what all cost, which is said once. */
static const int64_t *list_costs(pushdown *run, const bound_table *bound, size_t attribute,
                                 int level, const cost_table *costs, const engine_map *map) {
    const uint32_t *group = bound->hierarchies[attribute].level[level].of_ground;
    int64_t *made = arena_zero(&run->memory, map->codes, sizeof *made);
    bool flat = true;
    for (size_t v = 0; made && v < map->values; v++) {
        uint32_t code = map->code[v];
        made[code] = costs->units[attribute][level][group[code]];
        flat &= made[code] == made[map->code[0]];
    }
    int64_t all = made && map->values > 0 ? made[map->code[0]] : 0;
    for (uint32_t code = 0; made && flat && code < map->codes; code++)
        made[code] = all;
    return made;
}

static shoal_status map_node(pushdown_counter *by, const uint8_t *node, const cost_table *costs,
                             shoal_error *error) {
    for (size_t a = 0; a < by->bound->attributes; a++) {
        pushdown_level *at = pushdown_level_at(by->run, by->bound, a, node[a]);
        if (!at)
            return status_no_memory(error);
        if (!at->cost && node[a] != LEVEL_ABSENT)
            at->cost = list_costs(by->run, by->bound, a, node[a], costs, &at->map);
        if (!at->cost && node[a] != LEVEL_ABSENT)
            return status_no_memory(error);
        by->map[a] = at->map;
        by->cost[a] = at->cost;
    }
    return SHOAL_OK;
}

/* As evaluations on a set in memory: whole numbers until the end. */
static double extra_of(const engine_classes *found) {
    wide_sum sum = 0;
    for (int i = ENGINE_COST_PARTS; i-- > 0;)
        sum = (sum << ENGINE_COST_BITS) + (wide_sum)found->cost[i];
    return (double)sum * COST_UNIT;
}

static shoal_status count_node(class_statistics *out, double *extra, const uint8_t *node,
                               uint64_t k, const cost_table *costs, void *context,
                               shoal_error *error) {
    pushdown_counter *by = context;
    database *from = by->run->from;
    engine_classes found;
    if (by->left == 0)
        return status_fail(error, SHOAL_INTERRUPTED, "enough nodes were counted");
    STATUS_TRY(map_node(by, node, costs, error));
    STATUS_TRY(
        from->kind->classes(&found, from, by->map, by->cost, by->bound->attributes, k, error));
    uint64_t rows = found.members + found.suppressed;
    if (by->bound->rows <= UINT32_MAX && rows != by->bound->rows)
        return pushdown_fail_changed(by->run, rows, by->bound->rows, error);
    by->left -= by->left > 0;
    *out = (class_statistics){
        .suppressed = found.suppressed,
        .classes = found.classes,
        .groups = found.groups,
        .smallest = found.smallest,
        .largest = found.largest,
        .squares = found.squares,
        .squares_of_groups = found.squares_of_groups,
        .certain = found.suppressed,
        .members = found.members,
        .uniques = found.uniques,
    };
    *extra = found.suppressed > 0 ? extra_of(&found) : 0;
    return SHOAL_OK;
}

/* ---- A search -------------------------------------------------------------------------------- */

bool pushdown_may_count(const pushdown *run, const recoding_space *space) {
    return run->counts && (run->floor || run->untold) && space->metric->tabulate &&
           !space->wildcard && !space->bound_rules;
}

int64_t pushdown_count_most(const pushdown *run, bool whole_search) {
    double most = (whole_search ? SEARCH_TUPLES : PROOF_TUPLES) / fmax(run->kept, 1);
    most = fmax(most, whole_search ? FEWEST_OF_SEARCH : FEWEST_OF_PROOF);
    return (int64_t)fmin(most, whole_search ? MOST_OF_SEARCH : MOST_OF_PROOF);
}

static void begin_at(bound_table *bound, const uint8_t *level) {
    for (size_t a = 0; level && a < bound->attributes; a++)
        bound->hierarchies[a].lowest = level[a];
}

shoal_status pushdown_count_begin(pushdown *run, bound_table *bound, recoding_space *space,
                                  int64_t most, shoal_error *error) {
    pushdown_counter *made = arena_zero(&run->memory, 1, sizeof *made);
    engine_map *map = arena_zero(&run->memory, bound->attributes, sizeof *map);
    const int64_t **cost = arena_zero(&run->memory, bound->attributes, sizeof *cost);
    if (!made || !map || !cost)
        return status_no_memory(error);
    *made = (pushdown_counter){
        .shared = {.floor = run->floor,
                   .source = run->seen.sum[0] ^ run->seen.sum[1] ^ run->seen.rows,
                   .count = count_node,
                   .context = made},
        .run = run,
        .bound = bound,
        .map = map,
        .cost = cost,
        .left = most > 0 ? most : -1,
    };
    begin_at(bound, run->lowest);
    lattice_count_by(lattice_of_space(space), &made->shared);
    return SHOAL_OK;
}

void pushdown_count_end(pushdown *run, bound_table *bound, recoding_space *space) {
    lattice_count_by(lattice_of_space(space), NULL);
    begin_at(bound, run->floor);
}
