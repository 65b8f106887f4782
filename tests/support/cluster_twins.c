#include "support/cluster_twins.h"

#include <math.h>
#include <stdlib.h>

/* Rows without a cluster, lowest first. */
typedef struct rest {
    const points *of;
    size_t count;
    uint32_t *rows;
} rest;

static double distance(const points *of, size_t row, const double *query) {
    double sum = 0;
    for (size_t i = 0; i < of->dimensions; i++)
        sum += (of->column[i][row] - query[i]) * (of->column[i][row] - query[i]);
    return sum;
}

static double distance_of_rows(const points *of, size_t row, size_t other) {
    double sum = 0;
    for (size_t i = 0; i < of->dimensions; i++)
        sum += (of->column[i][row] - of->column[i][other]) *
               (of->column[i][row] - of->column[i][other]);
    return sum;
}

/* Places in rest->rows; the first of equals wins, and that is the lowest row. */
static size_t farthest_from(const rest *in, const double *query) {
    size_t best = 0;
    for (size_t i = 1; i < in->count; i++)
        if (distance(in->of, in->rows[i], query) > distance(in->of, in->rows[best], query))
            best = i;
    return best;
}

static size_t farthest_from_row(const rest *in, uint32_t row) {
    size_t best = 0;
    for (size_t i = 1; i < in->count; i++)
        if (distance_of_rows(in->of, in->rows[i], row) >
            distance_of_rows(in->of, in->rows[best], row))
            best = i;
    return best;
}

static size_t nearest_to_row(const rest *in, uint32_t row) {
    size_t best = 0;
    for (size_t i = 1; i < in->count; i++)
        if (distance_of_rows(in->of, in->rows[i], row) <
            distance_of_rows(in->of, in->rows[best], row))
            best = i;
    return best;
}

static uint32_t take(rest *from, size_t place) {
    uint32_t row = from->rows[place];
    from->count--;
    for (size_t i = place; i < from->count; i++)
        from->rows[i] = from->rows[i + 1];
    return row;
}

static size_t take_around(rest *from, uint32_t *members, size_t first, size_t k) {
    size_t count = 0;
    members[count++] = take(from, first);
    while (count < k)
        members[count++] = take(from, nearest_to_row(from, members[0]));
    return count;
}

static void assign(uint32_t *cluster, const uint32_t *members, size_t count, size_t number) {
    for (size_t i = 0; i < count; i++)
        cluster[members[i]] = (uint32_t)number;
}

static int by_number(const void *one, const void *other) {
    uint32_t first = *(const uint32_t *)one, second = *(const uint32_t *)other;
    return (first > second) - (first < second);
}

static void add_sum(double *sum, const points *of, const uint32_t *rows, size_t count, int sign) {
    for (size_t i = 0; i < of->dimensions; i++) {
        double part = 0;
        for (size_t j = 0; j < count; j++)
            part += of->column[i][rows[j]];
        sum[i] += sign * part;
    }
}

/* ---- MDAV ---------------------------------------------------------------------------------- */

static void subtract(double *sum, const points *of, uint32_t *members, size_t count) {
    qsort(members, count, sizeof *members, by_number);
    add_sum(sum, of, members, count, -1);
}

static uint32_t mdav_extreme(uint32_t *members, rest *left, double *sum, size_t k) {
    double *centre = malloc((left->of->dimensions + 1) * sizeof *centre);
    for (size_t i = 0; i < left->of->dimensions; i++)
        centre[i] = sum[i] / (double)left->count;
    take_around(left, members, farthest_from(left, centre), k);
    uint32_t extreme = members[0];
    subtract(sum, left->of, members, k);
    free(centre);
    return extreme;
}

static size_t mdav_general(uint32_t *cluster, rest *left, size_t k, size_t number) {
    uint32_t *members = malloc((left->count + k) * sizeof *members);
    double *sum = calloc(left->of->dimensions + 1, sizeof *sum);
    add_sum(sum, left->of, left->rows, left->count, 1);
    while (left->count >= 3 * k) {
        uint32_t extreme = mdav_extreme(members, left, sum, k);
        assign(cluster, members, k, number++);
        take_around(left, members, farthest_from_row(left, extreme), k);
        subtract(sum, left->of, members, k);
        assign(cluster, members, k, number++);
    }
    if (left->count >= 2 * k) {
        mdav_extreme(members, left, sum, k);
        assign(cluster, members, k, number++);
    }
    assign(cluster, left->rows, left->count, number++);
    free(sum);
    free(members);
    return number;
}

/* Algorithm 1 line by line, with `at least 2k` for `more than k` in lines 2 and 7. */
static size_t mdav_algorithm_1(uint32_t *cluster, rest *left, size_t k, size_t number) {
    uint32_t *members = malloc((left->count + k) * sizeof *members);
    double *sum = calloc(left->of->dimensions + 1, sizeof *sum);
    add_sum(sum, left->of, left->rows, left->count, 1);
    while (left->count >= 2 * k) {
        uint32_t extreme = mdav_extreme(members, left, sum, k);
        assign(cluster, members, k, number++);
        if (left->count >= 2 * k) {
            take_around(left, members, farthest_from_row(left, extreme), k);
            subtract(sum, left->of, members, k);
            assign(cluster, members, k, number++);
        }
    }
    assign(cluster, left->rows, left->count, number++);
    free(sum);
    free(members);
    return number;
}

/* ---- V-MDAV -------------------------------------------------------------------------------- */

/* The place of the record nearest to any member, and its distance. */
static size_t nearest_to_any(const rest *left, const uint32_t *members, size_t count,
                             double *nearest) {
    size_t best = 0;
    *nearest = INFINITY;
    for (size_t i = 0; i < left->count; i++)
        for (size_t j = 0; j < count; j++)
            if (distance_of_rows(left->of, left->rows[i], members[j]) < *nearest) {
                *nearest = distance_of_rows(left->of, left->rows[i], members[j]);
                best = i;
            }
    return best;
}

static double nearest_other(const rest *left, size_t place) {
    double nearest = INFINITY;
    for (size_t i = 0; i < left->count; i++)
        if (i != place)
            nearest = fmin(nearest, distance_of_rows(left->of, left->rows[i], left->rows[place]));
    return nearest;
}

static size_t extend(rest *left, uint32_t *members, size_t k, double gamma) {
    size_t count = k;
    while (count < 2 * k - 1 && left->count > 0) {
        double inside;
        size_t place = nearest_to_any(left, members, count, &inside);
        double outside = nearest_other(left, place);
        if (gamma == 0 || !(sqrt(inside) < gamma * sqrt(outside)))
            break;
        members[count++] = take(left, place);
    }
    return count;
}

static void join_nearest(uint32_t *cluster, const rest *left, const double *centres, size_t first,
                         size_t end) {
    size_t width = left->of->dimensions;
    for (size_t i = 0; i < left->count; i++) {
        size_t best = first;
        for (size_t j = first; j < end; j++)
            if (distance(left->of, left->rows[i], centres + (j - first) * width) <
                distance(left->of, left->rows[i], centres + (best - first) * width))
                best = j;
        cluster[left->rows[i]] = (uint32_t)best;
    }
}

static size_t vmdav(uint32_t *cluster, rest *left, size_t k, double gamma, size_t number) {
    size_t width = left->of->dimensions, first = number, all = left->count;
    uint32_t *members = malloc((left->count + k) * sizeof *members);
    double *middle = calloc(width + 1, sizeof *middle);
    double *centres = calloc(left->count * width + 1, sizeof *centres);
    add_sum(middle, left->of, left->rows, all, 1);
    for (size_t i = 0; i < width; i++)
        middle[i] /= (double)all;
    while (left->count >= k) {
        take_around(left, members, farthest_from(left, middle), k);
        size_t count = extend(left, members, k, gamma);
        assign(cluster, members, count, number);
        double *centre = centres + (number++ - first) * width;
        add_sum(centre, left->of, members, count, 1);
        for (size_t i = 0; i < width; i++)
            centre[i] /= (double)count;
    }
    join_nearest(cluster, left, centres, first, number);
    free(centres);
    free(middle);
    free(members);
    return number;
}

/* ---- Parts --------------------------------------------------------------------------------- */

static size_t cluster_part(uint32_t *cluster, rest *left, const cluster_options *options,
                           size_t number) {
    if (options->method == CLUSTER_VMDAV)
        return vmdav(cluster, left, options->k, options->gamma, number);
    if (options->form == MDAV_ALGORITHM_1)
        return mdav_algorithm_1(cluster, left, options->k, number);
    return mdav_general(cluster, left, options->k, number);
}

size_t twin_clusters(uint32_t *cluster, const points *of, point_parts parts,
                     const cluster_options *options) {
    size_t number = 0;
    for (uint32_t part = 0; part < (parts.part ? parts.count : 1); part++) {
        rest left = {of, 0, malloc((of->rows + 1) * sizeof(uint32_t))};
        for (uint32_t row = 0; row < of->rows; row++)
            if (!parts.part || parts.part[row] == part)
                left.rows[left.count++] = row;
        number = cluster_part(cluster, &left, options, number);
        free(left.rows);
    }
    return number;
}

/* ---- All divisions ------------------------------------------------------------------------- */

typedef struct trial {
    const points *of;
    size_t k;
    uint32_t cluster[32];
    double least;
} trial;

static void judge(trial *on, size_t count) {
    size_t sizes[32];
    double means[32], sse = 0;
    points first = {on->of->rows, 1, on->of->column};
    points_means(means, sizes, &first, on->cluster, count);
    for (size_t i = 0; i < count; i++)
        if (sizes[i] < on->k)
            return;
    for (size_t row = 0; row < first.rows; row++)
        sse += distance(&first, row, means + on->cluster[row]);
    on->least = fmin(on->least, sse);
}

/* Every row goes to each of the clusters there are, and to a new one. */
static void divide(trial *on, size_t row, size_t count) {
    if (row == on->of->rows) {
        judge(on, count);
        return;
    }
    size_t most = on->of->rows / on->k;
    for (size_t i = 0; i <= count && i < most; i++) {
        on->cluster[row] = (uint32_t)i;
        divide(on, row + 1, i == count ? count + 1 : count);
    }
}

double twin_least_sse(const points *of, size_t k) {
    trial on = {.of = of, .k = k, .least = INFINITY};
    divide(&on, 0, 0);
    return on.least;
}
