/* Points in boxes of near ones, boxes in larger boxes: which points are the nearest. */
#ifndef SHOAL_MEASURE_BOX_TREE_H
#define SHOAL_MEASURE_BOX_TREE_H

#include "cluster/points.h"

#define BOX_TREE_WIDTH 8        /* points of a box, and boxes of a larger one */
#define BOX_TREE_MOST_LEVELS 11 /* 8 ^ 11 > 2 ^ 32 points */

/* Eight at a time lie in one block, dimension by dimension, so that one pass over a block measures
 * all of them. Only the last block of each kind may have fewer. */
typedef struct box_tree {
    size_t dimensions;
    size_t count;
    double *point;   /* [block][dimension][BOX_TREE_WIDTH] */
    uint32_t *place; /* [count] block * BOX_TREE_WIDTH + lane of a point */
    uint32_t *at;    /* [count] the point at each place */
    size_t levels;
    /* Of boxes of points, of boxes of these, and so on until at most eight are left. */
    struct box_level {
        size_t count;
        double *box; /* [block][dimension][lowest, highest][BOX_TREE_WIDTH] */
    } level[BOX_TREE_MOST_LEVELS];
} box_tree;

/* Of the rows row[0..count), whose numbers are theirs in `row` from now on. */
SHOAL_CHECKED shoal_status box_tree_open(box_tree *out, const points *of, const uint32_t *row,
                                         size_t count, shoal_error *error);
void box_tree_close(box_tree *made);

/* Squares of differences, added in the order of the dimensions. */
double box_tree_distance(const box_tree *in, const double *from, size_t point);

/* How many of the nearest points there are, each counted shared[point] times, if the point `own` is
 * one of them; 0 where another point is nearer. It is exact to the last bit: rounding never turns
 * around which of two differences, squares or sums is the larger one, so the bound of a box is
 * never above the distance of a point inside. */
uint64_t box_tree_count_nearest(const box_tree *in, const double *from, size_t own,
                                const uint32_t *shared);

#endif
