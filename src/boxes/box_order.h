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

/* Sorts items by the positions of their tuples in the attributes listed, the first one first;
 * stable. tuple_of[item] is the tuple; NULL: items are tuples. `spare` is as long as `item`. */
void box_order_sort(const box_table *of, const size_t *attributes, size_t count, uint32_t *item,
                    uint32_t *spare, size_t items, const uint32_t *tuple_of, uint32_t *room);
/* Entries that `room` needs. */
size_t box_order_room(const box_table *of);

#endif
