#include "measure/information_loss.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>

#define LANES 8 /* sums that run side by side, so that the compiler may use vectors */
#define BLOCK 256
/* Averages that ought to be equal differ by their rounding, which correlates with anything. */
#define LEAST_DEVIATION 1e-12

typedef struct moments {
    size_t dimensions;
    double *mean;       /* [dimensions] */
    double *covariance; /* [dimensions * dimensions], below the diagonal and on it */
    bool *constant;     /* [dimensions] */
    double *centred;    /* [dimensions * BLOCK] */
} moments;

static double lanes_sum(const double *lane) {
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) +
           ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

static double sum(const double *x, size_t count) {
    double lane[LANES] = {0};
    size_t whole = count - count % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += x[i + j];
    for (size_t i = whole; i < count; i++)
        lane[i - whole] += x[i];
    return lanes_sum(lane);
}

static double sum_of_products(const double *x, const double *y, size_t count) {
    double lane[LANES] = {0};
    size_t whole = count - count % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += x[i + j] * y[i + j];
    for (size_t i = whole; i < count; i++)
        lane[i - whole] += x[i] * y[i];
    return lanes_sum(lane);
}

static double sum_of_differences(const double *x, const double *y, size_t count) {
    double lane[LANES] = {0};
    size_t whole = count - count % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += fabs(x[i + j] - y[i + j]);
    for (size_t i = whole; i < count; i++)
        lane[i - whole] += fabs(x[i] - y[i]);
    return lanes_sum(lane);
}

static double sum_of_squares(const double *x, const double *y, size_t count) {
    double lane[LANES] = {0};
    size_t whole = count - count % LANES;
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += (x[i + j] - y[i + j]) * (x[i + j] - y[i + j]);
    for (size_t i = whole; i < count; i++)
        lane[i - whole] += (x[i] - y[i]) * (x[i] - y[i]);
    return lanes_sum(lane);
}

static bool is_constant(const double *x, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (x[i] != x[0])
            return false;
    return true;
}

/* The mean of a constant may be off by a rounding, which would make a variance of nothing. */
static double mean_of(const double *x, size_t count, bool constant) {
    return constant ? x[0] : sum(x, count) / (double)count;
}

static void block_centre(moments *of, const points *from, size_t begin, size_t count) {
    for (size_t d = 0; d < of->dimensions; d++) {
        const double *column = from->column[d] + begin;
        double *centred = of->centred + d * BLOCK;
        for (size_t i = 0; i < count; i++)
            centred[i] = column[i] - of->mean[d];
    }
}

static void block_add(moments *of, size_t count) {
    for (size_t a = 0; a < of->dimensions; a++)
        for (size_t b = 0; b <= a; b++)
            of->covariance[a * of->dimensions + b] +=
                sum_of_products(of->centred + a * BLOCK, of->centred + b * BLOCK, count);
}

static void moments_measure(moments *out, const points *from) {
    for (size_t d = 0; d < out->dimensions; d++) {
        out->constant[d] = is_constant(from->column[d], from->rows);
        out->mean[d] = mean_of(from->column[d], from->rows, out->constant[d]);
    }
    for (size_t begin = 0; begin < from->rows; begin += BLOCK) {
        size_t count = from->rows - begin < BLOCK ? from->rows - begin : BLOCK;
        block_centre(out, from, begin, count);
        block_add(out, count);
    }
    for (size_t i = 0; i < out->dimensions * out->dimensions; i++)
        out->covariance[i] /= (double)from->rows;
}

static bool moments_open(moments *out, arena *memory, size_t dimensions) {
    out->dimensions = dimensions;
    out->mean = arena_zero(memory, dimensions, sizeof *out->mean);
    out->constant = arena_zero(memory, dimensions, sizeof *out->constant);
    out->centred = arena_new(memory, dimensions, BLOCK * sizeof *out->centred);
    /* Squared dimensions do not overflow: as many pointers to columns exist as there are. */
    out->covariance = arena_zero(memory, dimensions, dimensions * sizeof *out->covariance);
    return out->mean && out->constant && out->centred && out->covariance;
}

static double correlation(const moments *of, size_t a, size_t b) {
    size_t dimensions = of->dimensions;
    double one = sqrt(of->covariance[a * dimensions + a]);
    double other = sqrt(of->covariance[b * dimensions + b]);
    if (one < LEAST_DEVIATION || other < LEAST_DEVIATION)
        return 0;
    double found = of->covariance[a * dimensions + b] / one / other;
    return found > 1 ? 1 : found < -1 ? -1 : found;
}

static void compare_cells(information_loss *out, const points *original, const points *masked,
                          const moments *before) {
    double sse = 0;
    double sst = 0;
    double absolute = 0;
    for (size_t d = 0; d < original->dimensions; d++) {
        absolute += sum_of_differences(original->column[d], masked->column[d], original->rows);
        if (before->constant[d])
            continue;
        sse += sum_of_squares(original->column[d], masked->column[d], original->rows);
        sst += before->covariance[d * before->dimensions + d] * (double)original->rows;
    }
    out->sse = sst > 0 ? sse / sst : 0;
    out->il1 = absolute / ((double)original->rows * (double)original->dimensions);
}

static void compare_moments(information_loss *out, const moments *before, const moments *after) {
    size_t dimensions = before->dimensions;
    double means = 0;
    double covariances = 0;
    double variances = 0;
    double correlations = 0;
    for (size_t a = 0; a < dimensions; a++) {
        size_t diagonal = a * dimensions + a;
        means += fabs(before->mean[a] - after->mean[a]);
        if (!before->constant[a] && before->covariance[diagonal] > 0)
            variances += fabs(before->covariance[diagonal] - after->covariance[diagonal]) /
                         before->covariance[diagonal];
        for (size_t b = 0; b <= a; b++) {
            size_t at = a * dimensions + b;
            covariances += fabs(before->covariance[at] - after->covariance[at]);
            if (b < a)
                correlations += fabs(correlation(before, a, b) - correlation(after, a, b));
        }
    }
    double count = (double)dimensions;
    out->il2 = means / count;
    out->il3 = covariances / (count * (count + 1) / 2);
    out->il4 = variances / count;
    out->il5 = dimensions > 1 ? correlations / (count * (count - 1) / 2) : 0;
}

shoal_status information_loss_measure(information_loss *out, const points *original,
                                      const points *masked, shoal_error *error) {
    assert(original->rows == masked->rows && original->dimensions == masked->dimensions);
    *out = (information_loss){0};
    if (original->rows == 0 || original->dimensions == 0)
        return SHOAL_OK;
    arena memory = {0};
    moments before;
    moments after;
    bool room = moments_open(&before, &memory, original->dimensions) &&
                moments_open(&after, &memory, original->dimensions);
    if (room) {
        moments_measure(&before, original);
        moments_measure(&after, masked);
        compare_cells(out, original, masked, &before);
        compare_moments(out, &before, &after);
    }
    arena_free(&memory);
    return room ? SHOAL_OK : status_no_memory(error);
}
