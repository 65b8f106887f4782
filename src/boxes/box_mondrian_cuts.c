/* The cuts of a part, and what the parts cost at once. */
#include "boxes/box_mondrian_parts.h"

#include <stdlib.h>
#include <string.h>

/* Where a part has more tuples than SMALL, cuts of ordered attributes leave a share of them on
 * either side, so that parts are never nested deeper than a stack can bear. */
#define SMALL 512
#define LEAST_SHARE 256

/* Several places in one attribute are much the same cut. */
#define MOST_OF_ATTRIBUTE 2

/* ---- Listing --------------------------------------------------------------------------------- */

static void drop_cut(mondrian_cuts *list, size_t at) {
    list->count--;
    memmove(list->cut + at, list->cut + at + 1, (list->count - at) * sizeof *list->cut);
    memmove(list->cost + at, list->cost + at + 1, (list->count - at) * sizeof *list->cost);
}

/* Where a cut would stand in the list; SIZE_MAX: it is not good enough. *drop is what leaves the
 * list, SIZE_MAX: nothing. */
static size_t find_place(const mondrian_cuts *list, size_t most, uint32_t cut, int64_t cost,
                         size_t *drop) {
    size_t place = list->count, same = 0, last = SIZE_MAX;
    for (size_t i = list->count; i-- > 0;) {
        if (cut_attribute(list->cut[i]) == cut_attribute(cut)) {
            last = same++ == 0 ? i : last;
        }
        if (cost < list->cost[i] || (cost == list->cost[i] && cut < list->cut[i]))
            place = i;
    }
    *drop = list->count == most ? most - 1 : SIZE_MAX;
    if (same >= MOST_OF_ATTRIBUTE)
        *drop = last;
    return *drop != SIZE_MAX && place > *drop ? SIZE_MAX : place;
}

static void list_cut(mondrian_cuts *list, size_t place, size_t drop, uint32_t cut, int64_t cost) {
    if (drop != SIZE_MAX)
        drop_cut(list, drop);
    memmove(list->cut + place + 1, list->cut + place, (list->count - place) * sizeof *list->cut);
    memmove(list->cost + place + 1, list->cost + place, (list->count - place) * sizeof *list->cost);
    list->cut[place] = cut;
    list->cost[place] = cost;
    list->count++;
}

static void offer_cut(const box_mondrian *m, mondrian_cuts *list, uint32_t cut, int64_t cost) {
    size_t drop, place = find_place(list, (size_t)m->setup.beam, cut, cost, &drop);
    if (place != SIZE_MAX)
        list_cut(list, place, drop, cut, cost);
}

/* ---- Children -------------------------------------------------------------------------------- */

static void count_rows(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                       const mondrian_divider *by) {
    memset(worker->rows_of, 0, by->parts * sizeof *worker->rows_of);
    for (size_t i = 0; i < part.count; i++)
        worker->rows_of[divider_part(m, by, part.tuple[i])] += part_copies(m, part.tuple[i]);
}

/* Asks the rule about each part of a cut. */
static void ask_rule(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                     const mondrian_divider *by) {
    if (!m->of->rule)
        return;
    part_arrange(m, worker, by, part);
    for (mondrian_part rest = part; rest.count > 0;) {
        mondrian_part next = part_next(m, by, &rest);
        size_t number = divider_part(m, by, next.tuple[0]);
        worker->lost[number] =
            worker->lost[number] ||
            !part_holds(m, worker, next.tuple, next.count, worker->rows_of[number]);
    }
}

bool part_has_children(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                       const mondrian_divider *by) {
    size_t lost = 0;
    count_rows(m, worker, part, by);
    for (size_t p = 0; p < by->parts; p++) {
        worker->lost[p] = worker->rows_of[p] < m->of->k;
        lost += worker->rows_of[p] > 0 && worker->lost[p];
    }
    if (lost > 0 && m->of->blanks == 0)
        return false;
    ask_rule(m, worker, part, by);
    for (size_t p = 0; p < by->parts && m->of->blanks == 0; p++)
        if (worker->rows_of[p] > 0 && worker->lost[p])
            return false;
    return true;
}

static void find_hulls(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                       const mondrian_divider *by) {
    size_t chunks = m->chunks, attributes = m->of->attributes;
    for (size_t i = 0; i < by->parts * chunks; i++) {
        worker->low_of[i] = (part_lanes){0} + INT16_MAX;
        worker->high_of[i] = (part_lanes){0} + INT16_MIN;
    }
    if (m->sets)
        memset(worker->set_of, 0, by->parts * attributes * sizeof *worker->set_of);
    for (size_t i = 0; i < part.count; i++) {
        size_t number = divider_part(m, by, part.tuple[i]);
        const part_lanes *each = m->position + part.tuple[i] * chunks;
        part_lanes *low = worker->low_of + number * chunks;
        part_lanes *high = worker->high_of + number * chunks;
        for (size_t c = 0; c < chunks; c++) {
            low[c] = lanes_least(low[c], each[c]);
            high[c] = lanes_most(high[c], each[c]);
        }
        for (size_t s = 0; s < m->sets; s++)
            worker->set_of[number * attributes + m->set_attribute[s]] |=
                (uint64_t)1 << part_position(m, part.tuple[i], m->set_attribute[s]);
    }
}

/* What a row costs whose box is in lanes. */
static int64_t lanes_cost(const box_mondrian *m, mondrian_worker *worker, const part_lanes *low,
                          const part_lanes *high, const uint64_t *set) {
    lanes_unpack(worker->made.least, low, m->of->attributes);
    lanes_unpack(worker->made.most, high, m->of->attributes);
    box of = {worker->made.least, worker->made.most, (uint64_t *)set};
    return box_row_cost(m->work->costs, &of);
}

/* What so many rows cost, published or left out. */
static int64_t cost_of(const box_mondrian *m, int64_t of_row, uint64_t rows, bool lost) {
    if (m->of->blanks > 0 && (lost || of_row > m->blank_cost))
        return m->blank_cost * (int64_t)rows;
    return of_row * (int64_t)rows;
}

static void list_children(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                          size_t attribute, mondrian_cuts *out) {
    mondrian_divider by;
    int64_t cost = 0;
    if (!divider_of_tree(m, attribute, worker->hull.least[attribute], worker->hull.most[attribute],
                         &by) ||
        !part_has_children(m, worker, part, &by) || part_is_cancelled(m))
        return;
    find_hulls(m, worker, part, &by);
    for (size_t p = 0; p < by.parts; p++)
        if (worker->rows_of[p] > 0)
            cost += cost_of(m,
                            lanes_cost(m, worker, worker->low_of + p * m->chunks,
                                       worker->high_of + p * m->chunks,
                                       m->sets ? worker->set_of + p * m->of->attributes : NULL),
                            worker->rows_of[p], worker->lost[p]);
    offer_cut(m, out, cut_code(attribute, 0), cost);
}

/* ---- Two parts ------------------------------------------------------------------------------- */

static int by_key(const void *one, const void *other) {
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

/* worker->sorted: the part's tuples by position. */
static void sort_part(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                      size_t attribute) {
    uint32_t least = worker->hull.least[attribute];
    size_t range = (size_t)worker->hull.most[attribute] - least + 1;
    if (range > 4 * part.count + 64 || range > m->most_parts) {
        for (size_t i = 0; i < part.count; i++)
            worker->key[i] =
                (uint64_t)part_position(m, part.tuple[i], attribute) << 32 | part.tuple[i];
        qsort(worker->key, part.count, sizeof *worker->key, by_key);
        for (size_t i = 0; i < part.count; i++)
            worker->sorted[i] = (uint32_t)worker->key[i];
        return;
    }
    size_t *start = worker->start;
    memset(start, 0, (range + 1) * sizeof *start);
    for (size_t i = 0; i < part.count; i++)
        start[part_position(m, part.tuple[i], attribute) - least + 1]++;
    for (size_t p = 1; p <= range; p++)
        start[p] += start[p - 1];
    for (size_t i = 0; i < part.count; i++)
        worker->sorted[start[part_position(m, part.tuple[i], attribute) - least]++] = part.tuple[i];
}

static uint32_t group_of(const box_mondrian *m, uint32_t tuple, size_t attribute) {
    uint32_t p = part_position(m, tuple, attribute);
    const uint32_t *group = m->setup.division[attribute].group;
    return group ? group[p] : p;
}

/* Whether the part may be cut after worker->sorted[i]. */
static bool may_cut_after(const box_mondrian *m, const mondrian_worker *worker, size_t attribute,
                          size_t i, size_t count) {
    size_t left = i + 1, right = count - left;
    if (right == 0 ||
        (count > SMALL && (left < count / LEAST_SHARE || right < count / LEAST_SHARE)))
        return false;
    return group_of(m, worker->sorted[i], attribute) !=
           group_of(m, worker->sorted[i + 1], attribute);
}

/* Extends the box in worker->low_of[0..chunks) and so on by a tuple. */
static void extend(const box_mondrian *m, mondrian_worker *worker, uint32_t tuple) {
    const part_lanes *each = m->position + tuple * m->chunks;
    for (size_t c = 0; c < m->chunks; c++) {
        worker->low_of[c] = lanes_least(worker->low_of[c], each[c]);
        worker->high_of[c] = lanes_most(worker->high_of[c], each[c]);
    }
    for (size_t s = 0; s < m->sets; s++)
        worker->set_of[m->set_attribute[s]] |= (uint64_t)1
                                               << part_position(m, tuple, m->set_attribute[s]);
}

static void begin(const box_mondrian *m, mondrian_worker *worker, uint32_t tuple) {
    const part_lanes *each = m->position + tuple * m->chunks;
    memcpy(worker->low_of, each, m->chunks * sizeof *each);
    memcpy(worker->high_of, each, m->chunks * sizeof *each);
    for (size_t s = 0; s < m->sets; s++)
        worker->set_of[m->set_attribute[s]] = (uint64_t)1
                                              << part_position(m, tuple, m->set_attribute[s]);
}

/* cost_before[i] and rows_before[i]: of a row, and the rows, of sorted[0..i], where it may be cut.
 */
static void measure_before(const box_mondrian *m, mondrian_worker *worker, size_t attribute,
                           size_t count) {
    uint64_t rows = 0;
    begin(m, worker, worker->sorted[0]);
    for (size_t i = 0; i < count; i++) {
        extend(m, worker, worker->sorted[i]);
        rows += part_copies(m, worker->sorted[i]);
        worker->rows_before[i] = rows;
        if (may_cut_after(m, worker, attribute, i, count))
            worker->cost_before[i] =
                lanes_cost(m, worker, worker->low_of, worker->high_of, worker->set_of);
    }
}

/* The rule is only asked about cuts that are good enough to be listed. */
static void offer_two(const box_mondrian *m, mondrian_worker *worker, size_t attribute, size_t i,
                      size_t count, int64_t row_after, mondrian_cuts *out) {
    uint64_t before = worker->rows_before[i], after = worker->rows - before;
    bool blanks = m->of->blanks > 0;
    bool lost[2] = {before < m->of->k, after < m->of->k};
    if (!blanks && (lost[0] || lost[1]))
        return;
    if (m->of->rule && blanks) {
        lost[0] = !part_holds(m, worker, worker->sorted, i + 1, before);
        lost[1] = !part_holds(m, worker, worker->sorted + i + 1, count - i - 1, after);
    }
    int64_t cost =
        cost_of(m, worker->cost_before[i], before, lost[0]) + cost_of(m, row_after, after, lost[1]);
    uint32_t cut = cut_code(attribute, part_position(m, worker->sorted[i], attribute));
    size_t drop, place = find_place(out, (size_t)m->setup.beam, cut, cost, &drop);
    if (place == SIZE_MAX)
        return;
    if (m->of->rule && !blanks &&
        (!part_holds(m, worker, worker->sorted, i + 1, before) ||
         !part_holds(m, worker, worker->sorted + i + 1, count - i - 1, after)))
        return;
    list_cut(out, place, drop, cut, cost);
}

static void list_two(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                     size_t attribute, mondrian_cuts *out) {
    if (worker->hull.least[attribute] == worker->hull.most[attribute])
        return;
    sort_part(m, worker, part, attribute);
    if (!part_is_cancelled(m))
        measure_before(m, worker, attribute, part.count);
    if (part_is_cancelled(m))
        return;
    begin(m, worker, worker->sorted[part.count - 1]);
    for (size_t i = part.count - 1; i-- > 0;) {
        extend(m, worker, worker->sorted[i + 1]);
        if (may_cut_after(m, worker, attribute, i, part.count))
            offer_two(m, worker, attribute, i, part.count,
                      lanes_cost(m, worker, worker->low_of, worker->high_of, worker->set_of), out);
    }
}

/* One value of a set from the others. */
static void list_ones(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                      size_t attribute, mondrian_cuts *out) {
    uint64_t present = worker->hull.set[attribute];
    if (__builtin_popcountll(present) < 3 || m->of->rule)
        return;
    for (uint32_t p = 0; p < m->of->attribute[attribute].size && !part_is_cancelled(m); p++) {
        mondrian_divider by = {.attribute = attribute, .at = p, .one = true, .parts = 2};
        int64_t cost = 0;
        if (!(present >> p & 1) || !part_has_children(m, worker, part, &by))
            continue;
        find_hulls(m, worker, part, &by);
        for (size_t side = 0; side < 2; side++)
            cost += cost_of(m,
                            lanes_cost(m, worker, worker->low_of + side * m->chunks,
                                       worker->high_of + side * m->chunks,
                                       worker->set_of + side * m->of->attributes),
                            worker->rows_of[side], worker->lost[side]);
        offer_cut(m, out, cut_code(attribute, p + BOX_MOST_SET), cost);
    }
}

void part_list_cuts(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                    mondrian_cuts *out) {
    out->count = 0;
    for (size_t a = 0; a < m->of->attributes && !part_is_cancelled(m); a++) {
        if (m->tree[a].depths > 0) {
            list_children(m, worker, part, a, out);
            continue;
        }
        list_two(m, worker, part, a, out);
        if (m->of->attribute[a].shape == BOX_SET)
            list_ones(m, worker, part, a, out);
    }
}
