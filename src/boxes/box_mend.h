/* Clusters that are too small, or break the rule, are joined with the next ones in the order until
 * all hold. A block that cannot hold as a whole is blanked as long as rows may be. */
#ifndef SHOAL_BOXES_BOX_MEND_H
#define SHOAL_BOXES_BOX_MEND_H

#include "boxes/box_order.h"

/* Numbers of clusters are any; they are settled. */
SHOAL_CHECKED shoal_status box_mend(box_clusters *made, const box_work *work,
                                    const box_order *order, shoal_error *error);

#endif
