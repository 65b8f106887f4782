#include "recode/mondrian/mondrian_divisions.h"

#include <stdlib.h>

/* ---- Trees ----------------------------------------------------------------------------------- */

/* Parents before their children, which stand in order. */
static int by_place(const void *one, const void *other) {
    const box_branch *a = one, *b = other;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return (a->end < b->end) - (a->end > b->end);
}

static uint32_t drop_equals(box_branch *branch, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || by_place(&branch[kept - 1], &branch[i]) != 0)
            branch[kept++] = branch[i];
    return kept;
}

static void find_next(box_branch *branch, uint32_t count) {
    for (uint32_t i = count; i-- > 0;) {
        uint32_t next = i + 1;
        while (next < count && branch[next].end <= branch[i].end)
            next = branch[next].next;
        branch[i].next = next;
    }
}

static box_branch branch_of(cell_hull hull) {
    return (box_branch){.begin = hull.begin, .end = hull.end};
}

/* All that labels can stand for: values, or groups of the level that is never divided, the nodes of
 * the taxonomy, and everything. What is published of a node's children does not overlap, while a
 * label for some of them would be the node's. */
static bool make_tree(box_division *out, const bound_cells *cells, arena *memory) {
    const ordered_domain *domain = cells->domain;
    uint32_t nodes = cells->flat ? 0 : domain->node_count, count = 0;
    box_branch *branch = arena_new(memory, (size_t)nodes + cells->size + 1, sizeof *branch);
    if (!branch)
        return false;
    branch[count++] = branch_of((cell_hull){0, cells->size});
    for (uint32_t p = 0; p < cells->size; p++)
        branch[count++] = branch_of(bound_cells_hull(cells, p, p));
    for (uint32_t n = 0; n < nodes; n++)
        branch[count++] =
            branch_of(bound_cells_hull(cells, domain->nodes[n].begin, domain->nodes[n].end - 1));
    qsort(branch, count, sizeof *branch, by_place);
    count = drop_equals(branch, count);
    find_next(branch, count);
    *out = (box_division){.branch = branch, .branches = count};
    return true;
}

/* ---- Ranges and sets ------------------------------------------------------------------------- */

/* Groups of the level are not divided. Nor are missing values that are set apart cut off the last
 * value: the range of all other values is published as `*`, which stands for them too. */
static bool make_groups(box_division *out, const bound_cells *cells, arena *memory) {
    uint32_t *group = arena_new(memory, cells->size, sizeof *group);
    *out = (box_division){.group = group};
    for (uint32_t p = 0; group && p < cells->size; p++)
        group[p] = cells->group_begin[p];
    if (group && cells->shape == CELL_RANGE && cells->size > cells->domain->size && cells->size > 1)
        group[cells->size - 1] = group[cells->size - 2];
    return group != NULL;
}

static bool is_undivided(const bound_cells *cells) {
    for (uint32_t p = 0; p < cells->size; p++)
        if (cells->group_begin[p] != p)
            return false;
    return cells->size == cells->domain->size || cells->shape == CELL_SET;
}

shoal_status mondrian_divisions_make(const box_division **out, const box_binding *of, arena *memory,
                                     shoal_error *error) {
    box_division *made = arena_zero(memory, of->table.attributes, sizeof *made);
    bool fine = made != NULL;
    *out = made;
    for (size_t a = 0; fine && a < of->table.attributes; a++) {
        const bound_cells *cells = &of->cells[a];
        if (cells->shape == CELL_HIERARCHY || (cells->flat && cells->shape != CELL_SET))
            fine = make_tree(&made[a], cells, memory);
        else if (!is_undivided(cells))
            fine = make_groups(&made[a], cells, memory);
    }
    return fine ? SHOAL_OK : status_no_memory(error);
}
