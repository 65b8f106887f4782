#include "recode/bound_cells.h"

#include "data/star.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- Binding --------------------------------------------------------------------------------- */

static void find_parents(bound_cells *of) {
    const taxonomy_node *nodes = of->domain->nodes;
    of->up[0] = 0;
    for (uint32_t node = 0; node < of->domain->node_count; node++) {
        if (taxonomy_is_leaf(&nodes[node]))
            of->leaf[nodes[node].begin] = node;
        for (uint32_t child = node + 1; child < nodes[node].next; child = nodes[child].next)
            of->up[child] = node;
    }
    if (of->size > of->domain->size)
        of->leaf[of->domain->size] = UINT32_MAX;
}

/* Whether the level has one group for all, missing values that are set apart included. */
static bool is_one_group(const bound_cells *of) {
    const bound_hierarchy *by = of->hierarchy;
    const bound_level *level = of->level <= by->height ? &by->level[of->level] : NULL;
    return of->level > 0 && level && level->missing == NO_CODE && level->size == 1;
}

/* The group of the level is the largest node that is not above it. */
static void find_groups(bound_cells *of) {
    const taxonomy_node *nodes = of->domain->nodes;
    bool one = of->size > of->domain->size && is_one_group(of);
    for (uint32_t p = 0; p < of->size; p++) {
        uint32_t node = of->leaf[p];
        bool apart = node == UINT32_MAX;
        while (!apart && node != 0 && nodes[of->up[node]].level <= of->level)
            node = of->up[node];
        of->group_begin[p] = one ? 0 : apart ? p : nodes[node].begin;
        of->group_end[p] = one ? of->size : apart ? p + 1 : nodes[node].end;
    }
}

static void sum_rows(bound_cells *of) {
    const ordered_domain *domain = of->domain;
    of->rows_before[0] = 0;
    of->values_before[0] = 0;
    for (uint32_t p = 0; p < of->size; p++) {
        bool apart = p >= domain->size;
        of->rows_before[p + 1] =
            of->rows_before[p] + (apart ? domain->rows_apart : domain->rows[p]);
        of->values_before[p + 1] = of->values_before[p] + (apart ? 1 : domain->values[p]);
    }
}

/* No group of the highest level has missing values that are set apart and others. */
static void count_bars(bound_cells *of) {
    of->bars[0] = 0;
    for (uint32_t p = 0; p + 1 < of->size; p++)
        of->bars[p + 1] =
            of->bars[p] + (p + 1 >= of->domain->size || of->domain->required[p] ? 1 : 0);
}

/* ---- Places ---------------------------------------------------------------------------------- */

static uint32_t count_groups(const bound_cells *of) {
    uint32_t count = 0;
    for (uint32_t p = 0; p < of->size; p++)
        count += of->group_begin[p] == p;
    return count;
}

/* Where each place ends. Borders are those of the groups of a level, or of runs of so many
 * positions, which are never as many as the groups of the level that cells have anyway. */
static bool take_places(bound_cells *out, const uint32_t *group_begin, uint32_t run,
                        arena *memory) {
    out->place_of = arena_new(memory, out->size, sizeof *out->place_of);
    out->first_of = arena_new(memory, (size_t)out->size + 1, sizeof *out->first_of);
    if (!out->place_of || !out->first_of)
        return false;
    out->places = 0;
    for (uint32_t p = 0; p < out->size; p++) {
        bool apart = p == out->domain->size && out->group_begin[p] == p;
        bool barred = out->bars && p > 0 && out->bars[p] > out->bars[p - 1];
        if (group_begin ? group_begin[p] == p : p % run == 0 || apart || barred)
            out->first_of[out->places++] = p;
        out->place_of[p] = out->places - 1;
    }
    out->first_of[out->places] = out->size;
    return true;
}

/* The lowest level with few enough groups. */
static bool find_level(bound_cells *level, const bound_cells *of, uint32_t most, arena *memory) {
    *level = *of;
    level->group_begin = arena_new(memory, of->size, sizeof *level->group_begin);
    level->group_end = arena_new(memory, of->size, sizeof *level->group_end);
    if (!level->group_begin || !level->group_end)
        return false;
    do {
        level->level++;
        find_groups(level);
    } while (count_groups(level) > most && level->level < bound_hierarchy_highest(of->hierarchy));
    return true;
}

static shoal_status refuse_size(const bound_cells *of, uint32_t most, shoal_error *error) {
    return status_refuse(error, SHOAL_USAGE, "values_too_many", "attributes.NAME.min_level",
                         "attribute '%.60s' has %" PRIu32
                         " different values, and clusters are made of up to %" PRIu32
                         ": give it a hierarchy and a lowest level",
                         of->domain->name, of->size, most);
}

shoal_status bound_cells_limit(bound_cells *of, uint32_t most, arena *memory, shoal_error *error) {
    bound_cells level = {0};
    uint32_t run = 0;
    if (of->size <= most)
        return SHOAL_OK;
    if (count_groups(of) <= most)
        return take_places(of, of->group_begin, 0, memory) ? SHOAL_OK : status_no_memory(error);
    if (of->freedom != CELL_FREE || of->shape == CELL_SET || of->flat)
        return refuse_size(of, most, error);
    of->coarse = true;
    if (of->shape == CELL_RANGE || of->shape == CELL_MEAN)
        run = (of->size + most - 2) / (most - 1);
    else if (!find_level(&level, of, most, memory))
        return status_no_memory(error);
    if (!take_places(of, level.group_begin, run, memory))
        return status_no_memory(error);
    return of->places > 1 && of->places <= most ? SHOAL_OK : refuse_size(of, most, error);
}

/* Rows of the person who has most: so many times k of them are of k people. */
static shoal_status rows_of_one(uint64_t *out, const bound_table *bound, shoal_error *error) {
    *out = 1;
    if (!bound->person_of)
        return SHOAL_OK;
    uint32_t *rows = memory_zero((size_t)bound->persons, sizeof *rows);
    if (!rows)
        return status_no_memory(error);
    for (size_t row = 0; row < bound->table->rows; row++) {
        uint32_t person = bound->person_of[row];
        if (person < bound->persons && (!bound->kept || bound->kept[row]) && ++rows[person] > *out)
            *out = rows[person];
    }
    memory_free(rows);
    return SHOAL_OK;
}

/* Where levels bound the values, or join them, the bounds of a range are those of the hierarchy. */
static shoal_status round_bounds(bound_cells *out, const bound_table *bound, arena *memory,
                                 shoal_error *error) {
    const ordered_domain *domain = out->domain;
    uint64_t rows;
    bool exact = domain->ranged > 1 && domain->nodes[out->leaf[0]].level == 0 && !out->bars;
    if (!out->round || out->shape != CELL_RANGE || out->flat || !exact)
        return SHOAL_OK;
    STATUS_TRY(rows_of_one(&rows, bound, error));
    return rounded_bounds_make(&out->rounded, domain, (uint64_t)bound->plan->k * rows, memory,
                               error);
}

shoal_status bound_cells_bind(bound_cells *out, const bound_table *bound, size_t attribute,
                              arena *memory, shoal_error *error) {
    const ordered_domain *domain = &bound->domains[attribute];
    out->domain = domain;
    out->hierarchy = &bound->hierarchies[attribute];
    out->size = domain->size + (domain->apart != NULL);
    out->group_begin = arena_new(memory, out->size, sizeof *out->group_begin);
    out->group_end = arena_new(memory, out->size, sizeof *out->group_end);
    out->rows_before = arena_new(memory, (size_t)out->size + 1, sizeof *out->rows_before);
    out->values_before = arena_new(memory, (size_t)out->size + 1, sizeof *out->values_before);
    out->leaf = arena_new(memory, out->size, sizeof *out->leaf);
    out->up = arena_new(memory, domain->node_count, sizeof *out->up);
    out->bars = domain->required ? arena_new(memory, out->size, sizeof *out->bars) : NULL;
    if (!out->group_begin || !out->group_end || !out->rows_before || !out->values_before ||
        !out->leaf || !out->up || (domain->required && !out->bars))
        return status_no_memory(error);
    out->places = out->size;
    find_parents(out);
    find_groups(out);
    sum_rows(out);
    if (out->bars)
        count_bars(out);
    return round_bounds(out, bound, memory, error);
}

/* ---- Hulls ----------------------------------------------------------------------------------- */

static cell_hull all_of(const bound_cells *of) {
    return (cell_hull){0, of->size};
}

/* `*` says nothing about a value, so that it stands for missing ones that are set apart too. */
static cell_hull with_apart(const bound_cells *of, cell_hull hull) {
    bool star = of->shape != CELL_MEAN && hull.begin == 0 && hull.end == of->domain->size &&
                hull.end > 1 && is_star(of->domain->nodes[0].label);
    return star ? all_of(of) : hull;
}

static cell_hull common_ancestor(const bound_cells *of, uint32_t least, uint32_t most) {
    const taxonomy_node *nodes = of->domain->nodes;
    uint32_t node = of->leaf[least];
    while (nodes[node].end <= most)
        node = of->up[node];
    uint32_t begin = nodes[node].begin, end = nodes[node].end;
    /* Never finer than the level. */
    begin = of->group_begin[least] < begin ? of->group_begin[least] : begin;
    end = of->group_end[most] > end ? of->group_end[most] : end;
    return (cell_hull){begin, end};
}

/* All values that the rounded range covers, and whole groups of the level. */
static cell_hull rounded(const bound_cells *of, cell_hull hull) {
    const rounded_bounds *by = &of->rounded;
    uint32_t ranged = of->domain->ranged;
    cell_hull before = {hull.end, hull.begin};
    if (!by->first || hull.begin >= ranged)
        return hull;
    while (before.begin != hull.begin || before.end != hull.end) {
        before = hull;
        hull.begin = of->group_begin[by->first[hull.begin]];
        if (hull.end <= ranged)
            hull.end = of->group_end[by->last[hull.end - 1]];
    }
    return hull;
}

cell_hull bound_cells_hull(const bound_cells *of, uint32_t least, uint32_t most) {
    assert(least <= most && most < of->size);
    cell_hull group = {of->group_begin[least], of->group_end[least]};
    if (most < group.end)
        return with_apart(of, group);
    /* Of numbers and others together there is no mean. */
    uint32_t numbers = of->shape == CELL_MEAN ? of->domain->ranged : of->domain->size;
    if (of->flat || (most >= numbers && of->shape != CELL_RANGE))
        return all_of(of);
    if (of->shape == CELL_HIERARCHY)
        return with_apart(of, common_ancestor(of, least, most));
    return with_apart(of, rounded(of, (cell_hull){group.begin, of->group_end[most]}));
}

bool bound_cells_forbid(const bound_cells *of, uint32_t least, uint32_t most) {
    if (most < of->group_end[least])
        return false;
    if (of->freedom != CELL_FREE)
        return true;
    if (!of->bars)
        return false;
    cell_hull hull = bound_cells_hull(of, least, most);
    return of->bars[hull.end - 1] > of->bars[hull.begin];
}

int bound_cells_level(const bound_cells *of, cell_hull hull) {
    const taxonomy_node *nodes = of->domain->nodes;
    uint32_t node = of->leaf[hull.begin];
    if (node == UINT32_MAX)
        return nodes[of->leaf[0]].level;
    if (hull.end > of->domain->size)
        return nodes[0].level;
    while (nodes[node].end < hull.end)
        node = of->up[node];
    int level = nodes[node].level;
    return level < of->level && of->group_end[hull.begin] == hull.end ? of->level : level;
}

int bound_cells_top(const bound_cells *of) {
    int root = of->domain->nodes[0].level;
    return root > of->hierarchy->height ? root : of->hierarchy->height;
}

uint32_t bound_cells_covered(const bound_cells *of, cell_hull hull) {
    uint32_t covered = of->values_before[hull.end] - of->values_before[hull.begin];
    return covered < of->domain->value_count ? covered : of->domain->value_count;
}

/* A position of a set stands for its group. */
static cell_hull group_of(const bound_cells *of, uint32_t position) {
    return (cell_hull){of->group_begin[position], of->group_end[position]};
}

uint32_t bound_cells_set_covered(const bound_cells *of, uint64_t set) {
    uint32_t covered = 0;
    for (; set; set &= set - 1)
        covered += bound_cells_covered(of, group_of(of, (uint32_t)__builtin_ctzll(set)));
    return covered < of->domain->value_count ? covered : of->domain->value_count;
}

uint64_t bound_cells_rows(const bound_cells *of, cell_hull hull) {
    return of->rows_before[hull.end] - of->rows_before[hull.begin];
}

uint64_t bound_cells_set_rows(const bound_cells *of, uint64_t set) {
    uint64_t rows = 0;
    for (; set; set &= set - 1)
        rows += bound_cells_rows(of, group_of(of, (uint32_t)__builtin_ctzll(set)));
    return rows;
}
