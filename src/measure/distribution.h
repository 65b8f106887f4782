/* The distribution of one column, and of one column before and after. */
#ifndef SHOAL_MEASURE_DISTRIBUTION_H
#define SHOAL_MEASURE_DISTRIBUTION_H

#include "data/table.h"
#include "measure/variable.h"

#define DISTRIBUTION_TOP 30
#define DISTRIBUTION_BINS 30
#define DISTRIBUTION_NO_CODE UINT32_MAX

/* ---- Categories ----------------------------------------------------------------------------- */

typedef struct value_count {
    uint32_t code;
    uint64_t rows;
} value_count;

typedef struct category_distribution {
    uint64_t rows; /* missing ones included */
    uint64_t missing;
    uint64_t distinct; /* values that occur, but for missing ones */
    double entropy;    /* in bits, of the rows that are not missing; 0 when all are */
    size_t shown;
    value_count top[DISTRIBUTION_TOP]; /* [shown] most rows first, equal ones by code */
    uint64_t rest;                     /* rows of all other values that are not missing */
} category_distribution;

SHOAL_CHECKED shoal_status category_distribution_take(category_distribution *out,
                                                      const variable *of, const variable_rows *in,
                                                      shoal_error *error);

/* For each value of `after` the code that the same text has in `before`, or DISTRIBUTION_NO_CODE.
 * `out` has room for after->size. */
SHOAL_CHECKED shoal_status distribution_match(uint32_t *out, const dictionary *before,
                                              const dictionary *after, shoal_error *error);

/* Total variation distance of two columns of categories: half the sum of the differences between
 * shares of rows, in [0, 1]. All missing values are one value. `match` as above; NULL: codes mean
 * the same in both. NaN when one of the tables has no rows. */
SHOAL_CHECKED shoal_status category_distance(double *out, const variable *before,
                                             const variable_rows *before_in, const variable *after,
                                             const variable_rows *after_in, const uint32_t *match,
                                             shoal_error *error);

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Of the rows that are not missing; NaN when all are. */
typedef struct number_distribution {
    uint64_t rows; /* missing ones included */
    uint64_t missing;
    uint64_t distinct; /* numbers; two spellings of one number are one */
    double mean;
    double deviation; /* of a population */
    double smallest;
    double quartile[3]; /* interpolated between the two neighbouring rows (type 7 of Hyndman and
                           Fan) */
    double largest;
    uint64_t
        bin[DISTRIBUTION_BINS]; /* rows of each bin of number_comparison, or of its own range */
} number_distribution;

/* Bin i holds the numbers from low + i * width, the last one also `high`; where all numbers are one
 * and low = high, the first bin holds them all. */
typedef struct number_comparison {
    number_distribution before, after;
    /* Of both tables; NaN when no row of either has a number. Where all numbers are whole and span
     * more than the bins, `high` is larger, so that each bin holds equally many whole numbers. */
    double low, high;
    double shift;      /* mean after minus mean before, in deviations before; NaN when undefined */
    double kolmogorov; /* largest difference of the shares of rows up to a number, in [0, 1]; NaN
                          when one of the tables has no number */
} number_comparison;

/* Both have numbers. `after` may be NULL: then only `before`, `low` and `high` are filled. */
SHOAL_CHECKED shoal_status number_distributions_compare(
    number_comparison *out, const variable *before, const variable_rows *before_in,
    const variable *after, const variable_rows *after_in, shoal_error *error);

#endif
