#include "boxes/box_family.h"

#include "boxes/box_descent.h"

#include <string.h>

/* Parts that are shared out among the threads, at least, where there are so many. */
#define PARTS 256

void box_family_free(box_family *list) {
    memory_free(list->cost);
    memory_free(list->first);
    memory_free(list->member);
    *list = (box_family){0};
}

static void free_parts(descent_parts *parts) {
    box_family_free(&parts->list);
    memory_free(parts->cell);
    *parts = (descent_parts){0};
}

/* ---- The table of the descent ---------------------------------------------------------------- */

/* Tuples by falling ceiling: by counting, 11 bits at a time. */
static bool rank_tuples(uint32_t *rank, const int32_t *ceiling, size_t tuples) {
    uint32_t *spare = memory_new(tuples, sizeof *spare);
    if (!spare)
        return false;
    for (size_t t = 0; t < tuples; t++)
        rank[t] = (uint32_t)t;
    for (int shift = 0; shift < 33; shift += 11) {
        size_t begin[2049] = {0};
        for (size_t t = 0; t < tuples; t++)
            begin[(~(uint32_t)ceiling[t] >> shift & 2047) + 1]++;
        for (size_t d = 0; d < 2048; d++)
            begin[d + 1] += begin[d];
        for (size_t t = 0; t < tuples; t++)
            spare[begin[~(uint32_t)ceiling[rank[t]] >> shift & 2047]++] = rank[t];
        memcpy(rank, spare, tuples * sizeof *rank);
    }
    memory_free(spare);
    return true;
}

static box_cost single_cell(const box_costs *costs, size_t attribute, uint16_t position) {
    return box_cell_cost(costs, attribute, position, position,
                         (uint64_t)1 << position % BOX_MOST_SET);
}

/* Leaves out attributes with one position. */
static void choose_attributes(descent_table *out, const box_table *of, const box_order *order) {
    for (size_t i = 0; i < of->attributes; i++) {
        size_t a = order->attribute[i], t = 1;
        while (t < of->tuples && of->position[t * of->attributes + a] == of->position[a])
            t++;
        if (t < of->tuples)
            out->attribute[out->attributes++] = a;
        else
            out->constant += single_cell(out->costs, a, of->position[a]);
    }
}

static void fill_rows(descent_table *out, const box_table *of, const uint32_t *rank,
                      const int32_t *ceiling, const int32_t *floor) {
    for (size_t r = 0; r < of->tuples; r++) {
        uint32_t count = of->count ? of->count[rank[r]] : 1;
        out->ceiling[r] = ceiling[rank[r]];
        out->floor[r] = floor[rank[r]];
        out->copies[r] = count < of->k ? count : (uint32_t)of->k;
        for (size_t e = 0; e < out->attributes; e++)
            out->position[r * out->attributes + e] =
                of->position[rank[r] * of->attributes + out->attribute[e]];
    }
}

/* An open stretch of positions, and the dearest step inside. */
typedef struct open_stretch {
    uint32_t start;
    box_cost step;
} open_stretch;

/* Whether spans cost what their dearest step does. It is enough to look at stretches that cannot be
 * made longer without a dearer step: whatever is inside and has that step costs at least the step,
 * and no more than the stretch. */
static bool is_tree(const descent_table *in, size_t depth, const uint16_t *position, size_t count,
                    open_stretch *stack) {
    size_t open = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t start = position[i];
        box_cost step =
            i + 1 < count ? descent_span(in, depth, position[i], position[i + 1]) : UINT32_MAX;
        for (; open > 0 && stack[open - 1].step < step; open--) {
            start = stack[open - 1].start;
            if (descent_span(in, depth, start, position[i]) != stack[open - 1].step)
                return false;
        }
        if (open == 0 || stack[open - 1].step > step)
            stack[open++] = (open_stretch){start, step};
    }
    return true;
}

static shoal_status find_trees(descent_table *out, shoal_error *error) {
    size_t most = BOX_MOST_POSITIONS + 1;
    uint8_t *occurs = memory_new(most, sizeof *occurs);
    uint16_t *position = memory_new(most, sizeof *position);
    open_stretch *stack = memory_new(most, sizeof *stack);
    bool fine = occurs && position && stack;
    for (size_t e = 0; fine && e < out->attributes; e++) {
        size_t count = 0;
        memset(occurs, 0, most);
        for (size_t r = 0; r < out->rows; r++)
            occurs[out->position[r * out->attributes + e]] = 1;
        for (size_t p = 0; p < most; p++)
            if (occurs[p])
                position[count++] = (uint16_t)p;
        out->is_tree[e] = out->costs->of->attribute[out->attribute[e]].shape == BOX_SPAN &&
                          is_tree(out, e, position, count, stack);
    }
    memory_free(occurs);
    memory_free(position);
    memory_free(stack);
    return fine ? SHOAL_OK : status_no_memory(error);
}

static shoal_status open_table(descent_table *out, arena *memory, const box_work *work,
                               const box_order *order, const uint32_t *rank, const int32_t *ceiling,
                               const int32_t *floor, shoal_error *error) {
    const box_table *of = work->of;
    *out = (descent_table){
        .costs = work->costs, .rows = of->tuples, .k = (int64_t)of->k, .cancel = work->cancel};
    out->attribute = arena_new(memory, of->attributes, sizeof *out->attribute);
    out->is_tree = arena_zero(memory, of->attributes, sizeof *out->is_tree);
    out->position = arena_new(memory, of->tuples * of->attributes, sizeof *out->position);
    out->ceiling = arena_new(memory, of->tuples, sizeof *out->ceiling);
    out->floor = arena_new(memory, of->tuples, sizeof *out->floor);
    out->copies = arena_new(memory, of->tuples, sizeof *out->copies);
    if (!out->attribute || !out->is_tree || !out->position || !out->ceiling || !out->floor ||
        !out->copies)
        return status_no_memory(error);
    choose_attributes(out, of, order);
    fill_rows(out, of, rank, ceiling, floor);
    return find_trees(out, error);
}

/* ---- Sharing out ----------------------------------------------------------------------------- */

typedef struct family_run {
    const descent_table *table;
    const descent_parts *from;
    descent_parts *made; /* [parts of from] */
    descent_walker *walker;
} family_run;

static void continue_part(void *context, size_t item, int worker) {
    family_run *run = context;
    descent_continue(&run->walker[worker], run->from, item, &run->made[item]);
}

/* Appends and frees. */
static bool append_parts(descent_parts *to, descent_parts *more) {
    box_family *into = &to->list;
    const box_family *from = &more->list;
    size_t costs = into->boxes_room, needed = into->boxes + from->boxes + 1;
    bool fine =
        memory_grow((void **)&into->cost, &costs, needed, sizeof *into->cost) &&
        memory_grow((void **)&into->first, &into->boxes_room, needed, sizeof *into->first) &&
        memory_grow((void **)&into->member, &into->members_room, into->members + from->members,
                    sizeof *into->member) &&
        memory_grow((void **)&to->cell, &to->cell_room, needed * to->cells, sizeof *to->cell);
    if (fine && from->boxes > 0) {
        memcpy(into->cost + into->boxes, from->cost, from->boxes * sizeof *from->cost);
        memcpy(into->member + into->members, from->member, from->members * sizeof *from->member);
        for (size_t b = 0; b < from->boxes; b++)
            into->first[into->boxes + b] = into->members + from->first[b];
        if (more->cell)
            memcpy(to->cell + into->boxes * to->cells, more->cell,
                   from->boxes * to->cells * sizeof *to->cell);
    }
    into->boxes += from->boxes;
    into->members += from->members;
    if (fine)
        into->first[into->boxes] = into->members;
    free_parts(more);
    return fine;
}

static bool continue_all(family_run *run, descent_parts *out, thread_pool *pool, size_t depth) {
    size_t parts = run->from->list.boxes;
    bool fine = true;
    *out = (descent_parts){.depth = depth, .cells = depth < run->table->attributes ? depth : 0};
    run->made = memory_zero(parts, sizeof *run->made);
    if (!run->made)
        return false;
    for (size_t p = 0; p < parts; p++)
        run->made[p] = *out;
    threads_run(pool, parts, continue_part, run);
    for (size_t p = 0; p < parts; p++)
        fine = append_parts(out, &run->made[p]) && fine;
    for (int w = 0; w < threads_count(pool); w++)
        fine = fine && !run->walker[w].no_memory;
    memory_free(run->made);
    run->made = NULL;
    return fine;
}

/* One attribute after another until there are enough parts to share out, then the rest. */
static bool descend_all(family_run *run, descent_parts *parts, thread_pool *pool,
                        const descent_count *count) {
    while (parts->depth < run->table->attributes && !atomic_load(&count->full)) {
        descent_parts next;
        size_t depth = parts->list.boxes < PARTS ? parts->depth + 1 : run->table->attributes;
        run->from = parts;
        bool fine = continue_all(run, &next, pool, depth);
        free_parts(parts);
        *parts = next;
        if (!fine)
            return false;
    }
    return true;
}

/* All rows, no cells. */
static bool first_part(descent_parts *out, const descent_table *in) {
    size_t costs = 0;
    box_family *list = &out->list;
    *out = (descent_parts){0};
    if (!memory_grow((void **)&list->cost, &costs, 2, sizeof *list->cost) ||
        !memory_grow((void **)&list->first, &list->boxes_room, costs, sizeof *list->first) ||
        !memory_grow((void **)&list->member, &list->members_room, in->rows, sizeof *list->member))
        return false;
    for (size_t r = 0; r < in->rows; r++)
        list->member[r] = (uint32_t)r;
    list->cost[0] = (int32_t)(in->constant < BOX_FORBIDDEN ? in->constant : (int64_t)BOX_FORBIDDEN);
    list->first[0] = 0;
    list->first[1] = list->members = in->rows;
    list->boxes = 1;
    return true;
}

static bool open_walkers(family_run *run, descent_count *count, int workers, arena *memory) {
    run->walker = arena_zero(memory, (size_t)workers, sizeof *run->walker);
    for (int w = 0; run->walker && w < workers; w++) {
        descent_walker *each = &run->walker[w];
        each->in = run->table;
        each->count = count;
        each->chosen = arena_new(memory, run->table->attributes, sizeof *each->chosen);
        each->seen = arena_zero(memory, BOX_MOST_POSITIONS + 1, sizeof *each->seen);
        each->group = arena_zero(memory, run->table->attributes, sizeof *each->group);
        if (!each->chosen || !each->seen || !each->group)
            return false;
        for (size_t e = 0; e < run->table->attributes; e++) {
            uint32_t size = run->table->costs->of->attribute[run->table->attribute[e]].size;
            each->group[e] = arena_new(memory, size, sizeof *each->group[e]);
            if (!each->group[e])
                return false;
        }
    }
    return run->walker != NULL;
}

static shoal_status list_boxes(box_family *out, bool *whole, const box_work *work,
                               const descent_table *table, const uint32_t *rank,
                               const box_family_limits *limits, arena *memory, shoal_error *error) {
    int workers = threads_count(work->pool);
    descent_count count = {.limits = *limits};
    descent_parts parts = {0};
    family_run run = {.table = table};
    bool fine = open_walkers(&run, &count, workers, memory) && first_part(&parts, table) &&
                descend_all(&run, &parts, work->pool, &count);
    for (int w = 0; run.walker && w < workers; w++) {
        memory_free(run.walker[w].room);
        memory_free(run.walker[w].node);
    }
    *whole = !atomic_load(&count.full);
    if (fine && *whole) {
        for (size_t m = 0; m < parts.list.members; m++)
            parts.list.member[m] = rank[parts.list.member[m]];
        *out = parts.list;
        parts.list = (box_family){0};
    }
    free_parts(&parts);
    if (work->cancel && *work->cancel)
        return status_fail(error, SHOAL_INTERRUPTED, "interrupted");
    return fine ? SHOAL_OK : status_no_memory(error);
}

shoal_status box_family_list(box_family *out, bool *whole, const box_work *work,
                             const box_order *order, const int32_t *ceiling, const int32_t *floor,
                             const box_family_limits *limits, shoal_error *error) {
    descent_table table;
    arena memory = {0};
    uint32_t *rank = arena_new(&memory, work->of->tuples, sizeof *rank);
    shoal_status status = SHOAL_OK;
    *out = (box_family){0};
    *whole = true;
    if (!rank || !rank_tuples(rank, ceiling, work->of->tuples))
        status = status_no_memory(error);
    if (status == SHOAL_OK)
        status = open_table(&table, &memory, work, order, rank, ceiling, floor, error);
    if (status == SHOAL_OK)
        status = list_boxes(out, whole, work, &table, rank, limits, &memory, error);
    arena_free(&memory);
    return status;
}
