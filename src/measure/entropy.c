/* Non-uniform entropy: the bits it takes to tell a cell's ground value from its recoded one, as a
 * share of the bits of the whole table. A suppressed cell has lost all its bits. */
#include "measure/metrics.h"

#include <math.h>

/* Sum of f log2 f over the groups of a level; the difference of two levels is the loss between
 * them. */
static double information(const bound_level *level) {
    double sum = 0;
    for (uint32_t g = 0; g < level->size; g++)
        if (level->frequency[g] > 0)
            sum += (double)level->frequency[g] * log2((double)level->frequency[g]);
    return sum;
}

static void entropy_tabulate(cost_table *table, const metric_context *context) {
    double rows = (double)context->rows;
    double total = 0;
    for (size_t a = 0; a < context->attributes; a++) {
        const bound_hierarchy *of = &context->hierarchies[a];
        double ground = information(&of->level[0]);
        total += rows * log2(rows) - ground;
        for (int l = 0; l <= of->height; l++) {
            const bound_level *level = &of->level[l];
            double lost = information(level) - ground;
            table->keep[a][l] = lost > 0 ? lost : 0;
            for (uint32_t g = 0; g < level->size; g++)
                if (level->frequency[g] > 0)
                    table->extra[a][l][g] = log2(rows / (double)level->frequency[g]);
        }
    }
    table->scale = total > 0 ? 1 / total : 0;
}

static group_price entropy_price(const metric_context *context, double share, uint32_t domain,
                                 uint32_t covered, double rows) {
    (void)share, (void)domain, (void)covered;
    if (rows <= 0)
        return (group_price){0, 0};
    return (group_price){rows * log2(rows), log2((double)context->rows / rows)};
}

static double entropy_scale(const metric_context *context, double span) {
    (void)context;
    return span > 0 ? 1 / span : 0;
}

static double entropy_from_cells(const cell_sums *attributes, size_t count) {
    double lost = 0, bits = 0;
    for (size_t a = 0; a < count; a++) {
        lost += attributes[a].lost;
        bits += attributes[a].bits;
    }
    return bits > 0 && lost > 0 ? lost / bits : 0;
}

const metric metric_entropy = {
    .name = "entropy",
    .summary = "share of the table's information that is lost, in bits (non-uniform entropy)",
    .price = entropy_price,
    .scale = entropy_scale,
    .tabulate = entropy_tabulate,
    .monotone = metric_monotone_without_suppression,
    .from_cells = entropy_from_cells,
};
