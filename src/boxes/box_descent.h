/* Going down through the attributes, one cell after another, to the boxes of a family. */
#ifndef SHOAL_BOXES_BOX_DESCENT_H
#define SHOAL_BOXES_BOX_DESCENT_H

#include "boxes/box_family.h"

#include <stdatomic.h>

/* The cell of a box. */
typedef struct descent_cell {
    uint16_t least, most;
    uint64_t set;
    box_cost cost;
} descent_cell;

/* The tuples by falling ceiling, called rows here, and the attributes that differ. */
typedef struct descent_table {
    const box_costs *costs;
    size_t rows, attributes;
    size_t *attribute;        /* [attributes] which one it is, in the order of the descent */
    bool *is_tree;            /* [attributes] what a span costs is what its dearest step does */
    uint16_t *position;       /* [rows * attributes] */
    int32_t *ceiling, *floor; /* [rows] */
    uint32_t *copies;         /* [rows] at most k */
    int64_t k;
    int64_t constant; /* what the cells of the other attributes cost */
    const volatile int *cancel;
} descent_table;

/* Boxes as far as they go, each with its cells and all its rows. */
typedef struct descent_parts {
    box_family list;
    size_t depth;       /* attributes that have a cell */
    size_t cells;       /* of each part that are kept: so many, or none once it is a whole box */
    descent_cell *cell; /* [boxes * cells] */
    size_t cell_room;
} descent_parts;

/* What all walkers together have done. */
typedef struct descent_count {
    box_family_limits limits;
    _Atomic uint64_t boxes, members, steps;
    _Atomic bool full;
} descent_count;

/* Rows, in the walker's room. */
typedef struct descent_list {
    size_t at, count;
    int64_t cost; /* of the cells so far */
    int64_t top;  /* k highest ceilings; negative: less than k rows */
} descent_list;

/* A stretch of groups of rows (see box_cells.c) that is to be tried as a cell. */
typedef struct descent_node {
    uint32_t from, to;
    size_t at, count; /* its rows, in the walker's room */
    size_t above;     /* the room in use when its turn comes */
} descent_node;

typedef struct descent_walker {
    const descent_table *in;
    descent_count *count;
    descent_cell *chosen; /* [attributes] */
    uint32_t *room;       /* lists of rows, one above the other */
    size_t used, capacity;
    descent_node *node; /* a stack of them */
    size_t nodes, nodes_room;
    uint32_t *seen;   /* [positions] all 0 between uses */
    uint16_t **group; /* [attributes] [positions] of each position */
    descent_parts *out;
    uint64_t steps, boxes, members; /* not yet counted */
    bool no_memory;
} descent_walker;

/* Adds the boxes that continue part `number` of `from` down to the depth of `out`. At the last
 * attribute only the rows that matter are listed. */
void descent_continue(descent_walker *walker, const descent_parts *from, size_t number,
                      descent_parts *out);

/* ---- Between the steps of a descent ---------------------------------------------------------- */

/* Tries the cells of an attribute for a list. */
void descent_try_cells(descent_walker *walker, size_t depth, const descent_list *list);
/* Goes on with the rows of a cell; list.cost is still without it. */
void descent_enter(descent_walker *walker, size_t depth, descent_list list, descent_cell cell);

/* So many more entries of room; where they begin. */
size_t descent_take_room(descent_walker *walker, size_t count);
void descent_add_steps(descent_walker *walker, size_t steps);
/* A limit was reached, there is no memory left, or the search was canceled. */
bool descent_is_over(const descent_walker *walker);

/* k highest ceilings of ascending rows; negative: there are less than that. */
int64_t descent_top(const descent_table *in, const uint32_t *row, size_t count, int64_t rows);
void descent_sort_rows(uint32_t *row, size_t count);

static inline uint16_t descent_position(const descent_table *in, uint32_t row, size_t depth) {
    return in->position[row * in->attributes + depth];
}

/* The cost of a cell from least to most. */
static inline box_cost descent_span(const descent_table *in, size_t depth, uint32_t least,
                                    uint32_t most) {
    return box_cell_cost(in->costs, in->attribute[depth], least, most, 0);
}

#endif
