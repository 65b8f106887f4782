/* Iyengar's loss metric (lunacek2006, section 2.1): the share of its domain that a cell covers. */
#include "measure/metrics.h"

static void loss_tabulate(cost_table *table, const metric_context *context) {
    table->scale = 1 / ((double)context->rows * (double)context->attributes);
    for (size_t a = 0; a < context->attributes; a++) {
        const bound_hierarchy *of = &context->hierarchies[a];
        for (int l = 0; l <= of->height; l++) {
            for (uint32_t g = 0; g < of->level[l].size; g++) {
                double cell = metric_cell_loss(of, l, g);
                table->keep[a][l] += cell * (double)of->level[l].frequency[g];
                table->extra[a][l][g] = 1 - cell;
            }
        }
    }
}

static double share_of_domain(uint32_t domain, uint32_t covered) {
    return domain > 1 ? (double)(covered - 1) / (double)(domain - 1) : 0;
}

static group_price loss_price(const metric_context *context, double share, uint32_t domain,
                              uint32_t covered, double rows) {
    (void)context, (void)share;
    double cell = share_of_domain(domain, covered);
    return (group_price){cell * rows, 1 - cell};
}

static double loss_scale(const metric_context *context, double span) {
    (void)span;
    return 1 / ((double)context->rows * (double)context->attributes);
}

static double loss_from_cells(const cell_sums *attributes, size_t count) {
    double sum = 0;
    for (size_t a = 0; a < count; a++)
        sum += attributes[a].loss / (double)count;
    return sum;
}

static double loss_full(const metric_context *context, size_t attribute) {
    (void)context, (void)attribute;
    return 1;
}

const metric metric_loss = {
    .name = "loss",
    .summary = "mean share of its attribute's values that a cell covers, 1 if suppressed (Iyengar)",
    .price = loss_price,
    .scale = loss_scale,
    .tabulate = loss_tabulate,
    .monotone = metric_monotone_without_suppression,
    .full = loss_full,
    .from_cells = loss_from_cells,
};
