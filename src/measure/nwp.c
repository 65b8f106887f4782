/* Normalized weighted penalty (dewri2009, section 3.1): the cell loss times its attribute's
 * weight, the weights adding up to 1. */
#include "measure/metrics.h"

#include <math.h>

static void nwp_tabulate(cost_table *table, const metric_context *context) {
    /* Relative to the largest, so that no sum of weights overflows. */
    double largest = 0;
    double weights = 0;
    for (size_t a = 0; a < context->attributes; a++)
        largest = fmax(largest, context->ladders[a].weight);
    for (size_t a = 0; a < context->attributes; a++)
        weights += context->ladders[a].weight / largest;
    table->scale = 1 / (double)context->rows;
    for (size_t a = 0; a < context->attributes; a++) {
        const ladder *of = &context->ladders[a];
        double share = of->weight / largest / weights;
        for (int l = 0; l <= of->height; l++) {
            for (uint32_t g = 0; g < of->level[l].size; g++) {
                double cell = metric_cell_loss(of, l, g);
                table->keep[a][l] += share * cell * (double)of->level[l].frequency[g];
                table->extra[a][l][g] = share * (1 - cell);
            }
        }
    }
}

const metric metric_nwp = {
    .name = "nwp",
    .summary = "cell loss weighted by attribute, the weights adding up to 1 (Dewri et al.)",
    .tabulate = nwp_tabulate,
    .monotone = metric_monotone_without_suppression,
};
