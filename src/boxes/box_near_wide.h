#ifndef SHOAL_BOXES_BOX_NEAR_WIDE_H
#define SHOAL_BOXES_BOX_NEAR_WIDE_H

#include "boxes/box_spots.h"

/* Fills in the near spots of all, where room for them is made and none is listed yet. False: out of
 * memory. */
bool box_near_wide(box_spots *made);

#endif
