#include "boxes/box_ascent.h"

/* Shortest ways back that a box takes before its values are cut off at its cost. */
#define WAYS_BACK 8

/* No value falls below, so that it fits. */
#define LEAST_VALUE (-((int32_t)1 << 29))

/* The k largest values of a box. */
typedef struct ascent_top {
    int64_t sum;
    size_t tuples;   /* the first members, of which the last ... */
    uint64_t copies; /* ... has so many copies among them */
} ascent_top;

static uint64_t copies_of(const box_ascent *in, uint32_t tuple) {
    return in->of->count ? in->of->count[tuple] : 1;
}

/* ---- One box --------------------------------------------------------------------------------- */

static void insert_by_value(const int32_t *value, uint32_t *member, size_t count, size_t gap) {
    for (size_t i = gap; i < count; i++) {
        uint32_t moved = member[i];
        int32_t own = value[moved];
        size_t j = i;
        for (; j >= gap && value[member[j - gap]] < own; j -= gap)
            member[j] = member[j - gap];
        member[j] = moved;
    }
}

/* By falling value. Members stay in the order of the last time, so that little is out of place. */
static void sort_members(const int32_t *value, uint32_t *member, size_t count) {
    if (count > 256)
        insert_by_value(value, member, count, 57);
    if (count > 64)
        insert_by_value(value, member, count, 10);
    insert_by_value(value, member, count, 1);
}

static ascent_top find_top(const box_ascent *in, uint32_t *member, size_t count) {
    uint64_t rows = in->of->k;
    ascent_top top = {0};
    sort_members(in->value, member, count);
    while (rows > 0 && top.tuples < count) {
        uint64_t copies = copies_of(in, member[top.tuples]);
        top.copies = copies < rows ? copies : rows;
        top.sum += (int64_t)top.copies * in->value[member[top.tuples++]];
        rows -= top.copies;
    }
    return top;
}

static void lower_value(const box_ascent *in, uint32_t tuple, int32_t by) {
    int32_t value = in->value[tuple];
    in->value[tuple] = value - LEAST_VALUE > by ? value - by : LEAST_VALUE;
}

/* Lowers the k largest by the same amount; a tuple of which only some copies are among them by that
 * share of it. In rows that is the direction in which the sum falls fastest. */
static void lower_top(const box_ascent *in, const uint32_t *member, const ascent_top *top,
                      int64_t excess) {
    uint64_t last = copies_of(in, member[top->tuples - 1]);
    double share = (double)top->copies / (double)last;
    double rows = (double)(in->of->k - top->copies) + share * (double)top->copies;
    int32_t lower = (int32_t)((double)excess / rows) + 1;
    for (size_t i = 0; i + 1 < top->tuples; i++)
        lower_value(in, member[i], lower);
    lower_value(in, member[top->tuples - 1], (int32_t)(share * (double)lower) + 1);
}

static void cut_off(const box_ascent *in, const uint32_t *member, const ascent_top *top,
                    int32_t cost) {
    for (size_t i = 0; i < top->tuples; i++)
        if (in->value[member[i]] > cost)
            in->value[member[i]] = cost;
}

/* Makes a box hold. What the k largest are changes on the way. Returns the members looked at. */
static uint64_t settle_box(box_ascent *used, size_t number) {
    size_t first = used->boxes.first[number], count = used->boxes.first[number + 1] - first;
    uint32_t *member = used->boxes.member + first;
    int64_t most = used->boxes.cost[number] * (int64_t)used->of->k;
    for (uint64_t ways = 1;; ways++) {
        ascent_top top = find_top(used, member, count);
        if (top.sum <= most) {
            used->wake[number] = used->raised + (most - top.sum) / (int64_t)used->of->k;
            return ways * count;
        }
        if (ways <= WAYS_BACK)
            lower_top(used, member, &top, top.sum - most);
        else
            cut_off(used, member, &top, used->boxes.cost[number]);
    }
}

/* ---- All boxes ------------------------------------------------------------------------------- */

shoal_status box_ascent_take(box_ascent *used, box_family *boxes, shoal_error *error) {
    int64_t *wake = memory_new(boxes->boxes, sizeof *wake);
    if (!wake) {
        box_family_free(boxes);
        return status_no_memory(error);
    }
    box_family_free(&used->boxes);
    memory_free(used->wake);
    used->boxes = *boxes;
    used->wake = wake;
    used->raised = 0;
    for (size_t b = 0; b < boxes->boxes; b++)
        wake[b] = -1;
    *boxes = (box_family){0};
    return SHOAL_OK;
}

uint64_t box_ascent_sweep(box_ascent *used, int32_t step) {
    size_t boxes = used->boxes.boxes;
    uint64_t seen = used->of->tuples;
    for (size_t t = 0; t < used->of->tuples; t++) {
        int64_t more = (int64_t)used->value[t] + step;
        used->value[t] = more < used->ceiling[t] ? (int32_t)more : used->ceiling[t];
    }
    used->raised += step;
    for (size_t i = 0; i < boxes; i++) {
        size_t number = used->backward ? boxes - 1 - i : i;
        if (used->wake[number] < used->raised)
            seen += settle_box(used, number);
    }
    used->backward = !used->backward;
    return seen + boxes / 16;
}

int64_t box_ascent_sum(const box_ascent *used) {
    int64_t sum = 0;
    for (size_t t = 0; t < used->of->tuples; t++)
        sum += (int64_t)copies_of(used, (uint32_t)t) * used->value[t];
    return sum;
}

void box_ascent_free(box_ascent *used) {
    box_family_free(&used->boxes);
    memory_free(used->wake);
    memory_free(used->ceiling);
    memory_free(used->value);
    *used = (box_ascent){0};
}
