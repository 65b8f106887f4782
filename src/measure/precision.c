/* Level of generalization (kgen, equations 1 and 2): the mean of level / height. Suppressed rows do
 * not enter, so that it grows towards the top under every limit. */
#include "measure/metrics.h"

#include <math.h>

static void precision_tabulate(cost_table *table, const metric_context *context) {
    table->scale = 1 / (double)context->attributes;
    for (size_t a = 0; a < context->attributes; a++)
        for (int l = 1; l <= context->hierarchies[a].height; l++)
            table->keep[a][l] = (double)l / (double)context->hierarchies[a].height;
}

static bool always(const metric_context *context) {
    (void)context;
    return true;
}

static double precision_from_cells(const cell_sums *attributes, size_t count) {
    double sum = 0;
    for (size_t a = 0; a < count; a++) {
        const cell_sums *of = &attributes[a];
        if (of->height < 0)
            return (double)NAN;
        sum += of->height > 0 ? (double)of->level / (double)of->height : 0;
    }
    return sum / (double)count;
}

const metric metric_precision = {
    .name = "precision",
    .summary = "mean of level / height over the quasi-identifiers (kgen's LOG)",
    .tabulate = precision_tabulate,
    .monotone = always,
    .from_cells = precision_from_cells,
};
