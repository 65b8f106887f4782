#include "cluster/block_order.h"

#include "base/hash.h"
#include "cluster/sort.h"

#define SAMPLE 128
#define DEPTH 64

static double squared_distance(const points *of, uint32_t row, const double *query) {
    double sum = 0;
    for (size_t dimension = 0; dimension < of->dimensions; dimension++) {
        double difference = of->column[dimension][row] - query[dimension];
        sum += difference * difference;
    }
    return sum;
}

/* ---- Selection ----------------------------------------------------------------------------- */

static neighbour middle_of_three(neighbour one, neighbour two, neighbour three) {
    neighbour items[3] = {one, two, three};
    sort_small(items, 3, neighbour_nearer);
    return items[1];
}

/* Drawn, so that no order of the rows is a bad one. */
static neighbour choose_pivot(const neighbour *items, size_t count) {
    uint64_t draw = hash_mix(count);
    return middle_of_three(items[draw % count], items[hash_mix(draw) % count], items[count / 2]);
}

/* Puts the `front` nearest first. Rows differ, so that no two items are equal. */
static void select_front(neighbour *items, size_t count, size_t front) {
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

static void set_keys(const block_ordering *how, neighbour *items, size_t count) {
    if (how->centre && count > how->group) {
        for (size_t i = 0; i < count; i++)
            items[i].distance = -squared_distance(how->of, items[i].row, how->centre);
        return;
    }
    const double *column = widest_column(how->of, items, count);
    for (size_t i = 0; i < count; i++)
        items[i].distance = column[items[i].row];
}

static size_t front_half(const block_ordering *how, size_t count) {
    size_t unit = count > how->group ? how->group : how->block;
    size_t units = count / unit + (count % unit > 0);
    return units / 2 * unit;
}

void block_order(const block_ordering *how, uint32_t *rows, size_t count) {
    struct {
        size_t first, count;
    } waiting[DEPTH];
    size_t depth = 0;
    for (size_t i = 0; i < count; i++)
        how->room[i].row = rows[i];
    waiting[depth].first = 0;
    waiting[depth++].count = count;
    while (depth > 0) {
        neighbour *items = how->room + waiting[--depth].first;
        size_t some = waiting[depth].count, first = waiting[depth].first;
        if (some <= how->block)
            continue;
        size_t front = front_half(how, some);
        set_keys(how, items, some);
        select_front(items, some, front);
        waiting[depth].first = first;
        waiting[depth++].count = front;
        waiting[depth].first = first + front;
        waiting[depth++].count = some - front;
    }
    for (size_t i = 0; i < count; i++)
        rows[i] = how->room[i].row;
}
