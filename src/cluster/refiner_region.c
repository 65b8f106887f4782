#include "cluster/refiner_region.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Near rows of a row: enough to see beyond its own cluster. */
#define LEAST_NEAR 15
#define MOST_NEAR 100

static size_t most_members(const region *of) {
    return 2 * of->k - 1;
}

bool region_open(region *out, arena *owner, size_t most_rows, size_t dimensions, size_t k) {
    size_t stride = (dimensions + 3) / 4 * 4;
    size_t clusters = most_rows / k;
    size_t width = stride * sizeof(double);
    size_t near_most = 2 * k < MOST_NEAR ? 2 * k : MOST_NEAR;
    if (near_most < LEAST_NEAR)
        near_most = LEAST_NEAR;
    *out = (region){.k = k, .stride = stride, .near_most = near_most};
    out->point = arena_new(owner, most_rows, width);
    out->norm = arena_new(owner, most_rows, sizeof *out->norm);
    out->near = arena_new(owner, most_rows, out->near_most * sizeof *out->near);
    out->cluster = arena_new(owner, most_rows, sizeof *out->cluster);
    out->place = arena_new(owner, most_rows, sizeof *out->place);
    out->member = arena_new(owner, clusters, most_members(out) * sizeof *out->member);
    out->size = arena_new(owner, clusters, sizeof *out->size);
    out->sum = arena_new(owner, clusters, width);
    out->square = arena_new(owner, clusters, sizeof *out->square);
    out->share = arena_new(owner, clusters, sizeof *out->share);
    out->note = arena_new(owner, most_members(out) + REGION_NOTES, sizeof *out->note);
    return out->point && out->norm && out->near && out->cluster && out->place && out->member &&
           out->size && out->sum && out->square && out->share && out->note;
}

/* ---- Vectors -------------------------------------------------------------------------------- */

/* Four sums at once, as the compiler may not change the order of one. */
static inline double dot(const double *one, const double *other, size_t stride) {
    double sum[4] = {0};
    for (size_t i = 0; i < stride; i += 4)
        for (size_t lane = 0; lane < 4; lane++)
            sum[lane] += one[i + lane] * other[i + lane];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline double distance(const double *one, const double *other, size_t stride) {
    double sum[4] = {0};
    for (size_t i = 0; i < stride; i += 4)
        for (size_t lane = 0; lane < 4; lane++) {
            double difference = one[i + lane] - other[i + lane];
            sum[lane] += difference * difference;
        }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline double *point_of(const region *of, uint32_t row) {
    return of->point + row * of->stride;
}

static inline double *sum_of(const region *of, uint32_t cluster) {
    return of->sum + cluster * of->stride;
}

static inline uint32_t *members_of(const region *of, uint32_t cluster) {
    return of->member + cluster * most_members(of);
}

/* ---- Taking up ------------------------------------------------------------------------------ */

/* Sums of points near their mean lose the least by rounding. */
static void subtract_mean(region *of) {
    for (size_t i = 0; i < of->stride; i++) {
        double sum = 0;
        for (size_t row = 0; row < of->rows; row++)
            sum += of->point[row * of->stride + i];
        double mean = sum / (double)of->rows;
        for (size_t row = 0; row < of->rows; row++)
            of->point[row * of->stride + i] -= mean;
    }
}

/* Where distances are not even finite, a row is near to itself, which changes nothing. */
static void find_near(region *of, uint32_t row) {
    uint32_t *near = of->near + row * of->near_most;
    double away[MOST_NEAR];
    for (size_t i = 0; i < of->near_rows; i++) {
        near[i] = row;
        away[i] = INFINITY;
    }
    for (uint32_t other = 0; other < of->rows; other++) {
        double far = distance(point_of(of, row), point_of(of, other), of->stride);
        size_t rank = of->near_rows;
        for (; rank > 0 && far < away[rank - 1] && other != row; rank--)
            if (rank < of->near_rows) {
                away[rank] = away[rank - 1];
                near[rank] = near[rank - 1];
            }
        if (rank < of->near_rows) {
            away[rank] = far;
            near[rank] = other;
        }
    }
}

static void cluster_clear(region *of, uint32_t cluster) {
    of->size[cluster] = 0;
    of->square[cluster] = of->share[cluster] = 0;
    memset(sum_of(of, cluster), 0, of->stride * sizeof(double));
}

static void member_add(region *of, uint32_t row, uint32_t to) {
    of->cluster[row] = to;
    of->place[row] = of->size[to];
    members_of(of, to)[of->size[to]++] = row;
}

static void member_remove(region *of, uint32_t row) {
    uint32_t from = of->cluster[row];
    uint32_t last = members_of(of, from)[--of->size[from]];
    members_of(of, from)[of->place[row]] = last;
    of->place[last] = of->place[row];
}

/* After its members and sum have changed. */
static void cluster_settle(region *of, uint32_t cluster) {
    const double *sum = sum_of(of, cluster);
    of->sse += of->share[cluster];
    of->square[cluster] = dot(sum, sum, of->stride);
    of->share[cluster] =
        of->size[cluster] > 0 ? of->square[cluster] / (double)of->size[cluster] : 0;
    of->sse -= of->share[cluster];
}

void region_load(region *of, size_t rows, const uint32_t *cluster, size_t clusters) {
    of->rows = rows;
    of->clusters = clusters;
    of->near_rows = rows - 1 < of->near_most ? rows - 1 : of->near_most;
    of->sse = 0;
    subtract_mean(of);
    for (uint32_t i = 0; i < clusters; i++)
        cluster_clear(of, i);
    for (uint32_t row = 0; row < rows; row++) {
        const double *point = point_of(of, row);
        double *sum = sum_of(of, cluster[row]);
        for (size_t i = 0; i < of->stride; i++)
            sum[i] += point[i];
        of->sse += of->norm[row] = dot(point, point, of->stride);
        member_add(of, row, cluster[row]);
        find_near(of, row);
    }
    for (uint32_t i = 0; i < clusters; i++)
        cluster_settle(of, i);
}

/* ---- Moves and swaps ------------------------------------------------------------------------ */

/* The sum of squared distances is that of the norms less the clusters' shares. */
double region_shift_cost(const region *of, uint32_t row, uint32_t to) {
    uint32_t from = of->cluster[row];
    assert(from != to && of->size[from] > 0);
    const double *point = point_of(of, row);
    double without = of->square[from] - 2 * dot(point, sum_of(of, from), of->stride);
    double with = of->square[to] + 2 * dot(point, sum_of(of, to), of->stride);
    return of->share[from] + of->share[to] -
           (without + of->norm[row]) / (double)(of->size[from] - 1) -
           (with + of->norm[row]) / (double)(of->size[to] + 1);
}

double region_swap_cost(const region *of, uint32_t row, uint32_t other) {
    uint32_t from = of->cluster[row];
    uint32_t to = of->cluster[other];
    const double *one = point_of(of, row), *two = point_of(of, other);
    const double *left = sum_of(of, from), *right = sum_of(of, to);
    double length[2] = {0}, at_left[2] = {0}, at_right[2] = {0};
    for (size_t i = 0; i < of->stride; i += 2)
        for (size_t lane = 0; lane < 2; lane++) {
            double difference = two[i + lane] - one[i + lane];
            length[lane] += difference * difference;
            at_left[lane] += difference * left[i + lane];
            at_right[lane] += difference * right[i + lane];
        }
    double both = length[0] + length[1];
    double left_square = of->square[from] + 2 * (at_left[0] + at_left[1]) + both;
    double right_square = of->square[to] - 2 * (at_right[0] + at_right[1]) + both;
    return of->share[from] + of->share[to] - left_square / (double)of->size[from] -
           right_square / (double)of->size[to];
}

void region_shift(region *of, uint32_t row, uint32_t to) {
    uint32_t from = of->cluster[row];
    const double *point = point_of(of, row);
    double *left = sum_of(of, from), *right = sum_of(of, to);
    for (size_t i = 0; i < of->stride; i++) {
        left[i] -= point[i];
        right[i] += point[i];
    }
    member_remove(of, row);
    member_add(of, row, to);
    cluster_settle(of, from);
    cluster_settle(of, to);
}

void region_swap(region *of, uint32_t row, uint32_t other) {
    uint32_t from = of->cluster[row], to = of->cluster[other];
    assert(from != to);
    const double *one = point_of(of, row), *two = point_of(of, other);
    double *left = sum_of(of, from), *right = sum_of(of, to);
    for (size_t i = 0; i < of->stride; i++) {
        double difference = two[i] - one[i];
        left[i] += difference;
        right[i] -= difference;
    }
    uint32_t place = of->place[row];
    of->place[row] = of->place[other];
    of->place[other] = place;
    members_of(of, to)[of->place[row]] = row;
    members_of(of, from)[place] = other;
    of->cluster[row] = to;
    of->cluster[other] = from;
    cluster_settle(of, from);
    cluster_settle(of, to);
}

/* ---- Dissolving and founding ---------------------------------------------------------------- */

void region_shift_noted(region *of, uint32_t row, uint32_t to) {
    assert(of->notes < most_members(of) + REGION_NOTES);
    of->note[of->notes++] = (region_note){row, of->cluster[row], false};
    region_shift(of, row, to);
}

void region_swap_noted(region *of, uint32_t row, uint32_t other) {
    assert(of->notes < most_members(of) + REGION_NOTES);
    of->note[of->notes++] = (region_note){row, other, true};
    region_swap(of, row, other);
}

static void recount_begin(region *of, bool founding, uint32_t cluster) {
    of->founding = founding;
    of->recounted = cluster;
    of->sse_before = of->sse;
    of->notes = 0;
}

void region_take_back(region *of) {
    while (of->notes > 0) {
        region_note note = of->note[--of->notes];
        if (note.exchanged)
            region_swap(of, note.row, note.from);
        else
            region_shift(of, note.row, note.from);
    }
    of->clusters -= of->founding;
    of->sse = of->sse_before;
}

/* What a cluster's share gains by one more row. */
static double joining_gain(const region *of, uint32_t row, uint32_t to) {
    double with = of->square[to] + 2 * dot(point_of(of, row), sum_of(of, to), of->stride);
    return (with + of->norm[row]) / (double)(of->size[to] + 1) - of->share[to];
}

static uint32_t best_refuge(const region *of, uint32_t row) {
    const uint32_t *near = of->near + row * of->near_most;
    uint32_t best = UINT32_MAX;
    double most = -INFINITY;
    for (size_t i = 0; i < of->near_rows; i++) {
        uint32_t to = of->cluster[near[i]];
        if (to == of->cluster[row] || to == best || of->size[to] >= most_members(of))
            continue;
        double gain = joining_gain(of, row, to);
        if (gain > most) {
            most = gain;
            best = to;
        }
    }
    return best;
}

/* The last cluster takes the number of the one that is gone. */
static void cluster_remove(region *of, uint32_t gone) {
    uint32_t last = (uint32_t)--of->clusters;
    if (gone == last)
        return;
    of->size[gone] = 0;
    for (uint32_t i = 0; i < of->size[last]; i++)
        member_add(of, members_of(of, last)[i], gone);
    memcpy(sum_of(of, gone), sum_of(of, last), of->stride * sizeof(double));
    of->square[gone] = of->square[last];
    of->share[gone] = of->share[last];
}

void region_keep(region *of) {
    if (!of->founding)
        cluster_remove(of, of->recounted);
}

bool region_dissolve(region *of, uint32_t cluster) {
    recount_begin(of, false, cluster);
    while (of->size[cluster] > 0) {
        uint32_t row = members_of(of, cluster)[of->size[cluster] - 1];
        uint32_t to = best_refuge(of, row);
        if (to == UINT32_MAX) {
            region_take_back(of);
            return false;
        }
        region_shift_noted(of, row, to);
    }
    return true;
}

static uint32_t best_companion(const region *of, uint32_t row) {
    const uint32_t *near = of->near + row * of->near_most;
    uint32_t to = of->cluster[row];
    uint32_t best = UINT32_MAX;
    double least = INFINITY;
    for (size_t i = 0; i < of->near_rows; i++) {
        uint32_t from = of->cluster[near[i]];
        if (from == to || of->size[from] <= of->k)
            continue;
        double cost = region_shift_cost(of, near[i], to);
        if (cost < least) {
            least = cost;
            best = near[i];
        }
    }
    return best;
}

bool region_found(region *of, uint32_t row) {
    if (of->size[of->cluster[row]] <= of->k || of->clusters >= of->rows / of->k)
        return false;
    uint32_t founded = (uint32_t)of->clusters++;
    cluster_clear(of, founded);
    recount_begin(of, true, founded);
    for (uint32_t joins = row; of->size[founded] < of->k;) {
        uint32_t latest = joins;
        region_shift_noted(of, joins, founded);
        joins = best_companion(of, row);
        if (joins == UINT32_MAX)
            joins = best_companion(of, latest);
        if (joins == UINT32_MAX && of->size[founded] < of->k) {
            region_take_back(of);
            return false;
        }
    }
    return true;
}
