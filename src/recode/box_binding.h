/* A bound table as local recoding, Mondrian and the suppression of cells see it: positions in
 * ordered domains, the shape and the cost of what is published, k and the rules of clusters. */
#ifndef SHOAL_RECODE_BOX_BINDING_H
#define SHOAL_RECODE_BOX_BINDING_H

#include "boxes/box_clusters.h"
#include "measure/metric.h"
#include "recode/bound_cells.h"
#include "recode/cell_costs.h"
#include "recode/listed_rows.h"

typedef struct box_binding {
    const bound_table *bound;
    bound_cells *cells; /* [attributes] */
    cell_costs prices;
    box_table table;
    box_costs costs;
    double unit; /* of the metric: value = cost * unit + constant, up to rounding */
    double constant;
    double rounding;    /* how much larger than the true value that of the costs can be; bounds are
                           lowered by it. Costs are rounded down */
    bool coarse;        /* places of an attribute are several values (bound_cells.h): costs are too
                           high then, and published labels may be finer than boxes */
    uint64_t stranded;  /* rows that no cluster can have, since fewer than k agree with them in what
                           is kept and uniform: they must be blanked */
    bool by_row;        /* tuples are rows, since a rule or a person tells copies apart */
    uint32_t *row_of;   /* [tuples] then: the row of the table */
    uint32_t *tuple_of; /* [tuples of bound->set] else: the tuple here; several may be one */
    listed_rows listed; /* for the rule */
    listed_scratch *scratch; /* [threads] */
    arena memory;
} box_binding;

/* How a table is bound. */
typedef struct box_binding_setup {
    const bound_table *bound; /* after clustered_bind */
    const metric *metric;     /* the target: a sum over cells */
    const bound_cells *cells; /* [attributes] their first part */
    uint64_t k;
    uint64_t blanks; /* rows that may be blanked */
} box_binding_setup;

/* Free it also after a failure. It must not be moved: parts of it point to others. */
SHOAL_CHECKED shoal_status box_binding_open(box_binding *out, const box_binding_setup *setup,
                                            shoal_error *error);
void box_binding_close(box_binding *made);
box_work box_binding_work(const box_binding *made, uint64_t seed);

/* The metric's value of what clusters cost; and a bound on any value that is no less. */
double box_binding_value(const box_binding *made, int64_t cost);
double box_binding_bound(const box_binding *made, int64_t cost);

/* Adds to a hash what distinguishes bindings of one table; and the rows in their order, where
 * tuples are rows. */
void box_binding_identify(const box_binding *made, uint64_t *hash);

/* Binds what recodings by clusters need: hierarchies, ordered domains that keep the groups of
 * hierarchies together, the frequency set, and the rules, by rows. */
SHOAL_CHECKED shoal_status clustered_bind(bound_table *bound, shoal_error *error);

#endif
