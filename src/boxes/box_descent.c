/* A list of rows is ascending, so that the first ones have the highest ceilings. At each attribute
 * every cell is tried that no other cell of the same cost contains. A list is given up where even
 * its k highest ceilings do not exceed what its cells cost, or where its rows no longer reach as
 * far as a cell chosen earlier: a cheaper box has the same rows. */
#include "boxes/box_descent.h"

#include <stdlib.h>
#include <string.h>

#define COUNT_EVERY 4096

static void descend(descent_walker *walker, size_t depth, const descent_list *list);

/* ---- Room and counting ----------------------------------------------------------------------- */

static void count_now(descent_walker *walker) {
    descent_count *count = walker->count;
    uint64_t steps = atomic_fetch_add(&count->steps, walker->steps) + walker->steps;
    uint64_t boxes = atomic_fetch_add(&count->boxes, walker->boxes) + walker->boxes;
    uint64_t members = atomic_fetch_add(&count->members, walker->members) + walker->members;
    if (steps > count->limits.steps || boxes > count->limits.boxes ||
        members > count->limits.members)
        atomic_store(&count->full, true);
    walker->steps = walker->boxes = walker->members = 0;
}

void descent_add_steps(descent_walker *walker, size_t steps) {
    walker->steps += steps + 1;
    if (walker->steps >= COUNT_EVERY || walker->members >= COUNT_EVERY)
        count_now(walker);
}

bool descent_is_over(const descent_walker *walker) {
    return walker->no_memory || atomic_load_explicit(&walker->count->full, memory_order_relaxed) ||
           (walker->in->cancel && *walker->in->cancel);
}

#define MOST_ROOM ((size_t)1 << 28)

size_t descent_take_room(descent_walker *walker, size_t count) {
    size_t at = walker->used;
    if (at + count > MOST_ROOM)
        atomic_store(&walker->count->full, true);
    if (!memory_grow((void **)&walker->room, &walker->capacity, at + count, sizeof *walker->room))
        walker->no_memory = true;
    else
        walker->used += count;
    return at;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

int64_t descent_top(const descent_table *in, const uint32_t *row, size_t count, int64_t rows) {
    int64_t sum = 0;
    for (size_t i = 0; i < count && rows > 0; i++) {
        int64_t copies = in->copies[row[i]] < rows ? in->copies[row[i]] : rows;
        sum += copies * in->ceiling[row[i]];
        rows -= copies;
    }
    return rows > 0 ? -1 : sum;
}

/* A row whose floor is not below the list's top is in no box that can be violated. Taking rows out
 * lowers the top. False: nothing is left that can. */
static bool drop_rows(descent_walker *walker, descent_list *list) {
    const descent_table *in = walker->in;
    for (;;) {
        const uint32_t *row = walker->room + list->at;
        list->top = descent_top(in, row, list->count, in->k);
        if (list->top <= in->k * list->cost)
            return false;
        size_t kept = 0;
        for (size_t i = 0; i < list->count; i++)
            kept += in->k * in->floor[row[i]] < list->top;
        if (kept == list->count)
            return true;
        size_t at = descent_take_room(walker, kept), next = at;
        if (walker->no_memory)
            return false;
        row = walker->room + list->at;
        for (size_t i = 0; i < list->count; i++)
            if (in->k * in->floor[row[i]] < list->top)
                walker->room[next++] = row[i];
        list->at = at;
        list->count = kept;
    }
}

/* Whether the rows still reach as far as a cell, in cost. */
static bool fills_span(const descent_table *in, size_t depth, const descent_cell *cell,
                       const uint32_t *row, size_t count) {
    uint16_t least = descent_position(in, row[0], depth), most = least;
    for (size_t i = 0; i < count; i++) {
        uint16_t position = descent_position(in, row[i], depth);
        if (position >= least && position <= most && i > 0)
            continue;
        least = position < least ? position : least;
        most = position > most ? position : most;
        if (descent_span(in, depth, least, most) == cell->cost)
            return true;
    }
    return false;
}

static bool fills_set(const descent_table *in, size_t depth, const descent_cell *cell,
                      const uint32_t *row, size_t count) {
    uint64_t set = 0;
    for (size_t i = 0; i < count && set != cell->set; i++)
        set |= (uint64_t)1 << descent_position(in, row[i], depth);
    return set == cell->set;
}

static bool is_closed(const descent_walker *walker, size_t depth, const descent_list *list) {
    const descent_table *in = walker->in;
    const uint32_t *row = walker->room + list->at;
    for (size_t e = 0; e < depth; e++) {
        const descent_cell *cell = &walker->chosen[e];
        if (cell->set ? !fills_set(in, e, cell, row, list->count)
                      : cell->least < cell->most && !fills_span(in, e, cell, row, list->count))
            return false;
    }
    return true;
}

static int ascending(const void *one, const void *other) {
    const uint32_t *first = one, *second = other;
    return (*first > *second) - (*first < *second);
}

void descent_sort_rows(uint32_t *row, size_t count) {
    if (count > 32) {
        qsort(row, count, sizeof *row, ascending);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        uint32_t moved = row[i];
        size_t j = i;
        for (; j > 0 && row[j - 1] > moved; j--)
            row[j] = row[j - 1];
        row[j] = moved;
    }
}

/* ---- Results --------------------------------------------------------------------------------- */

/* A row that, with the k - 1 highest ceilings, does not exceed what the box costs, is not among the
 * k largest values when the box is violated. */
static size_t count_that_matter(const descent_table *in, const uint32_t *row, size_t count,
                                int64_t cost) {
    int64_t others = in->k > 1 ? descent_top(in, row, count, in->k - 1) : 0;
    size_t matter = 0;
    while (matter < count && in->ceiling[row[matter]] > in->k * cost - others)
        matter++;
    return descent_top(in, row, matter, in->k) < 0 ? 0 : matter;
}

static bool grow_parts(descent_parts *out, size_t members) {
    box_family *list = &out->list;
    size_t costs = list->boxes_room, needed = list->boxes + 2;
    if (!memory_grow((void **)&list->cost, &costs, needed, sizeof *list->cost))
        return false;
    if (!memory_grow((void **)&list->first, &list->boxes_room, needed, sizeof *list->first))
        return false;
    if (!memory_grow((void **)&out->cell, &out->cell_room, needed * out->cells, sizeof *out->cell))
        return false;
    return memory_grow((void **)&list->member, &list->members_room, list->members + members,
                       sizeof *list->member);
}

static void add_part(descent_walker *walker, const descent_list *from) {
    const descent_table *in = walker->in;
    descent_parts *out = walker->out;
    box_family *list = &out->list;
    const uint32_t *row = walker->room + from->at;
    bool whole = out->depth == in->attributes;
    size_t count = whole ? count_that_matter(in, row, from->count, from->cost) : from->count;
    if (count == 0)
        return;
    if (!grow_parts(out, count)) {
        walker->no_memory = true;
        return;
    }
    list->cost[list->boxes] = (int32_t)from->cost;
    list->first[list->boxes] = list->members;
    memcpy(list->member + list->members, row, count * sizeof *row);
    if (out->cells > 0)
        memcpy(out->cell + list->boxes * out->cells, walker->chosen,
               out->cells * sizeof *out->cell);
    list->boxes++;
    list->members += count;
    list->first[list->boxes] = list->members;
    walker->boxes += whole;
    walker->members += count;
}

/* ---- Going on -------------------------------------------------------------------------------- */

void descent_enter(descent_walker *walker, size_t depth, descent_list list, descent_cell cell) {
    size_t used = walker->used;
    list.cost += cell.cost;
    if (drop_rows(walker, &list)) {
        walker->chosen[depth] = cell;
        if (is_closed(walker, depth + 1, &list))
            descend(walker, depth + 1, &list);
    }
    walker->used = used;
}

static void descend(descent_walker *walker, size_t depth, const descent_list *list) {
    size_t used = walker->used;
    descent_add_steps(walker, list->count);
    if (depth == walker->out->depth)
        add_part(walker, list);
    else if (!descent_is_over(walker))
        descent_try_cells(walker, depth, list);
    walker->used = used;
}

void descent_continue(descent_walker *walker, const descent_parts *from, size_t number,
                      descent_parts *out) {
    const box_family *parts = &from->list;
    size_t count = parts->first[number + 1] - parts->first[number];
    walker->out = out;
    walker->used = 0;
    descent_list list = {descent_take_room(walker, count), count, parts->cost[number], 0};
    if (walker->no_memory)
        return;
    memcpy(walker->room + list.at, parts->member + parts->first[number],
           count * sizeof *walker->room);
    if (from->cells > 0)
        memcpy(walker->chosen, from->cell + number * from->cells,
               from->cells * sizeof *walker->chosen);
    if (drop_rows(walker, &list))
        descend(walker, from->depth, &list);
    count_now(walker);
}
