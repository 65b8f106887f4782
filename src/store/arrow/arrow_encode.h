/* Turns the values of Arrow's columns into codes of a table that is being built. */
#ifndef SHOAL_STORE_ARROW_ARROW_ENCODE_H
#define SHOAL_STORE_ARROW_ARROW_ENCODE_H

#include "store/arrow/arrow_layout.h"
#include "store/table_builder.h"

/* All batches of a table, one behind the other. */
typedef struct arrow_batches {
    arrow_schema schema;
    size_t count;
    arrow_chunk *chunk; /* [count * columns] */
    int64_t *first;     /* [count + 1] number of a batch's first row */
} arrow_batches;

/* Adds the rows [begin, end) of a column to a part of the table. Parts may be filled at the same
 * time. */
SHOAL_CHECKED shoal_status arrow_encode(table_builder *into, int part, const arrow_batches *from,
                                        size_t index, int64_t begin, int64_t end,
                                        shoal_error *error);

#endif
