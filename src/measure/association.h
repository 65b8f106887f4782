/* How strongly the columns of a table hang together, pair by pair. */
#ifndef SHOAL_MEASURE_ASSOCIATION_H
#define SHOAL_MEASURE_ASSOCIATION_H

#include "base/threads.h"
#include "measure/variable.h"

#define ASSOCIATION_MOST 30 /* columns */

/* Two columns of numbers: Pearson's correlation in [-1, 1]. Two of categories: Cramér's V in [0, 1]
 * with the bias correction of Bergsma (2013). One of each: the correlation ratio eta in [0, 1].
 * Rows where either is missing are left out of a pair. NaN where it is not defined: a column is
 * constant in the rows that are left, or (Cramér's V) every row has a different value. */
typedef struct association_matrix {
    size_t columns;                 /* the first ones, at most ASSOCIATION_MOST */
    size_t left_out;                /* the others */
    bool numeric[ASSOCIATION_MOST]; /* [columns] */
    double value[ASSOCIATION_MOST * ASSOCIATION_MOST]; /* [one * columns + other], symmetric */
} association_matrix;

/* The answer does not depend on the pool, which may be NULL. */
SHOAL_CHECKED shoal_status association_measure(association_matrix *out, const variable *variables,
                                               size_t count, const variable_rows *in,
                                               thread_pool *pool, shoal_error *error);

/* The pair whose association changed most, of those that are defined in both tables and of the same
 * kind in both: a correlation cannot be compared with a Cramér's V. */
typedef struct association_change {
    uint64_t compared; /* pairs; when 0 the rest is 0 */
    size_t one, other; /* one < other; the first of several equal ones */
    double largest;    /* absolute */
    double mean;       /* absolute, of the compared pairs */
} association_change;

association_change association_compare(const association_matrix *before,
                                       const association_matrix *after);

#endif
