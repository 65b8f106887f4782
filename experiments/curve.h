/* How a search gets better: its best value against the evaluations it has made. */
#ifndef SHOAL_EXPERIMENTS_CURVE_H
#define SHOAL_EXPERIMENTS_CURVE_H

#include "base/status.h"

/* Points at every `step`-th evaluation and at the last. */
typedef struct curve {
    uint64_t step, evaluations;
    size_t points;
    double *best; /* [points] NaN while nothing is found */
} curve;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status curve_open(curve *out, uint64_t evaluations, uint64_t step,
                                      shoal_error *error);
void curve_free(curve *made);

/* The evaluation of this number, counted from 1, found something better; what lies behind the last
 * point is left out. In any order of time, and then curve_end once. */
void curve_improve(curve *of, uint64_t evaluation, double value);
void curve_end(curve *of);

/* Where a point lies. */
uint64_t curve_place(const curve *of, size_t point);
double curve_last(const curve *of);

/* ---- Curves of one kind, all with the same points ------------------------------------------- */

typedef struct curve_band {
    curve mean, least, most;
} curve_band;

/* Free it also after a failure. There is one curve at least. */
SHOAL_CHECKED shoal_status curve_band_make(curve_band *out, const curve *curves, size_t count,
                                           shoal_error *error);
void curve_band_free(curve_band *made);

/* Evaluations until the curve is at a value or below; infinite when it never is. */
double curve_reach(const curve *of, double value);
/* Mean height of the curve above a value, over all evaluations. */
double curve_excess(const curve *of, double value);

#endif
