/* Columns whose codes are already as a table has them: these are not copied. */
#ifndef SHOAL_STORE_ARROW_ARROW_BORROW_H
#define SHOAL_STORE_ARROW_ARROW_BORROW_H

#include "store/arrow/arrow_encode.h"

/* Batches that are released together. */
typedef struct arrow_held {
    struct ArrowArray *batch; /* [count] */
    size_t count, room;
} arrow_held;

arrow_held *arrow_held_new(void);
/* Takes a batch over; false: out of memory, and it stays with the caller, who releases it. */
bool arrow_held_add(arrow_held *to, struct ArrowArray *batch);
void arrow_held_free(void *held);

typedef struct arrow_borrowed {
    column *column; /* [columns] codes and values; codes.data NULL: the column is not borrowed */
    size_t columns;
} arrow_borrowed;

/* Finds the columns that a table can borrow: of a single batch, without nulls; codes as wide as the
 * table's are; texts in the order of their bytes, all of which occur. */
SHOAL_CHECKED shoal_status arrow_borrow(arrow_borrowed *out, const arrow_batches *from,
                                        thread_pool *pool, shoal_error *error);
void arrow_borrowed_free(arrow_borrowed *borrowed);

/* Gives them to the table, which has no other values for them; it then also keeps the batches.
 * False: there are none. */
bool arrow_borrowed_give(arrow_borrowed *from, shoal_table *to, arrow_held *held);

#endif
