/* What cells of clusters cost by a metric that is a sum over cells, exactly and as the whole
 * numbers that searches add up. */
#ifndef SHOAL_RECODE_CELL_COSTS_H
#define SHOAL_RECODE_CELL_COSTS_H

#include "boxes/box_table.h"
#include "measure/metric.h"
#include "recode/bound_cells.h"

/* Of one attribute. */
typedef struct cell_price {
    const metric *metric;
    const metric_context *context;
    const bound_cells *cells;
    double share;    /* of all weights */
    double full;     /* what a cell costs that says nothing */
    double per_unit; /* box costs for a cost of 1 */
} cell_price;

typedef struct cell_costs {
    const metric *metric;
    metric_context context;
    cell_price *price;        /* [attributes] */
    double scale;             /* value = scale * (sum of the costs of all cells - ground) */
    double ground;            /* what they cost where every cell is a single value */
    double unit;              /* of a box cost, before the scale */
    double blank;             /* a row that is blanked, before the scale */
    double coarseness;        /* how much too high the costs of a row can be, before the scale */
    box_attribute *attribute; /* [attributes] for the table of boxes */
} cell_costs;

/* SHOAL_USAGE where the metric cannot be the target of a search with these shapes. */
SHOAL_CHECKED shoal_status cell_costs_check(const metric *target, const bound_table *bound,
                                            const bound_cells *cells, shoal_error *error);
/* The metric is a sum over cells. The cells are bound and outlive it; it must not be moved. */
SHOAL_CHECKED shoal_status cell_costs_open(cell_costs *out, const metric *target,
                                           const bound_table *bound, const bound_cells *cells,
                                           arena *memory, shoal_error *error);

/* Whether a metric is a sum over cells. */
static inline bool cell_costs_has(const metric *target) {
    return target->price || target->tabulate;
}

/* Whether it can be said of this shape. */
bool cell_costs_fits(const metric *target, cell_shape shape);

/* What a cell costs, before the scale: of a hull, or of a set of positions. */
double cell_costs_hull(const cell_price *price, cell_hull hull);
double cell_costs_set(const cell_price *price, uint64_t set);

#endif
