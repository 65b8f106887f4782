#include "boxes/box_order.h"

#include <stdlib.h>
#include <string.h>

size_t box_order_room(const box_table *of) {
    size_t most = 1;
    for (size_t a = 0; a < of->attributes; a++)
        most = of->attribute[a].size > most ? of->attribute[a].size : most;
    return most + 1;
}

static uint16_t position_of(const box_table *of, size_t attribute, const uint32_t *tuple_of,
                            uint32_t item) {
    size_t tuple = tuple_of ? tuple_of[item] : item;
    return of->position[tuple * of->attributes + attribute];
}

/* By counting, least significant attribute first. */
static void sort_by(const box_table *of, size_t attribute, const uint32_t *from, uint32_t *to,
                    size_t items, const uint32_t *tuple_of, uint32_t *begin) {
    memset(begin, 0, ((size_t)of->attribute[attribute].size + 1) * sizeof *begin);
    for (size_t i = 0; i < items; i++)
        begin[position_of(of, attribute, tuple_of, from[i]) + 1]++;
    for (uint32_t p = 0; p < of->attribute[attribute].size; p++)
        begin[p + 1] += begin[p];
    for (size_t i = 0; i < items; i++)
        to[begin[position_of(of, attribute, tuple_of, from[i])]++] = from[i];
}

void box_order_sort(const box_table *of, const size_t *attributes, size_t count, uint32_t *item,
                    uint32_t *spare, size_t items, const uint32_t *tuple_of, uint32_t *room) {
    uint32_t *from = item, *to = spare;
    for (size_t i = count; i-- > 0;) {
        sort_by(of, attributes[i], from, to, items, tuple_of, room);
        uint32_t *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != item)
        memcpy(item, from, items * sizeof *item);
}

/* ---- Which attribute comes first ------------------------------------------------------------- */

typedef struct ranked_attribute {
    double step; /* what neighbours cost, on average over pairs of rows */
    size_t attribute;
} ranked_attribute;

static int dearest_first(const void *one, const void *other) {
    const ranked_attribute *first = one, *second = other;
    if (first->step != second->step)
        return first->step > second->step ? -1 : 1;
    return (first->attribute > second->attribute) - (first->attribute < second->attribute);
}

static box_cost pair_cost(const box_costs *costs, size_t attribute, uint32_t one, uint32_t other) {
    uint32_t least = one < other ? one : other, most = one < other ? other : one;
    uint64_t set = (uint64_t)1 << one % BOX_MOST_SET | (uint64_t)1 << other % BOX_MOST_SET;
    return box_cell_cost(costs, attribute, least, most, set);
}

/* The mean cost of a pair of neighbouring positions that occur, more than of a single one. */
static double first_step(const box_costs *costs, size_t attribute, const uint8_t *occurs) {
    const box_attribute *of = &costs->of->attribute[attribute];
    double sum = 0;
    size_t steps = 0;
    uint32_t before = of->size;
    for (uint32_t p = 0; p < of->size; p++) {
        if (!occurs[p])
            continue;
        if (before < of->size) {
            sum += (double)pair_cost(costs, attribute, before, p) -
                   (double)pair_cost(costs, attribute, p, p);
            steps++;
        }
        before = p;
    }
    return steps > 0 ? sum / (double)steps : 0;
}

static shoal_status rank_attributes(box_order *out, const box_work *work, shoal_error *error) {
    const box_table *of = work->of;
    ranked_attribute *ranked = memory_new(of->attributes, sizeof *ranked);
    uint8_t *occurs = memory_new(box_order_room(of), 1);
    bool fine = ranked && occurs;
    for (size_t a = 0; fine && a < of->attributes; a++) {
        memset(occurs, 0, of->attribute[a].size);
        for (size_t t = 0; t < of->tuples; t++)
            occurs[of->position[t * of->attributes + a]] = 1;
        ranked[a] = (ranked_attribute){first_step(work->costs, a, occurs), a};
    }
    if (fine)
        qsort(ranked, of->attributes, sizeof *ranked, dearest_first);
    for (size_t a = 0; fine && a < of->attributes; a++)
        out->attribute[a] = ranked[a].attribute;
    memory_free(ranked);
    memory_free(occurs);
    return fine ? SHOAL_OK : status_no_memory(error);
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* part[p] numbers the stretches of positions that may be in one cell: costs never fall as boxes
 * grow, so that what must not be crossed once must never be. */
static bool find_parts(const box_costs *costs, size_t attribute, uint32_t *part) {
    const box_attribute *of = &costs->of->attribute[attribute];
    part[0] = 0;
    for (uint32_t p = 1; p < of->size; p++)
        part[p] = part[p - 1] + (pair_cost(costs, attribute, p - 1, p) >= BOX_FORBIDDEN);
    return part[of->size - 1] > 0;
}

/* Sorts by block as far as it is known, then by the parts of one more attribute. */
static void divide(box_order *out, const box_table *of, size_t attribute, const uint32_t *part,
                   uint32_t *spare, uint32_t *begin) {
    const uint16_t *position = of->position + attribute;
    uint32_t parts = part[of->attribute[attribute].size - 1] + 1;
    /* Stable by part first, then by block: radix sort with two digits. */
    memset(begin, 0, ((size_t)parts + 1) * sizeof *begin);
    for (size_t i = 0; i < of->tuples; i++)
        begin[part[position[out->tuple[i] * of->attributes]] + 1]++;
    for (uint32_t p = 0; p < parts; p++)
        begin[p + 1] += begin[p];
    for (size_t i = 0; i < of->tuples; i++)
        spare[begin[part[position[out->tuple[i] * of->attributes]]]++] = out->tuple[i];
    memcpy(out->tuple, spare, of->tuples * sizeof *spare);
}

static bool same_block(const box_table *of, uint32_t *const *part, uint32_t one, uint32_t other) {
    for (size_t a = 0; a < of->attributes; a++)
        if (part[a] && part[a][of->position[one * of->attributes + a]] !=
                           part[a][of->position[other * of->attributes + a]])
            return false;
    return true;
}

static void number_blocks(box_order *out, const box_table *of, uint32_t *const *part) {
    out->blocks = 0;
    for (size_t i = 0; i < of->tuples; i++) {
        if (i == 0 || !same_block(of, part, out->tuple[i - 1], out->tuple[i]))
            out->blocks++;
        out->block[out->tuple[i]] = (uint32_t)out->blocks - 1;
    }
}

static shoal_status sort_all(box_order *out, const box_work *work, arena *scratch,
                             shoal_error *error) {
    const box_table *of = work->of;
    uint32_t *spare = arena_new(scratch, of->tuples, sizeof *spare);
    uint32_t *room = arena_new(scratch, box_order_room(of) + 1, sizeof *room);
    uint32_t **part = arena_zero(scratch, of->attributes, sizeof *part);
    if (!spare || !room || !part)
        return status_no_memory(error);
    for (size_t t = 0; t < of->tuples; t++)
        out->tuple[t] = (uint32_t)t;
    box_order_sort(of, out->attribute, of->attributes, out->tuple, spare, of->tuples, NULL, room);
    for (size_t a = 0; a < of->attributes; a++) {
        uint32_t *parts = arena_new(scratch, of->attribute[a].size, sizeof *parts);
        if (!parts)
            return status_no_memory(error);
        if (find_parts(work->costs, a, parts)) {
            part[a] = parts;
            divide(out, of, a, parts, spare, room);
        }
    }
    number_blocks(out, of, part);
    return SHOAL_OK;
}

shoal_status box_order_open(box_order *out, const box_work *work, shoal_error *error) {
    const box_table *of = work->of;
    arena scratch = {0};
    *out = (box_order){0};
    out->attribute = arena_new(&out->memory, of->attributes, sizeof *out->attribute);
    out->tuple = arena_new(&out->memory, of->tuples, sizeof *out->tuple);
    out->block = arena_new(&out->memory, of->tuples, sizeof *out->block);
    if (!out->attribute || !out->tuple || !out->block)
        return status_no_memory(error);
    STATUS_TRY(rank_attributes(out, work, error));
    shoal_status status = sort_all(out, work, &scratch, error);
    arena_free(&scratch);
    return status;
}

void box_order_close(box_order *made) {
    arena_free(&made->memory);
    *made = (box_order){0};
}
