/* The order in which rows are published. That of the table would tell more than the cells do:
 * whoever has a list of the same people in the same order finds everybody by their place.
 *
 * Rows are published in the order of a hash of their published cells (store/row_order.h), so that
 * the order says nothing that these do not say, and is the same in every run. */
#ifndef SHOAL_RELEASE_RELEASE_ORDER_H
#define SHOAL_RELEASE_RELEASE_ORDER_H

#include "release/release_feed.h"

/* The row of the table at each place, [table->rows], the caller's to memory_free, also after a
 * failure; `task` has no order yet. Rows that are left out come last. */
SHOAL_CHECKED shoal_status release_order_make(uint32_t **out, const release_task *task,
                                              shoal_error *error);

/* Puts the rows of a release that was read back into the order of the table it was made of. */
SHOAL_CHECKED shoal_status release_order_undo(shoal_table *release, const release_task *task,
                                              shoal_error *error);

#endif
