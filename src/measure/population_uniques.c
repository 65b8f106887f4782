#include "measure/population_uniques.h"

#include "base/memory.h"
#include "measure/uniques_models.h"

#include <math.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b) {
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

/* Counts equal neighbours; returns how many different sizes there are. */
static size_t count_runs(size_frequency *out, const uint32_t *sorted, size_t classes) {
    size_t runs = 0;
    for (size_t i = 0; i < classes; i++) {
        if (sorted[i] == 0)
            continue;
        if (runs == 0 || out[runs - 1].size != sorted[i])
            out[runs++] = (size_frequency){.size = sorted[i]};
        out[runs - 1].classes++;
    }
    return runs;
}

shoal_status size_frequencies_open(size_frequencies *out, const uint32_t *sizes, size_t classes,
                                   shoal_error *error) {
    *out = (size_frequencies){0};
    uint32_t *sorted = memory_new(classes, sizeof *sorted);
    out->item = memory_new(classes, sizeof *out->item);
    if (!sorted || !out->item) {
        memory_free(sorted);
        size_frequencies_close(out);
        return status_no_memory(error);
    }
    if (classes > 0) {
        memcpy(sorted, sizes, classes * sizeof *sorted);
        qsort(sorted, classes, sizeof *sorted, by_number);
    }
    out->count = count_runs(out->item, sorted, classes);
    memory_free(sorted);
    return SHOAL_OK;
}

void size_frequencies_close(size_frequencies *made) {
    memory_free(made->item);
    *made = (size_frequencies){0};
}

const char *uniques_estimator_name(uniques_estimator which) {
    switch (which) {
    case UNIQUES_COUNT:
        return "count";
    case UNIQUES_PITMAN:
        return "pitman";
    case UNIQUES_SNB:
        return "snb";
    case UNIQUES_ZAYATZ:
        return "zayatz";
    case UNIQUES_NONE:
        break;
    }
    return "none";
}

static void take(population_uniques *out, uniques_estimator which, double estimate) {
    out->chosen = isnan(estimate) ? UNIQUES_NONE : which;
    out->estimate = estimate;
}

/* The rule of Dankar and others, 2012. */
static void choose(population_uniques *out) {
    if (out->fraction <= 0.1 && !isnan(out->pitman))
        take(out, UNIQUES_PITMAN, out->pitman);
    else if (out->fraction > 0.1 && out->snb <= out->zayatz)
        take(out, UNIQUES_SNB, out->snb);
    else
        take(out, UNIQUES_ZAYATZ, out->zayatz);
}

/* A model whose numbers went astray has no answer. */
static double within(double estimate, double population) {
    return estimate >= 0 && estimate <= population * (1 + 1e-9) ? fmin(estimate, population) : NAN;
}

void population_uniques_estimate(population_uniques *out, const size_frequencies *of,
                                 double fraction) {
    bool sensible = fraction > 0 && fraction <= 1;
    double pairs = 0;
    *out = (population_uniques){.fraction = sensible ? fraction : NAN};
    for (size_t i = 0; i < of->count; i++) {
        out->rows += of->item[i].size * of->item[i].classes;
        out->classes += of->item[i].classes;
        if (of->item[i].size == 1)
            out->sample_uniques = of->item[i].classes;
        if (of->item[i].size == 2)
            pairs = (double)of->item[i].classes;
    }
    double sampled = out->fraction * (double)out->sample_uniques;
    out->dis = sampled / (sampled + 2 * (1 - out->fraction) * pairs);
    if (out->sample_uniques == 0)
        out->dis = NAN;
    out->population = (double)out->rows / out->fraction;
    out->zayatz = out->snb = out->pitman = out->estimate = NAN;
    if (!isfinite(out->population))
        return;
    if (fraction == 1 || out->sample_uniques == 0) {
        out->zayatz = out->snb = out->pitman = (double)out->sample_uniques;
        take(out, UNIQUES_COUNT, (double)out->sample_uniques);
        return;
    }
    uniques_sample sample = {.of = of,
                             .fraction = fraction,
                             .population = out->population,
                             .rows = (double)out->rows,
                             .classes = (double)out->classes,
                             .uniques = (double)out->sample_uniques};
    out->zayatz = within(uniques_by_zayatz(&sample), out->population);
    out->snb = within(uniques_by_snb(&sample), out->population);
    out->pitman = within(uniques_by_pitman(&sample), out->population);
    choose(out);
}
