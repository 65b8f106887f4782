/* The groups that one attribute may form within an interval, called pieces, what they cost at
 * least, and the cheapest partition into them. */
#ifndef SHOAL_RECODE_CUT_CUT_PIECES_H
#define SHOAL_RECODE_CUT_CUT_PIECES_H

#include "recode/cut/cut_bound.h"
#include "recode/cut/cut_internal.h"

#define PIECE_NONE UINT32_MAX

/* From fine group `begin` up to, not including, `end`. */
typedef struct cut_piece {
    uint32_t begin, end;
    int64_t rows;  /* alive at the low end and below k in this group */
    int64_t slack; /* the sum of their classes' slack */
    double base;   /* cost as one group, but for slack and penalty */
    double cost;   /* as one group */
    /* Only with a taxonomy: */
    uint32_t node;
    uint32_t parent;   /* the piece of its parent, or PIECE_NONE */
    uint32_t children; /* pieces right below it */
    double split;      /* the cheapest way to split it */
    double around;     /* the least for the rest of the part when its ancestors are split */
} cut_piece;

/* A group of the low end, which is cut further independently. */
typedef struct cut_part {
    uint32_t begin, end;   /* fine groups */
    uint32_t first, count; /* pieces; without a taxonomy a square of begins and ends */
    double extra;          /* of its rows when they are suppressed */
    double least;          /* cost of the cheapest partition */
} cut_part;

typedef struct cut_pieces {
    size_t attribute;
    bool tree;         /* pieces are nodes of the taxonomy, not intervals */
    bool open;         /* low and high differ */
    bool coarse;       /* too many pieces: only the finest partition is looked at */
    uint32_t fine;     /* fine groups, those of the high end */
    uint32_t *begins;  /* [fine + 1] first positions */
    uint32_t *fine_of; /* [position] */
    uint32_t *part_of; /* [position] */
    double *dead;      /* [fine + 1] rows before it that are suppressed at the low end */
    uint32_t parts;
    cut_part *part;   /* [parts] */
    cut_piece *piece; /* [pieces] */
    size_t pieces, pieces_held;
    double *forward, *backward; /* [fine + parts] least cost before and after, in its part */
    double *with, *without;     /* [fine] least cost of the part with a boundary before, and not */
    double least;               /* cost of the cheapest partition */
} cut_pieces;

bool cut_pieces_open(cut_pieces *out, arena *owner, const cut *space, size_t attribute);
void cut_pieces_close(cut_pieces *pieces);

/* Lists what may be formed. False when out of memory. */
SHOAL_CHECKED bool cut_pieces_list(cut_pieces *pieces, const cut *space, const uint64_t *low,
                                   const uint64_t *high);

/* Adds a class that is alive at the low end: before[i] of its rows are before the i-th fine group
 * of the part, i <= its fine groups. */
void cut_pieces_add(cut_pieces *pieces, const cut_part *part, const uint32_t *before, int64_t slack,
                    uint64_t k);

/* Prices the pieces, once all classes have been added. */
void cut_pieces_price(cut_pieces *pieces, const cut *space);

/* The rows from one fine group up to another, and the price of these groups as one. */
double cut_pieces_rows(const cut_pieces *pieces, const cut *space, uint32_t begin, uint32_t end);
group_price cut_pieces_price_of(const cut_pieces *pieces, const cut *space, uint32_t begin,
                                uint32_t end);

/* Finds the cheapest partition; `unit` is what a unit of slack costs, and each row that falls below
 * k costs `penalty` more. May be called again with others. */
void cut_pieces_solve(cut_pieces *pieces, double unit, double penalty);
/* The same, where the costs of the pieces are there already. */
void cut_pieces_walk(cut_pieces *pieces);

/* The pieces of the cheapest partition, one by one; the visitor may change what one costs. */
typedef void cut_piece_visitor(cut_piece *chosen, void *context);
void cut_pieces_visit(const cut_pieces *pieces, cut_piece_visitor *visit, void *context);

/* What the rows that fall below k in the cheapest partition would cost at these prices. */
double cut_pieces_claim(const cut_pieces *pieces, double unit, double penalty);

/* Sets the boundaries of the cheapest partition. */
void cut_pieces_relaxed(const cut_pieces *pieces, const cut *space, uint64_t *bits);

/* Finds out what each boundary is worth; to be called before the next two. */
void cut_pieces_weigh(cut_pieces *pieces);

/* Decides boundaries that alone raise the cost by more than `room`; true if there were any. */
bool cut_pieces_narrow(const cut_pieces *pieces, const cut *space, double room, uint64_t *low,
                       uint64_t *high);

/* The open decision that matters most, and how much cost depends on it. False: nothing is open. */
bool cut_pieces_choose(const cut_pieces *pieces, uint32_t *at, double *weight);

#endif
