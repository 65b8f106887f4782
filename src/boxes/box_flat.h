/* A greedy method for flat attributes, whose cells are published as they are or blanked: a cell of
 * a cluster costs the same whatever its values, once there are two. */
#ifndef SHOAL_BOXES_BOX_FLAT_H
#define SHOAL_BOXES_BOX_FLAT_H

#include "boxes/box_clusters.h"

/* Sets of attributes to blank are tried from the cheapest on, among equally dear ones first the set
 * that settles most rows: rows that agree in all other attributes, k or more, are a cluster. Rows
 * of tuples that have more than k may join, if that costs less than what it is likely to save.
 * Valid for any table, but good only for flat attributes. */
SHOAL_CHECKED shoal_status box_flat_greedy(box_clusters *out, const box_work *work,
                                           shoal_error *error);

/* What a search begins with: the best clusters of a handful of rows, else greedy ones. */
SHOAL_CHECKED shoal_status box_flat_start(box_clusters *out, const box_work *work,
                                          shoal_error *error);

#endif
