#include "experiments/curve.h"

#include "base/memory.h"

#include <math.h>

shoal_status curve_open(curve *out, uint64_t evaluations, uint64_t step, shoal_error *error) {
    uint64_t points = evaluations / step + (evaluations % step != 0);
    *out = (curve){.step = step, .evaluations = evaluations, .points = (size_t)points};
    out->best = memory_new(out->points, sizeof *out->best);
    if (!out->best)
        return status_no_memory(error);
    for (size_t i = 0; i < out->points; i++)
        out->best[i] = NAN;
    return SHOAL_OK;
}

void curve_free(curve *made) {
    memory_free(made->best);
    *made = (curve){0};
}

void curve_improve(curve *of, uint64_t evaluation, double value) {
    if (evaluation == 0 || evaluation > of->evaluations)
        return;
    double *best = &of->best[(evaluation - 1) / of->step];
    if (!(*best <= value))
        *best = value;
}

void curve_end(curve *of) {
    for (size_t i = 1; i < of->points; i++)
        if (!(of->best[i] <= of->best[i - 1]))
            of->best[i] = isnan(of->best[i - 1]) ? of->best[i] : of->best[i - 1];
}

uint64_t curve_place(const curve *of, size_t point) {
    uint64_t place = ((uint64_t)point + 1) * of->step;
    return place < of->evaluations ? place : of->evaluations;
}

double curve_last(const curve *of) {
    return of->points ? of->best[of->points - 1] : (double)NAN;
}

/* ---- Bands ---------------------------------------------------------------------------------- */

shoal_status curve_band_make(curve_band *out, const curve *curves, size_t count,
                             shoal_error *error) {
    const curve *first = &curves[0];
    *out = (curve_band){0};
    STATUS_TRY(curve_open(&out->mean, first->evaluations, first->step, error));
    STATUS_TRY(curve_open(&out->least, first->evaluations, first->step, error));
    STATUS_TRY(curve_open(&out->most, first->evaluations, first->step, error));
    for (size_t i = 0; i < first->points; i++) {
        double sum = 0, least = INFINITY, most = -INFINITY;
        for (size_t c = 0; c < count; c++) {
            double value = curves[c].best[i];
            sum += value;
            least = fmin(least, value);
            most = fmax(most, value);
        }
        out->mean.best[i] = sum / (double)count;
        out->least.best[i] = least;
        out->most.best[i] = most;
    }
    return SHOAL_OK;
}

void curve_band_free(curve_band *made) {
    curve_free(&made->mean);
    curve_free(&made->least);
    curve_free(&made->most);
}

double curve_reach(const curve *of, double value) {
    for (size_t i = 0; i < of->points; i++)
        if (of->best[i] <= value)
            return (double)curve_place(of, i);
    return INFINITY;
}

double curve_excess(const curve *of, double value) {
    double sum = 0;
    uint64_t before = 0;
    for (size_t i = 0; i < of->points; i++) {
        uint64_t place = curve_place(of, i);
        sum += (double)(place - before) * (of->best[i] - value);
        before = place;
    }
    return sum / (double)of->evaluations;
}
