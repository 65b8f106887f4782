#include "search/multi/pareto.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

int pareto_order_points(const double *one, const double *other, size_t width) {
    for (size_t i = 0; i < width; i++) {
        int order = pareto_order(one[i], other[i]);
        if (order != 0)
            return order;
    }
    return 0;
}

bool pareto_dominates(const double *one, const double *other, size_t objectives) {
    return pareto_covers(one, other, objectives) && !pareto_covers(other, one, objectives);
}

/* ---- Ranks: efficient non-dominated sort with binary search (Zhang et al. 2015) ------------ */

typedef struct point {
    const double *values;
    size_t objectives;
    size_t before; /* of the same front, NONE for its first */
} point;

#define NONE SIZE_MAX

typedef struct fronts {
    point *points; /* in order of their values */
    size_t *last;  /* [count] of each front the point that joined last */
    size_t count;
} fronts;

static int compare_points(const void *one, const void *other) {
    const point *first = one;
    const point *second = other;
    return pareto_order_points(first->values, second->values, first->objectives);
}

/* Members of the front come before the point and differ from it. With two objectives the last one
 * has the least second value. */
static bool front_dominates(const fronts *in, size_t front, const point *newcomer) {
    const point *member = &in->points[in->last[front]];
    size_t objectives = newcomer->objectives;
    while (!pareto_covers(member->values, newcomer->values, objectives)) {
        if (objectives <= 2 || member->before == NONE)
            return false;
        member = &in->points[member->before];
    }
    return true;
}

/* What a front dominates, all fronts before it dominate. */
static size_t front_find(const fronts *in, const point *newcomer) {
    size_t low = 0;
    size_t high = in->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (front_dominates(in, middle, newcomer))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void front_join(fronts *to, size_t front, size_t newcomer) {
    assert(front <= to->count);
    bool founds = front == to->count;
    to->points[newcomer].before = founds ? NONE : to->last[front];
    to->last[front] = newcomer;
    to->count += founds;
}

static void fronts_build(fronts *made, const double *values, size_t count, uint32_t *ranks) {
    size_t front = 0;
    for (size_t i = 0; i < count; i++) {
        point *newcomer = &made->points[i];
        if (i == 0 || compare_points(newcomer - 1, newcomer) != 0) {
            front = front_find(made, newcomer);
            front_join(made, front, i);
        }
        ranks[(size_t)(newcomer->values - values) / newcomer->objectives] = (uint32_t)front;
    }
}

bool pareto_rank(const double *values, size_t count, size_t objectives, uint32_t *ranks) {
    assert(objectives > 0 && count <= UINT32_MAX);
    fronts made = {
        .points = memory_new(count, sizeof *made.points),
        .last = memory_new(count, sizeof *made.last),
    };
    bool fits = made.points && made.last;
    for (size_t i = 0; fits && i < count; i++)
        made.points[i] = (point){values + i * objectives, objectives, NONE};
    if (fits) {
        qsort(made.points, count, sizeof *made.points, compare_points);
        fronts_build(&made, values, count, ranks);
    }
    memory_free(made.points);
    memory_free(made.last);
    return fits;
}

/* ---- Crowding ------------------------------------------------------------------------------ */

typedef struct seat {
    double value;
    size_t member;
    size_t index;
} seat;

static int compare_seats(const void *one, const void *other) {
    const seat *first = one;
    const seat *second = other;
    if (first->value != second->value)
        return first->value < second->value ? -1 : 1;
    return (first->member > second->member) - (first->member < second->member);
}

/* Differences of such values are finite. */
static double tame(double value) {
    if (value != value)
        return DBL_MAX / 2;
    return fmin(fmax(value, -DBL_MAX / 2), DBL_MAX / 2);
}

static void crowd_objective(seat *seats, size_t count, double *distances) {
    qsort(seats, count, sizeof *seats, compare_seats);
    double range = seats[count - 1].value - seats[0].value;
    if (!(range > 0))
        return;
    distances[seats[0].index] = INFINITY;
    distances[seats[count - 1].index] = INFINITY;
    for (size_t i = 1; i + 1 < count; i++)
        distances[seats[i].index] += (seats[i + 1].value - seats[i - 1].value) / range;
}

bool pareto_crowd(const double *values, size_t objectives, const size_t *members, size_t count,
                  double *distances) {
    for (size_t i = 0; i < count; i++)
        distances[i] = count <= 2 ? INFINITY : 0;
    if (count <= 2)
        return true;
    seat *seats = memory_new(count, sizeof *seats);
    if (!seats)
        return false;
    for (size_t objective = 0; objective < objectives; objective++) {
        for (size_t i = 0; i < count; i++) {
            double value = values[members[i] * objectives + objective];
            seats[i] = (seat){tame(value), members[i], i};
        }
        crowd_objective(seats, count, distances);
    }
    memory_free(seats);
    return true;
}
