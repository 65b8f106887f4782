/* Box plots. */
#ifndef SHOAL_EXPERIMENTS_BOX_H
#define SHOAL_EXPERIMENTS_BOX_H

#include <stddef.h>

/* Quartiles are interpolated between the two numbers around them: of n sorted numbers, p lies at
 * p (n - 1), counted from 0. */
typedef struct box {
    size_t count;
    double least, lower, median, upper, most;
    double whisker_low, whisker_high;   /* outermost numbers within 1.5 times upper - lower of it */
    size_t low_outliers, high_outliers; /* numbers beyond the whiskers */
} box;

/* Sorts the numbers; all are NaN when there are none. */
box box_of(double *numbers, size_t count);
double box_range(const box *of); /* between the quartiles */

#endif
