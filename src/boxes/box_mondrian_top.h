/* The top of Mondrian's tree, whose parts are large: there threads share out cuts and parts. */
#ifndef SHOAL_BOXES_BOX_MONDRIAN_TOP_H
#define SHOAL_BOXES_BOX_MONDRIAN_TOP_H

#include "boxes/box_mondrian_parts.h"

/* Works out the value of all rows with m->level of look-ahead in parts up to m->within tuples, and
 * with m->before in larger ones. Sets m->stop if it does not get there. */
SHOAL_CHECKED shoal_status mondrian_top_value(box_mondrian *m, shoal_error *error);

#endif
