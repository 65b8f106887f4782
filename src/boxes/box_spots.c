#include "boxes/box_spots.h"

#include <string.h>

#define NEAR_LEAST 24
#define NEAR_MOST 96
/* Where there are very many tuples, they lie close to each other, and memory counts. */
#define MANY_TUPLES 300000
#define NEAR_OF_MANY 16
#define TOO_MANY_TUPLES 3000000
#define NEAR_OF_TOO_MANY 8

/* ---- Lanes ----------------------------------------------------------------------------------- */

static bool has_table(const box_work *work, size_t attribute) {
    return work->costs->span[attribute] != NULL;
}

static bool is_set(const box_work *work, size_t attribute) {
    return work->of->attribute[attribute].shape == BOX_SET;
}

/* Tables first, then other spans, then sets; each in the order's order. */
static void choose_lanes(box_spots *out) {
    const box_work *work = out->work;
    size_t lane = 0;
    for (int kind = 0; kind < 3; kind++) {
        for (size_t i = 0; i < out->used; i++) {
            size_t a = out->order.attribute[i];
            int of_kind = is_set(work, a) ? 2 : has_table(work, a) ? 0 : 1;
            if (of_kind != kind)
                continue;
            const box_attribute *of = &work->of->attribute[a];
            out->lane[lane] = (spot_lane){
                .span = work->costs->span[a],
                .of_count = of->of_count,
                .of = of,
                .size = of->size,
                .attribute = a,
            };
            out->trie_lane[i] = lane++;
        }
        if (kind == 0)
            out->tabled = lane;
        if (kind == 1)
            out->spans = lane;
    }
}

/* ---- Spots ----------------------------------------------------------------------------------- */

static bool same_spot(const box_table *of, uint32_t one, uint32_t other) {
    size_t bytes = of->attributes * sizeof *of->position;
    return memcmp(of->position + one * of->attributes, of->position + other * of->attributes,
                  bytes) == 0;
}

static bool make_spots(box_spots *out) {
    const box_table *of = out->work->of;
    const uint32_t *tuple = out->order.tuple;
    for (size_t i = 0; i < of->tuples; i++)
        out->count += i == 0 || !same_spot(of, tuple[i - 1], tuple[i]);
    out->position = arena_zero(&out->memory, out->count * out->lanes, sizeof *out->position);
    out->begin = arena_new(&out->memory, out->count + 1, sizeof *out->begin);
    out->rows = arena_zero(&out->memory, out->count, sizeof *out->rows);
    out->spot_of = arena_new(&out->memory, of->tuples, sizeof *out->spot_of);
    if (!out->position || !out->begin || !out->rows || !out->spot_of)
        return false;
    size_t spot = 0;
    for (size_t i = 0; i < of->tuples; i++) {
        if (i == 0 || !same_spot(of, tuple[i - 1], tuple[i])) {
            uint16_t *position = out->position + spot * out->lanes;
            for (size_t lane = 0; lane < out->used; lane++)
                position[lane] =
                    (uint16_t)of->position[tuple[i] * of->attributes + out->lane[lane].attribute];
            out->begin[spot++] = (uint32_t)i;
        }
        out->spot_of[tuple[i]] = (uint32_t)spot - 1;
        out->rows[spot - 1] += of->count ? of->count[tuple[i]] : 1;
    }
    out->begin[spot] = (uint32_t)of->tuples;
    return true;
}

static size_t near_spots(const box_work *work) {
    size_t near = 3 * (size_t)work->of->k + 2;
    if (work->of->tuples > TOO_MANY_TUPLES)
        return NEAR_OF_TOO_MANY;
    if (work->of->tuples > MANY_TUPLES)
        return NEAR_OF_MANY;
    return near < NEAR_LEAST ? NEAR_LEAST : near > NEAR_MOST ? NEAR_MOST : near;
}

shoal_status box_spots_open(box_spots *out, const box_work *work, shoal_error *error) {
    *out = (box_spots){.work = work, .used = work->of->attributes};
    out->lanes = (out->used + SPOT_LANES - 1) / SPOT_LANES * SPOT_LANES;
    STATUS_TRY(box_order_open(&out->order, work, error));
    out->lane = arena_new(&out->memory, out->used, sizeof *out->lane);
    out->trie_lane = arena_new(&out->memory, out->used, sizeof *out->trie_lane);
    if (!out->lane || !out->trie_lane)
        return status_no_memory(error);
    choose_lanes(out);
    if (!make_spots(out))
        return status_no_memory(error);
    return box_spots_find_near(out, near_spots(work), error);
}

shoal_status box_spots_find(const box_spots **out, box_spots *room, const box_work *work,
                            shoal_error *error) {
    *room = (box_spots){0};
    *out = work->spots ? work->spots : room;
    return work->spots ? SHOAL_OK : box_spots_open(room, work, error);
}

void box_spots_close(box_spots *made) {
    box_order_close(&made->order);
    arena_free(&made->memory);
    *made = (box_spots){0};
}

int64_t spot_distance(const box_spots *of, size_t one, size_t other) {
    const uint16_t *first = of->position + one * of->lanes,
                   *second = of->position + other * of->lanes;
    int64_t sum = 0;
    for (size_t i = 0; i < of->spans; i++)
        sum += first[i] < second[i] ? spot_lane_cost(&of->lane[i], first[i], second[i])
                                    : spot_lane_cost(&of->lane[i], second[i], first[i]);
    for (size_t i = of->spans; i < of->used; i++)
        sum += of->lane[i].of_count[first[i] == second[i] ? 1 : 2];
    return sum;
}
