/* The tuples in an order that puts near ones beside each other, and the blocks that no cluster can
 * leave because it would have a forbidden cell. */
#ifndef SHOAL_BOXES_BOX_ORDER_H
#define SHOAL_BOXES_BOX_ORDER_H

#include "boxes/box_clusters.h"

typedef struct box_order {
    size_t *attribute; /* [attributes] the one whose first step is dearest first */
    uint32_t *tuple;   /* [tuples] by block, then by the attributes in that order */
    uint32_t *block;   /* [tuples] of each tuple */
    size_t blocks;
    arena memory;
} box_order;

/* Free it also after a failure. */
SHOAL_CHECKED shoal_status box_order_open(box_order *out, const box_work *work, shoal_error *error);
void box_order_close(box_order *made);

/* Sorts tuples by the positions of the attributes listed, the first one first; stable. `spare` is
 * as long. */
void box_order_sort(const box_table *of, const size_t *attributes, size_t count, uint32_t *tuple,
                    uint32_t *spare, size_t tuples, uint32_t *room);
/* Entries that `room` needs. */
size_t box_order_room(const box_table *of);

#endif
