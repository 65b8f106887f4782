/* What parts cost in the end, with look-ahead. Each call is for a smaller part or for less
 * look-ahead than the one that made it, and parts are nested some thousand deep at most (see SMALL
 * in box_mondrian_cuts.c, and trees of hierarchies are not deep), which bounds the recursion. */
#include "boxes/box_mondrian_parts.h"

#define MOST_KNOWN ((size_t)1 << 22) /* values remembered */

bool part_is_final(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                   int64_t *value) {
    bool blanks = m->of->blanks > 0;
    int64_t own = part_measure(m, worker, part);
    int64_t blank = m->blank_cost * (int64_t)worker->rows;
    *value = blanks && blank < own ? blank : own;
    if (blanks && !part_holds(m, worker, part.tuple, part.count, worker->rows)) {
        /* A part of it may hold. */
        *value = blank;
        return worker->rows < m->of->k;
    }
    return own == 0 || worker->rows < (blanks ? m->of->k + 1 : 2 * m->of->k);
}

/* Whether the round is to end, because of this value. */
static bool is_spent(const box_mondrian *m, uint64_t work, size_t count) {
    if (m->first)
        return false;
    return count > MOST_KNOWN || (m->setup.effort > 0 && work > m->setup.effort);
}

static void remember(box_mondrian *m, const mondrian_known *known, size_t tuples) {
    if (atomic_load_explicit(&m->stop, memory_order_relaxed))
        return;
    if (part_is_cancelled(m))
        atomic_store(&m->cancelled, true);
    else if (!mondrian_memo_put(&m->memo, known, part_work(m, tuples)))
        atomic_store(&m->no_memory, true);
    if (m->no_memory || m->cancelled ||
        is_spent(m, atomic_load(&m->memo.work), atomic_load(&m->memo.count)))
        atomic_store(&m->stop, true);
}

int64_t part_cut_value(box_mondrian *m, mondrian_worker *worker, int level, mondrian_part part,
                       uint32_t cut, int64_t most) {
    mondrian_divider by = divider_of_cut(m, cut, part);
    int64_t sum = 0;
    part_arrange(m, worker, &by, part);
    for (mondrian_part rest = part; rest.count > 0 && sum < most;) {
        mondrian_part next = part_next(m, &by, &rest);
        sum += part_value(m, worker, level, next);
    }
    return sum;
}

/* Look-ahead 0: the cut whose parts cost least at once. */
static void cut_at_once(box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                        mondrian_known *known) {
    mondrian_cuts list;
    part_list_cuts(m, worker, part, &list);
    if (list.count == 0 || list.cost[0] > known->value)
        return;
    known->cut = list.cut[0];
    known->value = part_cut_value(m, worker, 0, part, known->cut, INT64_MAX);
}

void part_open_cuts(box_mondrian *m, mondrian_worker *worker, int level, mondrian_part part,
                    mondrian_cuts *out, uint32_t *usual, int64_t *usual_value) {
    mondrian_known less = {.cut = CUT_NONE};
    int64_t own;
    int lower = level == MONDRIAN_EXACT ? m->before : level - 1;
    *usual_value = part_value(m, worker, lower, part);
    part_is_final(m, worker, part, &own);
    mondrian_memo_find(&m->memo, part_key(m, worker, lower), &less);
    *usual = less.cut;
    part_list_cuts(m, worker, part, out);
}

/* Of equal values the usual cut's, then that of the cut listed first; any cut before none. */
static void look_ahead(box_mondrian *m, mondrian_worker *worker, int level, mondrian_part part,
                       mondrian_known *known) {
    mondrian_cuts list;
    uint32_t best;
    int64_t least;
    part_open_cuts(m, worker, level, part, &list, &best, &least);
    for (size_t i = 0; i < list.count; i++) {
        if (list.cut[i] == best)
            continue;
        int64_t most = least + (best == CUT_NONE);
        int64_t value = part_cut_value(m, worker, level - 1, part, list.cut[i], most);
        if (value < most) {
            least = value;
            best = list.cut[i];
        }
    }
    known->cut = best;
    if (best != CUT_NONE)
        known->value = part_cut_value(m, worker, level, part, best, INT64_MAX);
}

/* All cuts, each to the end: of trees only, whose cuts are few. */
static void cut_exactly(box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                        mondrian_known *known) {
    mondrian_cuts list;
    part_list_cuts(m, worker, part, &list);
    for (size_t i = 0; i < list.count; i++) {
        int64_t most = known->value + (known->cut == CUT_NONE);
        int64_t value = part_cut_value(m, worker, MONDRIAN_EXACT, part, list.cut[i], most);
        if (value < most) {
            known->value = value;
            known->cut = list.cut[i];
        }
    }
}

int64_t part_value(box_mondrian *m, mondrian_worker *worker, int level, mondrian_part part) {
    mondrian_known known = {.cut = CUT_NONE}, found;
    if (atomic_load_explicit(&m->stop, memory_order_relaxed) ||
        part_is_final(m, worker, part, &known.value))
        return known.value;
    known.key = part_key(m, worker, level);
    if (mondrian_memo_find(&m->memo, known.key, &found))
        return found.value;
    if (level == 0)
        cut_at_once(m, worker, part, &known);
    else if (level == MONDRIAN_EXACT)
        cut_exactly(m, worker, part, &known);
    else
        look_ahead(m, worker, level, part, &known);
    remember(m, &known, part.count);
    return known.value;
}
