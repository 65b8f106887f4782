#include "boxes/box_growth.h"

#include <string.h>

/* With a rule a cluster may need more than k rows: up to so many times as many. */
#define MOST_OF_K 4

static size_t most_units(const box_spots *of) {
    size_t k = (size_t)of->work->of->k;
    return of->work->of->rule ? MOST_OF_K * k : k;
}

bool chunk_growth_open(chunk_growth *out, const box_spots *of, size_t units, size_t near,
                       arena *memory) {
    size_t most = most_units(of);
    *out = (chunk_growth){0};
    out->unit = arena_new(memory, most, sizeof *out->unit);
    out->from = arena_new(memory, most, sizeof *out->from);
    out->lost = arena_new(memory, most, sizeof *out->lost);
    out->spots = arena_new(memory, near + 1, sizeof *out->spots);
    out->taken = arena_zero(memory, units, sizeof *out->taken);
    out->least = arena_new(memory, of->lanes, sizeof *out->least);
    out->most = arena_new(memory, of->lanes, sizeof *out->most);
    out->set = arena_new(memory, of->lanes, sizeof *out->set);
    return out->unit && out->from && out->lost && out->spots && out->taken && out->least &&
           out->most && out->set;
}

/* ---- The box --------------------------------------------------------------------------------- */

static void begin_box(chunk_growth *out, const box_chunk *in, uint32_t spot) {
    const box_spots *of = in->of;
    const uint16_t *position = in->position + spot * of->lanes;
    memcpy(out->least, position, of->lanes * sizeof *position);
    memcpy(out->most, position, of->lanes * sizeof *position);
    for (size_t i = of->spans; i < of->used; i++)
        out->set[i] = (uint64_t)1 << position[i];
}

static void extend_box(chunk_growth *out, const box_chunk *in, uint32_t spot) {
    const box_spots *of = in->of;
    const uint16_t *position = in->position + spot * of->lanes;
    for (size_t i = 0; i < of->lanes; i++) {
        out->least[i] = position[i] < out->least[i] ? position[i] : out->least[i];
        out->most[i] = position[i] > out->most[i] ? position[i] : out->most[i];
    }
    for (size_t i = of->spans; i < of->used; i++)
        out->set[i] |= (uint64_t)1 << position[i];
}

/* The cost with one more spot. */
static int64_t cost_with(const chunk_growth *out, const box_chunk *in, uint32_t spot) {
    const box_spots *of = in->of;
    const uint16_t *position = in->position + spot * of->lanes;
    int64_t sum = 0;
    for (size_t i = 0; i < of->spans; i++)
        sum +=
            spot_lane_cost(&of->lane[i], position[i] < out->least[i] ? position[i] : out->least[i],
                           position[i] > out->most[i] ? position[i] : out->most[i]);
    for (size_t i = of->spans; i < of->used; i++)
        sum += of->lane[i].of_count[__builtin_popcountll(out->set[i] | (uint64_t)1 << position[i])];
    return sum;
}

/* ---- Units ----------------------------------------------------------------------------------- */

/* The unit of the spot that costs most, of those not taken. */
static void choose_unit(growth_spot *at, const chunk_growth *out, const box_chunk *in) {
    at->unit = CHUNK_NONE;
    at->now = -1;
    for (chunk_unit unit = in->unit_begin[at->spot]; unit < in->unit_begin[at->spot + 1]; unit++) {
        int64_t now = in->cost[in->cluster[unit]];
        if (now > at->now && out->taken[unit] != out->number) {
            at->unit = unit;
            at->now = now;
        }
    }
}

static void take(chunk_growth *out, const box_chunk *in, chunk_unit unit) {
    uint32_t cluster = in->cluster[unit];
    out->taken[unit] = out->number;
    out->unit[out->count++] = unit;
    for (size_t i = 0; i < out->torn; i++)
        if (out->from[i] == cluster) {
            out->lost[i]++;
            return;
        }
    out->from[out->torn] = cluster;
    out->lost[out->torn++] = 1;
}

static void list_spots(chunk_growth *out, const box_chunk *in, uint32_t spot) {
    out->spot_count = 0;
    out->spots[out->spot_count++] = (growth_spot){.spot = spot};
    for (uint32_t i = in->near_begin[spot]; i < in->near_begin[spot + 1]; i++)
        out->spots[out->spot_count++] =
            (growth_spot){.spot = in->near[i].spot, .distance = in->near[i].distance};
    for (size_t i = 0; i < out->spot_count; i++)
        choose_unit(&out->spots[i], out, in);
}

/* ---- Growing --------------------------------------------------------------------------------- */

/* What it is worth to take the unit: what it costs now; less where its cluster would be torn, and
 * more where it is already, since what is left must find another place. */
static int64_t worth(const growth_spot *at, const chunk_growth *out, const box_chunk *in) {
    uint32_t cluster = in->cluster[at->unit];
    if (cluster == CHUNK_BLANKS || in->rows[cluster] > in->k)
        return at->now;
    for (size_t i = 0; i < out->torn; i++)
        if (out->from[i] == cluster)
            return at->now + in->usual;
    return at->now - in->usual;
}

/* Adds the best unit to `count` units whose box costs *cost. */
static bool grow_once(chunk_growth *out, const box_chunk *in, int64_t *cost) {
    int64_t count = (int64_t)out->count, best = INT64_MAX, best_cost = 0;
    growth_spot *chosen = NULL;
    for (size_t i = 0; i < out->spot_count; i++) {
        growth_spot *at = &out->spots[i];
        if (at->unit == CHUNK_NONE)
            continue;
        int64_t least = at->distance > *cost ? at->distance : *cost;
        int64_t value = worth(at, out, in);
        if ((count + 1) * least - value >= best)
            continue;
        int64_t with = cost_with(out, in, at->spot);
        if ((count + 1) * with - value < best) {
            best = (count + 1) * with - value;
            best_cost = with;
            chosen = at;
        }
    }
    if (!chosen)
        return false;
    out->change += (count + 1) * best_cost - count * *cost - chosen->now;
    *cost = best_cost;
    take(out, in, chosen->unit);
    extend_box(out, in, chosen->spot);
    choose_unit(chosen, out, in);
    return true;
}

static bool keeps_rule(const chunk_growth *out, box_chunk *in) {
    const box_table *table = in->of->work->of;
    if (!table->rule)
        return true;
    for (size_t i = 0; i < out->count; i++)
        in->tuples[i] = in->unit_tuple[out->unit[i]];
    return table->rule(table->rule_context, in->tuples, out->count, in->worker);
}

bool chunk_grow(chunk_growth *out, box_chunk *in, chunk_unit first) {
    uint32_t spot = in->unit_spot[first];
    size_t most = most_units(in->of);
    out->number++;
    out->count = out->torn = 0;
    take(out, in, first);
    begin_box(out, in, spot);
    int64_t cost = spot_box_cost(in->of, out->least, out->most, out->set);
    out->change = cost - in->cost[in->cluster[first]];
    list_spots(out, in, spot);
    while (out->count < in->k || !keeps_rule(out, in))
        if (out->count == most || !grow_once(out, in, &cost))
            return false;
    out->still = 0;
    for (size_t i = 0; i < out->torn; i++)
        if (out->from[i] != CHUNK_BLANKS)
            out->still += (in->rows[out->from[i]] - out->lost[i]) * in->cost[out->from[i]];
    return true;
}
