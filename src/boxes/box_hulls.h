/* The tuples in a binary tree whose nodes know the hulls of what is below them, to find the nearest
 * ones of a tuple by branch and bound. */
#ifndef SHOAL_BOXES_BOX_HULLS_H
#define SHOAL_BOXES_BOX_HULLS_H

#include "boxes/box_clusters.h"

typedef struct box_hull_node {
    uint32_t begin, end; /* of the tuples below, in `tuple` */
    uint32_t other;      /* the second child; the first one is next; 0: a leaf */
} box_hull_node;

typedef struct box_hulls {
    size_t nodes;
    size_t depth; /* nodes on the longest way down */
    box_hull_node *node;
    uint32_t *tuple;        /* [tuples] in the order of the leaves */
    uint16_t *position;     /* [tuples * attributes] in that order */
    uint16_t *least, *most; /* [nodes * attributes] */
    uint64_t *set;          /* [nodes * attributes]; NULL: there are no sets */
    arena memory;
} box_hulls;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status box_hulls_open(box_hulls *out, const box_work *work, shoal_error *error);
void box_hulls_close(box_hulls *made);

#endif
