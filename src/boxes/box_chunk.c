#include "boxes/box_chunk.h"

#include <assert.h>
#include <string.h>

/* ---- Lists of units -------------------------------------------------------------------------- */

static void link_unit(box_chunk *in, chunk_unit unit, uint32_t cluster) {
    chunk_unit first = in->head[cluster];
    in->cluster[unit] = cluster;
    in->next[unit] = first;
    in->before[unit] = CHUNK_NONE;
    if (first != CHUNK_NONE)
        in->before[first] = unit;
    in->head[cluster] = unit;
    in->rows[cluster]++;
}

static void unlink_unit(box_chunk *in, chunk_unit unit) {
    uint32_t cluster = in->cluster[unit];
    chunk_unit before = in->before[unit], next = in->next[unit];
    if (before == CHUNK_NONE)
        in->head[cluster] = next;
    else
        in->next[before] = next;
    if (next != CHUNK_NONE)
        in->before[next] = before;
    in->rows[cluster]--;
}

void chunk_put(box_chunk *in, chunk_unit unit, uint32_t cluster) {
    link_unit(in, unit, cluster);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static spot_box box_of(const box_chunk *in, uint32_t cluster) {
    size_t at = cluster * in->of->lanes;
    return (spot_box){in->least + at, in->most + at, in->set ? in->set + at : NULL};
}

static void begin_box(const box_chunk *in, spot_box to, uint32_t spot) {
    const box_spots *of = in->of;
    const uint16_t *position = in->position + spot * of->lanes;
    memcpy(to.least, position, of->lanes * sizeof *position);
    memcpy(to.most, position, of->lanes * sizeof *position);
    for (size_t i = of->spans; to.set && i < of->used; i++)
        to.set[i] = (uint64_t)1 << position[i];
}

static void extend_box(const box_chunk *in, spot_box to, uint32_t spot) {
    const box_spots *of = in->of;
    const uint16_t *position = in->position + spot * of->lanes;
    for (size_t begin = 0; begin < of->lanes; begin += SPOT_LANES)
        for (size_t i = begin; i < begin + SPOT_LANES; i++) {
            to.least[i] = position[i] < to.least[i] ? position[i] : to.least[i];
            to.most[i] = position[i] > to.most[i] ? position[i] : to.most[i];
        }
    for (size_t i = of->spans; to.set && i < of->used; i++)
        to.set[i] |= (uint64_t)1 << position[i];
}

void chunk_fill_box(box_chunk *in, uint32_t cluster) {
    spot_box made = box_of(in, cluster);
    chunk_unit unit = in->head[cluster];
    if (unit == CHUNK_NONE) {
        in->cost[cluster] = 0;
        return;
    }
    begin_box(in, made, in->unit_spot[unit]);
    for (unit = in->next[unit]; unit != CHUNK_NONE; unit = in->next[unit])
        extend_box(in, made, in->unit_spot[unit]);
    in->cost[cluster] = spot_box_cost(in->of, made.least, made.most, made.set);
}

/* Lanes between two looks at whether the cost is enough. */
#define LANES_AT_ONCE 6

int64_t chunk_cost_with(const box_chunk *in, uint32_t cluster, uint32_t spot, int64_t enough) {
    const box_spots *of = in->of;
    const uint16_t *position = in->position + spot * of->lanes;
    const uint16_t *least = in->least + cluster * of->lanes;
    const uint16_t *most = in->most + cluster * of->lanes;
    int64_t sum = 0;
    for (size_t i = 0; i < of->spans;) {
        size_t end = i + LANES_AT_ONCE < of->spans ? i + LANES_AT_ONCE : of->spans;
        for (; i < end; i++)
            sum += spot_lane_cost(&of->lane[i], position[i] < least[i] ? position[i] : least[i],
                                  position[i] > most[i] ? position[i] : most[i]);
        if (sum >= enough)
            return sum;
    }
    for (size_t i = of->spans; in->set && i < of->used; i++)
        sum += of->lane[i].of_count[__builtin_popcountll(in->set[cluster * of->lanes + i] |
                                                         (uint64_t)1 << position[i])];
    return sum;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

void chunk_begin(box_chunk *in) {
    in->move++;
    in->change = 0;
    in->saved_count = 0;
    in->step_count = 0;
}

static void save(box_chunk *in, uint32_t cluster) {
    if (in->saved_mark[cluster] == in->move)
        return;
    size_t lanes = in->of->lanes, at = in->saved_count++;
    spot_box now = box_of(in, cluster);
    in->saved_mark[cluster] = in->move;
    in->saved[at] = (chunk_saved){cluster, in->rows[cluster], in->cost[cluster]};
    memcpy(in->saved_boxes + 2 * at * lanes, now.least, lanes * sizeof *now.least);
    memcpy(in->saved_boxes + (2 * at + 1) * lanes, now.most, lanes * sizeof *now.most);
    if (in->set)
        memcpy(in->saved_sets + at * lanes, now.set, lanes * sizeof *now.set);
}

static void restore(box_chunk *in, size_t at) {
    size_t lanes = in->of->lanes;
    uint32_t cluster = in->saved[at].cluster;
    spot_box now = box_of(in, cluster);
    if (in->saved[at].rows == 0 && cluster != CHUNK_BLANKS)
        in->spare[in->spares++] = cluster;
    in->cost[cluster] = in->saved[at].cost;
    memcpy(now.least, in->saved_boxes + 2 * at * lanes, lanes * sizeof *now.least);
    memcpy(now.most, in->saved_boxes + (2 * at + 1) * lanes, lanes * sizeof *now.most);
    if (in->set)
        memcpy(now.set, in->saved_sets + at * lanes, lanes * sizeof *now.set);
}

void chunk_undo(box_chunk *in) {
    while (in->step_count > 0) {
        chunk_step step = in->steps[--in->step_count];
        unlink_unit(in, step.unit);
        link_unit(in, step.unit, step.from);
    }
    for (size_t i = 0; i < in->saved_count; i++) {
        assert(in->rows[in->saved[i].cluster] == in->saved[i].rows);
        restore(in, i);
    }
}

void chunk_keep(box_chunk *in) {
    for (size_t i = 0; i < in->saved_count; i++) {
        uint32_t cluster = in->saved[i].cluster;
        if (in->rows[cluster] == 0 && cluster != CHUNK_BLANKS)
            in->spare[in->spares++] = cluster;
    }
}

uint32_t chunk_found(box_chunk *in) {
    uint32_t cluster = in->spare[--in->spares];
    assert(in->rows[cluster] == 0);
    save(in, cluster);
    return cluster;
}

void chunk_move(box_chunk *in, chunk_unit unit, uint32_t to) {
    uint32_t from = in->cluster[unit], spot = in->unit_spot[unit];
    save(in, from);
    save(in, to);
    in->steps[in->step_count++] = (chunk_step){unit, from};
    in->change -= in->cost[from] + in->rows[to] * in->cost[to];
    unlink_unit(in, unit);
    if (to != CHUNK_BLANKS) {
        spot_box hull = box_of(in, to);
        if (in->rows[to] == 0)
            begin_box(in, hull, spot);
        else
            extend_box(in, hull, spot);
        in->cost[to] = spot_box_cost(in->of, hull.least, hull.most, hull.set);
    }
    link_unit(in, unit, to);
    in->change += in->rows[to] * in->cost[to];
}

void chunk_shrink(box_chunk *in, uint32_t cluster) {
    if (cluster == CHUNK_BLANKS)
        return;
    in->change -= in->rows[cluster] * in->cost[cluster];
    chunk_fill_box(in, cluster);
    in->change += in->rows[cluster] * in->cost[cluster];
}

/* ---- Holding --------------------------------------------------------------------------------- */

bool chunk_holds(box_chunk *in, uint32_t cluster) {
    const box_table *table = in->of->work->of;
    if (cluster == CHUNK_BLANKS)
        return in->rows[cluster] <= in->blanks;
    if (in->rows[cluster] < in->k)
        return false;
    if (!table->rule)
        return true;
    size_t count = 0;
    for (chunk_unit unit = in->head[cluster]; unit != CHUNK_NONE; unit = in->next[unit])
        in->tuples[count++] = in->unit_tuple[unit];
    return table->rule(table->rule_context, in->tuples, count, in->worker);
}

bool chunk_changed_hold(box_chunk *in) {
    for (size_t i = 0; i < in->saved_count; i++) {
        uint32_t cluster = in->saved[i].cluster;
        bool forbidden = cluster != CHUNK_BLANKS && in->cost[cluster] >= BOX_FORBIDDEN;
        if (in->rows[cluster] > 0 && (forbidden || !chunk_holds(in, cluster)))
            return false;
    }
    return true;
}
