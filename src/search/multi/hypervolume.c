/* The hypervolume, one objective less at a time until three are left, which are swept: in order of
 * the last objective, each point adds a slab that is as thick as the point is better than the
 * reference, and whose base is what the point dominates in the other objectives and no point before
 * it does (While et al. 2012). */
#include "search/multi/pareto.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct row {
    double key;
    const double *values;
} row;

/* Room for the points of a call with `n` objectives is in rows[n] and limited[n]. */
typedef struct slicer {
    const double *reference;
    row **rows;
    double **limited;
    double (*corners)[2];
} slicer;

static int compare_rows(const void *one, const void *other) {
    const row *first = one;
    const row *second = other;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->values > second->values) - (first->values < second->values);
}

/* The points, with `width` values each, in order of one objective. */
static row *slicer_sort(const slicer *with, const double *points, size_t count, size_t width,
                        size_t objective) {
    row *rows = with->rows[width];
    for (size_t i = 0; i < count; i++)
        rows[i] = (row){points[i * width + objective], points + i * width};
    qsort(rows, count, sizeof *rows, compare_rows);
    return rows;
}

static double area(const slicer *with, const double *points, size_t count) {
    const row *rows = slicer_sort(with, points, count, 2, 0);
    double lowest = with->reference[1];
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double height = rows[i].values[1];
        if (height < lowest) {
            sum += (with->reference[0] - rows[i].key) * (lowest - height);
            lowest = height;
        }
    }
    return sum;
}

static double greater(double one, double other) {
    return one > other ? one : other;
}

static double length(const slicer *with, const double *points, size_t count) {
    double longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = greater(longest, with->reference[0] - points[i]);
    return longest;
}

/* The corners of an area, the first value rising and the second one falling. */
typedef struct stairs {
    double (*corners)[2];
    size_t count;
} stairs;

/* The first corner that is not left of x. */
static size_t stairs_find(const stairs *in, double x) {
    size_t low = 0;
    size_t high = in->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (in->corners[middle][0] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Adds a corner, which replaces those that it dominates; by how much the area grows. */
static double stairs_add(stairs *to, const double *corner, const double *reference) {
    double(*corners)[2] = to->corners;
    assert(corner[0] < reference[0] && corner[1] < reference[1]);
    size_t place = stairs_find(to, corner[0]);
    double ceiling = place > 0 ? corners[place - 1][1] : reference[1];
    if (ceiling <= corner[1] || (place < to->count && pareto_covers(corners[place], corner, 2)))
        return 0;
    double grown = 0;
    double left = corner[0];
    size_t end = place;
    for (; end < to->count && corners[end][1] >= corner[1]; end++) {
        grown += (corners[end][0] - left) * (ceiling - corner[1]);
        left = corners[end][0];
        ceiling = corners[end][1];
    }
    grown += ((end < to->count ? corners[end][0] : reference[0]) - left) * (ceiling - corner[1]);
    memmove(corners + place + 1, corners + end, (to->count - end) * sizeof *corners);
    to->count -= end - place;
    to->count++;
    corners[place][0] = corner[0];
    corners[place][1] = corner[1];
    return grown;
}

/* Three objectives: the area grows in order of the third. */
static double sweep(const slicer *with, const double *points, size_t count) {
    const row *rows = slicer_sort(with, points, count, 3, 2);
    stairs made = {.corners = with->corners};
    double base = 0;
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double next = i + 1 < count ? rows[i + 1].key : with->reference[2];
        base += stairs_add(&made, rows[i].values, with->reference);
        sum += base * (next - rows[i].key);
    }
    return sum;
}

static double box(const slicer *with, const double *values, size_t width) {
    double product = 1;
    for (size_t i = 0; i < width; i++)
        product *= with->reference[i] - values[i];
    return product;
}

static void copy_values(double *to, const double *from, size_t width) {
    for (size_t i = 0; i < width; i++)
        to[i] = from[i];
}

/* Adds the last of the points after `count` other non-dominated ones; returns the new count. */
static size_t settle(double *points, size_t count, size_t width) {
    const double *newcomer = points + count * width;
    for (size_t i = 0; i < count; i++)
        if (pareto_covers(points + i * width, newcomer, width))
            return count;
    size_t kept = 0;
    for (size_t i = 0; i <= count; i++) {
        const double *values = points + i * width;
        if (i < count && pareto_covers(newcomer, values, width))
            continue;
        if (kept < i)
            copy_values(points + kept * width, values, width);
        kept++;
    }
    return kept;
}

/* What points before this one dominate of what it dominates, as points of `width` values. */
static size_t slicer_limit(const slicer *with, const row *rows, size_t place, size_t width) {
    double *limited = with->limited[width];
    const double *values = rows[place].values;
    size_t count = 0;
    for (size_t i = place; i-- > 0;) {
        double *corner = limited + count * width;
        for (size_t j = 0; j < width; j++)
            corner[j] = greater(values[j], rows[i].values[j]);
        /* Few objectives are quick even with points that others dominate. */
        count = width > 3 ? settle(limited, count, width) : count + 1;
    }
    return count;
}

/* Calls itself with one objective less, so at most `objectives` deep. */
static double volume(const slicer *with, const double *points, size_t count, size_t width) {
    assert(count > 0 && width > 0);
    if (count == 1)
        return box(with, points, width);
    if (width == 1)
        return length(with, points, count);
    if (width == 2)
        return area(with, points, count);
    if (width == 3)
        return sweep(with, points, count);
    const row *rows = slicer_sort(with, points, count, width, width - 1);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        size_t left = slicer_limit(with, rows, i, width - 1);
        double base = box(with, rows[i].values, width - 1);
        if (left > 0)
            base -= volume(with, with->limited[width - 1], left, width - 1);
        sum += base * (with->reference[width - 1] - rows[i].key);
    }
    return sum;
}

static bool slicer_open(slicer *made, arena *owner, size_t count, size_t objectives) {
    made->rows = arena_zero(owner, objectives + 1, sizeof *made->rows);
    made->limited = arena_zero(owner, objectives + 1, sizeof *made->limited);
    made->corners = arena_new(owner, count, sizeof *made->corners);
    if (!made->rows || !made->limited || !made->corners)
        return false;
    for (size_t width = 1; width <= objectives; width++) {
        made->rows[width] = arena_new(owner, count, sizeof **made->rows);
        made->limited[width] = arena_new(owner, count, width * sizeof **made->limited);
        if (!made->rows[width] || !made->limited[width])
            return false;
    }
    return true;
}

static bool reaches(const double *values, const double *reference, size_t objectives) {
    for (size_t i = 0; i < objectives; i++)
        if (!(values[i] < reference[i]))
            return false;
    return true;
}

bool pareto_hypervolume(const double *values, size_t count, size_t objectives,
                        const double *reference, double *out) {
    arena room = {0};
    slicer made = {.reference = reference};
    bool fits = slicer_open(&made, &room, count, objectives);
    size_t kept = 0;
    for (size_t i = 0; fits && i < count; i++)
        if (reaches(values + i * objectives, reference, objectives))
            copy_values(made.limited[objectives] + kept++ * objectives, values + i * objectives,
                        objectives);
    if (fits) {
        double sum = kept ? volume(&made, made.limited[objectives], kept, objectives) : 0;
        *out = isfinite(sum) ? sum : INFINITY;
    }
    arena_free(&room);
    return fits;
}
