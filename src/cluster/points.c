#include "cluster/points.h"

#include "base/memory.h"
#include "cluster/row_distance.h"

#include <assert.h>

#define SIZES_AT_ONCE 1024

/* Means of the clusters [first, first + limit), whose sizes are counted on the way. */
static void means_of_some(double *means, size_t *sizes, const points *of, const uint32_t *cluster,
                          size_t first, size_t limit) {
    size_t dimensions = of->dimensions;
    double *sums = means + first * dimensions;
    memset(sums, 0, limit * dimensions * sizeof *sums);
    memset(sizes, 0, limit * sizeof *sizes);
    for (size_t row = 0; row < of->rows; row++)
        if (cluster[row] - first < limit)
            sizes[cluster[row] - first]++;
    for (size_t dimension = 0; dimension < dimensions; dimension++) {
        const double *column = of->column[dimension];
        for (size_t row = 0; row < of->rows; row++)
            if (cluster[row] - first < limit)
                sums[(cluster[row] - first) * dimensions + dimension] += column[row];
    }
    for (size_t i = 0; i < limit; i++)
        for (size_t dimension = 0; dimension < dimensions && sizes[i] > 0; dimension++)
            sums[i * dimensions + dimension] /= (double)sizes[i];
}

void points_means(double *means, size_t *sizes, const points *of, const uint32_t *cluster,
                  size_t count) {
    if (sizes) {
        means_of_some(means, sizes, of, cluster, 0, count);
        return;
    }
    assert(count > 0 || of->rows == 0);
    size_t some[SIZES_AT_ONCE];
    for (size_t first = 0; first < count; first += SIZES_AT_ONCE) {
        size_t limit = count - first < SIZES_AT_ONCE ? count - first : SIZES_AT_ONCE;
        means_of_some(means, some, of, cluster, first, limit);
    }
}

static double sum_in_order(double *sums, const double *means, const points *of,
                           const uint32_t *cluster, size_t count) {
    for (size_t row = 0; row < of->rows; row++)
        assert(cluster[row] < count);
    for (size_t row = 0; row < of->rows; row++)
        sums[cluster[row]] += row_distance(of, row, means + cluster[row] * of->dimensions);
    double total = 0;
    for (size_t i = 0; i < count; i++)
        total += sums[i];
    return total;
}

shoal_status points_sse(double *out, const points *of, const uint32_t *cluster, size_t count,
                        shoal_error *error) {
    arena memory = {0};
    size_t width = of->dimensions * sizeof(double);
    double *means = arena_new(&memory, count, width);
    size_t *sizes = arena_new(&memory, count, sizeof *sizes);
    double *sums = arena_zero(&memory, count, sizeof *sums);
    if (means && sizes && sums) {
        points_means(means, sizes, of, cluster, count);
        *out = sum_in_order(sums, means, of, cluster, count);
    }
    arena_free(&memory);
    return means && sizes && sums ? SHOAL_OK : status_no_memory(error);
}
