/* A prediction task: how well the values of other columns predict one column, so that tables can be
 * compared before and after. */
#ifndef SHOAL_MEASURE_PREDICTION_H
#define SHOAL_MEASURE_PREDICTION_H

#include "base/threads.h"
#include "measure/variable.h"

#define PREDICTION_FOLDS 10
#define PREDICTION_BINS 20
#define PREDICTION_MOST_CLASSES 256
#define PREDICTION_MOST_VALUES 4096

/* Targets are categories, whatever numbers they have; rows where the target is missing are left
 * out. A feature of numbers with more than PREDICTION_BINS of them is cut into that many bins of
 * equally many training rows. Missing values of a feature are one more value; of a feature with
 * more than PREDICTION_MOST_VALUES values the rarer ones count as one. */
typedef struct prediction_task {
    variable target;
    const variable *features; /* [count], the target not among them */
    size_t count;
    variable_rows in;
    thread_pool *pool; /* may be NULL; the answer does not depend on it */
} prediction_task;

/* By tenfold cross-validation: the fold of a row follows from its rank among the rows of `in` that
 * count, and nothing else, so that the rows of a table and of its release are in the same folds. */
typedef struct prediction {
    uint64_t rows;    /* whose target is not missing */
    uint64_t classes; /* values of the target that occur in them */
    double majority;  /* share of rows whose target is the most frequent one of the other folds; NaN
                         without rows */
    double naive_bayes; /* the same for naive Bayes with Laplace smoothing by 1; NaN also when there
                           are more than PREDICTION_MOST_CLASSES */
} prediction;

SHOAL_CHECKED shoal_status prediction_measure(prediction *out, const prediction_task *task,
                                              shoal_error *error);

/* In [0, PREDICTION_FOLDS). */
unsigned prediction_fold(uint64_t rank);

#endif
