#include "experiments/box.h"

#include <math.h>
#include <stdlib.h>

#define WHISKER 1.5

static int compare_numbers(const void *left, const void *right) {
    double one = *(const double *)left;
    double other = *(const double *)right;
    return (one > other) - (one < other);
}

/* Of equal neighbours the number itself, without rounding. */
static double quantile(const double *sorted, size_t count, double share) {
    double place = share * (double)(count - 1);
    size_t below = (size_t)place;
    size_t above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (place - (double)below) * (sorted[above] - sorted[below]);
}

double box_range(const box *of) {
    return of->upper - of->lower;
}

box box_of(double *numbers, size_t count) {
    box out = {count, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, 0};
    if (count == 0)
        return out;
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    out.least = numbers[0];
    out.lower = quantile(numbers, count, 0.25);
    out.median = quantile(numbers, count, 0.5);
    out.upper = quantile(numbers, count, 0.75);
    out.most = numbers[count - 1];
    double reach = WHISKER * box_range(&out);
    while (numbers[out.low_outliers] < out.lower - reach)
        out.low_outliers++;
    while (numbers[count - 1 - out.high_outliers] > out.upper + reach)
        out.high_outliers++;
    out.whisker_low = numbers[out.low_outliers];
    out.whisker_high = numbers[count - 1 - out.high_outliers];
    return out;
}
