/* The best clusters of a tiny table, out of all divisions of its rows. */
#ifndef SHOAL_BOXES_BOX_EXACT_H
#define SHOAL_BOXES_BOX_EXACT_H

#include "boxes/box_clusters.h"

#define BOX_EXACT_ROWS 12

/* Whether a table is small enough. */
bool box_exact_fits(const box_table *of);

/* For tables that fit; with rules, forbidden cells and blanks. *found is false where no division
 * holds: then `out` is empty. */
SHOAL_CHECKED shoal_status box_exact(box_clusters *out, bool *found, const box_work *work,
                                     shoal_error *error);

#endif
