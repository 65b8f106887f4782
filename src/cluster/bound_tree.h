/* The best completion of a cluster that begins with one row, by branch and bound.
 *
 * Every row has a value u, and a cluster of m rows costs the sum of all squared distances between
 * them, divided by m. Wanted are rows to add to the first one such that the values, less the cost,
 * are the most. If the rows in the cluster so far are S and further ones are chosen from a set A, a
 * row j of A adds at most
 *     u_j - (its distances to S + its m - |S| - 1 smallest shares of distances within A) / m,
 * because every distance between two further rows is shared between them (near_lists.h). */
#ifndef SHOAL_CLUSTER_BOUND_TREE_H
#define SHOAL_CLUSTER_BOUND_TREE_H

#include "cluster/near_lists.h"

typedef struct tree_item {
    double gain;     /* at most what it adds */
    double distance; /* the sum of its distances to the rows that are in */
    uint32_t row;
    uint32_t place; /* among those whose distances are kept */
} tree_item;

/* An answer: the excess of a cluster, which is the sum of its values less its cost, by its size. Of
 * a limit the rows are those that gave it. */
typedef struct price {
    double excess;
    uint32_t *row; /* [2k - 1] */
    uint32_t size;
} price;

/* What one thread needs. */
typedef struct bound_tree {
    const bound_rows *of;
    const near_lists *lists;
    const double *u;
    size_t most;       /* 2k - 1 */
    size_t width;      /* rows of a node whose distances are kept for all below it */
    double *apart;     /* [width][width] these distances */
    double *share;     /* [width][width] the first row's shares of them */
    double *near;      /* [width][most] sums of the smallest shares */
    double *best;      /* [most] scratch */
    tree_item **level; /* [levels][room] */
    size_t levels, room;
    uint32_t *in;    /* [most] rows of the cluster so far */
    size_t size;     /* that it is to have */
    uint64_t budget; /* items to look at before the rest is left open */
    uint64_t looked;
    double limit; /* by the size, the most of what was left open */
    price *answer;
} bound_tree;

/* False when out of memory. */
bool bound_tree_open(bound_tree *out, arena *owner, const near_lists *lists);

/* What is not worth more than this, as a sum, is of no interest. */
double bound_tree_worth(const bound_tree *used);

/* Keeps the `wanted` greatest of the gains in tree->best, the greatest first; how many there are.
 */
size_t bound_tree_best(bound_tree *used, const tree_item *items, size_t count, size_t wanted);

/* Raises *answer to the best cluster of tree->size rows that begins with in[0], if the others are
 * among the items, whose distance is that to in[0]; and the limit to what was left open. The items
 * are changed. */
void bound_tree_search(bound_tree *used, tree_item *items, size_t count);

#endif
