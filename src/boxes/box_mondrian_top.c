#include "boxes/box_mondrian_top.h"

#include <string.h>

#define GRAIN 2048 /* tuples of a part that one thread works on alone, at least */
#define SHARE 32   /* and of all tuples */

typedef enum top_state { TOP_OPEN, TOP_ALONE, TOP_FINAL } top_state;

typedef struct top_part {
    mondrian_part part;
    size_t parent;
    top_state state;
    bool usual; /* it is cut as with less look-ahead */
    uint32_t cut;
    int64_t value;
    mondrian_key key;
    mondrian_cuts list; /* of cuts to be valued, and their values */
} top_part;

typedef struct top_cut {
    size_t part, cut;
} top_cut;

typedef struct top {
    box_mondrian *m;
    top_part *part; /* in the order they are made: parents first */
    size_t parts, room;
    size_t from, to; /* those that are worked on now */
    top_cut *cut;
    size_t cuts, cut_room;
    size_t alone; /* tuples of a part that one thread works on */
} top;

static bool ends(const box_mondrian *m) {
    return m->stop || part_is_cancelled(m);
}

/* Less look-ahead by one step. */
static int less(const box_mondrian *m) {
    return m->level == MONDRIAN_EXACT ? MONDRIAN_EXACT : m->level - 1;
}

/* ---- One layer of the tree ------------------------------------------------------------------- */

/* As with less look-ahead. */
static void cut_as_before(box_mondrian *m, mondrian_worker *worker, top_part *each) {
    mondrian_known known = {.cut = CUT_NONE};
    mondrian_key key = part_key(m, worker, m->before);
    if (!mondrian_memo_find(&m->memo, key, &known)) {
        part_value(m, worker, m->before, each->part);
        mondrian_memo_find(&m->memo, key, &known);
    }
    each->cut = known.cut;
    each->usual = true;
}

static void open_part(void *context, size_t item, int number) {
    top *t = context;
    box_mondrian *m = t->m;
    mondrian_worker *worker = &m->worker[number];
    top_part *each = &t->part[t->from + item];
    int64_t own;
    each->cut = CUT_NONE;
    each->list.count = 0;
    each->state = TOP_OPEN;
    if (ends(m))
        return;
    if (part_is_final(m, worker, each->part, &own)) {
        each->state = TOP_FINAL;
        each->value = own;
        return;
    }
    each->key = part_key(m, worker, m->level);
    each->value = own;
    if (each->part.count <= t->alone && each->part.count <= m->within) {
        each->state = TOP_ALONE;
    } else if (each->part.count > m->within) {
        cut_as_before(m, worker, each);
    } else if (m->level == 0) {
        mondrian_cuts list;
        part_list_cuts(m, worker, each->part, &list);
        if (list.count > 0 && list.cost[0] <= own)
            each->cut = list.cut[0];
    } else if (m->level == MONDRIAN_EXACT) {
        part_list_cuts(m, worker, each->part, &each->list);
    } else {
        part_open_cuts(m, worker, m->level, each->part, &each->list, &each->cut, &each->value);
    }
}

static void value_cut(void *context, size_t item, int number) {
    top *t = context;
    top_part *each = &t->part[t->cut[item].part];
    mondrian_worker *worker = &t->m->worker[number];
    uint32_t cut = each->list.cut[t->cut[item].cut];
    if (cut == each->cut || ends(t->m))
        return;
    memcpy(worker->copy, each->part.tuple, each->part.count * sizeof *worker->copy);
    mondrian_part copy = {worker->copy, each->part.count};
    each->list.cost[t->cut[item].cut] =
        part_cut_value(t->m, worker, less(t->m), copy, cut, INT64_MAX);
}

/* The same choice as look_ahead's. */
static void choose_cut(top_part *each) {
    uint32_t usual = each->cut;
    for (size_t i = 0; i < each->list.count; i++)
        if (each->list.cut[i] != usual &&
            each->list.cost[i] < each->value + (each->cut == CUT_NONE)) {
            each->cut = each->list.cut[i];
            each->value = each->list.cost[i];
        }
}

static bool add_part(top *t, mondrian_part part, size_t parent) {
    if (!memory_grow((void **)&t->part, &t->room, t->parts + 1, sizeof *t->part))
        return false;
    t->part[t->parts++] = (top_part){.part = part, .parent = parent, .cut = CUT_NONE};
    return true;
}

static bool list_cuts(top *t) {
    t->cuts = 0;
    for (size_t p = t->from; p < t->to; p++)
        for (size_t i = 0; t->part[p].state == TOP_OPEN && i < t->part[p].list.count; i++) {
            if (!memory_grow((void **)&t->cut, &t->cut_room, t->cuts + 1, sizeof *t->cut))
                return false;
            t->cut[t->cuts++] = (top_cut){p, i};
        }
    return true;
}

static bool divide(top *t, size_t p) {
    box_mondrian *m = t->m;
    mondrian_divider by = divider_of_cut(m, t->part[p].cut, t->part[p].part);
    mondrian_part rest = t->part[p].part;
    part_arrange(m, &m->worker[0], &by, rest);
    t->part[p].value = 0;
    while (rest.count > 0)
        if (!add_part(t, part_next(m, &by, &rest), p))
            return false;
    return true;
}

static bool work_layer(top *t) {
    box_mondrian *m = t->m;
    threads_run(m->work->pool, t->to - t->from, open_part, t);
    if (!list_cuts(t))
        return false;
    threads_run(m->work->pool, t->cuts, value_cut, t);
    for (size_t p = t->from; p < t->to && !ends(m); p++) {
        if (t->part[p].state != TOP_OPEN)
            continue;
        choose_cut(&t->part[p]);
        if (t->part[p].cut != CUT_NONE && !divide(t, p))
            return false;
    }
    return true;
}

/* ---- The rest -------------------------------------------------------------------------------- */

static void value_alone(void *context, size_t item, int number) {
    top *t = context;
    top_part *each = &t->part[item];
    if (each->state == TOP_ALONE)
        each->value = part_value(t->m, &t->m->worker[number], t->m->level, each->part);
}

/* Adds up values from the bottom, and remembers them. */
static bool add_up(top *t) {
    for (size_t p = t->parts; p-- > 0;) {
        top_part *each = &t->part[p];
        if (p > 0)
            t->part[each->parent].value += each->value;
        if (each->state != TOP_OPEN || each->usual)
            continue;
        mondrian_known known = {each->key, each->value, each->cut};
        if (!mondrian_memo_put(&t->m->memo, &known, part_work(t->m, each->part.count)))
            return false;
    }
    return true;
}

static bool work_all(top *t) {
    box_mondrian *m = t->m;
    if (!add_part(t, (mondrian_part){m->order, m->of->tuples}, 0))
        return false;
    while (t->from < t->parts && !ends(m)) {
        t->to = t->parts;
        if (!work_layer(t))
            return false;
        t->from = t->to;
    }
    if (!ends(m))
        threads_run(m->work->pool, t->parts, value_alone, t);
    return ends(m) || add_up(t);
}

shoal_status mondrian_top_value(box_mondrian *m, shoal_error *error) {
    top t = {.m = m, .alone = m->of->tuples / SHARE > GRAIN ? m->of->tuples / SHARE : GRAIN};
    bool fine = work_all(&t);
    memory_free(t.part);
    memory_free(t.cut);
    return fine ? SHOAL_OK : status_no_memory(error);
}
