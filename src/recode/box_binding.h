/* A bound table as local recoding, Mondrian and the suppression of cells see it: positions in
 * ordered domains, the shape and the cost of what is published, k and the rules of clusters. */
#ifndef SHOAL_RECODE_BOX_BINDING_H
#define SHOAL_RECODE_BOX_BINDING_H

#include "bind/bound_table.h"
#include "boxes/box_clusters.h"
#include "measure/metric.h"

/* What a cell of a cluster is published as. */
typedef enum cell_shape {
    CELL_HIERARCHY, /* the lowest group of the hierarchy that has all values */
    CELL_RANGE,     /* the smallest and the largest value */
    CELL_SET,       /* all values */
    CELL_MEAN       /* the mean of the numbers; costs what the range costs */
} cell_shape;

/* How freely an attribute is generalized. */
typedef enum cell_freedom {
    CELL_FREE,
    CELL_UNIFORM, /* to one level, the same for everybody */
    CELL_KEPT     /* never */
} cell_freedom;

/* One attribute. The caller sets the first part. */
typedef struct bound_cells {
    cell_shape shape;
    cell_freedom freedom;
    int level; /* of the hierarchy: cells are never finer, and of uniform attributes never coarser
                */

    const ordered_domain
        *domain;           /* positions are its positions; one more for wildcards set apart */
    uint32_t *group_begin; /* [size] first and */
    uint32_t *group_end;   /* [size] end of the group of `level` that a position is in */
    bool flat;             /* above `level` there is only `*` */
} bound_cells;

typedef struct box_binding {
    const bound_table *bound;
    bound_cells *cells; /* [attributes] */
    box_table table;
    box_costs costs;
    double unit; /* of the metric: value = (cost * unit + constant), up to rounding */
    double constant;
    double rounding; /* how much larger than the true value the cost of any clusters can be, in all;
                        bounds are lowered by it */
    bool by_row;     /* tuples are rows, since a rule tells copies apart */
    uint32_t *row_of; /* [tuples] then: the row of the table */
    arena memory;
} box_binding;

/* How a table is bound. */
typedef struct box_binding_setup {
    const bound_table *bound;
    const metric *metric;     /* the target: a sum over cells */
    const bound_cells *cells; /* [attributes] their first part */
    uint64_t k;
    uint64_t blanks; /* rows that may be blanked */
} box_binding_setup;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status box_binding_open(box_binding *out, const box_binding_setup *setup,
                                            shoal_error *error);
void box_binding_close(box_binding *made);
box_work box_binding_work(const box_binding *made, uint64_t seed);

/* The metric's value of what clusters cost. */
double box_binding_value(const box_binding *made, int64_t cost);

#endif
