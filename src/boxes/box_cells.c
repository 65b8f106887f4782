/* The cells of an attribute that are worth trying for a list of rows: those that no other cell of
 * the same cost contains. */
#include "boxes/box_descent.h"

#include <string.h>

/* The rows of a list by position: those of group g are row[begin[g] .. begin[g + 1]), ascending.
 * All of it is in the walker's room. */
typedef struct cell_groups {
    size_t count;
    size_t position, begin, row;
    size_t copies; /* of each group's rows, at most MOST_COPIES */
    size_t part;   /* for number_parts */
} cell_groups;

#define MOST_COPIES ((uint64_t)1 << 31)

/* ---- Groups ---------------------------------------------------------------------------------- */

/* Counts the rows of each position in `seen`, and lists the positions that occur, ascending. */
static size_t list_positions(descent_walker *walker, size_t depth, const descent_list *list,
                             size_t to) {
    uint32_t *row = walker->room + list->at, *position = walker->room + to;
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint16_t each = descent_position(walker->in, row[i], depth);
        if (walker->seen[each]++ == 0)
            position[count++] = each;
    }
    descent_sort_rows(position, count);
    return count;
}

static uint32_t count_copies(const descent_walker *walker, const uint32_t *row, size_t count) {
    uint64_t copies = 0;
    for (size_t i = 0; i < count && copies < MOST_COPIES; i++)
        copies += walker->in->copies[row[i]];
    return (uint32_t)(copies < MOST_COPIES ? copies : MOST_COPIES);
}

static bool take_groups(descent_walker *walker, const descent_list *list, cell_groups *out) {
    out->position = descent_take_room(walker, list->count);
    out->begin = descent_take_room(walker, list->count + 1);
    out->row = descent_take_room(walker, list->count);
    out->copies = descent_take_room(walker, list->count);
    out->part = descent_take_room(walker, list->count);
    return !walker->no_memory;
}

static void group_rows(descent_walker *walker, size_t depth, const descent_list *list,
                       cell_groups *out) {
    out->count = list_positions(walker, depth, list, out->position);
    uint32_t *position = walker->room + out->position, *begin = walker->room + out->begin;
    uint32_t *to = walker->room + out->row;
    const uint32_t *row = walker->room + list->at;
    uint32_t before = 0;
    for (size_t g = 0; g < out->count; g++) {
        uint32_t rows = walker->seen[position[g]];
        walker->seen[position[g]] = begin[g] = before;
        walker->group[depth][position[g]] = (uint16_t)g;
        before += rows;
    }
    begin[out->count] = before;
    for (size_t i = 0; i < list->count; i++)
        to[walker->seen[descent_position(walker->in, row[i], depth)]++] = row[i];
    for (size_t g = 0; g < out->count; g++) {
        walker->seen[position[g]] = 0;
        walker->room[out->copies + g] =
            count_copies(walker, to + begin[g], begin[g + 1] - begin[g]);
    }
}

/* What some groups have at most, to leave them before their rows are listed. */
typedef struct cell_most {
    int64_t copies;
    int32_t ceiling;
} cell_most;

static void add_group(const descent_walker *walker, const cell_groups *groups, size_t group,
                      cell_most *to) {
    uint32_t highest = walker->room[groups->row + walker->room[groups->begin + group]];
    int32_t ceiling = walker->in->ceiling[highest];
    to->copies += walker->room[groups->copies + group];
    to->ceiling = ceiling > to->ceiling ? ceiling : to->ceiling;
}

static bool is_hopeless(const descent_table *in, const cell_most *most, int64_t cost) {
    return most->copies < in->k || most->ceiling <= cost;
}

/* ---- Spans ----------------------------------------------------------------------------------- */

/* Takes the rows from position to position out of a list. */
static void filter_span(descent_walker *walker, size_t depth, const descent_list *list,
                        const descent_cell *cell, size_t to) {
    const uint32_t *row = walker->room + list->at;
    for (size_t i = 0; i < list->count; i++) {
        uint16_t position = descent_position(walker->in, row[i], depth);
        if (position >= cell->least && position <= cell->most)
            walker->room[to++] = row[i];
    }
}

/* Goes on with the rows of groups from..to. */
static void enter_span(descent_walker *walker, size_t depth, const descent_list *list,
                       const cell_groups *groups, size_t from, size_t to, box_cost cost) {
    const uint32_t *begin = walker->room + groups->begin;
    const uint32_t *position = walker->room + groups->position;
    size_t first = begin[from], count = begin[to + 1] - first, used = walker->used;
    descent_cell cell = {(uint16_t)position[from], (uint16_t)position[to], 0, cost};
    descent_list inner = {list->at, count, list->cost, 0};
    bool filter = count > 24 && count * 16 >= list->count;
    if (count < list->count) {
        inner.at = descent_take_room(walker, count);
        if (walker->no_memory)
            return;
        if (filter) {
            filter_span(walker, depth, list, &cell, inner.at);
        } else {
            memcpy(walker->room + inner.at, walker->room + groups->row + first,
                   count * sizeof *walker->room);
            descent_sort_rows(walker->room + inner.at, count);
        }
    }
    descent_add_steps(walker, filter ? list->count : count);
    descent_enter(walker, depth, inner, cell);
    walker->used = used;
}

/* Steps that asking for the cost of a span is worth. */
static size_t span_steps(const descent_table *in, size_t depth) {
    return in->costs->span[in->attribute[depth]] ? 1 : 16;
}

/* Spans that cannot be made longer at the same cost. */
static void try_spans(descent_walker *walker, size_t depth, const descent_list *list,
                      const cell_groups *groups) {
    const descent_table *in = walker->in;
    for (size_t from = 0; from < groups->count; from++) {
        box_cost cost, next = 0;
        cell_most most = {0, 0};
        for (size_t to = from; to < groups->count && !descent_is_over(walker); to++) {
            const uint32_t *position = walker->room + groups->position;
            bool last = to + 1 == groups->count;
            cost = to > from ? next : descent_span(in, depth, position[from], position[to]);
            if (in->k * (list->cost + cost) >= list->top)
                break;
            next = last ? 0 : descent_span(in, depth, position[from], position[to + 1]);
            add_group(walker, groups, to, &most);
            descent_add_steps(walker, span_steps(in, depth));
            bool longer =
                (!last && next == cost) ||
                (from > 0 && descent_span(in, depth, position[from - 1], position[to]) == cost);
            if (!longer && !is_hopeless(in, &most, list->cost + cost))
                enter_span(walker, depth, list, groups, from, to, cost);
        }
    }
}

/* ---- Nodes of a tree ------------------------------------------------------------------------- */

/* Numbers the parts of a node between its dearest steps. */
static uint32_t number_parts(const descent_walker *walker, size_t depth, const cell_groups *groups,
                             const descent_node *node, box_cost cost) {
    const uint32_t *position = walker->room + groups->position;
    uint32_t *part = walker->room + groups->part, parts = 0;
    for (uint32_t g = node->from; g <= node->to; g++) {
        part[g] = parts;
        if (g < node->to && descent_span(walker->in, depth, position[g], position[g + 1]) == cost)
            parts++;
    }
    return parts + 1;
}

/* Makes a node of each part, the first one on top; their rows are still to come. */
static void list_parts(descent_walker *walker, const cell_groups *groups, const descent_node *node,
                       uint32_t parts, size_t at) {
    const uint32_t *part = walker->room + groups->part, *begin = walker->room + groups->begin;
    for (uint32_t from = node->from, to; from <= node->to; from = to + 1) {
        for (to = from; to < node->to && part[to + 1] == part[from];)
            to++;
        walker->node[walker->nodes + parts - 1 - part[from]] =
            (descent_node){from, to, at, 0, walker->used};
        at += begin[to + 1] - begin[from];
    }
}

static void push_parts(descent_walker *walker, size_t depth, const cell_groups *groups,
                       const descent_node *node, box_cost cost) {
    uint32_t parts = number_parts(walker, depth, groups, node, cost);
    if (parts == 1) /* not a tree after all, and nothing to be gained */
        return;
    size_t at = descent_take_room(walker, node->count);
    if (!memory_grow((void **)&walker->node, &walker->nodes_room, walker->nodes + parts,
                     sizeof *walker->node))
        walker->no_memory = true;
    if (walker->no_memory)
        return;
    list_parts(walker, groups, node, parts, at);
    const uint32_t *part = walker->room + groups->part, *row = walker->room + node->at;
    const uint16_t *group = walker->group[depth];
    for (size_t i = 0; i < node->count; i++) {
        uint32_t own = part[group[descent_position(walker->in, row[i], depth)]];
        descent_node *to = &walker->node[walker->nodes + parts - 1 - own];
        walker->room[to->at + to->count++] = row[i];
    }
    walker->nodes += parts;
    descent_add_steps(walker,
                      node->count + (node->to - node->from) * span_steps(walker->in, depth));
}

/* From the root down: a node's list is made from that of the node above, and nothing below it can
 * be violated when it cannot be at the cost of the other cells alone. */
static void try_nodes(descent_walker *walker, size_t depth, const descent_list *list,
                      const cell_groups *groups) {
    const descent_table *in = walker->in;
    size_t bottom = walker->nodes;
    descent_node node = {0, (uint32_t)groups->count - 1, list->at, list->count, walker->used};
    for (;;) {
        descent_list inner = {node.at, node.count, list->cost, 0};
        inner.top = descent_top(in, walker->room + node.at, node.count, in->k);
        walker->used = node.above;
        if (inner.top > in->k * list->cost) {
            const uint32_t *position = walker->room + groups->position;
            descent_cell cell = {(uint16_t)position[node.from], (uint16_t)position[node.to], 0, 0};
            cell.cost = descent_span(in, depth, cell.least, cell.most);
            if (in->k * (list->cost + cell.cost) < inner.top)
                descent_enter(walker, depth, inner, cell);
            if (node.from < node.to)
                push_parts(walker, depth, groups, &node, cell.cost);
        }
        if (walker->nodes == bottom || descent_is_over(walker))
            break;
        node = walker->node[--walker->nodes];
    }
    walker->nodes = bottom;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/* Goes on with the rows of the groups listed. */
static void enter_set(descent_walker *walker, size_t depth, const descent_list *list,
                      const cell_groups *groups, const size_t *group, size_t count, box_cost cost) {
    descent_cell cell = {0, 0, 0, cost};
    size_t used = walker->used;
    descent_list inner = {descent_take_room(walker, list->count), 0, list->cost, 0};
    for (size_t i = 0; !walker->no_memory && i < count; i++) {
        const uint32_t *begin = walker->room + groups->begin + group[i];
        size_t more = begin[1] - begin[0];
        memcpy(walker->room + inner.at + inner.count, walker->room + groups->row + begin[0],
               more * sizeof *walker->room);
        inner.count += more;
        cell.set |= (uint64_t)1 << walker->room[groups->position + group[i]];
    }
    descent_add_steps(walker, 4 * inner.count); /* they are sorted */
    if (!walker->no_memory) {
        walker->used = inner.at + inner.count;
        descent_sort_rows(walker->room + inner.at, inner.count);
        descent_enter(walker, depth, inner, cell);
    }
    walker->used = used;
}

static void try_set(descent_walker *walker, size_t depth, const descent_list *list,
                    const cell_groups *groups, const size_t *group, size_t count, box_cost cost) {
    cell_most most = {0, 0};
    for (size_t i = 0; i < count; i++)
        add_group(walker, groups, group[i], &most);
    descent_add_steps(walker, 0);
    if (!is_hopeless(walker->in, &most, list->cost + cost))
        enter_set(walker, depth, list, groups, group, count, cost);
}

/* Sets of at most k positions: k rows have no more, and the k with the largest values are enough.
 */
static void try_sets(descent_walker *walker, size_t depth, const descent_list *list,
                     const cell_groups *groups) {
    const descent_table *in = walker->in;
    const box_cost *of_count = in->costs->of->attribute[in->attribute[depth]].of_count;
    size_t group[BOX_MOST_SET + 1], count = 1;
    group[0] = 0;
    while (count > 0 && !descent_is_over(walker)) {
        bool fits = group[count - 1] < groups->count && (int64_t)count <= in->k &&
                    in->k * (list->cost + of_count[count]) < list->top;
        if (fits) {
            try_set(walker, depth, list, groups, group, count, of_count[count]);
            group[count] = group[count - 1] + 1;
            count++;
        } else if (--count > 0) {
            group[count - 1]++;
        }
    }
}

void descent_try_cells(descent_walker *walker, size_t depth, const descent_list *list) {
    const descent_table *in = walker->in;
    cell_groups groups;
    if (!take_groups(walker, list, &groups))
        return;
    group_rows(walker, depth, list, &groups);
    if (in->is_tree[depth])
        try_nodes(walker, depth, list, &groups);
    else if (in->costs->of->attribute[in->attribute[depth]].shape == BOX_SET)
        try_sets(walker, depth, list, &groups);
    else
        try_spans(walker, depth, list, &groups);
}
