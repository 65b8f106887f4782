/* An order of rows that depends on nothing but their cells: that of a hash of the cells' texts. Any
 * two orders of the same rows give the same table. */
#ifndef SHOAL_STORE_ROW_ORDER_H
#define SHOAL_STORE_ROW_ORDER_H

#include "store/sink.h"

/* order[feed->rows]: the row at each place. Rows with equal cells keep their order; rows that are
 * not kept come last. */
SHOAL_CHECKED shoal_status row_order_make(uint32_t *order, const row_feed *feed, thread_pool *pool,
                                          shoal_error *error);

/* key[feed->rows]: the hashes of the rows, equal where the cells are; 0 for rows that are not kept.
 */
SHOAL_CHECKED shoal_status row_keys_make(uint64_t *key, const row_feed *feed, thread_pool *pool,
                                         shoal_error *error);

#endif
