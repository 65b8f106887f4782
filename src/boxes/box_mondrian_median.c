/* The published heuristic: the attribute whose normalized range is widest is cut, at the median;
 * where that leaves too few rows on a side, the next widest (LeFevre et al. 2006, section 4). */
#include "boxes/box_mondrian_parts.h"

/* The share of the attribute's positions that the part spans. */
static double width_of(const box_mondrian *m, const mondrian_worker *worker, size_t attribute) {
    uint32_t size = m->of->attribute[attribute].size;
    uint32_t least = worker->hull.least[attribute], most = worker->hull.most[attribute];
    mondrian_divider by;
    if (size < 2 || least == most)
        return 0;
    if (m->of->attribute[attribute].shape == BOX_SET)
        return (double)(__builtin_popcountll(worker->hull.set[attribute]) - 1) / (size - 1);
    if (m->tree[attribute].depths > 0) {
        if (!divider_of_tree(m, attribute, least, most, &by))
            return 0;
        const uint16_t *above = by.row - size;
        while (least > 0 && above[least - 1] == above[most])
            least--;
        while (most + 1 < size && above[most + 1] == above[least])
            most++;
    }
    return (double)(most - least) / (size - 1);
}

/* The position of the middle row; `worker` has measured the part. */
static uint32_t median_of(const box_mondrian *m, const mondrian_worker *worker, mondrian_part part,
                          size_t attribute) {
    uint32_t least = worker->hull.least[attribute], most = worker->hull.most[attribute];
    while (least < most) {
        uint32_t middle = least + (most - least) / 2;
        uint64_t before = 0;
        for (size_t i = 0; i < part.count; i++)
            if (part_position(m, part.tuple[i], attribute) <= middle)
                before += part_copies(m, part.tuple[i]);
        if (2 * before >= worker->rows)
            most = middle;
        else
            least = middle + 1;
    }
    const uint32_t *group = m->setup.division[attribute].group;
    while (group && least < worker->hull.most[attribute] && group[least + 1] == group[least])
        least++;
    return least;
}

/* Whether the part has values of the attribute that are never published together. */
static bool is_forbidden(const box_mondrian *m, const mondrian_worker *worker, size_t attribute) {
    return box_cell_cost(m->work->costs, attribute, worker->hull.least[attribute],
                         worker->hull.most[attribute],
                         m->sets ? worker->hull.set[attribute] : 0) >= BOX_FORBIDDEN;
}

/* Nothing is left out here but where the part cannot be published as it is: then what cannot be
 * published of it after the cut either. */
static bool parts_hold(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                       const mondrian_divider *by, bool must) {
    bool hold = part_has_children(m, worker, part, by);
    for (size_t p = 0; hold && !must && p < by->parts; p++)
        hold = worker->rows_of[p] == 0 || !worker->lost[p];
    return hold;
}

/* CUT_NONE: one of the parts could not be published. */
static uint32_t try_attribute(const box_mondrian *m, mondrian_worker *worker, mondrian_part part,
                              size_t attribute, bool must) {
    mondrian_divider by;
    if (m->tree[attribute].depths > 0) {
        bool cut = divider_of_tree(m, attribute, worker->hull.least[attribute],
                                   worker->hull.most[attribute], &by) &&
                   parts_hold(m, worker, part, &by, must);
        return cut ? cut_code(attribute, 0) : CUT_NONE;
    }
    uint32_t median = median_of(m, worker, part, attribute);
    by = (mondrian_divider){.attribute = attribute, .at = median, .parts = 2};
    bool cut = median < worker->hull.most[attribute] && parts_hold(m, worker, part, &by, must);
    return cut ? cut_code(attribute, median) : CUT_NONE;
}

static uint32_t widest_cut(const box_mondrian *m, mondrian_worker *worker, mondrian_part part) {
    double limit = 2;
    for (size_t tried = 0; tried < m->of->attributes;) {
        double widest = 0;
        for (size_t a = 0; a < m->of->attributes; a++) {
            double width = width_of(m, worker, a);
            widest = width < limit && width > widest ? width : widest;
        }
        if (widest == 0)
            return CUT_NONE;
        for (size_t a = 0; a < m->of->attributes; a++) {
            if (width_of(m, worker, a) != widest)
                continue;
            uint32_t cut = try_attribute(m, worker, part, a, false);
            if (cut != CUT_NONE)
                return cut;
            tried++;
        }
        limit = widest;
    }
    return CUT_NONE;
}

uint32_t part_median_cut(const box_mondrian *m, mondrian_worker *worker, mondrian_part part) {
    uint32_t cut = widest_cut(m, worker, part);
    for (size_t a = 0; cut == CUT_NONE && m->of->blanks > 0 && a < m->of->attributes; a++)
        if (is_forbidden(m, worker, a))
            cut = try_attribute(m, worker, part, a, true);
    return cut;
}
