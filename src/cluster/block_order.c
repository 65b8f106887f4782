#include "cluster/block_order.h"

#include "base/hash.h"
#include "cluster/sort.h"

#include <assert.h>

#define SAMPLE 128
#define DEPTH 64

/* ---- Selection ----------------------------------------------------------------------------- */

static neighbour middle_of_three(neighbour one, neighbour two, neighbour three) {
    neighbour items[3] = {one, two, three};
    sort_small(items, 3, neighbour_nearer);
    return items[1];
}

/* Random, so that no order of the rows is a bad case. */
static neighbour choose_pivot(const neighbour *items, size_t count) {
    uint64_t draw = hash_mix(count);
    return middle_of_three(items[draw % count], items[hash_mix(draw) % count], items[count / 2]);
}

/* Puts the `front` nearest first. Rows differ, so no two items are equal. */
static void select_front(neighbour *items, size_t count, size_t front) {
    assert(front <= count);
    while (count > SORT_SMALL) {
        neighbour pivot = choose_pivot(items, count);
        size_t low = 0, high = count - 1;
        for (;;) {
            while (neighbour_nearer(items[low], pivot))
                low++;
            while (neighbour_nearer(pivot, items[high]))
                high--;
            if (low >= high)
                break;
            neighbour swapped = items[low];
            items[low++] = items[high];
            items[high--] = swapped;
        }
        /* What is before `low` is at most the pivot, what is from it on at least. */
        if (front <= low) {
            count = low;
        } else {
            items += low;
            count -= low;
            front -= low;
        }
    }
    sort_small(items, count, neighbour_nearer);
}

/* ---- Halving ------------------------------------------------------------------------------- */

static double spread_of(const double *column, const neighbour *items, size_t count) {
    size_t step = count / SAMPLE + 1;
    double taken = 0, mean = 0, squares = 0;
    for (size_t i = 0; i < count; i += step) {
        double difference = column[items[i].row] - mean;
        mean += difference / ++taken;
        squares += difference * (column[items[i].row] - mean);
    }
    return squares;
}

static const double *widest_column(const points *of, const neighbour *items, size_t count) {
    const double *widest = of->column[0];
    double most = -1;
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double spread = spread_of(of->column[dimension], items, count);
        if (spread > most) {
            most = spread;
            widest = of->column[dimension];
        }
    }
    return widest;
}

static void set_keys(const points *of, neighbour *items, size_t count) {
    const double *column = widest_column(of, items, count);
    for (size_t i = 0; i < count; i++)
        items[i].distance = column[items[i].row];
}

/* Of the largest unit that fits more than once. */
static size_t front_half(const size_t *units, size_t count) {
    while (count <= *units)
        units++;
    size_t parts = count / *units + (count % *units > 0);
    return parts / 2 * *units;
}

void block_order(uint32_t *rows, size_t count, const points *of, const size_t *units,
                 size_t smallest, neighbour *room) {
    struct {
        size_t first, count;
    } waiting[DEPTH];
    size_t depth = 0;
    for (size_t i = 0; i < count; i++)
        room[i].row = rows[i];
    waiting[depth].first = 0;
    waiting[depth++].count = count;
    while (depth > 0) {
        neighbour *items = room + waiting[--depth].first;
        size_t some = waiting[depth].count, first = waiting[depth].first;
        if (some <= smallest)
            continue;
        size_t front = front_half(units, some);
        set_keys(of, items, some);
        select_front(items, some, front);
        waiting[depth].first = first;
        waiting[depth++].count = front;
        waiting[depth].first = first + front;
        waiting[depth++].count = some - front;
    }
    for (size_t i = 0; i < count; i++)
        rows[i] = room[i].row;
}
