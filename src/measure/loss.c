/* Iyengar's loss metric (lunacek2006, section 2.1): the share of its domain that a cell covers. */
#include "measure/metrics.h"

static void loss_tabulate(cost_table *table, const metric_context *context) {
    table->scale = 1 / ((double)context->rows * (double)context->attributes);
    for (size_t a = 0; a < context->attributes; a++) {
        const ladder *of = &context->ladders[a];
        for (int l = 0; l <= of->height; l++) {
            for (uint32_t g = 0; g < of->level[l].size; g++) {
                double cell = metric_cell_loss(of, l, g);
                table->keep[a][l] += cell * (double)of->level[l].frequency[g];
                table->extra[a][l][g] = 1 - cell;
            }
        }
    }
}

const metric metric_loss = {
    .name = "loss",
    .summary = "mean share of its domain that a cell covers, 1 for a suppressed cell (Iyengar)",
    .tabulate = loss_tabulate,
    .monotone = metric_monotone_without_suppression,
};
