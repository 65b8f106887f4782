/* Lower bounds for all nodes between two: those that have every boundary of `low` and none that
 * `high` lacks. Both ends are valid.
 *
 * A row in a class below k at `low` is suppressed in all of them. What the others cost at least is
 * found attribute by attribute. With all other attributes as coarse as `low`, each group that an
 * attribute may form leaves some rows in classes below k, and these stay there regardless of how
 * the others are cut. A suppressed row's price is shared out: every attribute is charged what the
 * row costs there at `low`, and those not yet decided share the rest, in the proportion that gives
 * the best bound. Where suppression is limited, every suppressed row is charged a price on top,
 * which as many rows as are allowed get back. The cost of a partition is then a sum over its
 * groups, and the cheapest partition of each attribute is found exactly by dynamic programming.
 * With one attribute left to decide and no limit, the bound is the optimum. */
#ifndef SHOAL_RECODE_CUT_CUT_BOUND_H
#define SHOAL_RECODE_CUT_CUT_BOUND_H

#include "recode/cut/cut.h"

/* Something left open in an interval: a free boundary, or whether a taxonomy node is split. */
typedef struct cut_decision {
    uint32_t attribute;
    uint32_t at; /* bit of the attribute, or node when it is constrained */
} cut_decision;

/* What the rows of a group of the leading attribute cost at least (see cut_nest.h). */
typedef struct cut_group_cost {
    uint32_t begin, end; /* positions */
    double cost;
} cut_group_cost;

/* The groups of an interval, as far as a closer look went into them. They cost no less in every
 * interval within it. */
#define CUT_MOST_GROUPS 200
typedef struct cut_group_costs {
    uint32_t lead;
    uint32_t count; /* 0: there was no such look */
    uint32_t since; /* intervals ago another attribute was tried as the lead */
    double price;   /* of a suppressed row, in all costs */
    cut_group_cost group[];
} cut_group_costs;

static inline size_t cut_group_costs_bytes(size_t count) {
    return sizeof(cut_group_costs) + count * sizeof(cut_group_cost);
}

typedef struct cut_interval {
    uint64_t *low, *high; /* [words] */
    double bound;         /* for everything in it; infinite when nothing in it is of use */
    evaluation coarsest;  /* of `low` */
    bool decided;         /* low is high */
    cut_decision open;    /* what to decide next, unless decided */
    bool closely;         /* set by the caller: look closer where that may help */
    double enough;        /* set by the caller: a closer look may stop at such a bound; 0: not */
    bool looked;          /* that was done */
    bool stopped;         /* before its end: the bound could be higher */
    size_t looks;         /* groups that were looked at */
    const cut_group_costs *known; /* set by the caller: of an interval around it, or NULL */
    /* Set by the caller: room for CUT_MOST_GROUPS, or NULL. What is known now. */
    cut_group_costs *found;
    double singly;     /* the bound before that */
    uint64_t *relaxed; /* [words] the cheapest partition of each attribute alone */
} cut_interval;

/* A closer look takes as long as bounding one interval for so many groups. */
#define CUT_GROUPS_PER_COST 6

/* Bounds intervals[i] for i < count, in parallel. Boundaries without which, or with which, nothing
 * below `best` can be had are decided on the way: the ends come closer. */
SHOAL_CHECKED shoal_status cut_bound(cut *space, cut_interval *intervals, size_t count, double best,
                                     shoal_error *error);

/* Whether spaces of this kind have such bounds: the metric has prices, and a class's size is the
 * number of its rows. For the others cut_bound looks at the ends alone. */
bool cut_has_pieces(const cut *space);

/* The cheapest partition of each attribute when all others are as in the node, for each of `count`
 * penalties on rows that fall below k: out[((attribute * ways + way) * count + i) * words].
 * Without a penalty it is the best one where any number of rows may be suppressed, unless the
 * attribute has very many values: such a one is cut in two ways, at promising boundaries and along
 * its taxonomy. To be called only where cut_has_pieces. */
size_t cut_reshape_ways(const cut *space); /* 1, or 2 where there is such an attribute */
SHOAL_CHECKED shoal_status cut_reshape(cut *space, const uint64_t *node, const double *penalties,
                                       size_t count, uint64_t *out, shoal_error *error);

/* Decides: with `split` the boundary (those between the node's children) must be there, else it
 * (all within the node) may not. */
void cut_decide(const cut *space, cut_decision open, bool split, uint64_t *low, uint64_t *high);

#endif
