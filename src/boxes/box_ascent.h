/* Values of rows that prove a bound, raised step by step over a family of boxes. */
#ifndef SHOAL_BOXES_BOX_ASCENT_H
#define SHOAL_BOXES_BOX_ASCENT_H

#include "boxes/box_family.h"

/* Why values prove a bound. Give every row a value such that in every box the k largest values of
 * its rows sum to at most k times what a row of it costs. A cluster of n >= k rows is in its box:
 * the mean of its values is at most the mean of the k largest of the cluster, which is at most the
 * mean of the k largest of the box, and so at most the cost of a row. Hence the values of the
 * cluster sum to at most n times that cost, which is what the cluster costs; and the values of all
 * rows to no more than what any clusters cost. Values may be negative. The best values reach the
 * optimum of the linear program over all clusters, of which these values are the dual. */
typedef struct box_ascent {
    const box_table *of;
    box_family boxes;
    int64_t *wake;    /* [boxes] the box holds until so much has been raised in all */
    int32_t *ceiling; /* [tuples] the family is complete for values up to these */
    int32_t *value;   /* [tuples] of each copy; they hold after each sweep */
    int64_t raised;   /* in all, since the family was taken */
    bool backward;    /* the next sweep begins with the last box */
} box_ascent;

/* Takes over the family, for the values and ceilings that are there: these hold for the family's
 * ceilings. */
SHOAL_CHECKED shoal_status box_ascent_take(box_ascent *used, box_family *boxes, shoal_error *error);

/* Raises all values by `step`, as far as the ceilings allow, then lowers those in boxes that are
 * violated: the k largest by the same amount, which is the shortest way back. Lowering violates no
 * other box, so that all hold after one sweep. Returns the members looked at. */
uint64_t box_ascent_sweep(box_ascent *used, int32_t step);

/* The values of all rows. */
int64_t box_ascent_sum(const box_ascent *used);

void box_ascent_free(box_ascent *used);

#endif
