/* What masking numbers costs: balasch2010, chapter 1, on standardized attributes. */
#ifndef SHOAL_MEASURE_INFORMATION_LOSS_H
#define SHOAL_MEASURE_INFORMATION_LOSS_H

#include "cluster/points.h"

/* Attributes in the same order, rows too; the originals have mean 0 and deviation 1 or, where they
 * are constant, 0. All as shares, 0 = nothing lost. */
typedef struct information_loss {
    double sse; /* SSE / SST; a constant attribute contributes nothing */
    double il1; /* mean absolute difference of the cells, in deviations */
    double il2; /* … of the means, in deviations */
    double il3; /* … of the covariances, the variances included, in products of deviations */
    double il4; /* … of the variances, as shares of the originals'; of a constant attribute 0 */
    double il5; /* … of the correlations, of two different attributes; 0 with one attribute. A
                   constant attribute has correlation 0 with every other */
} information_loss;

/* Variances and covariances are those of a population. The order of all sums is fixed. */
SHOAL_CHECKED shoal_status information_loss_measure(information_loss *out, const points *original,
                                                    const points *masked, shoal_error *error);

#endif
