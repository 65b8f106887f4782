#include "cluster/univariate.h"

#include "cluster/sort.h"

#include <assert.h>
#include <math.h>

bool univariate_open(univariate *out, arena *memory, size_t most_rows, size_t k, division *into) {
    *out = (univariate){.k = k, .into = into};
    out->sorted = arena_new(memory, most_rows, sizeof *out->sorted);
    out->cost = arena_new(memory, most_rows + 1, sizeof *out->cost);
    out->last_size = arena_new(memory, most_rows + 1, sizeof *out->last_size);
    out->reciprocal = arena_new(memory, k, 2 * sizeof *out->reciprocal);
    if (!out->sorted || !out->cost || !out->last_size || !out->reciprocal)
        return false;
    for (size_t size = 1; size < 2 * k; size++)
        out->reciprocal[size] = 1 / (double)size;
    return true;
}

void univariate_begin(univariate *out, const uint32_t *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        out->sorted[i] = (neighbour){out->into->of->column[0][rows[i]], rows[i]};
    sort_neighbours(out->sorted, count, neighbour_nearer);
    out->count = count;
    out->done = 0;
    out->cost[0] = 0;
}

/* The best last cluster of the first `end` values. Its sum of squares grows value by value and is
 * taken about the last value: sums over the whole table would lose what near values differ by. */
static void find_best(univariate *used, size_t end) {
    assert(end > 0 && end <= used->count);
    double last = used->sorted[end - 1].distance;
    double mean = 0, squares = 0, best = INFINITY;
    size_t best_size = 0;
    size_t most = end < 2 * used->k - 1 ? end : 2 * used->k - 1;
    for (size_t size = 1; size <= most; size++) {
        double value = last - used->sorted[end - size].distance;
        double step = value - mean;
        mean += step * used->reciprocal[size];
        squares += step * (value - mean);
        double cost = used->cost[end - size] + squares;
        if (size >= used->k && cost < best) {
            best = cost;
            best_size = size;
        }
    }
    used->cost[end] = best;
    used->last_size[end] = (uint32_t)best_size;
}

/* Where no optimum was found, of values whose squares overflow, any sizes from k to 2k - 1 do. */
static size_t size_at(const univariate *used, size_t end) {
    size_t size = used->last_size[end];
    if (size == 0)
        size = end < 2 * used->k ? end : used->k;
    return size;
}

static void assign_all(univariate *used) {
    for (size_t end = used->count; end > 0; used->into->clusters++) {
        size_t size = size_at(used, end);
        assert(size > 0 && size <= end);
        for (size_t i = 0; i < size; i++)
            division_assign(used->into, used->sorted[end - 1 - i].row, used->into->clusters);
        end -= size;
    }
}

bool univariate_step(univariate *used, uint64_t *work) {
    if (used->done < used->count) {
        find_best(used, ++used->done);
        *work += 2 * used->k;
        return true;
    }
    assign_all(used);
    return false;
}
