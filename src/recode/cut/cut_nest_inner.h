/* An open attribute within a group of the leading one: see cut_nest.h. */
#ifndef SHOAL_RECODE_CUT_CUT_NEST_INNER_H
#define SHOAL_RECODE_CUT_CUT_NEST_INNER_H

#include "recode/cut/cut_bounder.h"

/* What a piece costs is a sum of these, by rows of the group that are in it. */
typedef struct nest_rate {
    double keep;  /* of every row */
    double extra; /* of every row that is dead in the group, in addition */
    double claim; /* of every other row below k: extra, less that of the part */
} nest_rate;

typedef struct nest_count {
    int64_t rows;  /* below k, but alive in the group */
    int64_t slack; /* the sum of their classes' slack */
} nest_count;

typedef struct nest_inner {
    const cut_pieces *pieces;
    size_t *offset; /* [classes + 1] where the cells of a class begin */
    size_t offset_held;
    uint32_t *cells; /* rows of the group: of each class in each fine group of its part */
    size_t cells_held;
    uint32_t *cell_of; /* [tuples] in the order of the lead's fine groups */
    size_t cell_of_held;
    const cut_part **part; /* [classes] */
    size_t part_held;
    nest_rate *rate; /* [pieces] */
    size_t rate_held;
    nest_count *count; /* [pieces] */
    size_t count_held;
    double *base, *weight; /* [pieces] cost without slack and penalty; and those */
    size_t base_held, weight_held;
    uint32_t *rows, *dead; /* [fine + 1] of the group, before each fine group */
    size_t rows_held, dead_held;
    double *least; /* [fine + parts] of what is before, or of each piece */
    size_t least_held;
    uint32_t *choice; /* of a node: whether it is split */
    size_t choice_held;
    uint32_t *before; /* [fine + 1] */
    size_t before_held;
    uint32_t *filled; /* [fine + 1] cells of a class that are not empty */
    size_t filled_held;
} nest_inner;

void nest_inner_close(nest_inner *inner);

/* Prices the pieces, and makes room. */
SHOAL_CHECKED bool nest_inner_open(nest_inner *inner, const cut *space, const cut_pieces *pieces);

/* A new group: nothing is counted. */
void nest_inner_clear(nest_inner *inner);
/* Adds a class of which some rows are in the group; `slack` is that of a row. */
void nest_inner_add(nest_inner *inner, size_t class, bool dead, int64_t slack, uint64_t k);
/* To be called once all classes have been added. */
void nest_inner_price(nest_inner *inner, double unit, double penalty);

/* The cost of the cheapest partition if this share of the slack is claimed; *claim is what would be
 * claimed with a share of 1. */
double nest_inner_solve(nest_inner *inner, double share, double *claim);

#endif
