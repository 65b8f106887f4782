/* Strict multidimensional partitioning (LeFevre, DeWitt, Ramakrishnan 2006): all rows are one part,
 * and parts are cut, one attribute at a time, as long as what they are cut into can be published.
 * What is published of two parts never overlaps: groups of a hierarchy are cut into their children,
 * all at once, and ranges and sets into smaller ones.
 *
 * The cut by cost looks ahead. A part's value with look-ahead 0 is what its rows cost in the end if
 * it and its parts are cut where the parts cost least at once. With look-ahead n the cut is the one
 * whose parts have the least value with look-ahead n - 1. Values are remembered: a part is known by
 * its box, since all rows that fit it are in it. */
#ifndef SHOAL_BOXES_BOX_MONDRIAN_H
#define SHOAL_BOXES_BOX_MONDRIAN_H

#include "boxes/box_clusters.h"

#define BOX_MONDRIAN_MOST_BEAM 16
#define BOX_MONDRIAN_MOST_AHEAD 6

/* A node of a tree of positions, in preorder: the children of node i are i + 1, then the `next` of
 * that, and so on below node i's `next`. */
typedef struct box_branch {
    uint32_t begin, end; /* its positions */
    uint32_t next;
} box_branch;

/* How an attribute may be cut. */
typedef struct box_division {
    const box_branch *branch; /* a node into its children; NULL: between any two positions */
    uint32_t branches;
    const uint32_t *group; /* [size] then: ascending; neighbours with one number are never parted;
                              NULL: all may be */
} box_division;

typedef struct box_mondrian_setup {
    const box_division *division; /* [attributes] */
    bool median;   /* cut the attribute whose range is widest at its median, as published */
    int lookahead; /* -1: further and further, as far as the effort reaches */
    int beam; /* cuts of a part that are looked at, at most BOX_MONDRIAN_MOST_BEAM; 0: as suits */
    uint64_t effort; /* comparisons of eight cells to make in all, about; 0: no limit */
} box_mondrian_setup;

typedef struct box_mondrian box_mondrian;

SHOAL_CHECKED shoal_status box_mondrian_open(box_mondrian **out, const box_work *work,
                                             const box_mondrian_setup *setup, shoal_error *error);
void box_mondrian_close(box_mondrian *used);

typedef enum box_mondrian_end {
    BOX_MONDRIAN_MORE,  /* *out has clusters, and another round may find better ones */
    BOX_MONDRIAN_LAST,  /* *out has clusters; that was all */
    BOX_MONDRIAN_BEST,  /* the same, and no cuts of this kind lead to less cost */
    BOX_MONDRIAN_SPENT, /* the effort ran out within the round: *out is empty */
} box_mondrian_end;

/* Runs the next round: the first is quick, each further one looks further ahead or at larger parts.
 * Nothing depends on the number of threads. */
SHOAL_CHECKED shoal_status box_mondrian_round(box_mondrian *used, box_clusters *out,
                                              box_mondrian_end *end, shoal_error *error);

#endif
