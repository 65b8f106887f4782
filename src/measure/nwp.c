/* Normalized weighted penalty (dewri2009, section 3.1): the cell loss times its attribute's
 * weight, the weights adding up to 1. */
#include "measure/metrics.h"

#include <math.h>

static void nwp_tabulate(cost_table *table, const metric_context *context) {
    table->scale = 1 / (double)context->rows;
    for (size_t a = 0; a < context->attributes; a++) {
        const bound_hierarchy *of = &context->hierarchies[a];
        double share = metric_share(context, a);
        for (int l = 0; l <= of->height; l++) {
            for (uint32_t g = 0; g < of->level[l].size; g++) {
                double cell = metric_cell_loss(of, l, g);
                table->keep[a][l] += share * cell * (double)of->level[l].frequency[g];
                table->extra[a][l][g] = share * (1 - cell);
            }
        }
    }
}

static group_price nwp_price(const metric_context *context, double share, uint32_t domain,
                             uint32_t covered, double rows) {
    group_price loss = metric_loss.price(context, share, domain, covered, rows);
    return (group_price){share * loss.keep, share * loss.extra};
}

static double nwp_scale(const metric_context *context, double span) {
    (void)span;
    return 1 / (double)context->rows;
}

/* Weights relative to the largest, so that no sum of them overflows. */
static double nwp_from_cells(const cell_sums *attributes, size_t count) {
    double largest = 0, weights = 0, sum = 0;
    for (size_t a = 0; a < count; a++)
        largest = fmax(largest, attributes[a].weight);
    for (size_t a = 0; a < count; a++) {
        double weight = attributes[a].weight / largest;
        sum += attributes[a].loss * weight;
        weights += weight;
    }
    return sum / weights;
}

const metric metric_nwp = {
    .name = "nwp",
    .summary = "loss weighted by attribute; the weights add up to 1 (Dewri et al.)",
    .price = nwp_price,
    .scale = nwp_scale,
    .tabulate = nwp_tabulate,
    .monotone = metric_monotone_without_suppression,
    .full = metric_share,
    .from_cells = nwp_from_cells,
};
